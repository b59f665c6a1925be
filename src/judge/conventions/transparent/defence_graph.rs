//! How the defence holds for so many plies by the count `transparent`: a graph of the attacker's positions with a
//! reply that counts to each of his moves.
//!
//! It grows as if all went well: a reply is taken if it holds where every drop counts. A drop counts if after no capture
//! of it, the piece given back, there is a mate within the plies that are left: either moves alone are mated within so
//! many, and that is longer, or they are not, and one of them holds. Exact lengths are compared only where no reply is
//! left. What turns out not to hold is taken back, with all that leans on it.
//!
//! A position stands in the graph once, with the most plies that it is needed for, and may lean on itself: with fewer, or
//! through captures that go round in a circle. Were one of them mated within its plies, take the one mated soonest, and of
//! those the one whose mate takes the fewest captures to show: the reply leads to one mated two plies sooner, or the drop
//! is futile by a capture after which as soon a mate takes fewer to show.

use crate::judge::conventions::transparent::{BudgetExhausted, TransparentConvention};
use crate::judge::optimal_play::{PositionKey, position_key};
use crate::position::{Engine, Move, MoveList};
use crate::search::plies::Plies;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

/// Bytes that a position of the attacker takes.
const STAND: usize = 256;
/// Bytes that one of the defender takes.
const THREAT: usize = 160;

/// A position of the attacker that is not mate within `len` plies, unless it fell.
struct AttackerNode {
    place: PositionKey,
    len: Plies,
    /// The threat that first led here, and the reply to it; none at the root.
    from: Option<(usize, Move)>,
    fell: bool,
    /// Threats that are answered by going here.
    leaning: Vec<usize>,
}

/// How a position of the defender came about.
#[derive(Clone, Copy)]
enum DefenderOrigin {
    Root,
    /// By a move from a stand.
    Move(usize, Move),
    /// By a drop in answer to a threat, and its capture with the piece given back.
    Capture(usize, Move, Move),
}

/// A position of the defender that is not mate within `len` plies, unless it fell.
struct DefenderNode {
    origin: DefenderOrigin,
    len: Plies,
    fell: bool,
    /// After a capture: the position, and the threats to which the drop is a reply.
    captured: Option<(PositionKey, Vec<usize>)>,
}

/// A reply that holds where every drop counts.
struct CandidateReply {
    m: Move,
    /// The position after it.
    place: PositionKey,
    /// Nothing more is to be shown of that.
    settled: bool,
}

pub struct DefenceGraph<'g, 'a, E> {
    judge: &'g TransparentConvention<'a, E>,
    root: E,
    /// How many questions this one is within.
    depth: u32,
    stands: Vec<AttackerNode>,
    threats: Vec<DefenderNode>,
    /// Where stands, and threats after captures, are found.
    standing: HashMap<PositionKey, usize>,
    captured: HashMap<PositionKey, usize>,
    /// Stands whose moves are to be answered: those with most plies first, since they do for fewer as well.
    queue: BTreeMap<Plies, Vec<usize>>,
    /// Threats that need an answer, or another one.
    unanswered: Vec<usize>,
    lost: bool,
    /// Bytes that have been paid for.
    bytes: usize,
}

impl<'g, 'a, E: Engine + Sync> DefenceGraph<'g, 'a, E> {
    pub fn new(judge: &'g TransparentConvention<'a, E>, root: E, depth: u32) -> Self {
        DefenceGraph {
            judge,
            root,
            depth,
            stands: Vec::new(),
            threats: Vec::new(),
            standing: HashMap::new(),
            captured: HashMap::new(),
            queue: BTreeMap::new(),
            unanswered: Vec::new(),
            lost: false,
            bytes: 0,
        }
    }

    /// True if the root is not mate within `len` plies.
    ///
    /// # Errors
    /// If the budget or the memory does not suffice.
    pub fn holds(mut self, len: Plies) -> Result<bool, BudgetExhausted> {
        if self.root.side() == self.judge.plain.attacker {
            self.stand(position_key(&self.root), len, None)?;
        } else {
            let threat = self.threat(DefenderOrigin::Root, len, None)?;
            self.unanswered.push(threat);
        }
        while !self.lost {
            if let Some(threat) = self.unanswered.pop() {
                if self.is_needed(threat) {
                    let mut engine = self.engine_at(threat);
                    self.answer(&mut engine, threat)?;
                }
                continue;
            }
            let Some(mut most) = self.queue.last_entry() else { break };
            match most.get_mut().pop() {
                Some(stand) => self.open(stand)?,
                None => {
                    most.remove();
                }
            }
        }
        if !self.lost {
            let stands = self.stands.iter().filter(|stand| !stand.fell);
            stands.for_each(|stand| self.judge.note(stand.place, stand.len, false));
            for threat in self.threats.iter().filter(|threat| !threat.fell) {
                if let Some((place, _)) = threat.captured {
                    self.judge.note(place, threat.len, false);
                }
            }
        }
        Ok(!self.lost)
    }

    fn is_needed(&self, threat: usize) -> bool {
        let threat = &self.threats[threat];
        let needed = match threat.origin {
            DefenderOrigin::Root | DefenderOrigin::Capture(..) => true,
            DefenderOrigin::Move(stand, _) => !self.stands[stand].fell,
        };
        needed && !threat.fell
    }

    /// Answers all moves from a stand.
    fn open(&mut self, stand: usize) -> Result<(), BudgetExhausted> {
        let AttackerNode { len, fell, .. } = self.stands[stand];
        let Some(rest) = len.checked_sub(1).filter(|_| !fell) else { return Ok(()) };
        let mut engine = self.engine(stand);
        let mut moves = MoveList::new();
        engine.generate_forcing(&mut moves);
        for m in moves {
            let threat = self.threat(DefenderOrigin::Move(stand, m), rest, None)?;
            engine.play(m);
            self.answer(&mut engine, threat)?;
            engine.undo();
            if self.stands[stand].fell {
                break;
            }
        }
        Ok(())
    }

    /// Finds a reply to a threat, at which the engine stands, or lets it fall.
    fn answer(&mut self, engine: &mut E, threat: usize) -> Result<(), BudgetExhausted> {
        if !self.is_answered(engine, threat)? {
            self.fall(threat);
        }
        Ok(())
    }

    fn is_answered(&mut self, engine: &mut E, threat: usize) -> Result<bool, BudgetExhausted> {
        let len = self.threats[threat].len;
        let mut replies = MoveList::new();
        engine.generate_legal(&mut replies);
        let Some(rest) = len.checked_sub(1) else {
            if replies.iter().any(|&m| !self.judge.interposes(engine, m)) {
                return Ok(true);
            }
            // No move holds, so a drop is futile if a capture of it mates.
            for m in replies {
                if self.counts(engine, threat, m)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        };
        let mut doubtful = Vec::new();
        // What is known to hold; then what the search knows when it has looked for the reply itself; then any.
        for round in 0..3 {
            if round == 1 && self.judge.mated_in_any_case(engine, len)? {
                return Ok(false);
            }
            let candidates = self.candidates(engine, &mut replies, rest, round == 2);
            for m in candidates {
                let Some(reply) = self.reply(engine, m, rest)? else { continue };
                if !self.counts(engine, threat, m)? {
                    doubtful.push(reply);
                    continue;
                }
                self.hold(threat, &reply, rest)?;
                return Ok(true);
            }
        }
        for reply in doubtful {
            if !self.judge.is_futile(engine, reply.m, len, self.depth)? {
                self.hold(threat, &reply, rest)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Takes out of the replies those that are not mated within `rest` plies as far as is known, best first, or `all`; and
    /// those that are known to be.
    fn candidates(
        &self,
        engine: &mut E,
        replies: &mut MoveList,
        rest: Plies,
        all: bool,
    ) -> MoveList {
        let mut ranked = Vec::with_capacity(replies.len());
        replies.retain(|&m| {
            engine.play(m);
            let (mated, look) = self.judge.known(engine, rest);
            let stands = mated.is_none() && self.standing(position_key(engine), rest).is_some();
            engine.undo();
            if mated == Some(true) {
                return false;
            }
            let rank = match mated {
                Some(_) => 0,
                None if stands => 1,
                None if look.is_no_mate() => 2,
                None if all => 3,
                None => return true,
            };
            // The farther a refutation reaches the less is to be looked for beyond it.
            let reach = if look.is_no_mate() { look.plies() } else { 0 };
            ranked.push(((rank, m.dropped().is_some(), Reverse(reach), look.effort()), m));
            false
        });
        ranked.sort_unstable();
        ranked.into_iter().map(|(_, m)| m).collect()
    }

    /// A reply, unless the attacker mates after it in any case.
    fn reply(
        &self,
        engine: &mut E,
        m: Move,
        rest: Plies,
    ) -> Result<Option<CandidateReply>, BudgetExhausted> {
        engine.play(m);
        let place = position_key(engine);
        let stands = self.standing(place, rest).is_some();
        let mated = if stands { Ok(None) } else { self.judge.searched(engine, rest) };
        engine.undo();
        let reply = |settled| CandidateReply { m, place, settled };
        Ok(match mated? {
            Some(true) => None,
            Some(false) => Some(reply(true)),
            None => Some(reply(false)),
        })
    }

    /// Has all captures of a reply answered, if it is one that may be futile. False if one of them is known to mate within
    /// the plies that are left.
    fn counts(
        &mut self,
        engine: &mut E,
        threat: usize,
        drop: Move,
    ) -> Result<bool, BudgetExhausted> {
        if !self.judge.interposes(engine, drop) {
            return Ok(true);
        }
        let len = self.threats[threat].len;
        let mut open = Vec::new();
        for (capture, taken) in self.judge.captures(engine, drop) {
            match self.judge.searched(&taken, len)? {
                Some(true) => return Ok(false),
                Some(false) => {}
                None => open.push((capture, position_key(&taken))),
            }
        }
        for (capture, place) in open {
            let found = self.captured.get(&place).copied();
            let index = match found.filter(|&index| self.threats[index].len >= len) {
                Some(index) => index,
                None => {
                    let origin = DefenderOrigin::Capture(threat, drop, capture);
                    let index = self.threat(origin, len, Some((place, Vec::new())))?;
                    self.captured.insert(place, index);
                    self.unanswered.push(index);
                    index
                }
            };
            if let Some((_, leaning)) = &mut self.threats[index].captured {
                leaning.push(threat);
            }
        }
        Ok(true)
    }

    /// Answers a threat so.
    fn hold(
        &mut self,
        threat: usize,
        reply: &CandidateReply,
        rest: Plies,
    ) -> Result<(), BudgetExhausted> {
        if reply.settled {
            return Ok(());
        }
        let stand = match self.standing(reply.place, rest) {
            Some(stand) => stand,
            None => self.stand(reply.place, rest, Some((threat, reply.m)))?,
        };
        self.stands[stand].leaning.push(threat);
        Ok(())
    }

    /// A threat has no answer. That is so for good: whatever stood against it has fallen for good.
    fn fall(&mut self, index: usize) {
        let threat = &mut self.threats[index];
        threat.fell = true;
        if let Some((place, leaning)) = threat.captured.take() {
            self.judge.note(place, threat.len, true);
            self.unanswered.extend(leaning);
            if self.captured.get(&place) == Some(&index) {
                self.captured.remove(&place);
            }
        }
        match threat.origin {
            DefenderOrigin::Root => self.lost = true,
            DefenderOrigin::Capture(..) => {}
            DefenderOrigin::Move(index, _) => {
                let stand = &mut self.stands[index];
                stand.fell = true;
                self.lost |= stand.from.is_none();
                self.judge.note(stand.place, stand.len, true);
                self.unanswered.append(&mut stand.leaning);
                if self.standing.get(&stand.place) == Some(&index) {
                    self.standing.remove(&stand.place);
                }
            }
        }
    }

    /// The stand that does for a position with so many plies.
    fn standing(&self, place: PositionKey, len: Plies) -> Option<usize> {
        self.standing.get(&place).copied().filter(|&index| self.stands[index].len >= len)
    }

    fn stand(
        &mut self,
        place: PositionKey,
        len: Plies,
        from: Option<(usize, Move)>,
    ) -> Result<usize, BudgetExhausted> {
        self.pay(STAND)?;
        let index = self.stands.len();
        self.stands.push(AttackerNode { place, len, from, fell: false, leaning: Vec::new() });
        self.standing.insert(place, index);
        self.queue.entry(len).or_default().push(index);
        Ok(index)
    }

    fn threat(
        &mut self,
        origin: DefenderOrigin,
        len: Plies,
        captured: Option<(PositionKey, Vec<usize>)>,
    ) -> Result<usize, BudgetExhausted> {
        self.pay(THREAT)?;
        self.threats.push(DefenderNode { origin, len, fell: false, captured });
        Ok(self.threats.len() - 1)
    }

    fn pay(&mut self, bytes: usize) -> Result<(), BudgetExhausted> {
        self.judge.pay(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    /// The engine at a stand.
    fn engine(&self, stand: usize) -> E {
        let Some((threat, reply)) = self.stands[stand].from else { return self.root.clone() };
        let mut engine = self.engine_at(threat);
        engine.play(reply);
        engine
    }

    /// The engine at a threat. The way to it may be thousands of plies long.
    fn engine_at(&self, mut threat: usize) -> E {
        let mut way = Vec::new();
        loop {
            threat = match self.threats[threat].origin {
                DefenderOrigin::Root => break,
                DefenderOrigin::Capture(before, drop, capture) => {
                    way.push((drop, Some(capture)));
                    before
                }
                DefenderOrigin::Move(stand, m) => {
                    way.push((m, None));
                    let Some((before, reply)) = self.stands[stand].from else { break };
                    way.push((reply, None));
                    before
                }
            };
        }
        let mut engine = self.root.clone();
        for (m, capture) in way.into_iter().rev() {
            let Some(capture) = capture else {
                engine.play(m);
                continue;
            };
            let mut captures = self.judge.captures(&mut engine, m).into_iter();
            let taken = captures.find(|(m, _)| *m == capture);
            engine = taken.expect("the capture was there before").1;
        }
        engine
    }
}

impl<E> Drop for DefenceGraph<'_, '_, E> {
    fn drop(&mut self) {
        self.judge.give_back(self.bytes);
    }
}
