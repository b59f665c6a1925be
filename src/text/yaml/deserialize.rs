//! Deserializes Rust values from the tree: a serde deserializer over [`YamlNode`].
//!
//! Plain scalars have the same meaning as in `serde_yaml`, which a test compares. Whole numbers of
//! more than 64 bits are the exception: they stay texts, so no digit is lost.

use super::tree::{YamlNode, YamlValue, is_null};
use crate::messages::tr;
use saphyr_parser::ScalarStyle;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::fmt;

/// A value of the wrong type. It has no place, because the schema check comes first.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DeserializeError(String);

impl serde::de::Error for DeserializeError {
    fn custom<T: fmt::Display>(message: T) -> DeserializeError {
        DeserializeError(message.to_string())
    }
}

/// What a plain scalar is.
#[derive(Debug, PartialEq)]
enum Plain<'a> {
    Null,
    Flag(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(&'a str),
}

fn plain(text: &str) -> Plain<'_> {
    match text {
        _ if is_null(text) => return Plain::Null,
        "true" | "True" | "TRUE" => return Plain::Flag(true),
        "false" | "False" | "FALSE" => return Plain::Flag(false),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Plain::Float(f64::INFINITY);
        }
        "-.inf" | "-.Inf" | "-.INF" => return Plain::Float(f64::NEG_INFINITY),
        ".nan" | ".NaN" | ".NAN" => return Plain::Float(f64::NAN),
        _ => {}
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Plain::Text(text);
    }
    let (radix, number) = match digits.as_bytes() {
        [b'0', b'x', ..] => (16, &digits[2..]),
        [b'0', b'o', ..] => (8, &digits[2..]),
        [b'0', b'b', ..] => (2, &digits[2..]),
        _ => (10, digits),
    };
    if radix == 10
        && digits.len() > 1
        && digits.bytes().all(|b| b.is_ascii_digit())
        && digits.starts_with('0')
    {
        // `007` is a name rather than a number.
        return Plain::Text(text);
    }
    if !number.starts_with(['+', '-']) {
        if let Ok(value) = u64::from_str_radix(number, radix) {
            if !negative {
                return Plain::Unsigned(value);
            }
            if let Some(value) = 0i64.checked_sub_unsigned(value) {
                return Plain::Signed(value);
            }
        }
    }
    if radix == 10 && digits.bytes().all(|b| b.is_ascii_digit()) {
        // A whole number too large for any kind of number keeps its digits.
        return Plain::Text(text);
    }
    let float = |b: u8| b.is_ascii_digit() || b"+-.eE".contains(&b);
    match text.strip_prefix('+').unwrap_or(text).parse::<f64>() {
        Ok(value) if radix == 10 && value.is_finite() && digits.bytes().all(float) => {
            Plain::Float(value)
        }
        _ => Plain::Text(text),
    }
}

impl<'de> IntoDeserializer<'de, DeserializeError> for &'de YamlNode<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

macro_rules! number {
    ($($method:ident $visit:ident $type:ty),+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
            let text = self.text().unwrap_or_default();
            match text.parse::<$type>() {
                Ok(value) => visitor.$visit(value),
                Err(_) => self.deserialize_any(visitor),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for &'de YamlNode<'de> {
    type Error = DeserializeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match &self.data {
            YamlValue::Scalar { text, style: ScalarStyle::Plain, text_by_tag: false } => {
                match plain(text) {
                    Plain::Null => visitor.visit_unit(),
                    Plain::Flag(flag) => visitor.visit_bool(flag),
                    Plain::Unsigned(value) => visitor.visit_u64(value),
                    Plain::Signed(value) => visitor.visit_i64(value),
                    Plain::Float(value) => visitor.visit_f64(value),
                    Plain::Text(text) => visitor.visit_borrowed_str(text),
                }
            }
            YamlValue::Scalar { text, .. } => visitor.visit_borrowed_str(text),
            YamlValue::List(items) => visitor.visit_seq(SeqDeserializer::new(items.iter())),
            YamlValue::Map(entries) => {
                visitor.visit_map(MapDeserializer::new(entries.iter().map(|(k, v)| (k, v))))
            }
            YamlValue::Alias | YamlValue::Tagged => {
                Err(DeserializeError::custom(tr!(text_not_read)))
            }
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        match &self.data {
            YamlValue::Scalar { text, .. } => visitor.visit_borrowed_str(text),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DeserializeError> {
        if self.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, DeserializeError> {
        visitor.visit_unit()
    }

    number!(deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16);

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum
    }
}

#[cfg(test)]
mod tests {
    use crate::text::yaml::parse;
    use proptest::prelude::*;
    use serde::Deserialize;
    use serde_yaml::Value;

    /// The value of a text by this module and by `serde_yaml`, where that reads it.
    fn both(text: &str) -> Option<(Value, Value)> {
        let theirs = serde_yaml::from_str(text).ok()?;
        let tree = parse(text);
        if tree.error.is_some() {
            return None;
        }
        let ours = tree.documents.first().map_or(Value::Null, |node| {
            Value::deserialize(node).unwrap_or_else(|error| panic!("{text}: {error}"))
        });
        Some((ours, theirs))
    }

    #[test]
    fn scalars_mean_what_they_mean_to_serde_yaml() {
        let words = [
            "",
            "~",
            "null",
            "Null",
            "NULL",
            "nuLL",
            "true",
            "True",
            "TRUE",
            "tRUE",
            "false",
            "yes",
            "no",
            "on",
            "0",
            "-0",
            "+0",
            "00",
            "007",
            "-007",
            "+7",
            "7",
            "-7",
            "0x1F",
            "0o17",
            "0b11",
            "-0x1F",
            "0x",
            "0xg",
            "1_000",
            "1.5",
            "-1.5",
            "+1.5",
            ".5",
            "5.",
            "1e3",
            "1E-3",
            "1e",
            "e1",
            ".",
            "-",
            "+",
            "-.inf",
            ".inf",
            "+.inf",
            ".Inf",
            ".nan",
            "nan",
            "inf",
            "-inf",
            "NaN",
            "infinity",
            "18446744073709551615",
            "18446744073709551616",
            "-9223372036854775808",
            "-9223372036854775809",
            "1e400",
            "12:30",
            "2024-01-01",
            "0.0",
            "00.5",
            "1.2.3",
            "--1",
            "+-1",
            "0x+1",
            "日",
            "= x",
        ];
        for word in words {
            for text in [format!("a: {word}"), format!("a: '{word}'"), format!("a: !!str {word}")] {
                if let Some((ours, theirs)) = both(&text) {
                    // NaN is no equal of itself.
                    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{text}");
                }
            }
        }
    }

    proptest! {
        #[test]
        fn numbers_mean_what_they_mean_to_serde_yaml(word in "[-+]?[0-9.eExob_]{1,8}") {
            if let Some((ours, theirs)) = both(&format!("a: {word}")) {
                prop_assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
            }
        }

        #[test]
        fn texts_mean_what_they_mean_to_serde_yaml(
            text in "(- |[ab]: |  |\n|\\[|\\]|\\{|\\}|, |'|\"|# |\\||>|x|日|1|\n  ){0,24}"
        ) {
            // Two corners apart: block texts that begin in the first column, or end without a line
            // end.
            let text = format!("a: {}\n", text.replace('\n', "\n "));
            if let Some((ours, theirs)) = both(&text) {
                prop_assert_eq!(ours, theirs, "{}", text);
            }
        }
    }
}
