//! File names for problems: made from their ids, safe for file systems, and unique.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// Longest part of a file name that comes from an id, in bytes. File systems allow 255 bytes for
/// the whole name.
const MAX_ID_BYTES: usize = 150;

/// File names in use.
#[derive(Debug, Default)]
pub struct FileNames {
    /// Key of the problem by its file name in lower case, because some file systems ignore case.
    /// Both are hashes, because there may be millions.
    taken: HashMap<u64, u64>,
    hasher: RandomState,
}

impl FileNames {
    /// File name without extension for a problem with this id and key. The same id and key yield
    /// the same name again. Different problems get different names even if their ids are equal.
    pub fn assign(&mut self, id: &str, key: &str) -> String {
        let plain = safe(id);
        let with_key = format!("{plain}-{key}");
        let numbered = (2..).map(|n| format!("{plain}-{key}-{n}"));
        for name in [plain.clone(), with_key].into_iter().chain(numbered) {
            let key = self.hasher.hash_one(key);
            let owner = self.taken.entry(self.hasher.hash_one(name.to_lowercase())).or_insert(key);
            if *owner == key {
                return name;
            }
        }
        plain
    }
}

fn safe(id: &str) -> String {
    let mut name = String::new();
    for c in id.chars() {
        let c = if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '_' };
        if name.len() + c.len_utf8() > MAX_ID_BYTES {
            break;
        }
        name.push(c);
    }
    if name.is_empty() { "problem".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_safe_names() {
        for (id, name) in [
            ("zukou-001", "zukou-001"),
            ("図巧 1", "図巧_1"),
            ("../../etc/passwd", "______etc_passwd"),
            ("a.length", "a_length"),
            ("", "problem"),
        ] {
            assert_eq!(FileNames::default().assign(id, "k"), name);
        }
        assert!(FileNames::default().assign(&"将".repeat(200), "k").len() <= MAX_ID_BYTES);
    }

    #[test]
    fn names_do_not_collide() {
        let mut names = FileNames::default();
        assert_eq!(names.assign("a", "k1"), "a");
        assert_eq!(names.assign("A", "k2"), "A-k2");
        assert_eq!(names.assign("a", "k1"), "a");
        assert_eq!(names.assign("a-k3", "k4"), "a-k3");
        assert_eq!(names.assign("a", "k3"), "a-k3-2");
    }
}
