//! A game record: a position with headers and a tree of moves, which is what KIF, KI2, CSA and JKF files
//! hold, in words of our own.

use crate::notation::kifu::{Spoken, Unresolved};
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::{Rules, Side, Square};

/// A record. Which of the headers mean something to problems is said by [`super::entry`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Key and value, in the file's order, apart from those that say what the position is.
    pub headers: Vec<(String, String)>,
    /// Where the moves begin.
    pub position: Position,
    /// The moves.
    pub tree: MoveTree,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// Mate.
    Mate,
    /// The problem has no mate.
    NoMate,
    /// The side to move resigns.
    Resigns,
    /// Broken off.
    BrokenOff,
    /// The same position has come four times.
    Repetition,
    /// Both kings have entered.
    Impasse,
    /// The side to move has lost on time.
    TimeUp,
    /// The side to move has won, for its opponent has made an illegal move.
    IllegalBefore,
    /// The side to move has made an illegal move, or lost by another breach.
    Illegal,
    /// The side to move declares that its entering king wins.
    Declared,
    /// The side to move has lost without playing.
    Absent,
    /// The side to move has won without playing.
    AbsentBefore,
}

/// End, its word in KIF, and in CSA and JKF. The first row of an end is the one that is written.
const ENDS: [(GameEnd, &str, &str); 38] = [
    (GameEnd::Mate, "詰み", "TSUMI"),
    (GameEnd::Mate, "詰", "TSUMI"),
    (GameEnd::Mate, "つみ", "TSUMI"),
    (GameEnd::NoMate, "不詰", "FUZUMI"),
    (GameEnd::NoMate, "不詰み", "FUZUMI"),
    (GameEnd::Resigns, "投了", "TORYO"),
    (GameEnd::BrokenOff, "中断", "CHUDAN"),
    (GameEnd::Repetition, "千日手", "SENNICHITE"),
    (GameEnd::Impasse, "持将棋", "JISHOGI"),
    (GameEnd::TimeUp, "切れ負け", "TIME_UP"),
    (GameEnd::TimeUp, "時間切れ", "TIME_UP"),
    (GameEnd::TimeUp, "時間切れ負け", "TIME_UP"),
    (GameEnd::TimeUp, "時間切れ負", "TIME_UP"),
    (GameEnd::IllegalBefore, "反則勝ち", "ILLEGAL_ACTION"),
    (GameEnd::IllegalBefore, "反則勝", "ILLEGAL_ACTION"),
    (GameEnd::Illegal, "反則負け", "ILLEGAL_MOVE"),
    (GameEnd::Illegal, "反則負", "ILLEGAL_MOVE"),
    (GameEnd::Illegal, "反則", "ILLEGAL_MOVE"),
    (GameEnd::Illegal, "反則手", "ILLEGAL_MOVE"),
    (GameEnd::Declared, "入玉勝ち", "KACHI"),
    (GameEnd::Declared, "入玉勝", "KACHI"),
    (GameEnd::Declared, "入玉宣言", "KACHI"),
    (GameEnd::Declared, "入玉宣言勝ち", "KACHI"),
    (GameEnd::Declared, "宣言勝ち", "KACHI"),
    (GameEnd::Declared, "宣言勝", "KACHI"),
    (GameEnd::Declared, "勝ち宣言", "KACHI"),
    (GameEnd::Declared, "トライ", "KACHI"),
    (GameEnd::Impasse, "引き分け", "HIKIWAKE"),
    (GameEnd::Impasse, "引分け", "HIKIWAKE"),
    (GameEnd::Impasse, "引分", "HIKIWAKE"),
    (GameEnd::Impasse, "最大手数", "MAX_MOVES"),
    (GameEnd::BrokenOff, "封じ手", "MATTA"),
    (GameEnd::BrokenOff, "待った", "MATTA"),
    (GameEnd::BrokenOff, "エラー", "ERROR"),
    // CSA has no words for these: the nearest that says who has won.
    (GameEnd::Absent, "不戦敗", "TORYO"),
    (GameEnd::Absent, "不戦負", "TORYO"),
    (GameEnd::AbsentBefore, "不戦勝", "ILLEGAL_ACTION"),
    (GameEnd::AbsentBefore, "不戦勝ち", "ILLEGAL_ACTION"),
];

impl GameEnd {
    /// Its word in KIF.
    pub fn kif(self) -> &'static str {
        ENDS.iter().find(|(end, _, _)| *end == self).map_or("中断", |(_, word, _)| word)
    }

    /// Its word in CSA and JKF, without `%`, where `mover` is to move.
    pub fn csa(self, mover: Side) -> String {
        let word =
            ENDS.iter().find(|(end, _, _)| *end == self).map_or("CHUDAN", |(_, _, word)| word);
        // The sign tells who acted against the rules.
        match (self, mover) {
            (GameEnd::IllegalBefore | GameEnd::AbsentBefore, Side::White) => format!("+{word}"),
            (GameEnd::IllegalBefore | GameEnd::AbsentBefore, Side::Black) => format!("-{word}"),
            _ => word.to_owned(),
        }
    }

    /// The words of KIF, for messages.
    pub fn kif_words() -> String {
        let words: Vec<&str> = ENDS.iter().map(|(_, word, _)| *word).collect();
        words.join(" ")
    }

    /// The words of CSA, for messages.
    pub fn csa_words() -> String {
        let mut words: Vec<String> = ENDS.iter().map(|(_, _, word)| format!("%{word}")).collect();
        words.sort_unstable();
        words.dedup();
        words.join(" ")
    }

    /// From its word in KIF.
    pub fn from_kif(word: &str) -> Option<GameEnd> {
        ENDS.iter().find(|(_, known, _)| *known == word).map(|(end, _, _)| *end)
    }

    /// From its word in CSA and JKF, where `mover` is to move. A sign tells who acted against the rules.
    pub fn from_csa(word: &str, mover: Side) -> Option<GameEnd> {
        let bare = word.trim_start_matches(['+', '-']);
        let end = ENDS.iter().find(|(_, _, known)| *known == bare).map(|(end, _, _)| *end);
        let by_mover = word.starts_with(if mover == Side::Black { '+' } else { '-' });
        end.map(
            |end| if end == GameEnd::IllegalBefore && by_mover { GameEnd::Illegal } else { end },
        )
    }
}

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNodeId(usize);

/// A position of the record: the move that leads to it, and what is said there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode {
    /// None at the root.
    pub played: Option<Move>,
    /// Seconds that the move took.
    pub seconds: Option<u32>,
    /// Lines of comment.
    pub comments: Vec<String>,
    /// How the line that ends here ends.
    pub end: Option<GameEnd>,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// Moves with variations, as one list of nodes: however long or deep a file makes them, nothing here
/// calls itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTree {
    nodes: Vec<MoveNode>,
}

impl Default for MoveTree {
    fn default() -> MoveTree {
        MoveTree { nodes: vec![MoveNode::default()] }
    }
}

impl MoveTree {
    /// The node before all moves.
    pub const ROOT: MoveNodeId = MoveNodeId(0);

    /// A tree of one line.
    pub fn line(moves: &[Move]) -> MoveTree {
        let mut tree = MoveTree::default();
        let mut at = MoveTree::ROOT;
        for &m in moves {
            at = tree.play(at, m);
        }
        tree
    }

    /// Adds a move after the others at a node, or finds the same move there.
    pub fn play(&mut self, at: MoveNodeId, m: Move) -> MoveNodeId {
        let same = |&&child: &&usize| self.nodes[child].played == Some(m);
        if let Some(&child) = self.nodes[at.0].children.iter().find(same) {
            return MoveNodeId(child);
        }
        let new = self.nodes.len();
        self.nodes.push(MoveNode { played: Some(m), parent: Some(at.0), ..MoveNode::default() });
        self.nodes[at.0].children.push(new);
        MoveNodeId(new)
    }

    /// A node.
    pub fn node(&self, id: MoveNodeId) -> &MoveNode {
        &self.nodes[id.0]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: MoveNodeId) -> &mut MoveNode {
        &mut self.nodes[id.0]
    }

    /// The nodes after a node; the first is the main one.
    pub fn children(&self, id: MoveNodeId) -> impl DoubleEndedIterator<Item = MoveNodeId> + '_ {
        self.nodes[id.0].children.iter().map(|&child| MoveNodeId(child))
    }

    /// The node before a node.
    pub fn parent(&self, id: MoveNodeId) -> Option<MoveNodeId> {
        self.nodes[id.0].parent.map(MoveNodeId)
    }

    /// The nodes after `at` along first moves, in order.
    pub fn main(&self, at: MoveNodeId) -> Vec<MoveNodeId> {
        std::iter::successors(self.children(at).next(), |&id| self.children(id).next()).collect()
    }

    /// The moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        self.moves_along(&self.main(MoveTree::ROOT))
    }

    /// The moves that lead to these nodes, in order.
    pub fn moves_along(&self, ids: &[MoveNodeId]) -> Vec<Move> {
        ids.iter().filter_map(|&id| self.node(id).played).collect()
    }

    /// The moves to a node, first move first.
    pub fn moves_to(&self, id: MoveNodeId) -> Vec<Move> {
        let path = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut moves: Vec<Move> = path.filter_map(|id| self.node(id).played).collect();
        moves.reverse();
        moves
    }

    /// True if some position has two moves.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// The lines of the tree in the order of 変化 blocks: the main line, then the variations from it,
    /// the deepest first, each followed by its own. Every line has the ply of its first move, from 1, and
    /// its nodes.
    pub fn blocks(&self) -> Vec<(usize, Vec<MoveNodeId>)> {
        let mut blocks = Vec::new();
        let mut open = vec![(1, None)];
        while let Some((ply, first)) = open.pop() {
            let line: Vec<MoveNodeId> = match first {
                None => self.main(MoveTree::ROOT),
                Some(first) => std::iter::once(first).chain(self.main(first)).collect(),
            };
            // What is pushed last is written first: the deepest, of one place the first.
            let skip = usize::from(first.is_some());
            for (i, &id) in line.iter().enumerate().skip(skip) {
                let Some(parent) = self.parent(id) else { continue };
                let siblings: Vec<MoveNodeId> = self.children(parent).skip(1).collect();
                open.extend(siblings.into_iter().rev().map(|sibling| (ply + i, Some(sibling))));
            }
            blocks.push((ply, line));
        }
        blocks
    }
}

/// A place in a line of moves, with the position there.
#[derive(Clone, Debug)]
pub struct LinePosition {
    /// The node.
    pub id: MoveNodeId,
    /// The position.
    pub position: Position,
    /// Final square of the last move.
    pub last: Option<Square>,
}

impl LinePosition {
    /// The legal move that is meant.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(&self, rules: &Rules, spoken: &Spoken) -> Result<Move, Unresolved> {
        let fits = |m: &Move| {
            let moved = m.from().and_then(|from| self.position.at(from)).map(|piece| piece.kind());
            m.dropped().or(moved) == Some(spoken.kind)
                && referee::is_legal(rules, &self.position, *m)
        };
        // Only moves that are told by their neighbours need all of them.
        match spoken.spelled_out(self.last).filter(fits) {
            Some(m) => Ok(m),
            None => {
                let legal = referee::legal_moves(rules, &self.position);
                spoken.resolve(rules, &self.position, &legal, self.last)
            }
        }
    }
}

/// Plies between positions of a line that are kept: the others are played again when somebody goes back to them.
const KEPT_EVERY: usize = 32;

/// The line that is being read or written, so that one can go back.
#[derive(Clone, Debug)]
pub struct LineCursor {
    /// Every [`KEPT_EVERY`]th place, from the first on.
    kept: Vec<LinePosition>,
    /// The moves to the last place, each with its node.
    moves: Vec<(MoveNodeId, Move)>,
    end: LinePosition,
}

impl LineCursor {
    /// A line without moves.
    pub fn new(position: &Position) -> LineCursor {
        let start = LinePosition { id: MoveTree::ROOT, position: position.clone(), last: None };
        LineCursor { kept: vec![start.clone()], moves: Vec::new(), end: start }
    }

    /// Moves so far.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// The last place.
    pub fn end(&self) -> &LinePosition {
        &self.end
    }

    /// Goes back to where `plies` moves have been played; there must have been as many.
    pub fn back_to(&mut self, rules: &Rules, plies: usize) {
        if plies >= self.plies() {
            return;
        }
        self.kept.truncate(plies / KEPT_EVERY + 1);
        let again = self.moves[(plies / KEPT_EVERY) * KEPT_EVERY..plies].to_vec();
        self.moves.truncate((plies / KEPT_EVERY) * KEPT_EVERY);
        self.end = self.kept[plies / KEPT_EVERY].clone();
        for (id, m) in again {
            self.play(rules, id, m);
        }
    }

    /// Plays a move that leads to `id`.
    pub fn play(&mut self, rules: &Rules, id: MoveNodeId, m: Move) {
        let position = referee::play(rules, &self.end.position, m);
        self.end = LinePosition { id, position, last: Some(m.to()) };
        self.moves.push((id, m));
        if self.moves.len().is_multiple_of(KEPT_EVERY) {
            self.kept.push(self.end.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn m(number: u16) -> Move {
        Move::board(Square(number), Square(number + 1))
    }

    #[test]
    fn blocks_come_deepest_first_each_with_its_own() {
        // 1 2 3, with 10 for 2, 20 and 30 for 3, and 21 2 for 21 1 after 20.
        let mut tree = MoveTree::line(&[m(1), m(2), m(3)]);
        let main = tree.main(MoveTree::ROOT);
        tree.play(main[0], m(10));
        let twenty = tree.play(main[1], m(20));
        tree.play(main[1], m(30));
        tree.play(twenty, m(21));
        tree.play(twenty, m(22));
        let blocks: Vec<(usize, Vec<Move>)> = tree
            .blocks()
            .into_iter()
            .map(|(ply, line)| (ply, line.iter().filter_map(|&id| tree.node(id).played).collect()))
            .collect();
        let expected = [
            (1, vec![m(1), m(2), m(3)]),
            (3, vec![m(20), m(21)]),
            (4, vec![m(22)]),
            (3, vec![m(30)]),
            (2, vec![m(10)]),
        ];
        assert_eq!(blocks, expected);
        assert!(tree.has_variations());
        assert_eq!(tree.play(main[0], m(10)), tree.children(main[0]).nth(1).unwrap());
    }
}
