//! The message files, compiled into functions.

#![allow(clippy::too_many_arguments, reason = "a message may need many values")]

use super::Language;
use fluent_static::{MessageBundle, message_bundle};

/// Texts in one language; a method for each message.
#[message_bundle(
    resources = [
        ("src/messages/en/text.ftl", "en"),
        ("src/messages/en/codes.ftl", "en"),
        ("src/messages/en/rules.ftl", "en"),
        ("src/messages/en/notation.ftl", "en"),
        ("src/messages/en/referee.ftl", "en"),
        ("src/messages/en/proof.ftl", "en"),
        ("src/messages/en/judge.ftl", "en"),
        ("src/messages/en/problems.ftl", "en"),
        ("src/messages/en/formats.ftl", "en"),
        ("src/messages/en/results.ftl", "en"),
        ("src/messages/en/render.ftl", "en"),
        ("src/messages/en/terminal.ftl", "en"),
        ("src/messages/en/files.ftl", "en"),
        ("src/messages/en/help.ftl", "en"),
        ("src/messages/en/cli.ftl", "en"),
        ("src/messages/en/solve.ftl", "en"),
        ("src/messages/en/analyze.ftl", "en"),
        ("src/messages/en/generate.ftl", "en"),
        ("src/messages/en/bench.ftl", "en"),
        ("src/messages/en/usi.ftl", "en"),
        ("src/messages/en/convert.ftl", "en"),
        ("src/messages/en/merge.ftl", "en"),
        ("src/messages/en/mpi.ftl", "en"),
        ("src/messages/en/verify.ftl", "en"),
        ("src/messages/en/inputs.ftl", "en"),
        ("src/messages/en/show.ftl", "en"),
        ("src/messages/en/page.ftl", "en"),
        ("src/messages/en/serve.ftl", "en"),
        ("src/messages/en/web.ftl", "en"),
        ("src/messages/ja/text.ftl", "ja"),
        ("src/messages/ja/codes.ftl", "ja"),
        ("src/messages/ja/rules.ftl", "ja"),
        ("src/messages/ja/notation.ftl", "ja"),
        ("src/messages/ja/referee.ftl", "ja"),
        ("src/messages/ja/proof.ftl", "ja"),
        ("src/messages/ja/judge.ftl", "ja"),
        ("src/messages/ja/problems.ftl", "ja"),
        ("src/messages/ja/formats.ftl", "ja"),
        ("src/messages/ja/results.ftl", "ja"),
        ("src/messages/ja/render.ftl", "ja"),
        ("src/messages/ja/terminal.ftl", "ja"),
        ("src/messages/ja/files.ftl", "ja"),
        ("src/messages/ja/help.ftl", "ja"),
        ("src/messages/ja/cli.ftl", "ja"),
        ("src/messages/ja/solve.ftl", "ja"),
        ("src/messages/ja/analyze.ftl", "ja"),
        ("src/messages/ja/generate.ftl", "ja"),
        ("src/messages/ja/bench.ftl", "ja"),
        ("src/messages/ja/usi.ftl", "ja"),
        ("src/messages/ja/convert.ftl", "ja"),
        ("src/messages/ja/merge.ftl", "ja"),
        ("src/messages/ja/mpi.ftl", "ja"),
        ("src/messages/ja/verify.ftl", "ja"),
        ("src/messages/ja/inputs.ftl", "ja"),
        ("src/messages/ja/show.ftl", "ja"),
        ("src/messages/ja/page.ftl", "ja"),
        ("src/messages/ja/serve.ftl", "ja"),
        ("src/messages/ja/web.ftl", "ja"),
    ],
    default_language = "en"
)]
pub struct Texts;

/// Texts in a language.
pub fn texts(language: Language) -> Texts {
    let mut texts = Texts::get(language.code()).unwrap_or_default();
    texts.set_use_isolating(false);
    texts
}
