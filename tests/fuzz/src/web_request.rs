//! Requests of the page: whatever the text is, there is an answer in JSON, searches end, and the
//! checker refuses no proof of the program.

use serde_json::{Value, json};
use tsume::web::{SearchResources, WebReply, WebSession};

/// Bytes for proofs, and for the tables of a search.
const MEMORY: usize = 1 << 20;

/// Limits of every search.
const NODES: u64 = 100;

/// Checks one input.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let session = WebSession::new(MEMORY);
    for request in text.lines() {
        let answer = answer(&session, &limited(request));
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer.get("ok").is_some() != answer.get("error").is_some(), "{answer}");
        if let Some(error) = answer.get("error") {
            assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{answer}");
        }
    }
}

/// The request with limits that keep it short.
fn limited(request: &str) -> String {
    let Ok(Value::Object(mut request)) = serde_json::from_str(request) else {
        return request.to_owned();
    };
    if request.contains_key("limits") {
        request.insert("limits".to_owned(), json!({ "nodes": NODES, "seconds": 1 }));
    }
    Value::Object(request).to_string()
}

fn answer(session: &WebSession, request: &str) -> String {
    match session.answer(request) {
        WebReply::Answer(text) => text,
        WebReply::Search(task) => {
            let resources = SearchResources { hash: MEMORY, ..SearchResources::default() };
            task.run(&resources, |event| {
                serde_json::from_str::<Value>(&event).expect("JSON");
            })
        }
    }
}
