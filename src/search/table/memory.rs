//! Hints to the memory system, the only unsafe code in the project: no safe interface to them exists.
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

/// Asks for large pages under the whole ones of these words, for those not touched yet. Every look into a large
/// table is for another page, and to find that page takes as long as to read it. Does nothing where the
/// system has no such pages.
pub(super) fn want_large_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        const LARGE: usize = 2 << 20;
        let bytes = words.as_ptr_range();
        let start = (bytes.start as usize).next_multiple_of(LARGE);
        let end = bytes.end as usize / LARGE * LARGE;
        if start < end {
            // SAFETY: the range lies within `words`, and the advice changes nothing that can be read there.
            // It may be refused, which does no harm.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}
