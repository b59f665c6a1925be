//! Everything that the rules of a game determine, whatever the position: computed once, then shared
//! by all engines of that game.
//!
//! One set of tables drives every game. No code depends on which game is played: it asks what a
//! piece does ([`Movement`], flags) and what the options say. Most tables are indexed by a cell's
//! content, so that the same lookup answers for pieces, empty cells and walls.

use super::jump_sources::{JumpSource, JumpSources};
use super::layout::{ByContent, CELL_MASK, CELLS, CONTENTS, Cell, Content, EMPTY, Layout};
use super::movement::{
    EMPEROR, HOOK, JUMPER, LION, Leap, MULTI_CAPTURE, Movement, PAWN, ROYAL, ROYAL_MAKER, SPECIAL,
    line_offset,
};
use super::rare_moves::RareMove;
use super::square_set::SquareSet;
use crate::position::Piece;
use crate::referee::promotion;
use crate::rules::options::{
    Burning, CapturePromotion, Contagion, Deferral, EmperorGuard, Facing, ForcedPromotion,
    KingSafety, LionTrade, Promotion, RangeJump, Stalemate,
};
use crate::rules::{Board, Dir, Kind, PieceSpec, Royalty, Rules, Side, Square};
use std::sync::Arc;

/// [`Offset::dir`] of two cells on no common line.
const NO_DIRECTION: u8 = 8;

/// Owner of an empty cell in [`GameTables::owner`].
const NO_OWNER: u8 = 2;

/// Owner of a wall in [`GameTables::owner`].
const WALL_OWNER: u8 = 3;

/// Relation of two cells, determined by their difference.
#[derive(Clone, Copy, Debug)]
pub struct Offset {
    /// Direction from the first to the second cell, 8 if they are on no common line.
    pub dir: u8,
    /// Cells along that line.
    pub distance: u8,
    /// By attacking side: index plus one of the jump source that leads from the second cell back to
    /// the first; 0 if no piece jumps so.
    pub jump_source: [u8; 2],
}

impl Offset {
    /// True if a line or diagonal joins the cells.
    #[inline]
    pub fn is_on_line(self) -> bool {
        self.dir < NO_DIRECTION
    }
}

/// The tables of one game. They never change, so their fields are open to the whole engine.
#[derive(Debug)]
pub struct GameTables {
    pub layout: Layout,
    /// `king_safety: free`.
    pub free_king_safety: bool,
    pub promotion: Promotion,
    /// `capture_promotion: always`.
    pub captures_must_promote: bool,
    /// `emperor_guard: counts`.
    pub emperors_guard: bool,
    pub lion_trade: LionTrade,
    /// `none` unless the promotion rule is `zone_touch`.
    pub deferral: Deferral,
    pub lion_dog_passes: bool,
    pub forced_promotion: ForcedPromotion,
    /// `dead_drops: true`.
    pub dead_drops: bool,
    /// `nifu`: most pawns on a file; 0 for any number.
    pub nifu: u8,
    pub uchifuzume: bool,
    /// See [`tests_every_move`].
    pub tests_every_move: bool,
    /// `facing_royals: forbidden`.
    pub royals_may_not_face: bool,
    /// `stalemate: draw`.
    pub draws_by_stalemate: bool,
    /// Some piece turns only after a capture.
    pub has_capture_turns: bool,
    /// `range_jump: any_rank`.
    pub jumps_to_any_rank: bool,
    pub burning: Burning,
    /// Some piece burns its neighbours.
    pub has_burners: bool,
    /// Some capture changes the captor.
    pub has_contagion: bool,
    /// No piece without [`SPECIAL`] flags, [`MULTI_CAPTURE`] apart, becomes a hook mover or an
    /// emperor.
    pub plain_pieces_stay_plain: bool,
    /// Some droppable piece is an emperor.
    pub drops_emperors: bool,
    /// By content: side index, 2 for an empty cell, 3 for a wall.
    pub owner: ByContent<u8>,
    /// By piece: [`ROYAL`] and its companions.
    pub flags: ByContent<u8>,
    /// By flags: one in the 16-bit counter of each flag.
    pub flag_units: [u128; 256],
    /// By piece: not substantial in the sense of the lion-trading rules.
    pub is_minor: ByContent<bool>,
    /// By piece: promotes on the last rank without capturing.
    pub has_second_chance: ByContent<bool>,
    /// By piece: what it promotes to; 0 if it does not.
    pub promotes_to: ByContent<Content>,
    /// By piece: the kinds of which it becomes one by a promotion, if there are several.
    pub promotion_choices: Vec<Vec<Kind>>,
    pub is_promoted: ByContent<bool>,
    /// By piece: it burns its neighbours.
    pub burns: ByContent<bool>,
    /// By piece: it burns, or may after its next move.
    pub may_burn: ByContent<bool>,
    /// By piece: it has a rare move, or may not face an enemy royal.
    pub moves_rarely: ByContent<bool>,
    /// By piece: its rank for jumping captures.
    pub rank: ByContent<u8>,
    /// By piece: its drop may not give check.
    pub may_not_check: ByContent<bool>,
    /// By piece: its drop may not mate.
    pub may_not_mate: ByContent<bool>,
    /// By piece: the squares that it may not leave.
    pub regions: Vec<Option<SquareSet>>,
    /// By piece: contagion does not change it.
    pub is_immune: ByContent<bool>,
    /// By captured piece: what its captor becomes; 0 if it does not change.
    pub contagious_to: ByContent<Content>,
    /// By piece: its lane in the hand of its captor.
    pub lane: ByContent<Option<u8>>,
    /// By attacking side, piece and direction: range of the slide, in cells.
    range: [ByContent<[u8; 8]>; 2],
    pub movements: Vec<Movement>,
    /// By attacking side.
    pub jump_sources: [Vec<JumpSource>; 2],
    offsets: [Offset; 2 * CELLS],
    /// By piece: squares that it could never leave.
    pub dead_squares: Vec<SquareSet>,
    /// By side: everything that can be dropped.
    pub droppable: [Vec<Droppable>; 2],
}

/// A form in which a piece can be dropped.
#[derive(Clone, Copy, Debug)]
pub struct Droppable {
    pub piece: Content,
    pub kind: Kind,
    /// Its lane in a hand.
    pub lane: u8,
}

/// True if the engine plays and tests every move of the game, because attacks seen from the royals
/// do not decide there. That is several times as slow.
pub fn tests_every_move(rules: &Rules) -> bool {
    let options = &rules.options;
    let moves_rarely = |spec: &PieceSpec| {
        spec.region.is_some() || spec.atoms.iter().any(|&atom| RareMove::is_rare(atom))
    };
    // The drop of a second royal answers a check wherever it lands.
    let drops_royal = |(kind, spec): (Kind, &PieceSpec)| {
        spec.royalty == Royalty::Royal && rules.lane_of_drop(kind).is_some()
    };
    options.facing_royals == Facing::Forbidden
        || rules.has_burners
        || rules.has_promotion_choices
        || options.stalemate == Stalemate::Draw
        || rules.has_drops()
            && !(options.no_drop_mate.is_empty() && options.no_drop_check.is_empty())
        || rules.iter().any(drops_royal)
        || rules.kinds.iter().any(moves_rarely)
}

impl GameTables {
    pub fn new(rules: &Rules) -> GameTables {
        let options = &rules.options;
        let mut tables = GameTables {
            layout: Layout::new(rules),
            free_king_safety: options.king_safety == KingSafety::Free,
            promotion: options.promotion,
            captures_must_promote: options.capture_promotion == CapturePromotion::Always,
            emperors_guard: options.emperor_guard == EmperorGuard::Counts,
            lion_trade: options.lion_trade,
            deferral: if options.promotion == Promotion::ZoneTouch {
                options.deferral
            } else {
                Deferral::None
            },
            lion_dog_passes: options.liondog_pass,
            forced_promotion: options.forced_promotion,
            dead_drops: options.dead_drops,
            nifu: options.nifu,
            uchifuzume: options.uchifuzume,
            tests_every_move: tests_every_move(rules),
            royals_may_not_face: options.facing_royals == Facing::Forbidden,
            draws_by_stalemate: options.stalemate == Stalemate::Draw,
            has_capture_turns: rules.has_capture_turns,
            jumps_to_any_rank: options.range_jump == RangeJump::AnyRank,
            burning: options.burning,
            has_burners: rules.has_burners,
            has_contagion: options.spreads(),
            plain_pieces_stay_plain: true,
            drops_emperors: false,
            owner: ByContent::all(WALL_OWNER),
            flags: ByContent::all(0),
            flag_units: std::array::from_fn(|flags| {
                (0..8).filter(|flag| flags >> flag & 1 == 1).map(|flag| 1 << (16 * flag)).sum()
            }),
            is_minor: ByContent::all(false),
            has_second_chance: ByContent::all(false),
            promotes_to: ByContent::all(EMPTY),
            promotion_choices: vec![Vec::new(); CONTENTS],
            is_promoted: ByContent::all(false),
            burns: ByContent::all(false),
            may_burn: ByContent::all(false),
            moves_rarely: ByContent::all(false),
            rank: ByContent::all(0),
            may_not_check: ByContent::all(false),
            may_not_mate: ByContent::all(false),
            regions: vec![None; CONTENTS],
            is_immune: ByContent::all(false),
            contagious_to: ByContent::all(EMPTY),
            lane: ByContent::all(None),
            range: [ByContent::all([0; 8]); 2],
            movements: vec![Movement::default(); CONTENTS],
            jump_sources: [Vec::new(), Vec::new()],
            offsets: [Offset { dir: NO_DIRECTION, distance: 0, jump_source: [0; 2] }; 2 * CELLS],
            dead_squares: vec![SquareSet::default(); CONTENTS],
            droppable: [Vec::new(), Vec::new()],
        };
        tables.owner[EMPTY] = NO_OWNER;
        tables.add_line_offsets();
        for (kind, _) in rules.iter() {
            for side in Side::BOTH {
                tables.add_piece(rules, kind, side);
            }
        }
        tables.plain_pieces_stay_plain = (0..CONTENTS as Content).all(|piece| {
            let forms = [tables.promotes_to[piece], tables.contagious_to[piece]];
            tables.flags[piece] & SPECIAL & !MULTI_CAPTURE != 0
                || forms.iter().all(|&f| tables.flags[f] & (HOOK | EMPEROR) == 0)
        });
        tables.drops_emperors = tables
            .droppable
            .iter()
            .flatten()
            .any(|&Droppable { piece, .. }| tables.flags[piece] & EMPEROR != 0);
        tables
    }

    /// Relation of two cells.
    #[inline]
    pub fn offset(&self, from: Cell, to: Cell) -> Offset {
        self.offsets[to.wrapping_sub(from) & (2 * CELLS - 1)]
    }

    /// A piece of a side.
    #[inline]
    pub fn piece(&self, kind: Kind, side: usize) -> Content {
        Piece::new(kind, Side::BOTH[side]).index() as Content
    }

    /// Ranges of the slides of a piece, if `side` owns it; else zeros.
    #[inline]
    pub fn ranges(&self, side: usize, piece: Content) -> &[u8; 8] {
        &self.range[side][piece]
    }

    /// The jump sources of the pieces on the board and of those that they can turn into: by
    /// promotion, by contagion, or in the captor's hand.
    pub fn jump_sources_for(&self, board: impl Iterator<Item = Content>) -> JumpSources {
        let hands = self.droppable.iter().flatten().map(|entry| entry.piece);
        let mut found = [0; 8];
        let mut pending: Vec<Content> = board.chain(hands).collect();
        while let Some(piece) = pending.pop() {
            let (index, bit) = (usize::from(piece), 1 << (piece & 63));
            if piece != EMPTY && found[index >> 6] & bit == 0 {
                found[index >> 6] |= bit;
                pending.extend([self.promotes_to[piece], self.contagious_to[piece]]);
                let choices = self.promotion_choices[index].iter();
                pending.extend(choices.map(|&kind| self.piece(kind, self.owner[piece].into())));
            }
        }
        let relevant = |sources: &[JumpSource]| {
            sources.iter().filter(|source| source.has_any(&found)).copied().collect()
        };
        Arc::new([relevant(&self.jump_sources[0]), relevant(&self.jump_sources[1])])
    }

    fn add_piece(&mut self, rules: &Rules, kind: Kind, side: Side) {
        let spec = rules.spec(kind);
        let index = Piece::new(kind, side).index() as Content;
        let piece = |kind: Kind, side: Side| Piece::new(kind, side).index() as Content;
        self.owner[index] = side.index() as u8;
        self.is_minor[index] = spec.minor;
        self.has_second_chance[index] = rules.options.second_chance.contains(&kind);
        self.is_promoted[index] = spec.is_promoted();
        self.burns[index] = spec.burns;
        self.may_burn[index] = rules.may_burn(kind);
        self.rank[index] = spec.rank;
        self.may_not_check[index] = rules.options.no_drop_check.contains(&kind);
        self.may_not_mate[index] = rules.may_not_mate_by_drop(kind);
        self.is_immune[index] = spec.royalty != Royalty::None;
        self.lane[index] = rules.spec(spec.base).lane;
        if let Some(target) = rules.promoted_form(kind) {
            self.promotes_to[index] = piece(target, side);
            self.promotion_choices[usize::from(index)].clone_from(&spec.promotion_choices);
        }
        let is_contagious = match rules.options.contagion {
            Contagion::Both => true,
            Contagion::PromotedOnly => spec.is_promoted(),
            Contagion::None => false,
        };
        if let Some(target) = spec.contagion.filter(|_| is_contagious && self.has_contagion) {
            self.contagious_to[index] = piece(target, side.other());
        }
        if let Some(lane) = rules.lane_of_drop(kind) {
            self.droppable[side.index()].push(Droppable { piece: index, kind, lane });
        }
        let has_region = spec.region.is_some();
        if has_region {
            let mut region = SquareSet::default();
            let inside = |square: &Square| rules.in_region(kind, *square, side);
            self.layout.board().iter().filter(inside).for_each(|square| region.insert(square));
            self.regions[usize::from(index)] = Some(region);
        }
        let plain_atoms = if has_region { &[][..] } else { &spec.atoms[..] };
        let (mut movement, leaps) = Movement::compile(plain_atoms, side);
        let rare = spec
            .atoms
            .iter()
            .flat_map(|&atom| RareMove::compile(atom, side, &self.layout, has_region));
        movement.rare_moves = rare.collect();
        movement.is_pure_emperor &= movement.rare_moves.is_empty();
        self.moves_rarely[index] = !movement.rare_moves.is_empty()
            || self.royals_may_not_face && spec.royalty == Royalty::Royal;
        for &(dir, range) in movement.slides() {
            self.range[side.index()][index][usize::from(dir)] = range;
        }
        self.flags[index] = self.flags_of(rules, kind, &movement, !leaps.is_empty());
        for (files, ranks) in leaps {
            let delta = self.layout.delta(files, ranks);
            let ranges = self.range[side.index()][index];
            let slide = line_offset(files, ranks).filter(|&(dir, n)| ranges[usize::from(dir)] >= n);
            movement.leaps.push(Leap {
                delta,
                slide_dir: slide.map(|(dir, _)| dir),
                distance: slide.map_or(0, |(_, n)| n),
            });
            self.add_jump_source(side, delta, index);
        }
        let must_promote =
            self.forced_promotion == ForcedPromotion::Dead && rules.promoted_form(kind).is_some();
        if rules.lane_of_drop(kind).is_some() || must_promote {
            for square in self.layout.board().iter() {
                let is_dead = if movement.rare_moves.is_empty() {
                    self.is_dead(&movement, square)
                } else {
                    promotion::is_dead(rules, Piece::new(kind, side), square)
                };
                if is_dead {
                    self.dead_squares[usize::from(index)].insert(square);
                }
            }
        }
        self.movements[usize::from(index)] = movement;
    }

    fn flags_of(&self, rules: &Rules, kind: Kind, movement: &Movement, has_leaps: bool) -> u8 {
        let spec = rules.spec(kind);
        let is_royal = |kind: Kind| rules.spec(kind).royalty == Royalty::Royal;
        let catches_royalty = || rules.iter().any(|(_, spec)| spec.contagion.is_some_and(is_royal));
        let makes_royal = rules.promoted_form(kind).is_some_and(is_royal)
            || self.has_contagion && spec.royalty == Royalty::None && catches_royalty();
        let has_lion_power =
            movement.lion_steps > 0 || !movement.lion_lines.is_empty() || movement.is_lion_dog;
        let goes_on = movement.hook_legs.iter().any(|leg| leg.captures_at_corner)
            || movement.rare_moves.iter().any(|rare| matches!(rare, RareMove::CaptureTurn { .. }));
        let flags = [
            (ROYAL, spec.royalty == Royalty::Royal),
            (HOOK, !movement.hook_legs.is_empty()),
            (EMPEROR, movement.is_emperor),
            (MULTI_CAPTURE, has_lion_power || goes_on),
            (ROYAL_MAKER, makes_royal && spec.royalty != Royalty::Royal),
            (JUMPER, has_leaps),
            (PAWN, spec.pawn),
            (LION, spec.lion),
        ];
        flags.into_iter().filter(|(_, holds)| *holds).map(|(flag, _)| flag).sum()
    }

    /// True if the piece could not leave the square on an empty board.
    fn is_dead(&self, movement: &Movement, square: Square) -> bool {
        let from = self.layout.cell(square);
        let is_open = |cell: Cell| self.layout.blank()[cell & CELL_MASK] == EMPTY;
        let leaves =
            movement.slides().iter().any(|&(dir, _)| is_open(self.layout.next(from, dir.into())))
                || movement.leaps.iter().any(|leap| is_open(from.wrapping_add(leap.delta)))
                || movement.is_emperor && self.layout.board().squares() > 1;
        !leaves
    }

    fn add_line_offsets(&mut self) {
        let files_on_board = i32::from(self.layout.board().files);
        for (dir, direction) in Dir::ALL.into_iter().enumerate() {
            let (files, ranks) = direction.delta(Side::Black);
            for n in 1..=Board::MAX_SIDE {
                if files.abs() * i32::from(n) >= files_on_board {
                    break;
                }
                let delta = self.layout.delta(files * i32::from(n), ranks * i32::from(n));
                let offset = &mut self.offsets[delta & (2 * CELLS - 1)];
                (offset.dir, offset.distance) = (dir as u8, n);
            }
        }
    }

    fn add_jump_source(&mut self, side: Side, delta: usize, piece: Content) {
        let sources = &mut self.jump_sources[side.index()];
        let number = &mut self.offsets[delta & (2 * CELLS - 1)].jump_source[side.index()];
        if *number == 0 {
            sources.push(JumpSource::new(delta.wrapping_neg()));
            *number = sources.len() as u8;
        }
        sources[usize::from(*number) - 1].insert(piece);
    }
}
