//! Pictures and pages: boards as SVG and PNG, booklets, and a page on which solutions are played through.

pub mod html;
pub mod picture;
pub mod study;
