//! Characters of a page, each outline once.

use super::{Picture, PictureShape, escape, glyphs, hex, placement, svg_shape};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Writes texts and pictures of a page, and remembers their characters.
#[derive(Debug, Default)]
pub struct GlyphSymbols {
    characters: BTreeSet<char>,
}

impl GlyphSymbols {
    /// Remembers the characters of a text; a text in ASCII needs none.
    pub fn need(&mut self, text: &str) {
        if !text.is_ascii() {
            self.characters.extend(text.chars());
        }
    }

    /// A text: its words in ASCII as they are, others as outlines if every character has one.
    pub fn words(&mut self, text: &str) -> String {
        if text.is_ascii() {
            return self.word(text);
        }
        let words: Vec<String> = text.split(' ').map(|word| self.word(word)).collect();
        words.join(" ")
    }

    fn word(&mut self, word: &str) -> String {
        let outlines: Option<Vec<glyphs::Glyph>> = word.chars().map(glyphs::glyph).collect();
        let Some(outlines) = outlines.filter(|_| !word.is_ascii()) else {
            return format!("<span class=\"word\">{}</span>", escape(word));
        };
        self.characters.extend(word.chars());
        let mut shapes = String::new();
        let mut x = 0.0;
        for (c, glyph) in word.chars().zip(outlines) {
            let _ = write!(
                shapes,
                "<use href=\"#c{}\" x=\"{x}\" width=\"{}\" height=\"1000\"/>",
                u32::from(c),
                glyph.advance
            );
            x += glyph.advance;
        }
        format!(
            "<svg class=\"glyphs\" viewBox=\"0 0 {x} 1000\" style=\"width:{}em\" role=\"img\" aria-label=\"{}\">{shapes}</svg>",
            x / 1000.0,
            escape(word)
        )
    }

    /// A picture as SVG in a page. Readers show `title`; it is not drawn.
    pub fn picture(&mut self, picture: &Picture, title: &str) -> String {
        let Picture { width, height, .. } = picture;
        let mut out = format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\
             <title>{}</title>\n",
            escape(title)
        );
        for shape in &picture.shapes {
            let PictureShape::Glyph { character, advance, color, .. } = *shape else {
                svg_shape(&mut out, shape);
                continue;
            };
            self.characters.insert(character);
            let [a, d, e, f] = placement(shape);
            let _ = write!(
                out,
                "<use href=\"#c{}\" width=\"{advance}\" height=\"1000\" fill=\"{}\" \
                 transform=\"matrix({a:.4} 0 0 {d:.4} {e:.2} {f:.2})\"/>",
                u32::from(character),
                hex(color)
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// The outlines of all remembered characters, for the start of the page.
    pub fn symbols(&self) -> String {
        let mut out = String::new();
        for &c in &self.characters {
            if let Some(glyph) = glyphs::glyph(c) {
                let _ = writeln!(
                    out,
                    "<symbol id=\"c{}\" viewBox=\"0 0 {} 1000\"><path d=\"{}\"/></symbol>",
                    u32::from(c),
                    glyph.advance,
                    glyph.outline
                );
            }
        }
        out
    }
}
