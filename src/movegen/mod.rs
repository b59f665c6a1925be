//! Fast move generators. Both keep the contract [`Engine`](crate::position::Engine), so that the
//! search needs to know neither.
//!
//! | engine | plays | board | rules |
//! | --- | --- | --- | --- |
//! | [`MailboxEngine`] | every game | a padded array | data |
//! | [`BitboardEngine`] | standard shogi | 128-bit bitboards | hard-coded |
//!
//! [`bitboard::suits`] decides whether the bitboard engine can play from a position. The slow truth
//! that both are tested against is the [`referee`](crate::referee), which shares no code with them.
//!
//! ```
//! use std::sync::Arc;
//! use tsume::movegen::{BitboardEngine, MailboxEngine, bitboard};
//! use tsume::notation::sfen;
//! use tsume::position::{Engine, Forcing};
//! use tsume::rules::builtin;
//!
//! let rules = Arc::new(builtin::rules("shogi", &[]).unwrap().unwrap());
//! let start = sfen::parse(&rules, &rules.start).unwrap();
//! assert!(bitboard::suits(&rules, &start));
//!
//! let mut fast = BitboardEngine::new(&rules, &start, start.side, Forcing::Check);
//! let mut general = MailboxEngine::new(&rules, &start, start.side, Forcing::Check);
//! let (mut a, mut b) = (Vec::new(), Vec::new());
//! fast.generate_legal(&mut a);
//! general.generate_legal(&mut b);
//! a.sort();
//! b.sort();
//! assert_eq!(a.len(), 30);
//! assert_eq!(a, b);
//! ```

pub mod bitboard;
pub mod mailbox;

pub use bitboard::BitboardEngine;
pub use mailbox::MailboxEngine;
