//! Certificates: both readers agree, what is read is written so that it reads the same, and the
//! checker has an answer to it.

use tsume::io::files::certificate_file;
use tsume::proof::{checker, text_format};

/// Checks one input.
pub fn check(data: &[u8]) {
    let streamed = certificate_file::read_from(&mut &*data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text_format::parse(text) {
        Err(error) => {
            assert!(streamed.is_err());
            let line = text.lines().nth(error.line - 1).unwrap_or_default();
            assert!(line.get(error.at.clone()).is_some(), "{text:?}: {error:?}");
        }
        Ok(certificate) => {
            assert_eq!(streamed.expect("the same text").nodes, certificate.nodes);
            let written = text_format::write(&certificate);
            let again = text_format::parse(&written).expect("what was written");
            assert_eq!(again.nodes, certificate.nodes);
            let _ = checker::verify(&certificate, 1, &|| false);
        }
    }
}
