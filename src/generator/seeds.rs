//! Seeds: first positions at random, from templates, and by retraction from a mate.

use crate::generator::mate_probe::MateProbe;
use crate::generator::placement::{
    add_to_hand, draw_hand_kind, draw_kind, draw_square_near, draw_square_near_royal, put_piece,
};
use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::generator::retraction;
use crate::generator::theme_figures;
use crate::position::{Engine, Position};
use crate::rules::{Kind, Side, Square};

/// Pattern of a first position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SeedPattern {
    /// Some pieces around the king.
    Random,
    /// The king alone against some attackers.
    BareKing,
    /// All attackers of one kind.
    OneKind,
    /// The king in a corner among his own pieces, as in a castle.
    Castle,
    /// The same pieces on both sides of the king.
    Figure,
    /// A mate, with the last move retracted.
    Mate,
    /// The figure of a wanted theme, and some pieces.
    Theme,
}

impl SeedPattern {
    /// All patterns.
    pub const ALL: [SeedPattern; 7] = [
        SeedPattern::Random,
        SeedPattern::BareKing,
        SeedPattern::OneKind,
        SeedPattern::Castle,
        SeedPattern::Figure,
        SeedPattern::Mate,
        SeedPattern::Theme,
    ];

    /// Name in lineages and tables.
    pub fn name(self) -> &'static str {
        match self {
            SeedPattern::Random => "seed:random",
            SeedPattern::BareKing => "seed:bare_king",
            SeedPattern::OneKind => "seed:one_kind",
            SeedPattern::Castle => "seed:castle",
            SeedPattern::Figure => "seed:figure",
            SeedPattern::Mate => "seed:mate",
            SeedPattern::Theme => "seed:theme",
        }
    }

    /// True if the pattern can make positions of this space.
    pub fn applies(self, space: &ProblemSpace) -> bool {
        self != SeedPattern::Theme || space.constraints.themes.iter().any(|theme| theme.in_place)
    }

    /// Makes a position; `None` if this draw did not fit.
    pub fn make_position<E: Engine>(
        self,
        space: &ProblemSpace,
        probe: &mut MateProbe<E>,
        random: &mut RandomStream,
    ) -> Option<Position> {
        let mut position = board_with_royals(space, random, self == SeedPattern::Castle)?;
        match self {
            SeedPattern::Random => {
                add_pieces(space, random, &mut position, DEFENDER, 0, 4);
                add_attackers(space, random, &mut position);
            }
            SeedPattern::BareKing => add_attackers(space, random, &mut position),
            SeedPattern::OneKind => {
                add_pieces(space, random, &mut position, DEFENDER, 0, 3);
                let kind = draw_kind(space, random, ATTACKER)?;
                for _ in 0..2 + random.draw_below(3) {
                    if space.rules.spec(kind).lane.is_some() && random.draw_percent(50) {
                        add_to_hand(space, &mut position, kind)?;
                    } else {
                        let square = draw_square_near_royal(space, random, &position)?;
                        put_piece(space, &mut position, square, kind, ATTACKER)?;
                    }
                }
            }
            SeedPattern::Castle => {
                add_pieces(space, random, &mut position, DEFENDER, 2, 3);
                add_attackers(space, random, &mut position);
            }
            SeedPattern::Theme => {
                if !self.applies(space) {
                    return None;
                }
                add_pieces(space, random, &mut position, DEFENDER, 0, 2);
                add_pieces(space, random, &mut position, ATTACKER, 0, 1);
                return theme_figures::add_capture_in_place(space, random, &position);
            }
            SeedPattern::Figure => add_figure(space, random, &mut position)?,
            SeedPattern::Mate => {
                add_pieces(space, random, &mut position, DEFENDER, 0, 3);
                add_pieces(space, random, &mut position, ATTACKER, 2, 3);
                return retraction::retract_mating_move(space, probe, random, &position);
            }
        }
        Some(position)
    }
}

/// An empty board with the defender's royals.
fn board_with_royals(
    space: &ProblemSpace,
    random: &mut RandomStream,
    corner: bool,
) -> Option<Position> {
    let board = space.rules.board;
    let mut position = Position::empty(board, ATTACKER);
    // Most problems take place at the defender's edge, where pieces promote.
    let ranks = match random.draw_below(4) {
        _ if corner => 2,
        0 => usize::from(board.ranks),
        _ => usize::from(board.ranks).div_ceil(3),
    };
    let files = if corner { 2 } else { usize::from(board.files) };
    let king = board.square(random.draw_below(files) as i32, random.draw_below(ranks) as i32)?;
    put_piece(space, &mut position, king, space.first_royal()?, DEFENDER)?;
    let (least, most) = space.constraints.royals;
    let royals = least.max(1).min(most);
    let mut required =
        space.constraints.required.iter().filter(|kind| space.royals.contains(kind)).skip(1);
    for _ in 1..royals {
        // A prince if there is one: an emperor is hard to catch.
        let prince = |kind: &Kind| {
            let spec = space.rules.spec(*kind);
            spec.base != *kind && !spec.is_emperor()
        };
        let princes: Vec<Kind> = space.royals.iter().copied().filter(prince).collect();
        let others = if princes.is_empty() { &space.royals } else { &princes };
        let square = draw_square_near(space, random, &position, king)?;
        let other = required.next().copied().or_else(|| random.pick(others))?;
        put_piece(space, &mut position, square, other, DEFENDER)?;
    }
    Some(position)
}

/// Adds `least` to `most` pieces of a side near the king.
fn add_pieces(
    space: &ProblemSpace,
    random: &mut RandomStream,
    position: &mut Position,
    side: Side,
    least: usize,
    most: usize,
) {
    for _ in 0..least + random.draw_below(most - least + 1) {
        if let (Some(kind), Some(square)) =
            (draw_kind(space, random, side), draw_square_near_royal(space, random, position))
        {
            // Pieces that do not fit are left out.
            let _ = put_piece(space, position, square, kind, side);
        }
    }
}

/// Adds two to four attackers, on the board or in hand.
fn add_attackers(space: &ProblemSpace, random: &mut RandomStream, position: &mut Position) {
    for _ in 0..2 + random.draw_below(3) {
        let in_hand = space.rules.has_drops() && random.draw_percent(45);
        if let Some(kind) = draw_hand_kind(space, random).filter(|_| in_hand) {
            let _ = add_to_hand(space, position, kind);
        } else {
            add_pieces(space, random, position, ATTACKER, 1, 1);
        }
    }
}

/// Adds pairs of pieces on both sides of the king's file, and one or two attackers on the file or
/// in hand.
fn add_figure(
    space: &ProblemSpace,
    random: &mut RandomStream,
    position: &mut Position,
) -> Option<()> {
    let board = space.rules.board;
    let (old, king) = position.pieces().find(|(_, piece)| space.is_royal(piece.kind()))?;
    // The figure is in the middle if the board has a middle file.
    let at = board.square(i32::from(board.files) / 2, board.rank(old))?;
    if position.royals(&space.rules, DEFENDER).len() == 1 {
        position.board[old.index()] = None;
        position.board[at.index()] = Some(king);
    }
    for _ in 0..1 + random.draw_below(3) {
        let (files, ranks) = (1 + random.draw_below(3) as i32, random.draw_below(5) as i32 - 2);
        let kind = draw_kind(space, random, ATTACKER)?;
        let side = if random.draw_percent(50) { ATTACKER } else { DEFENDER };
        let pair: [Option<Square>; 2] =
            [files, -files].map(|files| board.shift(at, (files, ranks)));
        for square in pair.into_iter().flatten() {
            let _ = put_piece(space, position, square, kind, side);
        }
    }
    for _ in 0..1 + random.draw_below(2) {
        match draw_hand_kind(space, random) {
            Some(kind) if random.draw_percent(60) => add_to_hand(space, position, kind)?,
            _ => {
                let square = board.shift(at, (0, 1 + random.draw_below(4) as i32))?;
                let kind = draw_kind(space, random, ATTACKER)?;
                let _ = put_piece(space, position, square, kind, ATTACKER);
            }
        }
    }
    Some(())
}
