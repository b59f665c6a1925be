//! Errors as JSON: `{"error": {"message": …, "faults": […]}}`.

use crate::messages::{json_error, tr};
use crate::notation::NotationError;
use crate::proof::text_format::CertificateError;
use crate::referee::Objection;
use crate::text::{Diagnostic, Source};
use serde::Serialize;
use serde_json::{Value, json};

/// Faults that an answer lists at most.
const MAX_FAULTS: usize = 50;

/// Why a request has no answer.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Refusal {
    /// One sentence.
    message: String,
    /// Word for the page, such as `proof_gone`; absent where the sentence is enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    faults: Vec<FaultNote>,
}

/// A fault with its place.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FaultNote {
    code: &'static str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
    line: usize,
    column: usize,
}

impl Refusal {
    /// A refusal in one sentence.
    pub fn new(message: String) -> Refusal {
        Refusal { message, ..Refusal::default() }
    }

    /// The same with a word for the page.
    pub fn of_kind(kind: &'static str, message: String) -> Refusal {
        Refusal { kind: Some(kind), ..Refusal::new(message) }
    }

    /// Faults with their places.
    pub fn faults(errors: &[Diagnostic]) -> Refusal {
        let message = errors.first().map(|error| error.message.clone()).unwrap_or_default();
        Refusal { message, kind: None, faults: fault_notes(errors) }
    }

    /// Faults of the text `text`.
    pub fn notation(text: &str, errors: Vec<NotationError>) -> Refusal {
        let source = Source::new("", text);
        let place = |error: NotationError| {
            Diagnostic::new(error.code, &source, error.at, error.message).maybe_help(error.help)
        };
        Refusal::faults(&errors.into_iter().map(place).collect::<Vec<_>>())
    }

    /// Objections to a position.
    pub fn objections(objections: &[Objection]) -> Refusal {
        let message = objections.first().map(|objection| objection.message.clone());
        Refusal::of_kind("objections", message.unwrap_or_default())
    }

    /// An error in the text of a certificate.
    pub fn certificate(error: CertificateError) -> Refusal {
        let CertificateError { code, message, help, line, column, .. } = error;
        let fault = FaultNote { code, message: message.clone(), help, line, column };
        Refusal { message, kind: None, faults: vec![fault] }
    }

    /// A request that is not one.
    pub fn json(error: &serde_json::Error) -> Refusal {
        Refusal::of_kind("bad_request", tr!(web_bad_request, why = json_error(error)))
    }

    /// The answer.
    pub fn answer(&self) -> Value {
        json!({ "error": self })
    }
}

/// Faults for the page.
pub(super) fn fault_notes(errors: &[Diagnostic]) -> Vec<FaultNote> {
    let note = |error: &Diagnostic| FaultNote {
        code: error.code,
        message: error.message.clone(),
        help: error.help.clone(),
        line: error.line,
        column: error.column,
    };
    errors.iter().take(MAX_FAULTS).map(note).collect()
}
