//! Messages about malformed texts. The snapshots show each text, a marker below the place, the
//! error and the help.

use crate::snapshot::assert_snapshot;
use crate::support::{position, rules};
use std::fmt::Write;
use tsume::notation::{NotationError, diagram, hands, hodges, sfen, usi};
use tsume::referee::legal_moves;
use unicode_width::UnicodeWidthStr;

/// The text with a marker below the place of each error.
fn explained(text: &str, errors: &[NotationError]) -> String {
    let mut out = String::new();
    for error in errors {
        let start = text[..error.at.start].rfind('\n').map_or(0, |i| i + 1);
        let end = text[error.at.start..].find('\n').map_or(text.len(), |i| error.at.start + i);
        let marked = &text[error.at.start..error.at.end.min(end)];
        let (before, width) = (text[start..error.at.start].width(), marked.width().max(1));
        let _ = writeln!(out, "| {}", &text[start..end]);
        let _ = writeln!(out, "| {}{}", " ".repeat(before), "^".repeat(width));
        let _ = writeln!(out, "{}: {}", error.code, error.message);
        let _ = writeln!(out, "help: {}\n", error.help.as_deref().expect("every error has a help"));
    }
    out
}

fn one<T: std::fmt::Debug>(text: &str, read: Result<T, NotationError>) -> String {
    explained(text, &[read.expect_err(text)])
}

#[test]
fn malformed_positions_are_explained() {
    let shogi = rules("shogi", &[]);
    let chu = rules("chu", &[]);
    let mut out = String::new();
    for text in [
        "",
        "startposs",
        "9/9/9/9/9/9/9/9/8 b - 1",
        "9/9/9/9/9/9/9/9/10 b - 1",
        "9/9/9/9/9/9/9/PPPPPPPPPP/9 b - 1",
        "9/9/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/4X4/9/9/9/9 b - 1",
        "9/9/9/9/4+G4/9/9/9/9 b - 1",
        "9/9/9/9/4+/9/9/9/9 b - 1",
        "9/9/9/9/4玉4/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/9",
        "9/9/9/9/9/9/9/9/9 black - 1",
        "9/9/9/9/9/9/9/9/9 b",
        "9/9/9/9/9/9/9/9/9 b 2 1",
        "9/9/9/9/9/9/9/9/9 b K 1",
        "9/9/9/9/9/9/9/9/9 b 200P 1",
        "9/9/9/9/9/9/9/9/9 b - 1 sente",
        "9/9/9/9/9/9/9/9/9 b - 10a",
        "9/9/9/9/9/9/9/9/9 b - phantom:x",
    ] {
        out += &one(text, sfen::parse(&shogi, text));
    }
    for text in [
        "12/12/12/3[FK]8/12/12/12/12/12/12/12/12 b - 1",
        "12/12/12/3+[n]8/12/12/12/12/12/12/12/12 b - 1",
        "12/12/12/3[LN8/12/12/12/12/12/12/12/12 b - 1",
        "12/12/12/12/12/12/12/12/12/12/12/12 b P 1",
    ] {
        out += &one(text, sfen::parse(&chu, text));
    }
    assert_snapshot("notation/snapshots", "positions", &out);
}

#[test]
fn malformed_moves_are_explained() {
    let shogi = rules("shogi", &[]);
    let mut out = String::new();
    for text in ["", "7g", "7g7k", "10a1a", "K*5e", "P*", "P*5j", "7g7f7e7d7c", "7g7f++", "▲７六歩"]
    {
        out += &one(text, usi::parse(&shogi, text));
    }
    assert_snapshot("notation/snapshots", "moves", &out);
}

#[test]
fn malformed_moves_for_people_are_explained() {
    let chu = rules("chu", &[]);
    let root = position(&chu, "12/12/2[LN]9/3pp7/3g8/12/12/12/12/2G1G7/12/k11 b - 1");
    let legal = legal_moves(&chu, &root);
    let mut out = String::new();
    for text in [
        "",
        "-10d",
        "Zz-10d",
        "+Qx10d",
        "獅x9d",
        "Ln",
        "Ln-",
        "Ln-13a",
        "Lnx9dx9m",
        "Ln-9d",
        "Lnx9dx8d!x",
        "Lnx9d now",
        "Lnx9d?",
        "G-9i",
        "G-9h",
        "Kx9d",
        "P*5e",
    ] {
        out += &one(text, hodges::read(&chu, &root, &legal, text));
    }
    assert_snapshot("notation/snapshots", "moves_for_people", &out);
}

#[test]
fn malformed_drawings_are_explained() {
    let shogi = rules("minishogi", &[]);
    let mut out = String::new();
    for (text, corner) in [
        ("", None),
        (". . . . .\n. . . . .\n. . . . .\n. . . . .\n", None),
        (". . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .\n", None),
        (". vK\n. .\n", None),
        (". . . . .\n. . . .\n. . . . .\n. . . . . .\n. . . . .\n", None),
        (". vK .\n. .\n. . .\n", Some("3a")),
        (". . vK\n. . .\n", Some("2a")),
        (". vK\n. .\n", Some("2e")),
        ("X k +vP\nv v+G 玉\n", Some("3a")),
        ("3 2 2\n. . vK\n. . . c\n", Some("3a")),
        ("4 3 2 1\n. . vK\n", Some("3a")),
    ] {
        let corner = corner.map(|name| diagram::read_corner(&shogi, name).unwrap());
        out += &explained(text, &diagram::read(&shogi, text, corner).unwrap_err());
    }
    for text in ["", "6a", "3f", "33", "3a 2b"] {
        out += &one(text, diagram::read_corner(&shogi, text));
    }
    assert_snapshot("notation/snapshots", "drawings", &out);
}

#[test]
fn malformed_hands_of_problems_are_explained() {
    let mut out = String::new();
    for text in ["G2", "2K", "0P", "100P100P", "rest", "P-", "王"] {
        out += &one(text, hands::read(&rules("shogi", &[]), text));
    }
    out += &one("2P", hands::read(&rules("chu", &[]), "2P"));
    assert_snapshot("notation/snapshots", "hands_of_problems", &out);
}
