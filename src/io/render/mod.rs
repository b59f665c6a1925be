//! Pictures and pages: boards as SVG and PNG, booklets, pages about games, sheets for print, and a
//! page to play through solutions.

pub mod booklet;
pub mod game_page;
mod html_page;
pub mod picture;
pub mod sheet;
pub mod study;
