//! Pictures that need no font and no network: lines, areas, and characters as outlines.
//!
//! A [`Picture`] is a list of shapes, which is rendered as SVG or PNG. [`board`] draws positions in
//! the style of books, [`extent`] chooses the part of a board, and [`piece`] draws the moves of a
//! piece.

pub mod board;
pub mod extent;
pub mod glyphs;
pub mod piece;
#[cfg(feature = "cli")]
pub mod png;
pub mod symbols;

use crate::text::escape::{escape_line, is_hidden};
use std::fmt::Write;

/// A color as red, green and blue.
pub type PictureColor = [u8; 3];

/// Color of lines and characters.
pub const INK: PictureColor = [0x1a, 0x1a, 0x1a];
/// Color of promoted pieces in games where they have no character of their own.
pub const RED: PictureColor = [0xb3, 0x1d, 0x28];
/// Background color.
pub const PAPER: PictureColor = [0xff, 0xff, 0xff];

/// A shape. Lengths are in pixels, and y grows downwards.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureShape {
    /// A straight line.
    Line {
        /// End points.
        ends: [(f32, f32); 2],
        /// Width.
        width: f32,
        /// Color.
        color: PictureColor,
    },
    /// A closed polygon.
    Polygon {
        /// Corners.
        corners: Vec<(f32, f32)>,
        /// Fill color; `None` for no fill.
        fill: Option<PictureColor>,
        /// Width of the border; 0 for none.
        border: f32,
        /// Color of the border.
        color: PictureColor,
    },
    /// A circle.
    Circle {
        /// Center.
        center: (f32, f32),
        /// Radius.
        radius: f32,
        /// Fill color; `None` for no fill.
        fill: Option<PictureColor>,
        /// Width of the border; 0 for none.
        border: f32,
        /// Color of the border.
        color: PictureColor,
    },
    /// A character in a box.
    Glyph {
        /// The character.
        character: char,
        /// Outline in a square of 1000 by 1000; see [`glyphs`].
        outline: &'static str,
        /// Center of the box.
        center: (f32, f32),
        /// Width and height of the square.
        size: (f32, f32),
        /// Width of the character in units of 1/1000 of the square.
        advance: f32,
        /// True if upside down.
        turned: bool,
        /// Color.
        color: PictureColor,
    },
}

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// Width in pixels.
    pub width: f32,
    /// Height in pixels.
    pub height: f32,
    /// Shapes; later ones cover earlier ones.
    pub shapes: Vec<PictureShape>,
}

impl Picture {
    /// An empty picture.
    pub fn new(width: f32, height: f32) -> Picture {
        Picture { width, height, shapes: Vec::new() }
    }

    /// Draws a line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32), width: f32, color: PictureColor) {
        self.shapes.push(PictureShape::Line { ends: [from, to], width, color });
    }

    /// Fills a rectangle.
    pub fn rectangle(&mut self, (x, y): (f32, f32), (w, h): (f32, f32), fill: PictureColor) {
        let corners = vec![(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
        self.shapes.push(PictureShape::Polygon {
            corners,
            fill: Some(fill),
            border: 0.0,
            color: fill,
        });
    }

    /// Draws a disc, or a ring if `fill` is `None`.
    pub fn circle(
        &mut self,
        center: (f32, f32),
        radius: f32,
        fill: Option<PictureColor>,
        color: PictureColor,
    ) {
        let border = radius / 4.0;
        self.shapes.push(PictureShape::Circle { center, radius, fill, border, color });
    }

    /// Draws a character. A character without an outline becomes an empty box, so that it is not
    /// lost unnoticed.
    pub fn character(
        &mut self,
        c: char,
        center: (f32, f32),
        size: (f32, f32),
        turned: bool,
        color: PictureColor,
    ) {
        match glyphs::glyph(c) {
            Some(glyph) => self.shapes.push(PictureShape::Glyph {
                character: c,
                outline: glyph.outline,
                center,
                size,
                advance: glyph.advance,
                turned,
                color,
            }),
            None => {
                let (w, h) = (size.0 * 0.35, size.1 * 0.35);
                let (x, y) = center;
                let corners = vec![(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)];
                self.shapes.push(PictureShape::Polygon { corners, fill: None, border: 1.0, color });
            }
        }
    }

    /// Draws words from left to right around a center; characters keep their widths.
    pub fn word(&mut self, text: &str, center: (f32, f32), size: f32, color: PictureColor) {
        let mut x = center.0 - width_of(text, size) / 2.0;
        for c in text.chars() {
            let own = advance(c, size);
            if c != ' ' {
                self.character(c, (x + own / 2.0, center.1), (size, size), false, color);
            }
            x += own;
        }
    }

    /// Inserts another picture.
    pub fn add(&mut self, other: &Picture, at: (f32, f32)) {
        let moved = |(x, y): (f32, f32)| (x + at.0, y + at.1);
        self.shapes.extend(other.shapes.iter().cloned().map(|mut shape| {
            match &mut shape {
                PictureShape::Line { ends, .. } => *ends = ends.map(moved),
                PictureShape::Polygon { corners, .. } => {
                    corners.iter_mut().for_each(|corner| *corner = moved(*corner));
                }
                PictureShape::Circle { center, .. } | PictureShape::Glyph { center, .. } => {
                    *center = moved(*center);
                }
            }
            shape
        }));
    }

    /// The picture as SVG. Readers show `title`; it is not drawn.
    pub fn svg(&self, title: &str) -> String {
        let (width, height) = (Number(self.width), Number(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>\n",
            escape(title),
            hex(PAPER)
        );
        for shape in &self.shapes {
            svg_shape(&mut out, shape);
            out.push('\n');
        }
        out.push_str("</svg>\n");
        out
    }

    /// The shapes as the content of a `<symbol`, starting with its view box.
    pub fn symbol(&self) -> String {
        let mut out = format!("viewBox=\"0 0 {} {}\">", Number(self.width), Number(self.height));
        self.shapes.iter().for_each(|shape| svg_shape(&mut out, shape));
        out
    }
}

/// Width of a character of this size.
fn advance(c: char, size: f32) -> f32 {
    if c == ' ' {
        return size / 4.0;
    }
    glyphs::glyph(c).map_or(1000.0, |glyph| glyph.advance) / 1000.0 * size
}

/// Width of a [word](Picture::word) of this size.
pub fn width_of(text: &str, size: f32) -> f32 {
    text.chars().map(|c| advance(c, size)).sum()
}

fn svg_shape(out: &mut String, shape: &PictureShape) {
    let paint = |fill: &Option<PictureColor>, border: f32, color: PictureColor| {
        let fill = fill.map_or("none".to_owned(), hex);
        match border > 0.0 {
            true => format!(
                "fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{}\"",
                hex(color),
                Number(border)
            ),
            false => format!("fill=\"{fill}\""),
        }
    };
    let _ = match shape {
        PictureShape::Line { ends: [from, to], width, color } => write!(
            out,
            "<path d=\"M{} {}L{} {}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"square\"/>",
            Number(from.0),
            Number(from.1),
            Number(to.0),
            Number(to.1),
            hex(*color),
            Number(*width)
        ),
        PictureShape::Polygon { corners, fill, border, color } => {
            let points: Vec<String> =
                corners.iter().map(|(x, y)| format!("{},{}", Number(*x), Number(*y))).collect();
            write!(
                out,
                "<polygon points=\"{}\" {}/>",
                points.join(" "),
                paint(fill, *border, *color)
            )
        }
        PictureShape::Circle { center, radius, fill, border, color } => write!(
            out,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>",
            Number(center.0),
            Number(center.1),
            Number(*radius),
            paint(fill, *border, *color)
        ),
        PictureShape::Glyph { outline, color, .. } => {
            let [a, d, e, f] = placement(shape).map(Number);
            write!(
                out,
                "<path transform=\"matrix({a} 0 0 {d} {e} {f})\" fill=\"{}\" d=\"{outline}\"/>",
                hex(*color)
            )
        }
    };
}

/// Scale and offset of a glyph: x' = a x + e, y' = d y + f.
fn placement(shape: &PictureShape) -> [f32; 4] {
    let PictureShape::Glyph { center, size, advance, turned, .. } = shape else { return [0.0; 4] };
    let sign = if *turned { -1.0 } else { 1.0 };
    let (a, d) = (sign * size.0 / 1000.0, sign * size.1 / 1000.0);
    [a, d, center.0 - a * advance / 2.0, center.1 - d * 500.0]
}

/// A number with at most four decimals.
struct Number(f32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.4}", self.0);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

fn hex([r, g, b]: PictureColor) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Escapes a text for XML and HTML.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML cannot express these.
            c if c.is_control() && !matches!(c, '\n' | '\t') => out.push('\u{fffd}'),
            // A hidden character must not change how other texts are shown.
            c if is_hidden(c) && !matches!(c, '\n' | '\t') => {
                out.push_str(&escape_line(c.encode_utf8(&mut [0; 4])))
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_between_words_are_empty() {
        let mut picture = Picture::new(100.0, 20.0);
        picture.word("a b", (50.0, 10.0), 10.0, INK);
        assert_eq!(picture.shapes.len(), 2);
        assert!(width_of("a b", 10.0) > width_of("ab", 10.0));
    }

    #[test]
    fn a_turned_character_lies_in_the_same_box() {
        let mut picture = Picture::new(100.0, 100.0);
        for turned in [false, true] {
            picture.character('歩', (50.0, 50.0), (40.0, 40.0), turned, INK);
        }
        let corners = |shape: &PictureShape| {
            let [a, d, e, f] = placement(shape);
            let mut xs = [e, a * 1000.0 + e];
            let mut ys = [f, d * 1000.0 + f];
            xs.sort_by(f32::total_cmp);
            ys.sort_by(f32::total_cmp);
            [xs, ys]
        };
        assert_eq!(corners(&picture.shapes[0]), [[30.0, 70.0], [30.0, 70.0]]);
        assert_eq!(corners(&picture.shapes[0]), corners(&picture.shapes[1]));
    }

    #[test]
    fn texts_are_escaped() {
        let svg = Picture::new(1.0, 1.0).svg("<a & \"b\">\u{7}");
        assert!(svg.contains("<title>&lt;a &amp; &quot;b&quot;&gt;\u{fffd}</title>"));
    }
}
