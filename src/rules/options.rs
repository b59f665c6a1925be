//! Options: points on which the sources of a game differ (RULES 6 and 7). Each option has a name
//! and a closed list of values.

use super::Kind;
use crate::messages::tr;

macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$arm_doc:meta])* $arm:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$arm_doc])* $arm),+ }

        impl $name {
            /// Every value with its name.
            pub const VALUES: &'static [(&'static str, $name)] = &[$(($text, $name::$arm)),+];

            /// The value's name in files.
            pub fn name(self) -> &'static str {
                match self { $($name::$arm => $text),+ }
            }
        }
    };
}

choice! {
    /// Whether a move may leave all own royals capturable.
    KingSafety {
        /// It may not (the default).
        Strict = "strict",
        /// It may; the royals are then simply captured.
        Free = "free",
    }
}
choice! {
    /// When a piece may promote.
    Promotion {
        /// The move starts or ends in the zone.
        ZoneTouch = "zone_touch",
        /// The move enters the zone, or captures with some part of it in the zone.
        ZoneEntryOrCapture = "zone_entry_or_capture",
        /// The move captures; see `capture_promotion`.
        ByCapture = "by_capture",
        /// A piece that has another side turns over at the end of every move.
        EachMove = "each_move",
        /// A piece that has another side turns over whenever it captures.
        EachCapture = "each_capture",
        /// Never.
        None = "none",
    }
}
choice! {
    /// Which side of a piece may be up when it is dropped.
    DropForms {
        /// The unpromoted one.
        Unpromoted = "unpromoted",
        /// Either.
        Both = "both",
    }
}
choice! {
    /// Whether the royals of both sides may face each other on a file with nothing in between.
    Facing {
        /// They may.
        Allowed = "allowed",
        /// They may not: each captures the other along the file.
        Forbidden = "forbidden",
    }
}
choice! {
    /// What it means that a side has no legal move and is not in check.
    Stalemate {
        /// It has lost.
        Loss = "loss",
        /// The game is drawn.
        Draw = "draw",
    }
}
choice! {
    /// Whether a piece that could never move again must promote.
    ForcedPromotion {
        /// No.
        None = "none",
        /// Yes.
        Dead = "dead",
        /// Yes, and so must every other piece that may.
        Always = "always",
    }
}
choice! {
    /// With `zone_touch`: for how long a piece that declined on entering may not promote quietly.
    Deferral {
        /// Not at all.
        None = "none",
        /// During its owner's next turn (HaChu).
        NextTurn = "next_turn",
        /// On that piece's next move (Middle Shogi Manual).
        NextMove = "next_move",
    }
}
choice! {
    /// With `by_capture`: whether capturing an unpromoted piece compels promotion.
    CapturePromotion {
        /// No, only capturing a promoted piece does.
        Optional = "optional",
        /// Yes.
        Always = "always",
    }
}
choice! {
    /// Which captures turn the captor into a teaching king or buddhist spirit.
    Contagion {
        /// Deva and dark spirit, promoted or not.
        Both = "both",
        /// Teaching king and buddhist spirit only.
        PromotedOnly = "promoted_only",
        /// None.
        None = "none",
    }
}
choice! {
    /// How the lion dog moves.
    LionDog {
        /// Three steps on one line, capturing any of those passed.
        Triple = "triple",
        /// The same, and back from the second square to the first.
        TripleBack = "triple_back",
        /// Up to three squares in any direction.
        Western = "western",
    }
}
choice! {
    /// How the teaching king moves.
    TeachingKing {
        /// Lion dog or queen.
        LiondogQueen = "liondog_queen",
        /// Queen.
        Queen = "queen",
        /// Queen, or up to three king steps over empty squares, as tenjiku's vice general.
        ViceGeneral = "vice_general",
    }
}
choice! {
    /// How the furious fiend moves.
    FuriousFiend {
        /// Lion or range three.
        LionRange3 = "lion_range3",
        /// Lion or lion dog.
        LionLiondog = "lion_liondog",
    }
}
choice! {
    /// Whether hook mover and capricorn turn and capture again after a capture.
    HookAfterCapture {
        /// They do not: a capture ends the move.
        No = "false",
        /// They may.
        Yes = "true",
        /// They may, and turn in no other way.
        Only = "only",
    }
}
choice! {
    /// How the emperor moves.
    Emperor {
        /// To any unguarded square.
        Leap = "leap",
        /// Lion or queen.
        LionQueen = "lion_queen",
    }
}
choice! {
    /// Whether an enemy emperor guards squares.
    EmperorGuard {
        /// It does, if it could itself legally recapture.
        Counts = "counts",
        /// It does not.
        Ignored = "ignored",
    }
}
choice! {
    /// Chu's restrictions on trading lions.
    LionTrade {
        /// None.
        None = "none",
        /// A pawn or go-between captured on the way still protects.
        Lishogi = "lishogi",
        /// Protection is judged on the real position after the move.
        AfterMove = "after_move",
        /// The same, and after a lion was captured by another piece, only protected lions may not
        /// be captured by another piece.
        Jcsa = "jcsa",
    }
}

choice! {
    /// What a piece with `burns` burns.
    Burning {
        /// All enemies next to the square where it ends its move, and every enemy that ends its own
        /// move next to it. A burner that ends its move next to an enemy burner is burned alone.
        Both = "both",
        /// The same, but a burner that ends its move next to an enemy burner burns before it is
        /// burned.
        Mutual = "mutual",
        /// Only what is next to the square where it ends its move.
        Moving = "moving",
    }
}

choice! {
    /// What a piece that jumps over pieces of lower rank may capture behind them.
    RangeJump {
        /// Pieces of a lower rank than its own.
        LowerRank = "lower_rank",
        /// Any enemy.
        AnyRank = "any_rank",
    }
}

/// Values of all options of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// `king_safety`
    pub king_safety: KingSafety,
    /// `stalemate`
    pub stalemate: Stalemate,
    /// `facing_royals`
    pub facing_royals: Facing,
    /// `promotion`
    pub promotion: Promotion,
    /// `zone`: depth of the promotion zone in ranks.
    pub zone: u8,
    /// `forced_promotion`
    pub forced_promotion: ForcedPromotion,
    /// `second_chance`: with `zone_entry_or_capture`, who may also promote quietly on the last
    /// rank.
    pub second_chance: Vec<Kind>,
    /// `deferral`
    pub deferral: Deferral,
    /// `capture_promotion`
    pub capture_promotion: CapturePromotion,
    /// `contagion`
    pub contagion: Contagion,
    /// `liondog`
    pub liondog: LionDog,
    /// `liondog_pass`: whether the lion dog may pass.
    pub liondog_pass: bool,
    /// `teaching_king`
    pub teaching_king: TeachingKing,
    /// `furious_fiend`
    pub furious_fiend: FuriousFiend,
    /// `hook_after_capture`
    pub hook_after_capture: HookAfterCapture,
    /// `emperor`
    pub emperor: Emperor,
    /// `emperor_guard`
    pub emperor_guard: EmperorGuard,
    /// `lion_trade`
    pub lion_trade: LionTrade,
    /// `range_jump`
    pub range_jump: RangeJump,
    /// `burning`
    pub burning: Burning,
    /// `drops`: captured pieces change sides and may be dropped.
    pub drops: bool,
    /// `drop_forms`
    pub drop_forms: DropForms,
    /// `dead_drops`: a piece may be dropped where it could never move again.
    pub dead_drops: bool,
    /// `nifu`: the number of unpromoted pawns of one side that a drop may make on a file; 0 for any
    /// number.
    pub nifu: u8,
    /// `uchifuzume`: no mate by a pawn drop.
    pub uchifuzume: bool,
    /// `no_drop_mate`: the kinds, beside the pawn of `uchifuzume`, that may not mate by a drop.
    pub no_drop_mate: Vec<Kind>,
    /// `no_drop_check`: the kinds that may not give check by a drop.
    pub no_drop_check: Vec<Kind>,
}

/// Names of the options, in the order of listings.
pub const NAMES: [&str; 28] = [
    "king_safety",
    "stalemate",
    "facing_royals",
    "promotion",
    "zone",
    "forced_promotion",
    "second_chance",
    "deferral",
    "capture_promotion",
    "contagion",
    "liondog",
    "liondog_pass",
    "teaching_king",
    "furious_fiend",
    "hook_after_capture",
    "emperor",
    "emperor_guard",
    "lion_trade",
    "range_jump",
    "burning",
    "drops",
    "drop_forms",
    "dead_drops",
    "nifu",
    "uchifuzume",
    "no_drop_mate",
    "no_drop_check",
    "bare_king",
];

/// Options that came later than the first certificates. A certificate names them only where they
/// differ from the default.
pub const LATER: [&str; 7] = [
    "facing_royals",
    "range_jump",
    "burning",
    "drop_forms",
    "dead_drops",
    "no_drop_mate",
    "no_drop_check",
];

/// Largest number of pawns on a file that `nifu` can name.
pub const MAX_NIFU: u8 = 4;

/// The values of `nifu`, by the number that they allow.
pub const NIFU_VALUES: [&str; 1 + MAX_NIFU as usize] = ["false", "true", "2", "3", "4"];

/// What the option with this name decides.
pub fn meaning(name: &str) -> String {
    match name {
        "king_safety" => tr!(rules_option_king_safety),
        "stalemate" => tr!(rules_option_stalemate),
        "promotion" => tr!(rules_option_promotion),
        "zone" => tr!(rules_option_zone),
        "forced_promotion" => tr!(rules_option_forced_promotion),
        "second_chance" => tr!(rules_option_second_chance),
        "deferral" => tr!(rules_option_deferral),
        "capture_promotion" => tr!(rules_option_capture_promotion),
        "contagion" => tr!(rules_option_contagion),
        "liondog" => tr!(rules_option_liondog),
        "liondog_pass" => tr!(rules_option_liondog_pass),
        "teaching_king" => tr!(rules_option_teaching_king),
        "furious_fiend" => tr!(rules_option_furious_fiend),
        "hook_after_capture" => tr!(rules_option_hook_after_capture),
        "emperor" => tr!(rules_option_emperor),
        "emperor_guard" => tr!(rules_option_emperor_guard),
        "lion_trade" => tr!(rules_option_lion_trade),
        "range_jump" => tr!(rules_option_range_jump),
        "burning" => tr!(rules_option_burning),
        "drops" => tr!(rules_option_drops),
        "facing_royals" => tr!(rules_option_facing_royals),
        "drop_forms" => tr!(rules_option_drop_forms),
        "dead_drops" => tr!(rules_option_dead_drops),
        "no_drop_mate" => tr!(rules_option_no_drop_mate),
        "no_drop_check" => tr!(rules_option_no_drop_check),
        "nifu" => tr!(rules_option_nifu),
        "uchifuzume" => tr!(rules_option_uchifuzume),
        _ => tr!(rules_option_bare_king),
    }
}

impl HookAfterCapture {
    /// True if a hook mover may turn at a square that is empty, or that it captures on.
    pub fn may_turn(self, is_empty: bool, is_capture: bool) -> bool {
        is_empty && self != HookAfterCapture::Only || is_capture && self != HookAfterCapture::No
    }
}

impl Options {
    /// True if the capture of a contagious piece changes the captor.
    pub fn spreads(&self) -> bool {
        self.promotion == Promotion::ByCapture && self.contagion != Contagion::None
    }
}

impl Default for Options {
    /// The options of a rule file that sets none: no promotion, no drops, the default of every
    /// choice.
    fn default() -> Options {
        Options {
            king_safety: KingSafety::Strict,
            stalemate: Stalemate::Loss,
            facing_royals: Facing::Allowed,
            promotion: Promotion::None,
            zone: 0,
            forced_promotion: ForcedPromotion::None,
            second_chance: Vec::new(),
            deferral: Deferral::None,
            capture_promotion: CapturePromotion::Optional,
            contagion: Contagion::None,
            liondog: LionDog::Triple,
            liondog_pass: true,
            teaching_king: TeachingKing::LiondogQueen,
            furious_fiend: FuriousFiend::LionRange3,
            hook_after_capture: HookAfterCapture::No,
            emperor: Emperor::Leap,
            emperor_guard: EmperorGuard::Counts,
            lion_trade: LionTrade::None,
            range_jump: RangeJump::LowerRank,
            burning: Burning::Both,
            drops: false,
            drop_forms: DropForms::Unpromoted,
            dead_drops: false,
            nifu: 0,
            uchifuzume: false,
            no_drop_mate: Vec::new(),
            no_drop_check: Vec::new(),
        }
    }
}
