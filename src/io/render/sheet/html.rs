//! Sheets as a self-contained HTML page, ready to print on A4.

use super::content::SheetEntry;
use super::grid;
use crate::io::render::picture::{escape, glyphs};
use crate::messages::language;
use std::collections::BTreeSet;
use std::fmt::Write;

const STYLE: &str = include_str!("sheet.css");

/// The page: `per_page` problems on each sheet of paper.
pub fn page(title: &str, entries: &[SheetEntry], per_page: usize) -> String {
    let mut page = SheetPage::default();
    let (columns, rows) = grid(per_page);
    let mut body = String::new();
    for entries in entries.chunks(per_page.max(1)) {
        let _ = writeln!(
            body,
            "<div class=\"sheet {} across-{columns} down-{rows}\" style=\"--columns:{columns};--rows:{rows}\">",
            if per_page > 1 { "several" } else { "single" }
        );
        for row in entries.chunks(columns) {
            body.push_str("<div class=\"row\">\n");
            row.iter().for_each(|entry| page.problem(&mut body, entry));
            body.push_str("</div>\n");
        }
        body.push_str("</div>\n");
    }
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg class=\"symbols\" aria-hidden=\"true\">\n{}</svg>\n{body}</body>\n</html>\n",
        language().code(),
        page.symbols()
    )
}

/// Writes problems, and remembers their characters.
#[derive(Default)]
struct SheetPage {
    characters: BTreeSet<char>,
}

impl SheetPage {
    fn problem(&mut self, out: &mut String, entry: &SheetEntry) {
        let title = self.words(&entry.title);
        let wide = if entry.diagram.width > 520.0 { " wide" } else { "" };
        let _ = writeln!(
            out,
            "<article class=\"problem{wide}\">\n<figure>\n{}</figure>\n<div class=\"text\">\n<h2>{title}</h2>",
            entry.diagram.svg(&entry.title)
        );
        if !entry.by.is_empty() {
            let by: Vec<String> = entry.by.iter().map(|by| self.words(by)).collect();
            let _ = writeln!(out, "<p class=\"by\">{}</p>", by.join("<br>"));
        }
        let verdict: Vec<String> = entry.verdict.iter().map(|word| self.words(word)).collect();
        let verdict = verdict.join("<span class=\"gap\"></span>");
        let _ =
            writeln!(out, "<p class=\"verdict\">{verdict}</p>\n</div>\n<div class=\"solution\">");
        for section in &entry.sections {
            let _ = writeln!(out, "<section>\n<h3>{}</h3>", self.words(&section.heading));
            for line in &section.lines {
                let words: Vec<String> = line.iter().map(|word| self.words(word)).collect();
                let _ = writeln!(out, "<p>{}</p>", words.join(" "));
            }
            out.push_str("</section>\n");
        }
        out.push_str("</div>\n</article>\n");
    }

    /// A text: its words in ASCII as they are, others as outlines if every character has one.
    fn words(&mut self, text: &str) -> String {
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

    /// The outlines of all characters.
    fn symbols(&self) -> String {
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
