//! Requests of the page: answers, errors, play against a proof. Where an answer states a fact about
//! the game, the referee checks it.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use tsume::generator::features::THEMES;
use tsume::web::{SearchResources, WebReply, WebSession};
use tsume::{Variant, referee};

/// Mate in 5 with several variations.
const FIVE: &str = "7k1/7B1/6S1S/9/7L1/9/9/9/9 b 2rb4g2s4n3l18p 1";
/// A mate in 1.
const ONE: &str = "7nl/7kp/9/7PP/9/9/9/9/9 b 2Gr2b2g4s3n3l15p 1";
/// The same without the golds: no mate.
const NONE: &str = "7nl/7kp/9/7PP/9/9/9/9/9 b r2b4g4s3n3l15pR 1";

fn session() -> WebSession {
    WebSession::new(8 << 20)
}

/// Answer to a request, with the events before it.
fn events(session: &WebSession, request: &Value) -> (Vec<Value>, Value) {
    let parse = |text: &str| serde_json::from_str(text).expect("JSON");
    match session.answer(&request.to_string()) {
        WebReply::Answer(text) => (Vec::new(), parse(&text)),
        WebReply::Search(task) => {
            let seen = Arc::new(Mutex::new(Vec::new()));
            let events = seen.clone();
            let resources = SearchResources { hash: 16 << 20, ..SearchResources::default() };
            let result = task.run(&resources, move |event| events.lock().unwrap().push(event));
            let seen = seen.lock().unwrap().iter().map(|event| parse(event)).collect();
            (seen, parse(&result))
        }
    }
}

fn ask(session: &WebSession, request: &Value) -> Value {
    let (_, answer) = events(session, request);
    assert!(answer.get("ok").is_some(), "{request}: {answer}");
    answer["ok"].clone()
}

fn refusal(request: &str) -> Value {
    match session().answer(request) {
        WebReply::Answer(text) => serde_json::from_str::<Value>(&text).unwrap()["error"].clone(),
        WebReply::Search(_) => panic!("{request}: no error"),
    }
}

#[test]
fn every_theme_has_a_name_of_its_own() {
    for lang in ["en", "ja"] {
        let game = ask(&session(), &json!({ "do": "game", "lang": lang, "game": "shogi" }));
        let text = |theme: &Value| theme["text"].as_str().unwrap().to_owned();
        let names: Vec<String> = game["themes"].as_array().unwrap().iter().map(text).collect();
        assert_eq!(names.len(), THEMES.len());
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len(), "{names:?}");
    }
}

fn usi(moves: &Value) -> Vec<String> {
    let text = |m: &Value| m["usi"].as_str().unwrap().to_owned();
    moves.as_array().unwrap().iter().map(text).collect()
}

#[test]
fn every_game_has_faces_names_and_outlines_in_both_languages() {
    let session = session();
    for note in ask(&session, &json!({"do": "games"}))["games"].as_array().unwrap() {
        for lang in ["en", "ja"] {
            let game = ask(&session, &json!({"do": "game", "game": note["name"], "lang": lang}));
            assert_eq!((&game["files"], &game["ranks"]), (&note["files"], &note["ranks"]));
            for kind in game["kinds"].as_array().unwrap() {
                assert_ne!(kind["name"], "");
                for c in kind["face"].as_str().unwrap().chars() {
                    assert!(game["glyphs"].get(c.to_string()).is_some(), "{note}: {c}");
                }
            }
            let start = json!({"do": "position", "game": note["name"], "lang": lang});
            assert!(ask(&session, &start)["moves"].as_array().unwrap().len() > 1, "{note}");
        }
    }
}

#[test]
fn legal_and_forcing_moves_are_those_of_the_referee() {
    let (session, shogi) = (session(), Variant::shogi());
    let position = shogi.position(ONE).unwrap();
    let answer = ask(&session, &json!({"do": "position", "game": "shogi", "position": ONE}));
    let mut shown = usi(&answer["moves"]);
    let mut legal: Vec<String> =
        shogi.legal_moves(&position).into_iter().map(|m| shogi.move_text(m)).collect();
    shown.sort();
    legal.sort();
    assert_eq!(shown, legal);
    for m in answer["moves"].as_array().unwrap() {
        let played = shogi.parse_move(m["usi"].as_str().unwrap()).unwrap();
        let forces = referee::is_forcing(shogi.rules(), &position, played, tsume::Forcing::Check);
        assert_eq!(m["forcing"], forces, "{m}");
    }
}

#[test]
fn a_placement_is_the_position_that_it_shows() {
    let session = session();
    for game in ["shogi", "chu", "maka_dai_dai"] {
        let shown = ask(&session, &json!({"do": "position", "game": game}));
        let placed = json!({"board": shown["board"], "hands": shown["hands"], "side": "white"});
        let again = ask(&session, &json!({"do": "position", "game": game, "placed": placed}));
        let expected = shown["position"].as_str().unwrap().replacen(" b ", " w ", 1);
        assert_eq!(again["position"], expected);
    }
    let placed = json!({"board": [[0, 99, 0]], "hands": [[], []], "side": "black"});
    let request = json!({"do": "position", "game": "shogi", "placed": placed});
    assert_eq!(refusal(&request.to_string())["kind"], "bad_request");
    let placed = json!({"board": [], "hands": [[], []], "side": "black"});
    let both = json!({"do": "position", "game": "shogi", "placed": placed, "position": ONE});
    assert_eq!(refusal(&both.to_string())["kind"], "bad_request");
}

#[test]
fn the_defender_may_play_anything_and_is_mated() {
    let session = session();
    let solved = ask(&session, &json!({"do": "solve", "game": "shogi", "position": FIVE}));
    assert_eq!((&solved["verdict"], &solved["checked"]), (&json!("mate"), &json!(true)));
    let plies = solved["plies"].as_u64().unwrap();
    assert_eq!(usi(&solved["line"]).len() as u64, plies);
    let shogi = Variant::shogi();
    let mut open = vec![Vec::<String>::new()];
    let mut mates = 0;
    while let Some(moves) = open.pop() {
        let node = ask(&session, &json!({"do": "node", "proof": solved["proof"], "moves": moves}));
        assert_eq!(node["covered"], true, "{moves:?}");
        let mut position = shogi.position(FIVE).unwrap();
        for text in &moves {
            position = shogi.play(&position, shogi.parse_move(text).unwrap()).unwrap();
        }
        let legal = shogi.legal_moves(&position).len();
        let branches = node["branches"].as_array().unwrap();
        assert_eq!(branches.len(), legal, "{moves:?}");
        if node["mate"] == true {
            assert!(legal == 0 && shogi.is_check(&position), "{moves:?}");
            mates += 1;
            continue;
        }
        let attacks = moves.len() % 2 == 0;
        let next = branches.iter().filter(|branch| !attacks || branch["prescribed"] == true);
        let next: Vec<Vec<String>> = next
            .map(|branch| {
                let left = branch["plies"].as_u64().unwrap();
                assert!(left + moves.len() as u64 <= plies, "{moves:?}: {branch}");
                [&moves[..], &[branch["usi"].as_str().unwrap().to_owned()]].concat()
            })
            .collect();
        assert!(!attacks || next.len() == 1, "{moves:?}");
        open.extend(next);
    }
    assert!(mates > 1);
}

#[test]
fn a_try_fails_to_a_refutation_that_answers_every_check() {
    let session = session();
    let shown = ask(&session, &json!({"do": "position", "game": "shogi", "position": NONE}));
    let solved = ask(&session, &json!({"do": "solve", "game": "shogi", "position": NONE}));
    assert_eq!(solved["verdict"], "no_mate");
    let mut outcomes = Vec::new();
    for m in shown["moves"].as_array().unwrap().iter().filter(|m| m["forcing"] == true) {
        let request = json!({
            "do": "try", "game": "shogi", "position": NONE, "played": m["usi"],
            "limits": {"nodes": 100_000},
        });
        let tried = ask(&session, &request);
        assert_eq!(tried["outcome"], "fails", "{m}: {tried}");
        let node = ask(&session, &json!({"do": "node", "proof": tried["proof"], "moves": []}));
        let reply = node["branches"].as_array().unwrap().iter().find(|b| b["prescribed"] == true);
        let reply = reply.expect("a reply")["usi"].clone();
        let after = json!({"do": "node", "proof": tried["proof"], "moves": [reply]});
        let after = ask(&session, &after);
        assert_eq!(after["covered"], true);
        for branch in after["branches"].as_array().unwrap() {
            assert_eq!(branch.get("reply").is_some(), branch["forcing"] == true, "{branch}");
        }
        outcomes.push(tried["text"].clone());
    }
    assert!(outcomes.len() > 2, "{outcomes:?}");
}

#[test]
fn a_move_without_check_is_no_try() {
    let request = json!({"do": "try", "game": "shogi", "position": ONE, "played": "1d1c"});
    let tried = ask(&session(), &request);
    assert_eq!((&tried["outcome"], tried.get("proof")), (&json!("not_forcing"), None));
}

#[test]
fn texts_of_all_formats_are_read() {
    let session = session();
    let solved = ask(&session, &json!({"do": "solve", "game": "shogi", "position": ONE}));
    for format in ["sfen", "kif", "ki2", "csa", "jkf", "bod", "yaml"] {
        let save = json!({
            "do": "save", "game": "shogi", "position": ONE, "format": format,
            "solution": usi(&solved["line"]), "title": "例題",
        });
        let saved = ask(&session, &save);
        let read = ask(&session, &json!({"do": "read", "text": saved["text"]}));
        assert_eq!(read["count"], 1, "{format}");
        assert_eq!(read["problems"][0]["position"], ONE, "{format}: {}", saved["text"]);
    }
    let usi = format!("position sfen {ONE} moves {}", solved["line"][0]["usi"].as_str().unwrap());
    let read = ask(&session, &json!({"do": "read", "text": usi}));
    assert_eq!(read["problems"][0]["position"], ONE);
    let svg = json!({"do": "save", "game": "chu", "format": "svg"});
    assert!(ask(&session, &svg)["text"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn errors_have_places_and_both_languages() {
    let text = "variant: shogi\nproblems:\n  - id: a\n    position: \"9/9 b - 1\"\n";
    let [english, japanese] = ["en", "ja"].map(|lang| {
        let read = ask(&session(), &json!({"do": "read", "text": text, "lang": lang}));
        let fault = read["problems"][0]["faults"][0].clone();
        assert_eq!(fault["line"], 4, "{fault}");
        fault["message"].clone()
    });
    assert_ne!(english, japanese);
}

#[test]
fn no_request_opens_a_file() {
    let text = "variant: /etc/passwd\nproblems:\n  - id: a\n    position: \"9/9 b - 1\"\n";
    let read = ask(&session(), &json!({"do": "read", "text": text}));
    assert_eq!(read["problems"][0]["faults"][0]["code"], "E0211", "{read}");
    for name in ["/etc/passwd", "./src/variants/chu.yaml", "nothing"] {
        let request = json!({"do": "game", "game": name}).to_string();
        assert_eq!(refusal(&request)["faults"][0]["code"], "E0211", "{name}");
    }
}

#[test]
fn requests_that_are_none_are_refused() {
    for text in ["", "[]", "{}", r#"{"do":"jump"}"#, r#"{"do":"game"}"#, "\u{0}"] {
        assert_eq!(refusal(text)["kind"], "bad_request", "{text}");
    }
    // Else the start position would be solved, or without limits.
    for wrong in [
        json!({"do": "solve", "game": "shogi", "positon": ONE}),
        json!({"do": "solve", "game": "shogi", "position": ONE, "limit": {"nodes": 1}}),
        json!({"do": "solve", "game": "shogi", "position": ONE, "limits": {"node": 1}}),
        json!({"do": "position", "game": "shogi", "solution": []}),
        json!({"do": "position", "game": "shogi", "allow": ["two_pawn"]}),
    ] {
        assert_eq!(refusal(&wrong.to_string())["kind"], "bad_request", "{wrong}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(refusal(&deep)["kind"], "bad_request");
}

#[test]
fn a_certificate_is_verified_and_can_be_stepped_through() {
    let session = session();
    let solved = ask(&session, &json!({"do": "solve", "game": "shogi", "position": ONE}));
    let text = ask(&session, &json!({"do": "certificate", "proof": solved["proof"]}));
    let text = text["text"].as_str().unwrap();
    let verified = ask(&session, &json!({"do": "verify", "text": text}));
    assert_eq!((&verified["accepted"], &verified["position"]), (&json!(true), &json!(ONE)));
    let node = ask(&session, &json!({"do": "node", "proof": verified["proof"], "moves": []}));
    assert_eq!(node["plies"], solved["plies"]);
    let broken: String = text.lines().take(1).map(|line| format!("{line}\n")).collect();
    let (_, answer) = events(&session, &json!({"do": "verify", "text": broken}));
    assert!(answer["error"]["faults"][0]["line"].is_u64(), "{answer}");
}

#[test]
fn proofs_stay_within_their_memory() {
    let session = WebSession::new(2_000);
    let request = json!({"do": "solve", "game": "shogi", "position": ONE});
    let first = ask(&session, &request)["proof"].clone();
    let numbers: Vec<Value> = (0..20).map(|_| ask(&session, &request)["proof"].clone()).collect();
    let gone = json!({"do": "node", "proof": first, "moves": []}).to_string();
    assert!(
        numbers.iter().all(Value::is_null) || {
            let WebReply::Answer(text) = session.answer(&gone) else { unreachable!() };
            text.contains("proof_gone")
        }
    );
}

#[test]
fn a_problem_is_judged_with_its_variations() {
    let session = session();
    let sound = "9/8k/6B2/9/9/9/9/9/9 b GS2rb3g3s4n4l18p 1";
    let request = json!({
        "do": "judge", "game": "shogi", "position": sound, "limits": {"nodes": 200_000},
        "solution": ["S*2a", "1b2a", "G*2b"],
    });
    let judged = ask(&session, &request);
    assert_eq!(judged["class"], "completely_limited", "{judged}");
    let steps = judged["tree"]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 3);
    assert!(steps.iter().any(|step| !step["branches"].as_array().unwrap().is_empty()));
}

#[test]
fn generated_problems_are_mates_of_the_wanted_length() {
    let session = session();
    let request = json!({"do": "generate", "game": "minishogi", "lengths": [3, 3], "seed": 5});
    let problems = ask(&session, &request)["problems"].clone();
    let position = &problems[0]["position"];
    let solved = ask(&session, &json!({"do": "solve", "game": "minishogi", "position": position}));
    assert_eq!((&solved["verdict"], &solved["plies"]), (&json!("mate"), &json!(3)));
}
