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

use crate::messages::tr;

/// All codes, sorted.
pub const CODES: &[&str] = &[
    "E0101", "E0102", "E0103", "E0104", "E0105", "E0106", "E0107", "E0108", "E0109", "E0110",
    "E0111", "E0112", "E0113", "E0201", "E0202", "E0203", "E0204", "E0205", "E0206", "E0207",
    "E0208", "E0209", "E0210", "E0211", "E0212", "E0213", "E0214", "E0215", "E0216", "E0217",
    "E0218", "E0219", "E0220", "E0301", "E0302", "E0303", "E0304", "E0305", "E0306", "E0311",
    "E0321", "E0322", "E0323", "E0324", "E0325", "E0326", "E0327", "E0331", "E0332", "E0333",
    "E0334", "E0341", "E0401", "E0402", "E0403", "E0405", "E0406", "E0407", "E0408", "E0409",
    "E0410", "E0411", "E0412", "E0413", "E0501", "E0502", "E0503", "E0504", "E0601", "E0602",
    "E0603", "E0604", "E0605", "E0606", "E0607", "E0608", "E0701", "E0702", "E0703", "E0704",
    "E0706", "E0707", "E0708", "E0709", "E0710", "E0711",
];

/// The explanation of a code, in any case.
pub fn explain(code: &str) -> Option<String> {
    Some(match code.to_ascii_uppercase().as_str() {
        "E0101" => tr!(codes_e_0101),
        "E0102" => tr!(codes_e_0102),
        "E0103" => tr!(codes_e_0103),
        "E0104" => tr!(codes_e_0104),
        "E0105" => tr!(codes_e_0105),
        "E0106" => tr!(codes_e_0106),
        "E0107" => tr!(codes_e_0107),
        "E0108" => tr!(codes_e_0108),
        "E0109" => tr!(codes_e_0109),
        "E0110" => tr!(codes_e_0110),
        "E0111" => tr!(codes_e_0111),
        "E0112" => tr!(codes_e_0112),
        "E0113" => tr!(codes_e_0113),
        "E0201" => tr!(codes_e_0201),
        "E0202" => tr!(codes_e_0202),
        "E0203" => tr!(codes_e_0203),
        "E0204" => tr!(codes_e_0204),
        "E0205" => tr!(codes_e_0205),
        "E0206" => tr!(codes_e_0206),
        "E0207" => tr!(codes_e_0207),
        "E0208" => tr!(codes_e_0208),
        "E0209" => tr!(codes_e_0209),
        "E0210" => tr!(codes_e_0210),
        "E0211" => tr!(codes_e_0211),
        "E0212" => tr!(codes_e_0212),
        "E0213" => tr!(codes_e_0213),
        "E0214" => tr!(codes_e_0214),
        "E0215" => tr!(codes_e_0215),
        "E0216" => tr!(codes_e_0216),
        "E0217" => tr!(codes_e_0217),
        "E0218" => tr!(codes_e_0218),
        "E0219" => tr!(codes_e_0219),
        "E0220" => tr!(codes_e_0220),
        "E0301" => tr!(codes_e_0301),
        "E0302" => tr!(codes_e_0302),
        "E0303" => tr!(codes_e_0303),
        "E0304" => tr!(codes_e_0304),
        "E0305" => tr!(codes_e_0305),
        "E0306" => tr!(codes_e_0306),
        "E0311" => tr!(codes_e_0311),
        "E0321" => tr!(codes_e_0321),
        "E0322" => tr!(codes_e_0322),
        "E0323" => tr!(codes_e_0323),
        "E0324" => tr!(codes_e_0324),
        "E0325" => tr!(codes_e_0325),
        "E0326" => tr!(codes_e_0326),
        "E0327" => tr!(codes_e_0327),
        "E0331" => tr!(codes_e_0331),
        "E0332" => tr!(codes_e_0332),
        "E0333" => tr!(codes_e_0333),
        "E0334" => tr!(codes_e_0334),
        "E0341" => tr!(codes_e_0341),
        "E0401" => tr!(codes_e_0401),
        "E0402" => tr!(codes_e_0402),
        "E0403" => tr!(codes_e_0403),
        "E0405" => tr!(codes_e_0405),
        "E0406" => tr!(codes_e_0406),
        "E0407" => tr!(codes_e_0407),
        "E0408" => tr!(codes_e_0408),
        "E0409" => tr!(codes_e_0409),
        "E0410" => tr!(codes_e_0410),
        "E0411" => tr!(codes_e_0411),
        "E0412" => tr!(codes_e_0412),
        "E0413" => tr!(codes_e_0413),
        "E0501" => tr!(codes_e_0501),
        "E0502" => tr!(codes_e_0502),
        "E0503" => tr!(codes_e_0503),
        "E0504" => tr!(codes_e_0504),
        "E0601" => tr!(codes_e_0601),
        "E0602" => tr!(codes_e_0602),
        "E0603" => tr!(codes_e_0603),
        "E0604" => tr!(codes_e_0604),
        "E0605" => tr!(codes_e_0605),
        "E0606" => tr!(codes_e_0606),
        "E0607" => tr!(codes_e_0607),
        "E0608" => tr!(codes_e_0608),
        "E0701" => tr!(codes_e_0701),
        "E0702" => tr!(codes_e_0702),
        "E0703" => tr!(codes_e_0703),
        "E0704" => tr!(codes_e_0704),
        "E0706" => tr!(codes_e_0706),
        "E0707" => tr!(codes_e_0707),
        "E0708" => tr!(codes_e_0708),
        "E0709" => tr!(codes_e_0709),
        "E0710" => tr!(codes_e_0710),
        "E0711" => tr!(codes_e_0711),
        _ => return None,
    })
}
