//! Sheets as SVG, one picture for each page of A4.

use super::content::{SheetEntry, TITLE_SIZE, height_of};
use super::grid;
use crate::io::render::picture::{INK, PAPER, Picture, escape, glyphs, width_of};
use std::fmt::Write;

/// Size of a page in pixels: A4 at 96 pixels per inch.
const PAGE_PX: (f32, f32) = (794.0, 1123.0);
/// Margin around a page, in pixels.
const MARGIN_PX: f32 = 52.0;
/// Space between problems, in pixels.
const GAP_PX: f32 = 26.0;
/// Distance between two lines of text, as a multiple of the size of characters.
const LINE_HEIGHT: f32 = 1.55;
/// Share of a page's width for the diagram where the text is beside it.
const DIAGRAM_SHARE: f32 = 0.48;

/// The pages, each with `per_page` problems.
pub fn pages(title: &str, entries: &[SheetEntry], per_page: usize) -> Vec<String> {
    entries.chunks(per_page.max(1)).map(|entries| page(title, entries, per_page)).collect()
}

fn page(title: &str, entries: &[SheetEntry], per_page: usize) -> String {
    let (columns, rows) = grid(per_page);
    let cell = |count: usize, length: f32| {
        (length - 2.0 * MARGIN_PX - GAP_PX * (count - 1) as f32) / count as f32
    };
    let (width, height) = (cell(columns, PAGE_PX.0), cell(rows, PAGE_PX.1));
    let mut page = SvgPage { text: Picture::new(PAGE_PX.0, PAGE_PX.1), other: String::new() };
    for (i, entry) in entries.iter().enumerate() {
        let at = (
            MARGIN_PX + (i % columns) as f32 * (width + GAP_PX),
            MARGIN_PX + (i / columns) as f32 * (height + GAP_PX),
        );
        let size = match columns * rows {
            1 => 15.0,
            2 => 13.0,
            3..=4 => 11.0,
            5..=8 => 10.0,
            _ => 9.0,
        };
        page.problem(entry, Area { at, width, height }, size, rows <= 2 && columns == 1);
    }
    let (w, h) = PAGE_PX;
    let paper = PAPER.map(|part| format!("{part:02x}")).concat();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"210mm\" height=\"297mm\" \
         viewBox=\"0 0 {w} {h}\" role=\"img\">\n<title>{}</title>\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#{paper}\"/>\n{}<svg width=\"{w}\" height=\"{h}\" {}</svg>\n</svg>\n",
        escape(title),
        page.other,
        page.text.symbol()
    )
}

/// A rectangle of the page.
#[derive(Clone, Copy, Debug)]
struct Area {
    at: (f32, f32),
    width: f32,
    height: f32,
}

struct SvgPage {
    /// The text, as outlines.
    text: Picture,
    /// Diagrams, and text with characters that have no outline.
    other: String,
}

impl SvgPage {
    /// Draws a problem. `beside`: the title stands beside the diagram, as far as that is narrow.
    fn problem(&mut self, entry: &SheetEntry, area: Area, size: f32, beside: bool) {
        let diagram = &entry.diagram;
        let beside = beside && diagram.width <= 520.0;
        let (most_wide, most_high) = if beside {
            (area.width * DIAGRAM_SHARE, area.height * 0.95)
        } else {
            // The diagram leaves room for the main line, and is not tiny for that.
            let width = area.width / size;
            let text: usize =
                entry.by.iter().map(|by| height_of(std::slice::from_ref(by), width)).sum();
            let main =
                entry.sections.first().map_or(0, |section| 2 + height_of(&section.lines[0], width));
            let rest = area.height - (text + main + 4) as f32 * size * LINE_HEIGHT;
            (area.width, rest.clamp(area.height * 0.35, area.height * 0.58))
        };
        let scale = (most_wide / diagram.width).min(most_high / diagram.height).min(1.2);
        let (w, h) = (diagram.width * scale, diagram.height * scale);
        let (x, y) = area.at;
        let _ = writeln!(
            self.other,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" {}</svg>",
            diagram.symbol()
        );
        let end = y + area.height;
        let text = if beside {
            let left = x + w + GAP_PX;
            Area { at: (left, y + size), width: x + area.width - left, height: h }
        } else {
            Area { at: (x, y + h + size), width: area.width, height: end - y - h - size }
        };
        let mut flow = TextFlow { area: text, size, y: text.at.1, end };
        self.paragraph(&mut flow, std::slice::from_ref(&entry.title), TITLE_SIZE);
        entry.by.iter().for_each(|by| self.paragraph(&mut flow, std::slice::from_ref(by), 1.0));
        self.paragraph(&mut flow, &entry.verdict, 1.1);
        if beside && area.height > 1.5 * h {
            // The solution has the whole width below the diagram.
            let top = (y + h + size).max(flow.y + size);
            flow.area = Area { at: (x, top), width: area.width, height: end - top };
            flow.y = top;
        }
        for section in &entry.sections {
            flow.y += size * 0.5;
            // A heading stands above at least one line.
            if flow.y + size * (1.5 * LINE_HEIGHT + 1.0) > flow.end {
                return;
            }
            self.paragraph(&mut flow, std::slice::from_ref(&section.heading), 1.0);
            let (left, rule) = (flow.area.at.0, flow.y - size * 0.8);
            if rule < flow.end {
                self.text.line((left, rule), (left + flow.area.width, rule), 0.5, INK);
            }
            flow.y += size * 0.25;
            section.lines.iter().for_each(|line| self.paragraph(&mut flow, line, 1.0));
        }
    }

    /// Writes words with breaks between them, as far as the area reaches; what does not fit is
    /// left out after an ellipsis.
    fn paragraph(&mut self, flow: &mut TextFlow, words: &[String], relative_size: f32) {
        let size = flow.size * relative_size;
        let space = size * 0.35;
        let mut x = 0.0;
        let mut words: Vec<&str> = words.iter().flat_map(|word| word.split(' ')).collect();
        words.retain(|word| !word.is_empty());
        let parts = words.into_iter().flat_map(|word| parts_of(word, size, flow.area.width));
        for word in parts.collect::<Vec<&str>>() {
            let wide = width_of(word, size);
            if x > 0.0 && x + wide > flow.area.width {
                if flow.y + size * (LINE_HEIGHT + 1.0) > flow.end {
                    self.word("…", (flow.area.at.0 + x - space, flow.y), size);
                    flow.y = flow.end;
                    return;
                }
                x = 0.0;
                flow.y += size * LINE_HEIGHT;
            }
            if flow.y + size > flow.end {
                return;
            }
            self.word(word, (flow.area.at.0 + x, flow.y), size);
            x += wide + space;
        }
        flow.y += size * LINE_HEIGHT;
    }

    /// Writes a word from a point at its left, half its height down.
    fn word(&mut self, word: &str, (x, y): (f32, f32), size: f32) {
        if word.chars().all(|c| glyphs::glyph(c).is_some()) {
            let center = (x + width_of(word, size) / 2.0, y);
            self.text.word(word, center, size, INK);
        } else {
            let _ = writeln!(
                self.other,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">{}</text>",
                y + size * 0.38,
                escape(word)
            );
        }
    }
}

/// A word in parts that are no wider than `width`.
fn parts_of(mut word: &str, size: f32, width: f32) -> Vec<&str> {
    let mut parts = Vec::new();
    while width_of(word, size) > width {
        let fits = |end: &usize| width_of(&word[..*end], size) <= width;
        let mut ends = word.char_indices().map(|(start, c)| start + c.len_utf8());
        let first = ends.next().unwrap_or(word.len());
        let end = ends.take_while(fits).last().unwrap_or(first);
        let (part, rest) = word.split_at(end);
        parts.push(part);
        word = rest;
    }
    parts.push(word);
    parts
}

/// Where the next line of a text stands.
struct TextFlow {
    area: Area,
    size: f32,
    /// Middle of the next line.
    y: f32,
    /// Lower end of the area.
    end: f32,
}
