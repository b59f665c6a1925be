//! Texts for people, by key, in English and Japanese.
//!
//! The texts are data: `en/*.ftl` and `ja/*.ftl` in the format of [Fluent], a file for each subject.
//! The compiler turns every message into a function of its arguments, so a missing key, a missing
//! translation or a missing argument does not compile, and nothing is parsed at run time.
//! `tr!` calls such a function by key, with the arguments by name:
//!
//! ```text
//! # en/results.ftl
//! results-cooks = { $count ->
//!     [one] one cook at ply { $ply }
//!    *[other] { $count } cooks at ply { $ply }
//! }
//! # ja/results.ftl
//! results-cooks = { $ply }手目に余詰{ $count }個
//! ```
//! ```ignore
//! tr!(results_cooks, count = cooks.len(), ply)
//! ```
//!
//! `tests/architecture/messages.rs` checks what the compiler does not: that no key is unused, and
//! that the arguments of each call have the names and the order of the message. JSON keys, error
//! codes, ids and file formats are not messages; they are the same in every language.
//!
//! [Fluent]: https://projectfluent.org

mod bundle;
mod json_error;
mod os_error;

use bundle::Texts;
pub use json_error::{json_error, json_reason};
pub use os_error::os_error;
use std::cell::Cell;
use std::sync::{LazyLock, OnceLock};

/// Language of texts for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Japanese (日本語).
    Japanese,
}

impl Language {
    /// Language of a locale name such as `ja_JP.UTF-8`, or of a code such as `ja`: Japanese, or
    /// English for every other locale.
    ///
    /// ```
    /// use tsume::messages::Language;
    ///
    /// assert_eq!(Language::of_locale("ja_JP.UTF-8"), Language::Japanese);
    /// assert_eq!(Language::of_locale("C"), Language::English);
    /// ```
    pub fn of_locale(locale: &str) -> Language {
        let language = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("ja") { Language::Japanese } else { Language::English }
    }

    /// Code of the language by ISO 639-1: `en` or `ja`.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Japanese => "ja",
        }
    }
}

/// Language of the process; unset means English.
static PROCESS_LANGUAGE: OnceLock<Language> = OnceLock::new();

thread_local! {
    /// Language of this thread, if it differs from that of the process.
    static THREAD_LANGUAGE: Cell<Option<Language>> = const { Cell::new(None) };
}

/// Sets the language of the process. Has no effect if it is set already.
pub fn set_language(language: Language) {
    let _ = PROCESS_LANGUAGE.set(language);
}

/// Language of the texts that this thread makes.
pub fn language() -> Language {
    THREAD_LANGUAGE.get().unwrap_or_else(|| PROCESS_LANGUAGE.get().copied().unwrap_or_default())
}

/// Runs `task` with another language on this thread. Threads that the task starts use the language
/// of the process.
///
/// ```
/// use tsume::messages::{Language, language, with_language};
///
/// assert_eq!(with_language(Language::Japanese, language), Language::Japanese);
/// assert_eq!(language(), Language::English);
/// ```
pub fn with_language<T>(language: Language, task: impl FnOnce() -> T) -> T {
    struct Restored(Option<Language>);
    impl Drop for Restored {
        fn drop(&mut self) {
            THREAD_LANGUAGE.set(self.0);
        }
    }
    let _restored = Restored(THREAD_LANGUAGE.replace(Some(language)));
    task()
}

/// Items of a list in one text: `a, b, c`, or 「a、b、c」 in Japanese.
pub fn list<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, ", ", "、")
}

/// Words of which one is to be chosen: `a or b or c`, or 「a、b、c」 in Japanese, whose message says
/// that one is meant.
pub fn alternatives<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, " or ", "、")
}

/// Independent remarks in one line: `a; b`, or 「a／b」 in Japanese.
pub fn remarks<T: AsRef<str>>(items: impl IntoIterator<Item = T>) -> String {
    joined(items, "; ", "／")
}

fn joined<T: AsRef<str>>(
    items: impl IntoIterator<Item = T>,
    english: &str,
    japanese: &str,
) -> String {
    let separator = match language() {
        Language::English => english,
        Language::Japanese => japanese,
    };
    let mut text = String::new();
    for (i, item) in items.into_iter().enumerate() {
        text.push_str(if i == 0 { "" } else { separator });
        text.push_str(item.as_ref());
    }
    text
}

/// Texts in the language of this thread.
#[doc(hidden)]
pub fn texts() -> &'static Texts {
    static ENGLISH: LazyLock<Texts> = LazyLock::new(|| bundle::texts(Language::English));
    static JAPANESE: LazyLock<Texts> = LazyLock::new(|| bundle::texts(Language::Japanese));
    match language() {
        Language::English => &ENGLISH,
        Language::Japanese => &JAPANESE,
    }
}

/// Text of a message: `tr!(key)`, or `tr!(key, name = value, …)` with the arguments in the order in
/// which the English message names them first. `name` alone stands for `name = name`. Values are
/// numbers, `&str`, `String` or `Cow<str>`; only a number can choose a plural.
macro_rules! tr {
    ($key:ident $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::messages::texts()
            .$key($($crate::messages::argument!($name $(, $value)?)),*)
            .to_string()
    };
}

/// Value of an argument of [`tr!`].
#[doc(hidden)]
macro_rules! argument {
    ($name:ident) => {
        $name
    };
    ($name:ident, $value:expr) => {
        $value
    };
}

pub(crate) use {argument, tr};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locale_of_another_language_means_english() {
        for name in ["", "C", "POSIX", "en_US.UTF-8", "jam_JM", "de_DE@euro"] {
            assert_eq!(Language::of_locale(name), Language::English, "{name}");
        }
        for name in ["ja", "ja_JP", "ja-JP", "JA_jp.eucJP", "ja.UTF-8"] {
            assert_eq!(Language::of_locale(name), Language::Japanese, "{name}");
        }
    }

    #[test]
    fn language_of_a_thread_ends_with_its_task() {
        let inner = with_language(Language::Japanese, || {
            with_language(Language::English, language);
            language()
        });
        assert_eq!((inner, language()), (Language::Japanese, Language::English));
    }
}
