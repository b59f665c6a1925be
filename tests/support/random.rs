//! Random rules and positions from a seed, for tests that compare fast code with slow code.

use super::rules;
use std::sync::Arc;
use tsume::position::{Hand, Piece, Position};
use tsume::referee::{legal_moves, play};
use tsume::rules::options as o;
use tsume::rules::{Kind, MovementAtom, Royalty, Rules, Side, Square, builtin};

/// A small generator of random numbers (SplitMix64), whose sequence never changes.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// The generator of case `n` of a seed.
    pub fn of_case(seed: u64, n: u64) -> Random {
        Random(seed.wrapping_mul(1_000_003).wrapping_add(n) << 20)
    }

    /// The next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n as u64) as usize
    }

    /// True with probability 1/`n`.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A random element.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Every option that matters to a move generator, with all its values.
pub fn option_values() -> Vec<(&'static str, Vec<&'static str>)> {
    fn names<T>(values: &'static [(&'static str, T)]) -> Vec<&'static str> {
        values.iter().map(|(name, _)| *name).collect()
    }
    let flag = || vec!["true", "false"];
    vec![
        ("king_safety", names(o::KingSafety::VALUES)),
        ("promotion", names(o::Promotion::VALUES)),
        ("zone", vec!["0", "1", "3", "4"]),
        ("forced_promotion", names(o::ForcedPromotion::VALUES)),
        ("second_chance", vec!["none", "P,L"]),
        ("deferral", names(o::Deferral::VALUES)),
        ("capture_promotion", names(o::CapturePromotion::VALUES)),
        ("contagion", names(o::Contagion::VALUES)),
        ("liondog", names(o::LionDog::VALUES)),
        ("liondog_pass", flag()),
        ("teaching_king", names(o::TeachingKing::VALUES)),
        ("furious_fiend", names(o::FuriousFiend::VALUES)),
        ("hook_after_capture", names(o::HookAfterCapture::VALUES)),
        ("emperor", names(o::Emperor::VALUES)),
        ("emperor_guard", names(o::EmperorGuard::VALUES)),
        ("lion_trade", names(o::LionTrade::VALUES)),
        ("range_jump", names(o::RangeJump::VALUES)),
        ("burning", names(o::Burning::VALUES)),
        ("drops", flag()),
        ("drop_forms", names(o::DropForms::VALUES)),
        ("dead_drops", flag()),
        ("nifu", vec!["true", "false", "2", "3"]),
        ("uchifuzume", flag()),
    ]
}

type Chosen = Vec<(String, String)>;

/// Rules of a game: the defaults, every value of every option, every source set and every reading
/// of every piece, pairs of options that matter only together, and `mixtures` random choices of
/// everything.
pub fn all_rules(variant: &str, mixtures: usize, random: &mut Random) -> Vec<Arc<Rules>> {
    let plain = rules(variant, &[]);
    let fits = |chosen: &Chosen| builtin::rules(variant, chosen).is_some_and(|r| r.is_ok());
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let values = option_values();
    let mut all: Vec<Chosen> = vec![Vec::new()];
    for (name, values) in &values {
        all.extend(values.iter().map(|value| vec![pair(name, value)]));
    }
    for deferral in ["next_turn", "next_move"] {
        all.push(vec![
            pair("promotion", "zone_touch"),
            pair("deferral", deferral),
            pair("zone", "3"),
        ]);
    }
    for trade in ["lishogi", "after_move", "jcsa"] {
        all.push(vec![pair("lion_trade", trade), pair("furious_fiend", "lion_liondog")]);
    }
    for promotion in ["zone_touch", "zone_entry_or_capture"] {
        all.push(vec![
            pair("promotion", promotion),
            pair("forced_promotion", "dead"),
            pair("zone", "3"),
        ]);
    }
    for set in tsume::rules::compile::SOURCE_SETS {
        all.push(vec![pair("sources", set.name)]);
    }
    for (_, spec) in plain.iter() {
        for (label, _) in &spec.alternatives {
            all.push(vec![pair(&format!("piece.{}", spec.id), label)]);
        }
    }
    for _ in 0..mixtures {
        let mut chosen = Chosen::new();
        for (name, values) in &values {
            if random.once_in(2) {
                let value: &&str = random.pick(values);
                chosen.push(pair(name, value));
            }
        }
        if random.once_in(3) {
            chosen.push(pair("sources", random.pick(&tsume::rules::compile::SOURCE_SETS).name));
        }
        if random.once_in(4) {
            chosen.push(pair("piece.+Dv", "TSA v2"));
        }
        all.push(chosen);
    }
    all.retain(fits);
    all.into_iter().map(|chosen| rules(variant, &chosen)).collect()
}

/// A position after up to `plies` random legal moves from the start.
pub fn played(rules: &Rules, plies: usize, random: &mut Random) -> Position {
    let start = super::position(rules, &rules.start);
    played_from(rules, start, plies, random)
}

/// A position after up to `plies` random legal moves.
pub fn played_from(rules: &Rules, from: Position, plies: usize, random: &mut Random) -> Position {
    let mut position = from;
    for _ in 0..plies {
        let moves = legal_moves(rules, &position);
        if moves.is_empty() {
            break;
        }
        position = play(rules, &position, *random.pick(&moves));
    }
    position
}

/// A position from play of up to `longest` moves, with a besieged royal, or with scattered pieces,
/// half of those a few moves later.
pub fn any_position(rules: &Rules, longest: usize, random: &mut Random) -> Position {
    match random.below(4) {
        0 => {
            let plies = random.below(longest);
            played(rules, plies, random)
        }
        1 => besieged(rules, random),
        2 => scattered(rules, random),
        _ => {
            let scattered = scattered(rules, random);
            let plies = 1 + random.below(4);
            played_from(rules, scattered, plies, random)
        }
    }
}

/// A few random pieces close together, some of them promoted, with up to three royals a side, and
/// with memories if the rules have them. In about every third position the attacker has no royal.
pub fn scattered(rules: &Rules, random: &mut Random) -> Position {
    let board = rules.board;
    let side = *random.pick(&Side::BOTH);
    let mut position = Position::empty(board, side);
    let royal: Vec<Kind> =
        rules.iter().filter(|(_, s)| s.royalty == Royalty::Royal).map(|(kind, _)| kind).collect();
    let plain: Vec<Kind> =
        rules.iter().filter(|(_, s)| s.royalty != Royalty::Royal).map(|(kind, _)| kind).collect();
    // Few of the many kinds have special movement; here every third piece does.
    let odd: Vec<Kind> = rules
        .iter()
        .filter(|(_, s)| {
            s.royalty == Royalty::Potential
                || s.contagion.is_some()
                || s.atoms.iter().any(|movement| {
                    !matches!(
                        movement,
                        tsume::rules::MovementAtom::Slide { .. }
                            | tsume::rules::MovementAtom::Leap { .. }
                    )
                })
        })
        .filter(|(_, s)| s.royalty != Royalty::Royal)
        .map(|(kind, _)| kind)
        .collect();
    let centre = Square(random.below(board.squares()) as u16);
    let widest = usize::from(board.files.max(board.ranks));
    let widest = if random.once_in(3) { 2 } else { widest };
    let spread = 1 + random.below(widest) as i32;
    let free = |random: &mut Random, position: &Position| {
        let shift = |random: &mut Random| random.below(2 * spread as usize + 1) as i32 - spread;
        (0..20).find_map(|_| {
            let to = (shift(random), shift(random));
            board.shift(centre, to).filter(|square| position.at(*square).is_none())
        })
    };
    let place = |random: &mut Random, position: &mut Position, kind: Kind, side: Side| {
        if let Some(square) = free(random, position) {
            position.board[square.index()] = Some(Piece::new(kind, side));
        }
    };
    for owner in Side::BOTH {
        let count = match (random.below(12), owner == side) {
            (0..=4, true) | (0, false) => 0,
            (10, _) => 2,
            (9, _) => 2,
            (11, _) => 3,
            _ => 1,
        };
        for _ in 0..count {
            let kind = *random.pick(&royal);
            place(random, &mut position, kind, owner);
        }
    }
    // The pieces that an option concerns are likely to be present.
    for (name, _) in &rules.changed {
        for kind in concerned(name).iter().filter_map(|id| rules.kind(id)) {
            if random.once_in(2) {
                let owner = *random.pick(&Side::BOTH);
                place(random, &mut position, kind, owner);
            }
        }
    }
    for _ in 0..1 + random.below(18) {
        let kinds = if !odd.is_empty() && random.once_in(3) { &odd } else { &plain };
        let owner = *random.pick(&Side::BOTH);
        let kind = *random.pick(kinds);
        place(random, &mut position, kind, owner);
    }
    for owner in Side::BOTH {
        for lane in 0..rules.lanes.len() as u8 {
            if random.once_in(3) {
                let hand: &mut Hand = &mut position.hands[owner.index()];
                *hand = hand.set(lane, 1 + random.below(2) as u8);
            }
        }
    }
    position.infer_phantoms(rules);
    if random.once_in(8) {
        position.phantom[random.below(2)] = true;
    }
    memories(rules, &mut position, random);
    position
}

/// One or two royals near a corner or an edge, a few pieces beside them, and more enemy pieces,
/// which are to move. About every fifth position has a mate in one.
pub fn besieged(rules: &Rules, random: &mut Random) -> Position {
    let board = rules.board;
    let side = *random.pick(&Side::BOTH);
    let mut position = Position::empty(board, side);
    let (royal, plain): (Vec<Kind>, Vec<Kind>) = rules
        .iter()
        .map(|(kind, _)| kind)
        .partition(|&kind| rules.spec(kind).royalty == Royalty::Royal);
    let end = |random: &mut Random, length: u8| match random.below(3) {
        0 => random.below(2) as i32,
        1 => i32::from(length) - 1 - random.below(2) as i32,
        _ => random.below(usize::from(length)) as i32,
    };
    let (file, rank) = (end(random, board.files), end(random, board.ranks));
    let centre = board.square(file, rank).expect("a square of the board");
    let mut place = |random: &mut Random, kinds: &[Kind], owner: Side, spread: i32| {
        let shift = |random: &mut Random| random.below(2 * spread as usize + 1) as i32 - spread;
        let to = (shift(random), shift(random));
        let square = board.shift(centre, to).filter(|square| position.at(*square).is_none());
        if let Some(square) = square {
            position.board[square.index()] = Some(Piece::new(*random.pick(kinds), owner));
        }
    };
    place(random, &royal, side.other(), 0);
    if random.once_in(4) {
        place(random, &royal, side.other(), 2);
    }
    for _ in 0..random.below(4) {
        place(random, &plain, side.other(), 1);
    }
    for _ in 0..3 + random.below(4) {
        let spread = 2 + random.below(3) as i32;
        place(random, &plain, side, spread);
    }
    position.infer_phantoms(rules);
    position
}

/// One of these royals on each side (in every third position the attacker has none), hook movers of
/// both sides, and a few other pieces, all over the board.
pub fn crowned(rules: &Rules, royals: &[&str], random: &mut Random) -> Position {
    let board = rules.board;
    let side = *random.pick(&Side::BOTH);
    let mut position = Position::empty(board, side);
    let hooked = |movement: &MovementAtom| matches!(movement, MovementAtom::Hook { .. });
    let (royal, others): (Vec<Kind>, Vec<Kind>) = rules
        .iter()
        .map(|(kind, _)| kind)
        .partition(|&kind| rules.spec(kind).royalty == Royalty::Royal);
    let (hooks, plain): (Vec<Kind>, Vec<Kind>) =
        others.into_iter().partition(|&kind| rules.spec(kind).atoms.iter().any(hooked));
    let first: Vec<Kind> = royals.iter().filter_map(|id| rules.kind(id)).collect();
    let mut place = |random: &mut Random, kinds: &[Kind], owner: Side| {
        let at = random.below(board.squares());
        if position.board[at].is_none() && !kinds.is_empty() {
            position.board[at] = Some(Piece::new(*random.pick(kinds), owner));
        }
    };
    for owner in Side::BOTH {
        if owner != side || !random.once_in(3) {
            place(random, &first, owner);
        }
        if random.once_in(8) {
            place(random, &royal, owner);
        }
        for _ in 0..random.below(if owner == side { 4 } else { 3 }) {
            place(random, &hooks, owner);
        }
        for _ in 0..random.below(6) {
            place(random, &plain, owner);
        }
    }
    position.infer_phantoms(rules);
    position
}

/// The pieces that an option concerns.
fn concerned(option: &str) -> Vec<&str> {
    match option {
        "contagion" => vec!["Dv", "DS", "+Dv", "+DS"],
        "liondog" | "liondog_pass" => vec!["LD", "+Dv"],
        "teaching_king" => vec!["+Dv"],
        "furious_fiend" => vec!["+Ln"],
        "hook_after_capture" => vec!["HM", "Ca"],
        "lion_trade" => vec!["Ln", "Ln", "+Ln", "+Kr", "+DH"],
        "emperor" | "emperor_guard" => vec!["+K", "+K"],
        _ => option.strip_prefix("piece.").into_iter().collect(),
    }
}

/// Adds random memories if the rules have them.
pub fn memories(rules: &Rules, position: &mut Position, random: &mut Random) {
    let options = &rules.options;
    if options.lion_trade != o::LionTrade::None && random.once_in(3) {
        let lion = |piece: Piece| rules.spec(piece.kind()).lion;
        let at = position.pieces().find(|(_, p)| lion(*p)).map(|(square, _)| square);
        position.counter_strike = at
            .filter(|_| random.once_in(2))
            .or(Some(Square(random.below(position.board.len()) as u16)));
    }
    if options.deferral != o::Deferral::None && options.promotion == o::Promotion::ZoneTouch {
        let marks: Vec<Square> = position
            .pieces()
            .filter(|(square, piece)| {
                rules.spec(piece.kind()).promotes_to.is_some()
                    && rules.board.depth(*square, piece.side()) < i32::from(options.zone)
            })
            .map(|(square, _)| square)
            .filter(|_| random.once_in(2))
            .collect();
        position.deferred = marks;
    }
}
