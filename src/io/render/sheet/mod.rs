//! Sheets for print: diagram, title, author, main line (作意), variations (変化), tries (紛れ) and
//! class of each problem, as magazines and contests print them.
//!
//! [`content`] decides what a problem's part of a sheet says, and in which notation; [`html`] and
//! [`svg`] lay it out. Neither needs a font for boards and moves, nor a network.

pub mod content;
pub mod html;
pub mod svg;

/// Problems on a page at most.
pub const MAX_PER_PAGE: usize = 12;

/// Columns and rows of a page with `per_page` problems.
pub fn grid(per_page: usize) -> (usize, usize) {
    match per_page {
        0 | 1 => (1, 1),
        2 => (1, 2),
        3 | 4 => (2, 2),
        5 | 6 => (2, 3),
        7 | 8 => (2, 4),
        9 => (3, 3),
        _ => (3, 4),
    }
}
