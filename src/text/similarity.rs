//! The known word that a misspelt one was probably meant to be.

/// Least Jaro-Winkler similarity (0 to 1) at which a known word is suggested.
const MIN_SIMILARITY: f64 = 0.8;

/// The word of `known` that is most similar to `word`, or none if no word is similar enough.
/// Upper and lower case do not matter.
///
/// ```
/// use tsume::text::similarity::closest;
/// assert_eq!(closest("shgoi", ["chu", "shogi"]), Some("shogi"));
/// assert_eq!(closest("xiangqi", ["chu", "shogi"]), None);
/// ```
pub fn closest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&word, &name.to_lowercase()), name))
        .filter(|(similarity, _)| *similarity > MIN_SIMILARITY)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}
