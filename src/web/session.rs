//! Entry: from the text of a request to an answer or a search.

use super::proof_store::ProofStore;
use super::refusal::Refusal;
use super::request::{Envelope, WebRequest, unknown_key};
use super::search_task::SearchTask;
use super::{document, game_view, page_texts, position_view, proof_view};
use crate::io::problems::rule_file::RuleLibrary;
use crate::messages::{Language, list, tr, with_language};
use serde_json::{Value, json};
use std::sync::Arc;

/// What the requests of one page share: the rules in use, and the verified proofs that it steps
/// through.
///
/// # Examples
/// ```
/// use tsume::web::{SearchResources, WebReply, WebSession};
///
/// let session = WebSession::new(16 << 20);
/// let request = r#"{"do":"solve","game":"shogi","position":"8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"}"#;
/// let WebReply::Search(task) = session.answer(request) else { unreachable!("a search") };
/// let resources = SearchResources { hash: 16 << 20, ..SearchResources::default() };
/// let result = task.run(&resources, |event| println!("{event}"));
/// assert!(result.contains(r#""verdict":"mate","plies":1"#));
/// ```
#[derive(Debug)]
pub struct WebSession {
    library: RuleLibrary,
    proofs: Arc<ProofStore>,
}

/// Reply to a request.
#[derive(Debug)]
pub enum WebReply {
    /// An object in JSON.
    Answer(String),
    /// A search, to be run.
    Search(Box<SearchTask>),
}

impl WebSession {
    /// A session that keeps verified proofs of at most `proof_bytes` bytes.
    pub fn new(proof_bytes: usize) -> WebSession {
        let library = RuleLibrary::built_in_only();
        WebSession { library, proofs: Arc::new(ProofStore::new(proof_bytes)) }
    }

    /// Answers a request, or returns the search that answers it.
    pub fn answer(&self, request: &str) -> WebReply {
        let envelope: Envelope = match serde_json::from_str(request) {
            Ok(envelope) => envelope,
            Err(error) => return WebReply::Answer(Refusal::json(&error).answer().to_string()),
        };
        let language = Language::of_locale(&envelope.lang);
        with_language(language, || {
            if let Some((key, known)) = unknown_key(request) {
                let refusal =
                    Refusal::of_kind("bad_request", tr!(web_unknown_key, key, known = list(known)));
                return WebReply::Answer(refusal.answer().to_string());
            }
            self.answered(envelope.request, language)
        })
    }

    fn answered(&self, request: WebRequest, language: Language) -> WebReply {
        match self.reply(request, language) {
            Ok(reply) => reply,
            Err(refusal) => WebReply::Answer(refusal.answer().to_string()),
        }
    }

    fn reply(&self, request: WebRequest, language: Language) -> Result<WebReply, Refusal> {
        let (library, proofs) = (&self.library, &self.proofs);
        let search = |task: Result<SearchTask, Refusal>| Ok(WebReply::Search(Box::new(task?)));
        let answer: Value = match request {
            WebRequest::Texts {} => page_texts::texts(),
            WebRequest::Games {} => game_view::games(library),
            WebRequest::Game(choice) => game_view::game(library, &choice)?,
            WebRequest::Read { text } => document::read(library, &text),
            WebRequest::Position(request) => position_view::answer(library, &request)?,
            WebRequest::Node { proof, moves } => proof_view::node(proofs, proof, &moves)?,
            WebRequest::Certificate { proof } => proof_view::certificate(proofs, proof)?,
            WebRequest::Save(request) => document::save(library, request)?,
            WebRequest::Verify { text } => {
                return search(Ok(SearchTask::verify(proofs, language, text)));
            }
            WebRequest::Solve(request) => {
                return search(SearchTask::solve(library, proofs, language, &request));
            }
            WebRequest::Try(request) => {
                return search(SearchTask::try_move(library, proofs, language, &request));
            }
            WebRequest::Judge(request) => {
                return search(SearchTask::judge(library, proofs, language, &request));
            }
            WebRequest::Generate(request) => {
                return search(SearchTask::generate(library, proofs, language, request));
            }
        };
        Ok(WebReply::Answer(json!({ "ok": answer }).to_string()))
    }
}
