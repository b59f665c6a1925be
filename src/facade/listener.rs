//! A function that a builder keeps and its clones share.

use std::fmt;
use std::sync::Arc;

/// A listener of type `F`, shared by clones.
pub(super) struct SharedListener<F: ?Sized>(pub Arc<F>);

impl<F: ?Sized> Clone for SharedListener<F> {
    fn clone(&self) -> SharedListener<F> {
        SharedListener(self.0.clone())
    }
}

impl<F: ?Sized> fmt::Debug for SharedListener<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SharedListener")
    }
}
