//! The page: the files that a server offers, or that a folder holds.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// Name in the folder.
    pub name: &'static str,
    /// Media type.
    pub media_type: &'static str,
    /// Content.
    pub content: &'static str,
}
