//! Outlines of the characters that pictures need: all that are in the names of pieces, numerals, Latin
//! letters. From Noto Serif CJK JP Regular 2.001, under the SIL Open Font License 1.1 (`OFL.txt` beside
//! this file).
//!
//! A line of `glyphs.txt` is a character, its width, and its outline as SVG path data with `M h v l c z`
//! alone, in a square of 1000 by 1000 whose y grows downwards; the base line is at 880.

use std::collections::HashMap;
use std::sync::OnceLock;

/// Outline of a character.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glyph {
    /// Width, in units of 1/1000.
    pub advance: f32,
    /// SVG path data.
    pub outline: &'static str,
}

/// Outline of a character; `None` if it is not included.
pub fn glyph(c: char) -> Option<Glyph> {
    static GLYPHS: OnceLock<HashMap<char, Glyph>> = OnceLock::new();
    let glyphs = GLYPHS.get_or_init(|| {
        let lines = include_str!("glyphs.txt").lines();
        let glyphs = lines.filter_map(|line| {
            let mut fields = line.split('\t');
            let c = fields.next()?.chars().next()?;
            let advance = fields.next()?.parse().ok()?;
            Some((c, Glyph { advance, outline: fields.next()? }))
        });
        glyphs.collect()
    });
    glyphs.get(&c).copied()
}

/// A segment of an outline, in absolute coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GlyphSegment {
    /// Starts a contour.
    Move(f32, f32),
    /// A straight line.
    Line(f32, f32),
    /// A cubic curve: two control points and the end.
    Curve([f32; 6]),
    /// Closes the contour.
    Close,
}

/// Segments of an outline.
pub fn segments(outline: &str) -> Vec<GlyphSegment> {
    let mut segments = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    let mut rest = outline;
    while let Some(command) = rest.chars().next() {
        rest = &rest[command.len_utf8()..];
        let end = rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let numbers = numbers(&rest[..end]);
        rest = &rest[end..];
        match (command, numbers.as_slice()) {
            ('M', &[nx, ny]) => {
                (x, y) = (nx, ny);
                segments.push(GlyphSegment::Move(x, y));
            }
            ('h', &[dx]) => {
                x += dx;
                segments.push(GlyphSegment::Line(x, y));
            }
            ('v', &[dy]) => {
                y += dy;
                segments.push(GlyphSegment::Line(x, y));
            }
            ('l', &[dx, dy]) => {
                (x, y) = (x + dx, y + dy);
                segments.push(GlyphSegment::Line(x, y));
            }
            ('c', &[a, b, c, d, dx, dy]) => {
                segments.push(GlyphSegment::Curve([x + a, y + b, x + c, y + d, x + dx, y + dy]));
                (x, y) = (x + dx, y + dy);
            }
            _ => segments.push(GlyphSegment::Close),
        }
    }
    segments
}

/// Numbers separated by spaces or by their signs.
fn numbers(text: &str) -> Vec<f32> {
    let mut numbers = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        if (c == ' ' || c == '-') && at > start {
            numbers.extend(text[start..at].trim().parse::<f32>().ok());
            start = at;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn every_piece_can_be_drawn() {
        for (name, _) in builtin::VARIANTS {
            let rules = builtin::rules(name, &[]).unwrap().unwrap();
            for spec in &rules.kinds {
                for c in spec.kanji.chars().chain(spec.id.chars()) {
                    assert!(glyph(c).is_some(), "{name}: {c}");
                }
            }
        }
    }

    /// Every outline stays near its box, with contours that begin and end: what a misread number would
    /// break.
    #[test]
    fn outlines_are_whole() {
        let mut count = 0;
        for line in include_str!("glyphs.txt").lines() {
            let glyph = glyph(line.chars().next().unwrap()).unwrap();
            let segments = segments(glyph.outline);
            let open = segments.iter().filter(|s| matches!(s, GlyphSegment::Move(..))).count();
            let closed = segments.iter().filter(|s| **s == GlyphSegment::Close).count();
            assert_eq!(open, closed, "{line}");
            let near = |v: f32| (-300.0..1300.0).contains(&v);
            for segment in segments {
                let good = match segment {
                    GlyphSegment::Move(x, y) | GlyphSegment::Line(x, y) => near(x) && near(y),
                    GlyphSegment::Curve(numbers) => numbers.into_iter().all(near),
                    GlyphSegment::Close => true,
                };
                assert!(good, "{line}");
            }
            count += 1;
        }
        assert!(count > 200);
    }
}
