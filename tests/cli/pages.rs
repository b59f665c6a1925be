//! Pages in both languages: the same structure, and no English on Japanese pages.

use super::*;

/// A mate in 3, one in chu shogi, a position without mate, a flawed one, and one with a solution.
const PROBLEMS: &str = "problems:
  - {id: '1', title: 試作, author: 山田太郎, position: \"9/8k/6SP1/9/9/9/9/9/9 b Rr2b4g3s4n4l17p 1\"}
  - {id: '2', variant: chu, position: \"4k3[KR]3/12/5[gb]s5/12/4+[DH]7/4R7/12/12/12/12/12/12 b - 1\"}
  - {id: '3', position: \"4k4/9/4P4/9/9/9/9/9/9 b S 1\"}
  - {id: '4', position: \"9/8k/6S2/8P/9/9/9/9/9 b RG 1\"}
  - {id: '5', position: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\", expect: {verdict: mate, plies: 1}, solution: [\"G*5b\"]}
";

/// A page in both languages: English, Japanese.
fn pages(name: &str, make: impl Fn(&str, &Path) -> Run) -> [String; 2] {
    let folder = folder(&format!("pages-{name}"));
    ["en", "ja"].map(|language| {
        let out = folder.join(format!("{language}.html"));
        let run = make(language, &out);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let page = std::fs::read_to_string(&out).unwrap_or(run.out);
        assert!(page.contains(&format!("<html lang=\"{language}\">")), "{name} {language}");
        page
    })
}

fn analyzed(name: &str, option: &str) -> [String; 2] {
    pages(name, |language, out| {
        let arguments =
            ["analyze", "-", "-q", "--lang", language, "--no-decoration", "--longer", "2"];
        let more = ["--notation", "usi", option, text(out)];
        run_with_input(&[&arguments[..], &more].concat(), PROBLEMS)
    })
}

/// The elements of a page in their order, without outlines of characters.
fn elements(page: &str) -> Vec<&str> {
    let body = page.split("<body>").nth(1).unwrap();
    let names = body.split('<').skip(1).map(|part| part.split([' ', '>', '/']).next().unwrap());
    names
        .filter(|name| {
            !["use", "symbol", "path", "svg", "title", "g", "span", "rect", ""].contains(name)
        })
        .collect()
}

/// Words in Latin letters in the text of a page.
fn latin_words(page: &str) -> Vec<String> {
    let body = page.split("<body>").nth(1).unwrap();
    let texts: String = body
        .split('<')
        .filter_map(|part| part.split_once('>'))
        .fold(String::new(), |all, (_, text)| all + text + " ");
    words(&texts)
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.filter(|word| word.len() > 1).map(str::to_owned).collect()
}

#[test]
fn sheets_and_booklets_have_the_same_elements_in_both_languages() {
    let booklet = pages("booklet", |language, out| {
        let arguments = ["show", "-", "--lang", language, "-o", text(out)];
        run_with_input(&arguments, PROBLEMS)
    });
    let sheet = analyzed("sheet", "--sheet");
    let game = pages("game", |language, _| run(&["rules", "chu", "--html", "--lang", language]));
    for [english, japanese] in [&booklet, &sheet, &game] {
        assert_eq!(elements(english), elements(japanese));
    }
    // A heading for the moves as engines write them.
    assert_eq!(latin_words(&booklet[1]), ["USI"]);
    // Moves of USI are no words.
    let words = latin_words(&sheet[1]);
    assert!(words.iter().all(|word| word.len() < 3), "{words:?}");
}

#[test]
fn solution_pages_differ_only_in_their_texts() {
    let [english, japanese] = analyzed("study", "--html");
    let part = |page: &str, id: &str| -> Value {
        let part = page.split(&format!("id=\"{id}\">")).nth(1).unwrap();
        serde_json::from_str(part.split("</script>").next().unwrap()).unwrap()
    };
    // The data without texts.
    fn bare(value: &Value) -> Value {
        const TEXTS: [&str; 9] = [
            "about",
            "classWords",
            "end",
            "game",
            "lengthLabel",
            "notes",
            "notesTitle",
            "task",
            "verdict",
        ];
        match value {
            Value::Object(fields) => {
                let fields = fields.iter().filter(|(key, _)| !TEXTS.contains(&key.as_str()));
                fields.map(|(key, value)| (key.clone(), bare(value))).collect()
            }
            Value::Array(items) => items.iter().map(bare).collect(),
            // Names of ranks.
            Value::String(text) if text.chars().count() < 3 => Value::Null,
            other => other.clone(),
        }
    }
    assert_eq!(bare(&part(&english, "data")), bare(&part(&japanese, "data")));
    let texts = |page: &str| part(page, "texts").as_object().unwrap().clone();
    let (english, japanese) = (texts(&english), texts(&japanese));
    assert!(english.keys().eq(japanese.keys()));
    let words: Vec<String> =
        japanese.values().flat_map(|text| words(text.as_str().unwrap())).collect();
    assert!(words.iter().all(|word| ["Enter", "moves"].contains(&word.as_str())), "{words:?}");
}
