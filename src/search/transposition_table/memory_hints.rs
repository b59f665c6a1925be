//! Hints to the memory system: the library's only unsafe code, since no safe interface to them
//! exists.
#![allow(unsafe_code)]

use std::sync::atomic::AtomicU64;

/// Prefetches the cache line of the first word. Does nothing on machines without such a hint.
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

/// Advises the system to back the untouched whole huge pages of these words with huge pages. Every
/// probe of a large table meets another page, and to find that page takes as long as to read it.
/// Does nothing where the system has no huge pages.
pub(super) fn advise_huge_pages(words: &[AtomicU64]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE_PAGE_BYTES: usize = 2 << 20;
        let bytes = words.as_ptr_range();
        let start = (bytes.start as usize).next_multiple_of(HUGE_PAGE_BYTES);
        let end = bytes.end as usize / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
        if start < end {
            // SAFETY: the range lies within `words`, and the advice changes nothing that can be read
            // there. The system may refuse it, which does no harm.
            unsafe { libc::madvise(start as *mut _, end - start, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = words;
}
