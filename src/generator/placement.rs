//! Placement of pieces, shared by seeds and operators.

use crate::generator::problem_space::{ATTACKER, DEFENDER, ProblemSpace};
use crate::generator::random::RandomStream;
use crate::position::{Piece, Position};
use crate::rules::{Kind, Side, Square};

/// Squares of one side's pieces, royals excepted.
pub fn non_royal_squares_of(space: &ProblemSpace, position: &Position, side: Side) -> Vec<Square> {
    let plain = |piece: Piece| piece.side() == side && !space.is_royal(piece.kind());
    position.pieces().filter(|(_, piece)| plain(*piece)).map(|(square, _)| square).collect()
}

/// Squares of all pieces, royals excepted.
pub fn non_royal_squares(space: &ProblemSpace, position: &Position) -> Vec<Square> {
    let plain = |piece: Piece| !space.is_royal(piece.kind());
    position.pieces().filter(|(_, piece)| plain(*piece)).map(|(square, _)| square).collect()
}

/// Squares of the defender's royals.
pub fn defender_royals(space: &ProblemSpace, position: &Position) -> Vec<Square> {
    position.royals(&space.rules, DEFENDER)
}

/// Draws an empty square near `from`, most often next to it.
pub fn draw_square_near(
    space: &ProblemSpace,
    random: &mut RandomStream,
    position: &Position,
    from: Square,
) -> Option<Square> {
    (0..12).find_map(|_| {
        let reach = match random.draw_below(10) {
            0..=3 => 1,
            4..=6 => 2,
            7 | 8 => 3,
            _ => i32::from(space.rules.board.files.max(space.rules.board.ranks)) - 1,
        };
        let mut step = || random.draw_below(2 * reach as usize + 1) as i32 - reach;
        let by = (step(), step());
        space.rules.board.shift(from, by).filter(|square| position.at(*square).is_none())
    })
}

/// Draws an empty square near one of the defender's royals.
pub fn draw_square_near_royal(
    space: &ProblemSpace,
    random: &mut RandomStream,
    position: &Position,
) -> Option<Square> {
    let king = random.pick(&defender_royals(space, position))?;
    draw_square_near(space, random, position, king)
}

/// Draws a kind for a side's piece on the board, by its weight. In games with drops each piece of
/// the set is equally likely (pawns less so), promoted in a quarter of all cases.
pub fn draw_kind(space: &ProblemSpace, random: &mut RandomStream, side: Side) -> Option<Kind> {
    let weight = |kind: Kind| space.weights.of(kind, side);
    if !space.rules.has_drops() {
        let weights: Vec<u64> = space.kinds.iter().map(|kind| weight(*kind)).collect();
        return random.pick_weighted(&weights).map(|at| space.kinds[at]);
    }
    let base: Vec<Kind> =
        space.kinds.iter().copied().filter(|&kind| space.rules.spec(kind).base == kind).collect();
    // Pawns are half of the set, but not half of what makes a problem.
    let weights: Vec<u64> = base
        .iter()
        .map(|kind| u64::from(space.rules.spec(*kind).at_start().min(6)) * weight(*kind))
        .collect();
    let kind = base[random.pick_weighted(&weights)?];
    let Some(promoted) = space.rules.spec(kind).promotes_to else { return Some(kind) };
    let forms = [25 * weight(promoted), 75 * weight(kind)];
    Some(if random.pick_weighted(&forms) == Some(0) { promoted } else { kind })
}

/// Draws a kind for the hand.
pub fn draw_hand_kind(space: &ProblemSpace, random: &mut RandomStream) -> Option<Kind> {
    let lanes: Vec<Kind> =
        space.rules.lanes.iter().copied().filter(|kind| space.kinds.contains(kind)).collect();
    random.pick(&lanes)
}

/// Puts a piece on an empty square if it can ever move from there and the game has one more of it.
pub fn put_piece(
    space: &ProblemSpace,
    position: &mut Position,
    square: Square,
    kind: Kind,
    side: Side,
) -> Option<()> {
    let piece = Piece::new(kind, side);
    if position.at(square).is_some()
        || space.is_dead(piece, square)
        || !space.may_add(position, kind, side)
    {
        return None;
    }
    position.board[square.index()] = Some(piece);
    Some(())
}

/// Adds a piece to the attacker's hand.
pub fn add_to_hand(space: &ProblemSpace, position: &mut Position, kind: Kind) -> Option<()> {
    let lane = space.rules.spec(kind).lane?;
    let hand = &mut position.hands[ATTACKER.index()];
    // No set has more; `normalise` rejects smaller excesses.
    if hand.count(lane) >= 18 {
        return None;
    }
    *hand = hand.with(lane);
    Some(())
}

/// Adds the required pieces that are missing, most often for the attacker. Pieces that do not fit
/// are left out.
pub fn add_required(space: &ProblemSpace, random: &mut RandomStream, position: &mut Position) {
    for kind in space.missing_required(position) {
        if space.is_royal(kind) {
            continue;
        }
        let can_drop = space.rules.spec(kind).lane.is_some();
        if can_drop && random.draw_percent(45) && add_to_hand(space, position, kind).is_some() {
            continue;
        }
        let side = if random.draw_percent(75) { ATTACKER } else { DEFENDER };
        if let Some(square) = draw_square_near_royal(space, random, position) {
            let _ = put_piece(space, position, square, kind, side);
        }
    }
}

/// Adds the pieces of a wanted theme if the position has those of none. Pieces that do not fit are
/// left out.
pub fn add_theme_pieces(space: &ProblemSpace, random: &mut RandomStream, position: &mut Position) {
    let theme = space.missing_theme_pieces(position).and_then(|themes| random.pick(&themes));
    let Some(theme) = theme else { return };
    for side in Side::BOTH {
        let kinds = theme.of_side(side);
        let there = |kind: &Kind| position.pieces().any(|(_, p)| p == Piece::new(*kind, side));
        if kinds.iter().any(there) {
            continue;
        }
        // Pieces that reach far show it from afar.
        let far = random.draw_percent(40);
        let square = if far {
            let at = random.draw_below(space.rules.board.squares());
            space.rules.board.iter().nth(at).filter(|square| position.at(*square).is_none())
        } else {
            draw_square_near_royal(space, random, position)
        };
        if let (Some(kind), Some(square)) = (random.pick(kinds), square) {
            let _ = put_piece(space, position, square, kind, side);
        }
    }
}

/// Takes a piece from the attacker's hand.
pub fn take_from_hand(space: &ProblemSpace, position: &mut Position, kind: Kind) -> Option<()> {
    let lane = space.rules.spec(kind).lane?;
    let hand = &mut position.hands[ATTACKER.index()];
    if hand.count(lane) == 0 {
        return None;
    }
    *hand = hand.without(lane);
    Some(())
}

/// The kinds in the attacker's hand, each once.
pub fn kinds_in_hand(space: &ProblemSpace, position: &Position) -> Vec<Kind> {
    let hand = position.hands[ATTACKER.index()];
    let lanes = space.rules.lanes.iter().enumerate();
    lanes.filter(|(lane, _)| hand.count(*lane as u8) > 0).map(|(_, kind)| *kind).collect()
}

/// The position shifted by (files, ranks); `None` if a piece would leave the board.
pub fn shifted_position(
    space: &ProblemSpace,
    position: &Position,
    by: (i32, i32),
) -> Option<Position> {
    let mut moved = position.clone();
    moved.board.fill(None);
    for (square, piece) in position.pieces() {
        let to = space.rules.board.shift(square, by)?;
        moved.board[to.index()] = Some(piece);
    }
    Some(moved)
}

/// The mirror image.
pub fn mirror_image(space: &ProblemSpace, position: &Position) -> Position {
    let mut image = position.clone();
    for square in space.rules.board.iter() {
        image.board[space.rules.board.mirror(square).index()] = position.at(square);
    }
    image
}
