//! Pictures and pages: boards as SVG and PNG, booklets, and a page to play through solutions.

pub mod html;
pub mod picture;
pub mod study;
