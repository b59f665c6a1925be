//! Sheets as a self-contained HTML page, ready to print on A4.

use super::content::SheetEntry;
use super::grid;
use crate::io::render::picture::escape;
use crate::io::render::picture::symbols::GlyphSymbols;
use crate::messages::language;
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
        page.glyphs.symbols()
    )
}

/// Writes problems with the characters of their texts.
#[derive(Default)]
struct SheetPage {
    glyphs: GlyphSymbols,
}

impl SheetPage {
    fn problem(&mut self, out: &mut String, entry: &SheetEntry) {
        let title = self.glyphs.words(&entry.title);
        let wide = if entry.diagram.width > 520.0 { " wide" } else { "" };
        let _ = writeln!(
            out,
            "<article class=\"problem{wide}\">\n<figure>\n{}</figure>\n<div class=\"text\">\n<h2>{title}</h2>",
            self.glyphs.picture(&entry.diagram, &entry.title)
        );
        if !entry.by.is_empty() {
            let by: Vec<String> = entry.by.iter().map(|by| self.glyphs.words(by)).collect();
            let _ = writeln!(out, "<p class=\"by\">{}</p>", by.join("<br>"));
        }
        let verdict: Vec<String> =
            entry.verdict.iter().map(|word| self.glyphs.words(word)).collect();
        let verdict = verdict.join("<span class=\"gap\"></span>");
        let _ =
            writeln!(out, "<p class=\"verdict\">{verdict}</p>\n</div>\n<div class=\"solution\">");
        for section in &entry.sections {
            let _ = writeln!(out, "<section>\n<h3>{}</h3>", self.glyphs.words(&section.heading));
            for line in &section.lines {
                let words: Vec<String> = line.iter().map(|word| self.glyphs.words(word)).collect();
                let _ = writeln!(out, "<p>{}</p>", words.join(" "));
            }
            out.push_str("</section>\n");
        }
        out.push_str("</div>\n</article>\n");
    }
}
