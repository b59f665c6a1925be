//! A game record, independent of file formats: headers, a position, and a tree of moves.

use crate::notation::kifu::{KifuMove, ResolveError};
use crate::position::{Move, Position};
use crate::referee;
use crate::rules::{Rules, Side, Square};

/// A game record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Keys and values in the order of the file, except those of the position.
    pub headers: Vec<(String, String)>,
    /// Position before the first move.
    pub position: Position,
    /// The moves.
    pub tree: MoveTree,
}

/// End of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// Mate.
    Mate,
    /// The problem has no mate.
    NoMate,
    /// The side to move resigns.
    Resigns,
    /// The game was interrupted.
    BrokenOff,
    /// The same position has occurred four times.
    Repetition,
    /// Both kings have entered.
    Impasse,
    /// The side to move has lost on time.
    TimeUp,
    /// The side to move has won, because its opponent made an illegal move.
    IllegalBefore,
    /// The side to move has made an illegal move, or has broken another rule.
    Illegal,
    /// The side to move claims a win by its entered king.
    Declared,
    /// The side to move has lost by default.
    Absent,
    /// The side to move has won by default.
    AbsentBefore,
}

/// Ends with their words in KIF, and in CSA and JKF. The writer uses the first row of an end.
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
    // CSA has no words for these: the nearest one with the same winner.
    (GameEnd::Absent, "不戦敗", "TORYO"),
    (GameEnd::Absent, "不戦負", "TORYO"),
    (GameEnd::AbsentBefore, "不戦勝", "ILLEGAL_ACTION"),
    (GameEnd::AbsentBefore, "不戦勝ち", "ILLEGAL_ACTION"),
];

impl GameEnd {
    /// Word in KIF.
    pub fn kif(self) -> &'static str {
        ENDS.iter().find(|(end, _, _)| *end == self).map_or("中断", |(_, word, _)| word)
    }

    /// Word in CSA and JKF without `%`; `mover` is to move.
    pub fn csa(self, mover: Side) -> String {
        let word =
            ENDS.iter().find(|(end, _, _)| *end == self).map_or("CHUDAN", |(_, _, word)| word);
        // The sign names the side that broke the rules.
        match (self, mover) {
            (GameEnd::IllegalBefore | GameEnd::AbsentBefore, Side::White) => format!("+{word}"),
            (GameEnd::IllegalBefore | GameEnd::AbsentBefore, Side::Black) => format!("-{word}"),
            _ => word.to_owned(),
        }
    }

    /// All words of KIF, for messages.
    pub fn kif_words() -> String {
        let words: Vec<&str> = ENDS.iter().map(|(_, word, _)| *word).collect();
        words.join(" ")
    }

    /// All words of CSA, for messages.
    pub fn csa_words() -> String {
        let mut words: Vec<String> = ENDS.iter().map(|(_, _, word)| format!("%{word}")).collect();
        words.sort_unstable();
        words.dedup();
        words.join(" ")
    }

    /// End for a word of KIF.
    pub fn from_kif(word: &str) -> Option<GameEnd> {
        ENDS.iter().find(|(_, known, _)| *known == word).map(|(end, _, _)| *end)
    }

    /// End for a word of CSA and JKF; `mover` is to move. A sign names the side that broke the
    /// rules.
    pub fn from_csa(word: &str, mover: Side) -> Option<GameEnd> {
        let bare = word.trim_start_matches(['+', '-']);
        let end = ENDS.iter().find(|(_, _, known)| *known == bare).map(|(end, _, _)| *end);
        let by_mover = word.starts_with(if mover == Side::Black { '+' } else { '-' });
        end.map(
            |end| if end == GameEnd::IllegalBefore && by_mover { GameEnd::Illegal } else { end },
        )
    }
}

/// Index of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveNodeId(usize);

/// A position of the record: the move that leads to it, and its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode {
    /// The move; `None` at the root.
    pub played: Option<Move>,
    /// Time of the move in seconds.
    pub seconds: Option<u32>,
    /// Comment lines.
    pub comments: Vec<String>,
    /// End of the line that ends here.
    pub end: Option<GameEnd>,
    parent: Option<usize>,
    children: Vec<usize>,
}

/// Moves with variations, as a list of nodes. No function recurses, so a long or deep file cannot
/// exhaust the stack.
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

    /// A tree with a single line.
    pub fn line(moves: &[Move]) -> MoveTree {
        let mut tree = MoveTree::default();
        let mut at = MoveTree::ROOT;
        for &m in moves {
            at = tree.play(at, m);
        }
        tree
    }

    /// Adds a move after the others at a node, or finds it there.
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

    /// A node, mutable.
    pub fn node_mut(&mut self, id: MoveNodeId) -> &mut MoveNode {
        &mut self.nodes[id.0]
    }

    /// Nodes after a node; the first continues the main line.
    pub fn children(&self, id: MoveNodeId) -> impl DoubleEndedIterator<Item = MoveNodeId> + '_ {
        self.nodes[id.0].children.iter().map(|&child| MoveNodeId(child))
    }

    /// Node before a node.
    pub fn parent(&self, id: MoveNodeId) -> Option<MoveNodeId> {
        self.nodes[id.0].parent.map(MoveNodeId)
    }

    /// Nodes after `at` along first moves, in order.
    pub fn main(&self, at: MoveNodeId) -> Vec<MoveNodeId> {
        std::iter::successors(self.children(at).next(), |&id| self.children(id).next()).collect()
    }

    /// Moves of the main line.
    pub fn main_moves(&self) -> Vec<Move> {
        self.moves_along(&self.main(MoveTree::ROOT))
    }

    /// Moves that lead to these nodes, in order.
    pub fn moves_along(&self, ids: &[MoveNodeId]) -> Vec<Move> {
        ids.iter().filter_map(|&id| self.node(id).played).collect()
    }

    /// Moves from the root to a node.
    pub fn moves_to(&self, id: MoveNodeId) -> Vec<Move> {
        let path = std::iter::successors(Some(id), |&id| self.parent(id));
        let mut moves: Vec<Move> = path.filter_map(|id| self.node(id).played).collect();
        moves.reverse();
        moves
    }

    /// True if a position has several moves.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.children.len() > 1)
    }

    /// Lines of the tree in the order of 変化 blocks: the main line, then its variations, the deepest
    /// first, each followed by its own variations. Each line has the ply of its first move, from 1,
    /// and its nodes.
    pub fn blocks(&self) -> Vec<(usize, Vec<MoveNodeId>)> {
        let mut blocks = Vec::new();
        let mut open = vec![(1, None)];
        while let Some((ply, first)) = open.pop() {
            let line: Vec<MoveNodeId> = match first {
                None => self.main(MoveTree::ROOT),
                Some(first) => std::iter::once(first).chain(self.main(first)).collect(),
            };
            // The stack reverses the order: the deepest line is written first, and of one node the
            // first variation.
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

/// A point in a line of moves, with its position.
#[derive(Clone, Debug)]
pub struct LinePosition {
    /// Node of the point.
    pub id: MoveNodeId,
    /// Position at the point.
    pub position: Position,
    /// Final square of the last move.
    pub last: Option<Square>,
}

impl LinePosition {
    /// The legal move that `spoken` describes.
    ///
    /// # Errors
    /// The reason why there is none, or more than one.
    pub fn find(&self, rules: &Rules, spoken: &KifuMove) -> Result<Move, ResolveError> {
        let fits = |m: &Move| {
            let moved = m.from().and_then(|from| self.position.at(from)).map(|piece| piece.kind());
            m.dropped().or(moved) == Some(spoken.kind)
                && referee::is_legal(rules, &self.position, *m)
        };
        // Only an ambiguous description needs all legal moves.
        match spoken.spelled_out(self.last).filter(fits) {
            Some(m) => Ok(m),
            None => {
                let legal = referee::legal_moves(rules, &self.position);
                spoken.resolve(rules, &self.position, &legal, self.last)
            }
        }
    }
}

/// Plies between stored positions of a line; the positions between them are replayed when needed.
const STORED_EVERY_PLIES: usize = 32;

/// A line during reading or writing, with a way back.
#[derive(Clone, Debug)]
pub struct LineCursor {
    /// Every [`STORED_EVERY_PLIES`]th point, from the first.
    stored: Vec<LinePosition>,
    /// Moves to the end, each with its node.
    moves: Vec<(MoveNodeId, Move)>,
    end: LinePosition,
}

impl LineCursor {
    /// A line without moves.
    pub fn new(position: &Position) -> LineCursor {
        let start = LinePosition { id: MoveTree::ROOT, position: position.clone(), last: None };
        LineCursor { stored: vec![start.clone()], moves: Vec::new(), end: start }
    }

    /// Number of moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// End of the line.
    pub fn end(&self) -> &LinePosition {
        &self.end
    }

    /// Returns to the point after `plies` moves. The line must have at least that many.
    pub fn back_to(&mut self, rules: &Rules, plies: usize) {
        if plies >= self.plies() {
            return;
        }
        self.stored.truncate(plies / STORED_EVERY_PLIES + 1);
        let again = self.moves[(plies / STORED_EVERY_PLIES) * STORED_EVERY_PLIES..plies].to_vec();
        self.moves.truncate((plies / STORED_EVERY_PLIES) * STORED_EVERY_PLIES);
        self.end = self.stored[plies / STORED_EVERY_PLIES].clone();
        for (id, m) in again {
            self.play(rules, id, m);
        }
    }

    /// Plays a move that leads to `id`.
    pub fn play(&mut self, rules: &Rules, id: MoveNodeId, m: Move) {
        let position = referee::play(rules, &self.end.position, m);
        self.end = LinePosition { id, position, last: Some(m.to()) };
        self.moves.push((id, m));
        if self.moves.len() % STORED_EVERY_PLIES == 0 {
            self.stored.push(self.end.clone());
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
