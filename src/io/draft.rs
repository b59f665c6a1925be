//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file under another name beside it, and gives it its own once all of it is on disk.
///
/// # Errors
/// What `fill` or the system says.
pub fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let filled = File::create(&draft).and_then(|file| {
        let mut out = BufWriter::new(file);
        fill(&mut out)?;
        out.into_inner()?.sync_all()
    });
    let result = filled.and_then(|()| fs::rename(&draft, path));
    if result.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&draft);
    }
    result
}
