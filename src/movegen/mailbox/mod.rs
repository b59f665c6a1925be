//! The engine for every game: a padded board, driven by tables computed from [`Rules`].
//!
//! # How it works
//!
//! **One set of tables drives every game.** `board` compiles the rules once: what each piece does,
//! as slides, leaps and special powers; flags for what matters elsewhere; and all options. No code
//! asks which game is played.
//!
//! **Moves change the board in place.** What a move destroys goes to a stack on the heap. Lines of
//! many thousand plies therefore cost 40 bytes a ply. Copies of the board would need no undoing,
//! but one copy has about 6 KiB.
//!
//! **Attacks are looked up from the royals outwards.** `attacks` asks what attacks a cell, not what
//! a piece attacks. Along a line the next piece is found with two bit operations, however far away
//! it is. Forcing moves are found in the same way: the lines from the enemy royal say where a piece
//! must end to give check, and which pieces discover one.
//!
//! ```text
//!      r  .  .  P  .  .  K      the line from the royal K: P is pinned by the rook r, and may move
//!      ^-----------------^      only along the line, up to the rook
//! ```
//!
//! **Legality costs one comparison for most moves.** `moves` computes once for each position who
//! checks, what is pinned and on which squares a move must end. This is exact only for straight
//! moves of plain pieces with a single royal. Everything else is played and tested: several royals,
//! captures on the way, hook movers, emperors, and lion trading.
//!
//! **Where attacks seen from the royals do not decide, every move is played and tested.** Hoppers,
//! lame leaps, strokes for one purpose, area moves, jumping captures, regions, burning, royals that
//! may not face each other, bans on check or mate by a drop, drops of royals, and stalemate as a
//! draw: a game with one of these lists what its pieces can do, plays each move and looks who could
//! be captured.
//!
//! **Most checks are refuted without being played.** `mate1` knows four kinds of replies that
//! survive a check; what remains is played and searched for a legal move.
//!
//! # Rooms
//!
//! | module | contents | type |
//! | --- | --- | --- |
//! | `board` | the padded board, its tables, playing and undoing | `PaddedBoard` |
//! | `attacks` | who attacks what | methods of `PaddedBoard` |
//! | `moves` | legal moves and forcing moves | methods of `PaddedBoard` and [`MailboxEngine`] |
//! | `mate1` | mate in one | methods of `PaddedBoard` and [`MailboxEngine`] |
//!
//! Each module uses only those above it. The fields of the board are private to `board`.
//!
//! # What was tried
//!
//! The measurements are in `benches/history.md`; speeds are nodes a second of whole problem files.
//!
//! | form | result |
//! | --- | --- |
//! | walks to the next piece, cell by cell | replaced by occupied cells as bits of lines: 1.1 to 1.8 times as fast |
//! | every forcing move played to see whether it mates | replaced by the tests of `mate1`: 1.1 to 1.25 times as fast against a single royal, 2.6 times against several |
//! | all moves of hook movers listed for each check | replaced by all squares behind all corners, a rank at a time, and killer replies: 70 times fewer instructions where both sides have hook movers |
//! | keys updated for moves that are only tested | replaced by `try_move`: up to 1.1 times as fast |
//! | jumpers in sets of their own instead of probing their offsets | rejected: 2 to 3 % slower |
//! | a table of the cells from which a stepping piece attacks a royal by its next move | rejected: 3 to 8 % faster, but it takes 6 ms to compute for hishigata, longer than most of its problems |

mod attacks;
mod board;
mod mate1;
mod moves;

use crate::position::engine::FrontierResult;
use crate::position::{BoardKey, Engine, Forcing, Hand, Move, MoveList, Piece, Position};
use crate::rules::{Rules, Side, Square};
use board::{GameTables, PaddedBoard};
use std::sync::Arc;

pub use board::tests_every_move;

/// An engine for any game. See the [module's documentation](self).
#[derive(Clone, Debug)]
pub struct MailboxEngine {
    board: PaddedBoard,
    forcing: Forcing,
    /// Empty lists, whose memory is reused.
    list_pool: Vec<MoveList>,
}

impl MailboxEngine {
    fn with_tables(
        tables: Arc<GameTables>,
        position: &Position,
        forcing: Forcing,
    ) -> MailboxEngine {
        MailboxEngine { board: PaddedBoard::new(tables, position), forcing, list_pool: Vec::new() }
    }

    /// An empty list. Give it back with [`MailboxEngine::return_list`].
    fn take_list(&mut self) -> MoveList {
        self.list_pool.pop().unwrap_or_default()
    }

    /// The first of some forcing moves after which there is no legal reply.
    fn mate_among(&mut self, moves: &[Move]) -> Option<Move> {
        if !self.board.tables().tests_every_move {
            return self.find_mate(moves);
        }
        moves.iter().copied().find(|&m| {
            self.board.try_move(m);
            let mates = !self.has_legal_move();
            self.board.undo();
            mates
        })
    }

    fn return_list(&mut self, mut list: MoveList) {
        list.clear();
        self.list_pool.push(list);
    }
}

impl Engine for MailboxEngine {
    fn new(
        rules: &Arc<Rules>,
        position: &Position,
        _attacker: Side,
        forcing: Forcing,
    ) -> MailboxEngine {
        MailboxEngine::with_tables(Arc::new(GameTables::new(rules)), position, forcing)
    }

    fn with_shared_tables(
        &self,
        _rules: &Arc<Rules>,
        position: &Position,
        _attacker: Side,
        forcing: Forcing,
    ) -> MailboxEngine {
        MailboxEngine::with_tables(Arc::clone(self.board.tables()), position, forcing)
    }

    fn side(&self) -> Side {
        Side::BOTH[self.board.turn()]
    }

    fn key(&self) -> BoardKey {
        BoardKey(self.board.key())
    }

    fn hand(&self, side: Side) -> Hand {
        self.board.hand(side.index())
    }

    fn set_hands(&mut self, hands: [Hand; 2]) {
        self.board.set_hands(hands);
    }

    fn play(&mut self, m: Move) {
        self.board.play(m);
    }

    fn undo(&mut self) {
        self.board.undo();
    }

    fn clear_history(&mut self) {
        self.board.clear_history();
    }

    fn in_check(&mut self) -> bool {
        self.board.is_in_check(self.board.turn())
    }

    fn generate_legal(&mut self, out: &mut MoveList) {
        out.clear();
        self.add_legal(out);
    }

    fn generate_forcing(&mut self, out: &mut MoveList) {
        out.clear();
        self.add_forcing(out);
    }

    fn interposable_kinds(&self) -> Hand {
        if self.board.tables().tests_every_move {
            return Hand::ONE_OF_EACH;
        }
        self.board.interposable_kinds()
    }

    fn count_support(&self, m: Move) -> u32 {
        self.board.count_direct_support(m)
    }

    fn position(&self) -> Position {
        self.board.position()
    }

    fn at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    fn royals(&self, side: Side, out: &mut Vec<Square>) {
        out.clear();
        out.extend(self.board.royals(side.index()).iter());
    }

    fn mate_in_one(&mut self) -> Option<Move> {
        let mut list = self.take_list();
        self.generate_forcing(&mut list);
        let mate = self.mate_among(&list);
        self.return_list(list);
        mate
    }

    fn find_replies(&mut self, moves: &[Move], out: &mut Vec<Option<Move>>) {
        out.clear();
        self.add_replies(moves, out);
    }

    fn test_frontier(&mut self, scratch: &mut MoveList) -> FrontierResult {
        self.generate_forcing(scratch);
        FrontierResult::of(scratch, || self.mate_among(scratch))
    }

    fn key_and_hand_after(&mut self, m: Move, side: Side) -> (BoardKey, Hand) {
        if let Some((key, hand)) = self.board.key_and_hand_after(m) {
            let is_mover = side.index() == self.board.turn();
            return (key, if is_mover { hand } else { self.hand(side) });
        }
        self.board.play(m);
        let after = (self.key(), self.hand(side));
        self.board.undo();
        after
    }
}
