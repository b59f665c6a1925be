//! Words for errors of the operating system.

use super::{Language, language, tr};
use std::io::{Error, ErrorKind};

/// Unix numbers of errors that `ErrorKind` does not distinguish.
const INPUT_OUTPUT_ERROR: i32 = 5;
const TOO_MANY_OPEN_FILES: i32 = 24;
const NAME_TOO_LONG: i32 = if cfg!(target_os = "linux") { 36 } else { 63 };

/// An error of the system in words: in English the system's own, in Japanese ours for the common
/// kinds. Errors with a text of their own keep it.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// use tsume::messages::{Language, os_error, with_language};
///
/// let error = Error::from(ErrorKind::NotFound);
/// assert_eq!(os_error(&error), "entity not found");
/// let japanese = with_language(Language::Japanese, || os_error(&error));
/// assert_eq!(japanese, "そのようなファイルやフォルダはありません");
/// ```
pub fn os_error(error: &Error) -> String {
    if language() == Language::English || error.get_ref().is_some() {
        return error.to_string();
    }
    japanese(error).unwrap_or_else(|| error.to_string())
}

/// Words for the common kinds.
fn japanese(error: &Error) -> Option<String> {
    Some(match error.kind() {
        ErrorKind::NotFound => tr!(text_os_not_found),
        ErrorKind::PermissionDenied => tr!(text_os_permission_denied),
        ErrorKind::AlreadyExists => tr!(text_os_already_exists),
        ErrorKind::IsADirectory => tr!(text_os_is_a_folder),
        ErrorKind::NotADirectory => tr!(text_os_not_a_folder),
        ErrorKind::DirectoryNotEmpty => tr!(text_os_folder_not_empty),
        ErrorKind::ReadOnlyFilesystem => tr!(text_os_read_only),
        ErrorKind::StorageFull => tr!(text_os_storage_full),
        ErrorKind::QuotaExceeded => tr!(text_os_quota_exceeded),
        ErrorKind::FileTooLarge => tr!(text_os_file_too_large),
        ErrorKind::ResourceBusy => tr!(text_os_busy),
        ErrorKind::WouldBlock => tr!(text_os_would_block),
        ErrorKind::OutOfMemory => tr!(text_os_out_of_memory),
        ErrorKind::BrokenPipe => tr!(text_os_broken_pipe),
        ErrorKind::UnexpectedEof => tr!(text_os_unexpected_end),
        ErrorKind::Interrupted => tr!(text_os_interrupted),
        ErrorKind::TimedOut => tr!(text_os_timed_out),
        ErrorKind::InvalidInput => tr!(text_os_invalid_argument),
        ErrorKind::InvalidData => tr!(text_os_invalid_data),
        ErrorKind::Unsupported => tr!(text_os_unsupported),
        ErrorKind::StaleNetworkFileHandle => tr!(text_os_stale_file),
        ErrorKind::AddrInUse => tr!(text_os_address_in_use),
        ErrorKind::AddrNotAvailable => tr!(text_os_address_not_available),
        _ if cfg!(unix) => match error.raw_os_error() {
            Some(INPUT_OUTPUT_ERROR) => tr!(text_os_input_output),
            Some(NAME_TOO_LONG) => tr!(text_os_invalid_file_name),
            Some(TOO_MANY_OPEN_FILES) => tr!(text_os_too_many_open_files),
            _ => return None,
        },
        _ => return None,
    })
}
