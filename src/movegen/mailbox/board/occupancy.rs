//! Occupied cells, line by line: two bit operations find the next piece in a direction, however far
//! away it is.

use crate::rules::Board;

/// One bit for each occupied cell of each line; walls count as occupied.
///
/// Lines have four orientations, those of the first four directions: towards the first rank, and
/// towards the first file. The bit of a cell is its rank plus one on a file, else its file plus
/// one. A cell therefore has four bits, one in each orientation.
#[derive(Clone, Copy, Debug)]
pub struct Occupancy([[u32; 64]; 4]);

/// Number of a cell's line in each orientation, and the cell's bit there. The walls next to the
/// board have coordinates too: one less than the first, one more than the last.
fn line_bits(file: i32, rank: i32) -> [(usize, u32); 4] {
    let (file, rank) = ((file + 1) as usize, (rank + 1) as usize);
    let (across, along) = (file as u32, rank as u32);
    [(file, along), (32 + rank - file, across), (rank, across), (rank + file, across)]
}

/// Number of a cell's line in each orientation: each below 64.
pub fn line_numbers(file: u8, rank: u8) -> [usize; 4] {
    line_bits(file.into(), rank.into()).map(|(line, _)| line & 63)
}

impl Occupancy {
    /// Occupancy of an empty board: the walls next to it alone.
    pub fn empty(board: Board) -> Occupancy {
        let mut occupancy = Occupancy([[0; 64]; 4]);
        for file in -1..=i32::from(board.files) {
            for rank in -1..=i32::from(board.ranks) {
                if board.square(file, rank).is_none() {
                    occupancy.flip_at(file, rank);
                }
            }
        }
        occupancy
    }

    /// Toggles a cell of the board.
    #[inline]
    pub fn flip(&mut self, file: u8, rank: u8) {
        self.flip_at(file.into(), rank.into());
    }

    fn flip_at(&mut self, file: i32, rank: i32) {
        for (lines, (line, bit)) in self.0.iter_mut().zip(line_bits(file, rank)) {
            lines[line & 63] ^= 1 << (bit & 31);
        }
    }

    /// True if a cell of the board is empty.
    #[inline]
    pub fn is_empty(&self, file: u8, rank: u8) -> bool {
        let [(line, bit), ..] = line_bits(file.into(), rank.into());
        self.0[0][line & 63] >> (bit & 31) & 1 == 0
    }

    /// Occupied files of a rank: bit `file + 1`, walls included.
    #[inline]
    pub fn rank(&self, rank: usize) -> u32 {
        self.0[2][(rank + 1) & 63]
    }

    /// Distance from a cell of the board to the next piece or wall, in each direction.
    #[inline]
    pub fn ray_lengths(&self, file: u8, rank: u8) -> [u8; 8] {
        let mut lengths = [0; 8];
        for (kind, (line, bit)) in line_bits(file.into(), rank.into()).into_iter().enumerate() {
            let line = self.0[kind][line & 63];
            lengths[kind] = distance_down(line, bit);
            lengths[kind + 4] = distance_up(line, bit);
        }
        lengths
    }

    /// Distance from a cell of the board to the next piece or wall in one direction.
    #[inline]
    pub fn ray_length(&self, file: u8, rank: u8, dir: u8) -> u8 {
        let kind = usize::from(dir & 3);
        let (line, bit) = line_bits(file.into(), rank.into())[kind];
        let line = self.0[kind][line & 63];
        if dir < 4 { distance_down(line, bit) } else { distance_up(line, bit) }
    }
}

// A wall ends every line on both sides. The bit beyond the wall is therefore never reached; setting
// it spares the test for a word without bits.

#[inline]
fn distance_down(line: u32, bit: u32) -> u8 {
    (line << (31 - (bit & 31)) << 1 | 1).leading_zeros() as u8 + 1
}

#[inline]
fn distance_up(line: u32, bit: u32) -> u8 {
    (line >> (bit & 31) >> 1 | 1 << 31).trailing_zeros() as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::splitmix64::nth;
    use crate::rules::{Dir, Side};

    #[test]
    fn ray_lengths_agree_with_a_walk_cell_by_cell() {
        for (files, ranks) in [(9, 9), (5, 5), (12, 12), (19, 19), (25, 25), (3, 25)] {
            let board = Board { files, ranks };
            let (files, ranks) = (i32::from(files), i32::from(ranks));
            let on = |f: i32, r: i32| (0..files).contains(&f) && (0..ranks).contains(&r);
            let mut occupancy = Occupancy::empty(board);
            let mut full = vec![false; (files * ranks) as usize];
            for round in 0..40 {
                let place = (nth(round, files as u64) % full.len() as u64) as usize;
                full[place] = !full[place];
                occupancy.flip((place as i32 % files) as u8, (place as i32 / files) as u8);
                for place in 0..full.len() as i32 {
                    let (file, rank) = (place % files, place / files);
                    let slow = Dir::ALL.map(|dir| {
                        let (df, dr) = dir.delta(Side::Black);
                        let is_occupied = |n: &i32| {
                            let (f, r) = (file + n * df, rank + n * dr);
                            !on(f, r) || full[(r * files + f) as usize]
                        };
                        (1..).find(is_occupied).map_or(0, |n| n as u8)
                    });
                    assert_eq!(
                        occupancy.ray_lengths(file as u8, rank as u8),
                        slow,
                        "{file} {rank}"
                    );
                    for (dir, length) in slow.into_iter().enumerate() {
                        assert_eq!(occupancy.ray_length(file as u8, rank as u8, dir as u8), length);
                    }
                }
            }
        }
    }
}
