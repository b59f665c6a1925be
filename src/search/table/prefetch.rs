//! A hint to the memory system, the only unsafe code in the project: no safe interface to it exists.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

/// Asks for the cache line of the first word. Does nothing on machines without such a hint.
#[inline(always)]
pub(super) fn prefetch(words: &[AtomicU64]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program can see and never faults.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(words.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}
