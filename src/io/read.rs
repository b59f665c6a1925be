//! From bytes to text, with everything refused that is no text or too much of it.

use super::{Diagnostic, Source};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

/// The largest file that is read, in bytes: several millions of problems.
pub const MAX_BYTES: u64 = 256 << 20;

/// Reads a file; `-` is standard input.
///
/// # Errors
/// It cannot be read, is too large, or is no UTF-8 text.
pub fn path(path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
    let name = path.display().to_string();
    let empty = || Source::new(name.as_str(), "");
    let mut bytes = Vec::new();
    let limit = MAX_BYTES + 1;
    let result = if name == "-" {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    if let Err(error) = result {
        let help = if path.is_dir() {
            "this is a directory; name the files in it"
        } else {
            "check the name and the permissions"
        };
        let message = format!("the file cannot be read: {}", plain(&error));
        return Err(Box::new(Diagnostic::new("E0201", &empty(), 0..0, message).help(help)));
    }
    text(&name, bytes)
}

/// A system error without its number.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// Makes a text of bytes.
///
/// # Errors
/// They are too many, or no UTF-8 text.
pub fn text(name: &str, bytes: Vec<u8>) -> Result<Arc<Source>, Box<Diagnostic>> {
    let refuse = |at: usize, shown: &[u8], code, message: String, help: &str| {
        let source = Source::new(name, String::from_utf8_lossy(shown));
        let at = at.min(source.text.len());
        Err(Box::new(Diagnostic::new(code, &source, at..at, message).help(help)))
    };
    if bytes.len() as u64 > MAX_BYTES {
        let message = format!("the file has more than {} MiB", MAX_BYTES >> 20);
        return refuse(0, b"", "E0202", message, "split it into several files");
    }
    match String::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => Ok(Source::new(name, text)),
            Some(at) => {
                let message = "the text has a byte of value 0 here".to_owned();
                let help = "save the file as UTF-8 text; UTF-16 is not read";
                refuse(at, text.as_bytes(), "E0203", message, help)
            }
        },
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let bytes = error.into_bytes();
            let message = format!("the byte {:#04x} here is no UTF-8 text", bytes[at]);
            let help = "save the file as UTF-8; Shift_JIS and EUC-JP are not read as YAML";
            refuse(at, &bytes, "E0203", message, help)
        }
    }
}
