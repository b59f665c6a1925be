//! Pictures and pages: boards as SVG and PNG, booklets, sheets for print, and a page to play
//! through solutions.

pub mod html;
pub mod picture;
pub mod sheet;
pub mod study;
