//! Verified certificates in memory, within a bound: the oldest gives way.

use super::refusal::Refusal;
use crate::messages::tr;
use crate::proof::certificate::Certificate;
use crate::proof::certificate_index::CertificateIndex;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Certificates that the checker has accepted, by number. Whoever adds one has checked it.
#[derive(Debug)]
pub(super) struct ProofStore {
    max_bytes: usize,
    kept: Mutex<KeptProofs>,
}

#[derive(Debug, Default)]
struct KeptProofs {
    next: u64,
    /// Oldest first.
    proofs: VecDeque<(u64, Arc<CertificateIndex>)>,
}

impl ProofStore {
    /// A store of at most `max_bytes` bytes.
    pub fn new(max_bytes: usize) -> ProofStore {
        ProofStore { max_bytes, kept: Mutex::default() }
    }

    /// Adds a certificate that the checker has accepted. Returns its number; `None` if it does not
    /// fit even alone.
    pub fn add(&self, certificate: Certificate) -> Option<u64> {
        let index = Arc::new(CertificateIndex::new(certificate));
        if index.bytes() > self.max_bytes {
            return None;
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.next += 1;
        let number = kept.next;
        kept.proofs.push_back((number, index));
        let mut bytes: usize = kept.proofs.iter().map(|(_, proof)| proof.bytes()).sum();
        while bytes > self.max_bytes {
            bytes -= kept.proofs.pop_front().map_or(bytes, |(_, proof)| proof.bytes());
        }
        Some(number)
    }

    /// The certificate with a number.
    ///
    /// # Errors
    /// It gave way to newer ones.
    pub fn get(&self, number: u64) -> Result<Arc<CertificateIndex>, Refusal> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.proofs.iter().find(|(known, _)| *known == number);
        found
            .map(|(_, proof)| proof.clone())
            .ok_or_else(|| Refusal::of_kind("proof_gone", tr!(web_proof_gone)))
    }
}
