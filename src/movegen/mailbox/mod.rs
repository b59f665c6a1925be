//! The engine for every game: a padded board of bytes, driven by tables made from [`Rules`].
//!
//! Nothing is copied to make a move; what a move destroys goes to a stack on the heap, so that lines
//! of many thousand plies cost memory only. Attacks are looked up from the royals outwards. What is
//! legal is decided for most moves by one look at the lines to a single royal (`shield`); the rest
//! (several royals, captures on the way, hook movers, emperors, lion trading) is played and tested.
//!
//! | module | what |
//! | --- | --- |
//! | `tables` | the game, made once |
//! | `squares` | sets of squares |
//! | `lines` | what is occupied, by lines |
//! | `attack` | who could capture what |
//! | `exchange` | emperors that capture in turn on one cell |
//! | `jumpers` | where jumpers attack from |
//! | `make` | play and take back, keys |
//! | `turns` | where hook movers get by a turn |
//! | `ways` | how a piece can go, and what it may become |
//! | `bends` | hook movers that look round a corner |
//! | `shield` | checkers and pins of the side to move |
//! | `legal` | legal moves |
//! | `drops` | drops |
//! | `guards` | what keeps an emperor from capturing a royal |
//! | `target` | the lines to a royal that is to be attacked |
//! | `threats` | what attacks several royals already |
//! | `forcing` | the attacker's moves |
//! | `outlook` | what is known of a move before it is played |
//! | `refuge`, `spare` | what a side can play whatever its opponent does |
//! | `recapture` | where a hook mover that gives check is captured |
//! | `served` | replies that served against the last checks |
//! | `reply` | is there any reply at all; mate in one |

mod attack;
mod bends;
mod drops;
mod exchange;
mod forcing;
mod guards;
mod jumpers;
mod legal;
mod lines;
mod make;
mod outlook;
mod recapture;
mod refuge;
mod reply;
mod served;
mod shield;
mod spare;
mod squares;
mod tables;
mod target;
mod threats;
mod turns;
mod ways;

use crate::position::engine::FrontierResult;
use crate::position::{BoardKey, Engine, Forcing, Hand, Move, MoveList, Piece, Position};
use crate::rules::{Kind, Rules, Side, Square};
use jumpers::Probes;
use lines::Lines;
use make::Undo;
use squares::Squares;
use std::sync::Arc;
use tables::{CELLS, Cell, EMPTY, MASK, Tables};

/// An engine for any game. See the module's documentation.
#[derive(Clone, Debug)]
pub struct MailboxEngine {
    t: Arc<Tables>,
    forcing: Forcing,
    cells: [u8; CELLS],
    /// Which of them are not empty.
    lines: Lines,
    /// Side to move, 0 or 1.
    turn: usize,
    hands: [Hand; 2],
    phantom: [bool; 2],
    counter_strike: Option<Square>,
    /// Used only where a deferral option is in force.
    deferred: Squares,
    key: u64,
    /// All pieces of a side.
    pieces: [Squares; 2],
    /// Those of them that are [`tables::SPECIAL`].
    special: [Squares; 2],
    /// The royals of a side; none for a phantom.
    royals: [Squares; 2],
    royal_count: [u16; 2],
    /// The cells of the first three royals.
    kings: [[Cell; 3]; 2],
    /// How many pieces of a side have each flag, sixteen bits for each.
    counts: [u128; 2],
    /// Unpromoted pawns on each file, for the two-pawns rule.
    pawns: [[u8; 32]; 2],
    /// Where jumpers of a side would have to stand to attack a cell.
    probes: Probes,
    played: Vec<Undo>,
    deferred_before: Vec<Squares>,
    /// Lists to be used again.
    spare: Vec<MoveList>,
}

impl MailboxEngine {
    /// An engine that uses these tables, which were made of the same rules.
    fn with_tables(
        tables: Arc<Tables>,
        rules: &Rules,
        position: &Position,
        forcing: Forcing,
    ) -> MailboxEngine {
        let mut engine = MailboxEngine {
            forcing,
            cells: tables.blank,
            lines: tables.blank_lines,
            turn: position.side.index(),
            hands: position.hands,
            phantom: position.phantom,
            counter_strike: None,
            deferred: Squares::default(),
            key: 0,
            pieces: [Squares::default(); 2],
            special: [Squares::default(); 2],
            royals: [Squares::default(); 2],
            royal_count: [0; 2],
            kings: [[0; 3]; 2],
            counts: [0; 2],
            pawns: [[0; 32]; 2],
            probes: tables.probes_for(position.pieces().map(|(_, piece)| piece.index() as u8)),
            played: Vec::new(),
            deferred_before: Vec::new(),
            spare: Vec::new(),
            t: tables,
        };
        for (square, piece) in position.pieces() {
            if square.index() < rules.board.squares() {
                engine.put(engine.cell(square), piece.index() as u8);
            }
        }
        engine.set_memories(position);
        engine
    }
}

impl Engine for MailboxEngine {
    fn new(
        rules: &Arc<Rules>,
        position: &Position,
        _attacker: Side,
        forcing: Forcing,
    ) -> MailboxEngine {
        MailboxEngine::with_tables(Arc::new(Tables::new(rules)), rules, position, forcing)
    }

    fn with_shared_tables(
        &self,
        rules: &Arc<Rules>,
        position: &Position,
        _attacker: Side,
        forcing: Forcing,
    ) -> MailboxEngine {
        MailboxEngine::with_tables(Arc::clone(&self.t), rules, position, forcing)
    }

    fn side(&self) -> Side {
        Side::BOTH[self.turn]
    }

    fn key(&self) -> BoardKey {
        BoardKey(self.key)
    }

    fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    fn set_hands(&mut self, hands: [Hand; 2]) {
        self.hands = hands;
    }

    fn play(&mut self, m: Move) {
        self.make(m);
    }

    fn undo(&mut self) {
        self.unmake();
    }

    fn clear_history(&mut self) {
        self.played = Vec::new();
    }

    fn in_check(&mut self) -> bool {
        self.all_capturable(self.turn)
    }

    fn generate_legal(&mut self, out: &mut MoveList) {
        out.clear();
        self.legal_moves(out);
    }

    fn generate_forcing(&mut self, out: &mut MoveList) {
        out.clear();
        self.forcing_moves(out);
    }

    fn interposable_kinds(&self) -> Hand {
        self.blocking_kinds()
    }

    fn count_support(&self, m: Move) -> u32 {
        self.cover_after(m)
    }

    fn position(&self) -> Position {
        let mut position = Position::empty(self.t.board, self.side());
        for square in self.t.board.iter() {
            position.board[square.index()] = self.at(square);
        }
        position.hands = self.hands;
        position.counter_strike = self.counter_strike;
        position.deferred = self.deferred.iter().map(Square).collect();
        position.phantom = self.phantom;
        position
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.piece(self.cells[self.cell(square)])
    }

    fn royals(&self, side: Side, out: &mut Vec<Square>) {
        out.clear();
        out.extend(self.royals[side.index()].iter().map(Square));
    }

    fn mate_in_one(&mut self) -> Option<Move> {
        let mut list = self.list();
        self.forcing_moves(&mut list);
        let mate = self.mate_among(&list);
        self.keep(list);
        mate
    }

    fn test_frontier(&mut self, scratch: &mut MoveList) -> FrontierResult {
        self.generate_forcing(scratch);
        FrontierResult::of(scratch, || self.mate_among(scratch))
    }

    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        if let Some((key, hand)) = self.key_after(m) {
            let mover = side.index() == self.turn;
            return (key, if mover { hand } else { self.hand(side) });
        }
        self.make(m);
        let after = (self.key(), self.hand(side));
        self.unmake();
        after
    }
}

impl MailboxEngine {
    fn content(&self, cell: Cell) -> u8 {
        self.cells[cell & MASK]
    }

    fn cell(&self, square: Square) -> Cell {
        usize::from(self.t.cell[square.index() & MASK])
    }

    fn square(&self, cell: Cell) -> Square {
        Square(self.t.square[cell & MASK])
    }

    fn flags(&self, piece: u8) -> u8 {
        self.t.flags[usize::from(piece)]
    }

    fn owner(&self, piece: u8) -> usize {
        usize::from(self.t.owner[usize::from(piece)])
    }

    /// How many pieces of a side have this flag.
    fn count(&self, side: usize, flag: u8) -> u16 {
        (self.counts[side] >> (16 * flag.trailing_zeros())) as u16
    }

    fn piece(&self, content: u8) -> Option<Piece> {
        let side = match self.t.owner[usize::from(content)] {
            0 => Side::Black,
            1 => Side::White,
            _ => return None,
        };
        Some(Piece::new(Kind((content - 1) >> 1), side))
    }

    /// True if a side has neither a royal nor a phantom one.
    fn lost(&self, side: usize) -> bool {
        self.royal_count[side] == 0 && !self.phantom[side]
    }

    /// An empty list; give it back with [`MailboxEngine::keep`].
    fn list(&mut self) -> MoveList {
        self.spare.pop().unwrap_or_default()
    }

    fn keep(&mut self, mut list: MoveList) {
        list.clear();
        self.spare.push(list);
    }

    /// The cells between two on a line, both exclusive, are empty.
    fn clear(&self, from: Cell, dir: u8, distance: u8) -> bool {
        self.stop(from, dir) >= distance
    }

    /// How far the next piece or wall is in a direction.
    fn stop(&self, from: Cell, dir: u8) -> u8 {
        self.lines.stop(self.t.file[from & MASK], self.t.rank[from & MASK], dir)
    }

    /// How far the next piece or wall is in each direction.
    fn stops(&self, from: Cell) -> [u8; 8] {
        self.lines.stops(self.t.file[from & MASK], self.t.rank[from & MASK])
    }

    /// The lines once pieces have left these cells.
    fn lines_without(&self, lifted: &[Cell]) -> Lines {
        let mut lines = self.lines;
        for &cell in lifted {
            lines.flip(self.t.file[cell & MASK], self.t.rank[cell & MASK]);
        }
        lines
    }

    /// The cell so far away in a direction.
    fn along(&self, from: Cell, dir: usize, distance: u8) -> Cell {
        from.wrapping_add(self.t.step[dir].wrapping_mul(usize::from(distance))) & MASK
    }

    /// Changes what stands on a cell, and nothing else that is known of it. Returns what stood there.
    fn set(&mut self, cell: Cell, content: u8) -> u8 {
        let before = std::mem::replace(&mut self.cells[cell & MASK], content);
        if (before == EMPTY) != (content == EMPTY) {
            self.lines.flip(self.t.file[cell & MASK], self.t.rank[cell & MASK]);
        }
        before
    }
}
