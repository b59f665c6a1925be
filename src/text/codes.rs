//! Every error code with its explanation; `tsume explain` prints them.
//!
//! | codes | subject |
//! | --- | --- |
//! | E01 | rule files and options |
//! | E02 | problem files |
//! | E03 | positions and moves as text |
//! | E04 | files of other programs |
//! | E05 | results |
//! | E06 | certificates |
//! | E07 | the command line |
//!
//! A code never changes its meaning. New mistakes get new numbers.

/// Code and a short explanation, sorted by code.
pub const CODES: &[(&str, &str)] = &[
    ("E0101", "The name of a variant is one word, because command lines and files use it."),
    ("E0102", "A board has 1 to 25 files and 1 to 25 ranks."),
    ("E0103", "The list of pieces is too short or too long, or none of them is royal."),
    (
        "E0104",
        "A piece's entry contradicts itself or another one: an id that is used twice or is none, a \
         promotion to a piece that is not `+` and the same id, a royal that is none.",
    ),
    (
        "E0105",
        "There is no such option, or it has no such value. `tsume rules VARIANT` lists the options of \
         a game. What the attacker may play (`forcing`) is not an option of the game.",
    ),
    ("E0106", "A movement is not valid. src/variants/README.md lists letters and words."),
    ("E0107", "More kinds of pieces can be dropped than a hand has room for."),
    ("E0108", "The start position names a piece that the rule file does not have."),
    ("E0109", "A rule file has an unknown key."),
    ("E0110", "A value in a rule file has the wrong type, such as a list instead of a text."),
    ("E0111", "A rule file lacks a required key."),
    ("E0112", "A mapping of a rule file has a key twice."),
    ("E0113", "A rule file has a YAML alias or tag. They are not used here."),
    ("E0201", "A file cannot be opened or read."),
    ("E0202", "A file is too large, or its lists and mappings are nested too deeply."),
    ("E0203", "A file is not UTF-8 text."),
    (
        "E0204",
        "The text is not valid YAML. Documents (separated by `---`) before the error are read all the same.",
    ),
    ("E0205", "A problem file has an unknown key."),
    ("E0206", "A value in a problem file has the wrong type, such as a list instead of a text."),
    ("E0207", "A problem lacks a required key."),
    ("E0208", "A mapping of a problem file has a key twice."),
    ("E0209", "Two problems of a file have the same id."),
    ("E0210", "Keys exclude each other: `position` and `board`, or the rest in both hands."),
    ("E0211", "There is no such variant, or its rule file is wrong."),
    ("E0212", "A value is not one of the allowed words."),
    (
        "E0213",
        "What a problem expects contradicts itself, or no mate has so many plies: their number is odd where the attacker \
         moves first, and even where the defender does.",
    ),
    (
        "E0214",
        "The position breaks the rules of the game, or is over before it starts. Each reason can be \
         accepted by its name, with `allow` in the file or `--allow` on the command line.",
    ),
    ("E0215", "`allow` names an objection that does not exist or that cannot be accepted."),
    ("E0216", "A problem file has a YAML alias or tag. They are not used here; see `defaults`."),
    ("E0217", "A file or list contains no problem."),
    (
        "E0218",
        "Problems are skipped because the settings that their file gives for all of them are wrong.",
    ),
    ("E0219", "A folder has no file of the expected kind."),
    ("E0301", "The text of a position is empty."),
    ("E0302", "After the board of a position comes the side to move, `b` or `w`."),
    ("E0303", "The board of a position has too many or too few squares or ranks."),
    ("E0304", "The board of a position has a piece that the game does not have."),
    ("E0305", "The hands of a position are not valid, or not possible in this game."),
    ("E0306", "A field after the hands of a position is not valid."),
    ("E0311", "A move is not in USI notation."),
    ("E0321", "A drawing is empty, or has too many or too few ranks."),
    ("E0322", "The ranks of a drawing are not equally long, or stick out of the board."),
    ("E0323", "A drawing has a token that is not a piece of the game."),
    ("E0324", "`corner` is not a square of the board."),
    ("E0325", "The numbers or letters around a drawing do not fit its place on the board."),
    ("E0326", "A hand is not valid, or not possible in this game."),
    ("E0327", "A hand has an impossible number of pieces."),
    ("E0331", "A move is not in Hodges notation."),
    ("E0332", "A move names a piece that the game does not have."),
    ("E0333", "A move is not legal."),
    ("E0334", "Several legal moves fit the text; add the square of origin."),
    ("E0341", "A move is not in the notation of Japanese records (KIF, KI2)."),
    ("E0401", "A record names a start position (手合割) that is not known, or none at all."),
    ("E0402", "The board of a record has too many or too few squares, or an unknown piece."),
    ("E0403", "What a record gives as a hand is not understood, or both hands hold the rest."),
    ("E0405", "A line of a record is not valid in its place."),
    ("E0406", "The moves of a record are not numbered one by one."),
    ("E0407", "A variation (変化) begins at a move that the line before it does not have."),
    ("E0408", "A statement of a CSA text is not valid in its place."),
    ("E0409", "A JKF text is not JSON, or has a wrong value."),
    ("E0410", "Game records are read for standard shogi only."),
    ("E0411", "A game record does not say which of its positions is meant."),
    (
        "E0412",
        "A note: a word or line that says nothing of the position or the moves was left out.",
    ),
    ("E0413", "A line of moves is shorter than `--at` asks."),
    (
        "E0501",
        "A line is no result that `tsume solve` or `tsume analyze` has written with `--format json`.",
    ),
    ("E0502", "A line of results is cut off, as when a run is killed while it writes."),
    (
        "E0503",
        "Two results contradict each other: mate and no mate, or lengths that exclude each other. One of \
         them is wrong, or what was written was changed since.",
    ),
    (
        "E0504",
        "A line of results says what cannot be of the problem that it names: the key is another's, the line of moves is \
         not legal or does not mate, or a length has the wrong parity. It was changed since it was written.",
    ),
    ("E0601", "The file is not a certificate of this program."),
    ("E0602", "The certificate is of a version that this program does not read."),
    ("E0603", "The certificate's game is not known, or its options are wrong."),
    ("E0604", "A value in a certificate is not one of the allowed words."),
    ("E0605", "A certificate's claim is not one of the four possible claims."),
    ("E0606", "A certificate's position is not a problem."),
    ("E0607", "A node of a certificate is not valid."),
    ("E0608", "A certificate is cut off, larger than its first line says, or too large."),
    ("E0701", "An amount of memory is not valid, or more than the system grants."),
    ("E0702", "`--rule` is followed by NAME=VALUE."),
    ("E0703", "`--shard` is followed by i/n, with i from 1 to n."),
    ("E0704", "A certificate cannot be read."),
    ("E0706", "The ending of the file's name is not that of an output format."),
    ("E0707", "There is no such error code."),
    ("E0708", "The file is not a record of `tsume bench --format json`."),
    ("E0709", "`--only` names a problem that is not in the suite or the files."),
    (
        "E0710",
        "An option of `tsume generate` asks for lengths, numbers, pieces or themes that are not understood.",
    ),
    ("E0711", "`--tag` names a tag that no problem has."),
];

/// The explanation of a code, in any case.
pub fn explain(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| known.eq_ignore_ascii_case(code)).map(|(_, text)| *text)
}
