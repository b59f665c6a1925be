//! Fast move generation: engines that keep the contract of [`Engine`](crate::position::Engine).

pub mod bitboard;
