//! The frame of pages that need no script, no font and no network.

use super::picture::escape;
use super::picture::symbols::GlyphSymbols;
use crate::messages::language;

const STYLE: &str = include_str!("html_page.css");

/// A page with a title. `glyphs` has the characters of the body.
pub fn html_page(title: &str, body: &str, glyphs: &GlyphSymbols) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg class=\"symbols\" aria-hidden=\"true\">\n{}</svg>\n\
         <header><h1>{title}</h1></header>\n<main>\n{body}</main>\n</body>\n</html>\n",
        language().code(),
        glyphs.symbols(),
    )
}
