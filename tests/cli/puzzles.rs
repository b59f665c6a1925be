//! Sets for applications and as single pictures: `show --format json`, `show -o FOLDER`.

use super::*;

#[test]
fn puzzles_follow_their_schema() {
    let schema: Value = serde_json::from_str(&run(&["schema", "puzzles"]).out).unwrap();
    let tour = run(&["show", "problems/tour.yaml", "--format", "json"]);
    assert_eq!(tour.code, Some(0), "{}", tour.err);
    let lines = json(&tour.out);
    assert_eq!(lines.len(), 40);
    for line in &lines {
        assert_eq!(crate::support::schema::offence(&schema, &schema, line, "line"), None, "{line}");
        // The first answers and replies are those of the solution.
        let mut answers = &line["answers"];
        for pair in line["solution"].as_array().unwrap().chunks(2) {
            if answers.is_null() {
                break;
            }
            assert_eq!(answers[0]["usi"], pair[0]["usi"], "{line}");
            let Some(reply) = pair.get(1) else { break };
            assert_eq!(answers[0]["replies"][0]["usi"], reply["usi"], "{line}");
            answers = &answers[0]["replies"][0]["answers"];
        }
    }
    assert!(lines.iter().filter(|line| line["answers"].is_array()).count() >= 20);
}

/// Mate in 1 by the gold in front of the king; the text is as books print it.
#[test]
fn puzzles_have_japanese_moves() {
    let one = run(&["show", "--sfen", MATE_IN_1, "--format", "json"]);
    let line = &json(&one.out)[0];
    assert_eq!(line["plies"], 1);
    let expected = serde_json::json!([{ "usi": "G*5b", "japanese": "▲５二金", "replies": [] }]);
    assert_eq!(line["answers"], expected);
    let none = run(&["show", "--sfen", NO_MATE, "--format", "json"]);
    assert!(json(&none.out)[0].get("answers").is_none());
}

#[test]
fn pictures_of_a_folder_have_number_and_length() {
    let folder = folder("pictures");
    let set = "problems:\n  - id: a\n    position: 4k4/9/4P4/9/9/9/9/9/9 b G 1\n    expect: { plies: 1 }\n  \
               - id: b\n    position: 4k4/9/4P4/9/9/9/9/9/9 b S 1\n";
    std::fs::write(folder.join("set.yaml"), set).unwrap();
    let names = |folder: &Path| {
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    let file = folder.join("set.yaml");
    let out = format!("{}/new/", folder.display());
    let shown = run(&["show", text(&file), "-o", &out]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert_eq!(names(Path::new(&out)), ["001-1.svg", "002.svg"]);
    let first = std::fs::read_to_string(Path::new(&out).join("001-1.svg")).unwrap();
    assert!(first.starts_with("<svg ") && first.contains("<title>a</title>"), "{first}");
    let shown = run(&["show", text(&file), "-o", &out, "--as", "png"]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    assert_eq!(names(Path::new(&out)), ["001-1.png", "001-1.svg", "002.png", "002.svg"]);
    let both = run(&["show", text(&file), "-o", &out, "--format", "json"]);
    assert_eq!(both.code, Some(2));
}
