//! The exported functions.
//!
//! | function | meaning |
//! | --- | --- |
//! | `tsume_alloc(len) -> ptr` | memory for the text of a request |
//! | `tsume_free(ptr, len)` | gives memory back: a request's, or an answer's with the four bytes before it |
//! | `tsume_call(ptr, len) -> ptr` | answers a request in UTF-8; four bytes of length (little endian), then the text |
//!
//! The caller owns both texts. One thread calls at a time.
#![allow(unsafe_code)]

use super::wasm_session::WasmSession;
use std::cell::RefCell;

/// Bytes of the length before an answer.
const LENGTH_BYTES: usize = 4;

thread_local! {
    static SESSION: RefCell<WasmSession> = RefCell::new(WasmSession::new());
}

/// Memory for a text of `len` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn tsume_alloc(len: usize) -> *mut u8 {
    Box::leak(vec![0; len].into_boxed_slice()).as_mut_ptr()
}

/// Gives memory back.
///
/// # Safety
/// `pointer` comes from [`tsume_alloc`] with this `len`, or from [`tsume_call`] with the length of
/// the answer and four; it has not been given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tsume_free(pointer: *mut u8, len: usize) {
    // SAFETY: the caller's promise: a boxed slice of this length, which nobody else owns.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(pointer, len)) });
}

/// Answers a request: four bytes of length, then the text.
///
/// # Safety
/// `len` bytes can be read at `pointer`, and nothing changes them meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tsume_call(pointer: *const u8, len: usize) -> *mut u8 {
    // SAFETY: the caller's promise.
    let request = unsafe { std::slice::from_raw_parts(pointer, len) };
    let request = String::from_utf8_lossy(request);
    let answer = SESSION.with_borrow_mut(|session| session.call(&request));
    let mut bytes = Vec::with_capacity(LENGTH_BYTES + answer.len());
    bytes.extend_from_slice(&(answer.len() as u32).to_le_bytes());
    bytes.extend_from_slice(answer.as_bytes());
    Box::leak(bytes.into_boxed_slice()).as_mut_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answer_has_its_length_before_it() {
        let request = br#"{"do":"games"}"#;
        let place = tsume_alloc(request.len());
        // SAFETY: the memory was just allocated with these lengths.
        let answer = unsafe {
            std::ptr::copy_nonoverlapping(request.as_ptr(), place, request.len());
            let answer = tsume_call(place, request.len());
            tsume_free(place, request.len());
            let len = u32::from_le_bytes(*answer.cast::<[u8; LENGTH_BYTES]>()) as usize;
            let text = std::slice::from_raw_parts(answer.add(LENGTH_BYTES), len).to_vec();
            tsume_free(answer, LENGTH_BYTES + len);
            String::from_utf8(text).unwrap()
        };
        assert!(answer.starts_with(r#"{"ok":"#) && answer.contains("maka_dai_dai"));
    }
}
