//! Files that appear completely or not at all.

use crate::text::char_boundary::floor_char_boundary;
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Longest part of a temporary name that comes from the final name, in bytes. File systems allow
/// 255 bytes for the whole name.
const MAX_NAME_BYTES: usize = 200;

/// Temporary names of the files that are not complete.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the temporary names of all files that are not complete. Call it right before the process
/// ends without unwinding: a thread that begins or ends a file afterwards waits forever.
pub fn remove_unfinished() {
    let unfinished = unfinished();
    for part in &*unfinished {
        let _ = fs::remove_file(part);
    }
    mem::forget(unfinished);
}

/// A file that is written under a temporary name beside its own, and renamed once it is complete. A
/// symbolic link stays, and its target is replaced. An existing file keeps its permissions. Devices
/// and pipes are written directly.
#[derive(Debug)]
pub struct AtomicFile {
    out: BufWriter<File>,
    /// Temporary and final name.
    names: Option<(PathBuf, PathBuf)>,
}

impl AtomicFile {
    /// Creates the temporary file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(path: &Path) -> io::Result<AtomicFile> {
        let old = fs::metadata(path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_dir()) {
            let out = BufWriter::new(OpenOptions::new().write(true).open(path)?);
            return Ok(AtomicFile { out, names: None });
        }
        let end = if old.is_some() { fs::canonicalize(path)? } else { path.to_owned() };
        let name = end.file_name().unwrap_or_default().to_string_lossy();
        let name = &name[..floor_char_boundary(&name, MAX_NAME_BYTES)];
        let part = end.with_file_name(format!(".{name}.{}", std::process::id()));
        let file = {
            let mut unfinished = unfinished();
            let file = File::create(&part)?;
            unfinished.insert(part.clone());
            file
        };
        let atomic_file = AtomicFile { out: BufWriter::new(file), names: Some((part, end)) };
        if let (Some(old), Some((part, _))) = (old, &atomic_file.names) {
            fs::set_permissions(part, old.permissions())?;
        }
        Ok(atomic_file)
    }

    /// Renames the file once all of it is on disk.
    ///
    /// # Errors
    /// An error of the system.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some((part, end)) = &self.names {
            self.out.get_ref().sync_all()?;
            let mut unfinished = unfinished();
            fs::rename(part, end)?;
            unfinished.remove(part);
            self.names = None;
        }
        Ok(())
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some((part, _)) = &self.names {
            let mut unfinished = unfinished();
            let _ = fs::remove_file(part);
            unfinished.remove(part);
        }
    }
}

/// Writes a whole file.
///
/// # Errors
/// The error of `fill` or of the system.
pub fn write(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut atomic_file = AtomicFile::begin(path)?;
    fill(&mut atomic_file)?;
    atomic_file.finish()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

    #[test]
    fn links_stay_links_devices_devices_and_permissions_what_they_were() {
        let folder = std::env::temp_dir().join(format!("tsume-draft-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink(&file, &link).unwrap();
        write(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
        let null = Path::new("/dev/null");
        write(null, |out| out.write_all(b"gone")).unwrap();
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
        let broken = |_: &mut dyn Write| Err(io::Error::other("no more"));
        write(&file, broken).unwrap_err();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }
}
