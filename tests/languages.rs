//! Diagnostics in both languages: the same codes, places and numbers, and markers under the right
//! columns whatever the width of the text.

use std::path::Path;
use tsume::io::problems::rule_file::RuleLibrary;
use tsume::io::problems::{LoadResult, ReadOptions, read_path};
use tsume::messages::{Language, with_language};
use tsume::text::escape::is_hidden;
use tsume::text::{Diagnostic, codes, render};
use unicode_width::UnicodeWidthStr;

/// All diagnostics about the broken files under `tests/impossible`.
fn diagnostics() -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for folder in ["problems", "lists", "records", "rules"] {
        let folder = Path::new("tests/impossible").join(folder);
        let mut paths: Vec<_> =
            std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if folder.ends_with("rules") {
                found.extend(RuleLibrary::default().load(path.to_str().unwrap(), &[]).err());
                continue;
            }
            found.extend(read_path(&path, &ReadOptions::default()).into_iter().filter_map(
                |item| match item {
                    LoadResult::Broken { errors, .. } => Some(errors),
                    LoadResult::Problem(_) => None,
                },
            ));
        }
    }
    found.into_iter().flatten().collect()
}

fn in_both() -> Vec<(Diagnostic, Diagnostic)> {
    let english = with_language(Language::English, diagnostics);
    let japanese = with_language(Language::Japanese, diagnostics);
    assert_eq!(english.len(), japanese.len());
    assert!(english.len() > 150, "{}", english.len());
    english.into_iter().zip(japanese).collect()
}

/// Runs of digits.
fn numbers(text: &str) -> Vec<&str> {
    let mut numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect();
    numbers.sort_unstable();
    numbers
}

/// The text without its parts in backquotes.
fn outside_of_code(text: &str) -> String {
    text.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// True if two English words follow each other outside of code.
fn has_english(text: &str) -> bool {
    let text = outside_of_code(text);
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    let words: Vec<&str> = text.split(' ').collect();
    words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)))
}

fn is_japanese(text: &str) -> bool {
    text.contains(|c: char| ('\u{3040}'..'\u{30ff}').contains(&c))
}

#[test]
fn code_place_and_numbers_of_a_diagnostic_are_the_same_in_both_languages() {
    for (english, japanese) in in_both() {
        let place = |it: &Diagnostic| {
            let also: Vec<_> = it.also.iter().map(|(span, _)| span.clone()).collect();
            (it.code, it.line, it.column, it.span.clone(), also, it.help.is_some())
        };
        assert_eq!(place(&english), place(&japanese));
        let ours = outside_of_code(&english.message);
        let (theirs, ours) = (numbers(&japanese.message), numbers(&ours));
        let lost: Vec<_> = ours.iter().filter(|number| !theirs.contains(number)).collect();
        assert!(lost.is_empty(), "{english}\n{japanese}");
    }
}

#[test]
fn japanese_diagnostics_are_in_japanese() {
    for (english, japanese) in in_both() {
        assert!(!is_japanese(&outside_of_code(&english.message)), "{english}");
        assert!(is_japanese(&japanese.message), "{japanese}");
        let texts = [&japanese.message].into_iter().chain(&japanese.help);
        for text in texts.chain(japanese.also.iter().map(|(_, label)| label)) {
            assert!(!has_english(text), "{text}");
        }
    }
}

#[test]
fn explanations_of_error_codes_are_in_both_languages() {
    for code in codes::CODES {
        let english = with_language(Language::English, || codes::explain(code)).unwrap();
        let japanese = with_language(Language::Japanese, || codes::explain(code)).unwrap();
        assert!(!is_japanese(&outside_of_code(&english)), "{code} {english}");
        assert!(is_japanese(&japanese) && !has_english(&japanese), "{code} {japanese}");
    }
}

/// The lines of a picture that show where, not what: names of files and lines of the text.
fn places(picture: &str) -> Vec<&str> {
    let is_place = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("-->")
            || line.starts_with(":::")
            || line.starts_with(|c: char| c.is_ascii_digit())
    };
    picture.lines().filter(is_place).collect()
}

#[test]
fn pictures_of_a_diagnostic_show_the_same_places_in_both_languages() {
    let mut several = 0;
    for (english, japanese) in in_both() {
        let ours = with_language(Language::English, || render(&english, false));
        let theirs = with_language(Language::Japanese, || render(&japanese, false));
        assert_eq!(places(&ours), places(&theirs));
        assert!(ours.starts_with("error[") && theirs.starts_with("エラー["), "{theirs}");
        several += usize::from(!english.also.is_empty());
    }
    assert!(several >= 3, "{several}");
}

#[test]
fn markers_stand_under_the_place_after_wide_text() {
    let mut wide = 0;
    for (_, japanese) in in_both() {
        let (text, span) = (&japanese.source.text, &japanese.span);
        let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.start..].find('\n').map_or(text.len(), |at| span.start + at);
        let line = &text[start..end];
        if span.end > end || line.contains(is_hidden) || line.width() > 80 {
            continue;
        }
        let picture = with_language(Language::Japanese, || render(&japanese, false));
        let shown: Vec<&str> = picture.lines().collect();
        let gutter = format!("{} | ", japanese.line);
        let Some(at) = shown.iter().position(|shown| shown.starts_with(&gutter)) else { continue };
        assert_eq!(shown[at][gutter.len()..].trim_end(), line.trim_end(), "{picture}");
        let marks = &shown[at + 1][gutter.len()..];
        let before = text[start..span.start].width();
        assert_eq!(marks.find('^'), Some(before), "{picture}");
        let marked = text[span.clone()].width().max(1);
        assert_eq!(marks.matches('^').count(), marked, "{picture}");
        wide +=
            usize::from(before > text[start..span.start].chars().count() || marked > span.len());
    }
    assert!(wide >= 3, "{wide}");
}

#[test]
fn marker_stands_under_a_full_width_place() {
    let source = tsume::text::Source::new("題.yaml", "id: 甲\n図: ・・歩\n");
    let at = source.text.find('歩').unwrap();
    let found = Diagnostic::new("E0323", &source, at..at + "歩".len(), "駒ではありません")
        .also(4.."id: 甲".len(), "ここ")
        .help("`P`");
    let picture = with_language(Language::Japanese, || render(&found, false));
    let expected = "エラー[E0323]: 駒ではありません
 --> 題.yaml:2:6
  |
2 | 図: ・・歩
  |         ^^
  |
 ::: 題.yaml:1:5
  |
1 | id: 甲
  |     -- ここ
  |
  = ヒント: `P`";
    assert_eq!(picture, expected);
}
