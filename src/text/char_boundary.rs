//! Character boundaries next to a byte of a text.

/// The last character boundary at or before the byte `at`; the end of a shorter text.
///
/// ```
/// use tsume::text::char_boundary::{ceil_char_boundary, floor_char_boundary};
///
/// assert_eq!((floor_char_boundary("詰", 1), ceil_char_boundary("詰", 1)), (0, 3));
/// ```
pub fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// The first character boundary at or after the byte `at`; the end of a shorter text.
pub fn ceil_char_boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}
