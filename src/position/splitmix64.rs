//! Pseudo-random numbers for hash keys: SplitMix64 (Steele, Lea and Flood 2014).

/// Difference of the states of two successive elements: the golden ratio times 2^64, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A bijection that spreads differences over all bits: the output function of SplitMix64, whose
/// sequence passes BigCrush.
pub const fn finalize(z: u64) -> u64 {
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Element `n` of the SplitMix64 sequence of a seed.
pub const fn nth(seed: u64, n: u64) -> u64 {
    finalize(seed.wrapping_add(n.wrapping_mul(STEP)))
}
