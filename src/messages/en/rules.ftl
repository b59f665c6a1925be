### Rule files and options.

## Movements

rules-directions-alone = the directions `{ $directions }` have no piece letter after them
rules-directions-alone-help = end with a letter such as W, F, R or B
rules-open-bracket = `[` is not closed
rules-open-bracket-help = write `]` after the word
rules-not-a-range = `{ $number }` is not a range
rules-not-a-range-help = write a number of squares from 1 to 25
rules-no-movement = a piece needs a movement
rules-no-movement-help = `W`, say
rules-knight-directions = `{ $directions }N` is not known
rules-knight-directions-help = knights are `N` (eight jumps), `ffN` or `bbN` (two each)
rules-no-range = `{ $letter }` takes no range
rules-no-range-help = limited slides are written R3, B3 or Q3
rules-not-a-movement-letter = this is not a movement letter
rules-not-a-movement-letter-help = use W F K R B Q D A N, or a word in brackets such as [LD]
rules-no-directions = `[{ $word }]` takes no directions
rules-no-directions-help = write `[{ $word }]` alone
rules-unknown-word = `[{ $word }]` is not a known word
rules-unknown-word-help = known: { $words }
rules-not-a-direction = this is not a direction
rules-not-a-direction-help = directions are f, b, l and r
rules-manner-of-word = a word in brackets takes no letters `m`, `c`, `n`, `p` or `g`
rules-manner-twice = this letter does not go with those before it
rules-not-this-manner = `{ $letter }` is no movement
rules-manner-help = `m` and `c` go with W F K R B Q D A N, `n` with D A N, `p` and `g` with R B Q
rules-word-lion = lion
rules-word-lion-lines = lion power along straight lines
rules-word-lion-diagonals = lion power along diagonals
rules-word-lion-dog = lion dog
rules-word-hook-mover = hook mover
rules-word-capricorn = capricorn
rules-word-hook-mover-twice = hook mover that may capture twice
rules-word-capricorn-twice = capricorn that may capture twice
rules-word-capture-turn-lines = hook mover that turns only after a capture
rules-word-capture-turn-diagonals = capricorn that turns only after a capture
rules-word-emperor = emperor
rules-word-lion-of-three = lion of three steps
rules-word-area-of-two = area move of two steps
rules-word-area-of-three = area move of three steps
rules-word-skip-lines = straight slide that skips the first square
rules-word-skip-diagonals = diagonal slide that skips the first square
rules-word-igui-lines = straight capture without moving
rules-word-igui-diagonals = diagonal capture without moving
rules-word-jump-lines = straight capture over pieces of lower rank
rules-word-jump-diagonals = diagonal capture over pieces of lower rank

## Rule files and options

rules-variant-name = the name of a variant has letters from a to z, digits and `_` only
rules-variant-name-help = write one such as `{ $name }`
rules-board-files = a board cannot have { $count } files
rules-board-ranks = a board cannot have { $count } ranks
rules-board-size-help = write a number from 1 to { $most }
rules-piece-count = a game has 1 to { $most } kinds of pieces, not { $count }
rules-piece-id = `{ $id }` is not a piece id
rules-piece-id-help = one to four letters; `+` first for a promoted piece
rules-id-twice = the id `{ $id }` occurs twice
rules-id-twice-help = ids must differ in more than upper and lower case
rules-no-base-help = a promoted piece is `+` and the id of the piece it was
rules-promoted-form = `{ $target }` is not the promoted form of `{ $id }`
rules-promoted-form-help = add a piece `+{ $id }` and write `promotes_to: +{ $id }`, or leave the key out
rules-choices-beside = a piece with `promotes_to_any` has no `promotes_to`, no `+` before its id, and is no royal
rules-not-a-choice = `{ $id }` is not another piece of this game that is not royal, or is there twice
rules-choices-help = write the ids of other pieces, each once: `promotes_to_any: [R, B]`; README.md of the rule files lists what goes with it
rules-choices-beside-turning = a piece that turns over has one other side, not several to choose from
rules-choices-beside-drop-forms = a piece dropped with either side up has one other side, not several to choose from
rules-choices-beside-lanes = with more than { $most } kinds in hand, no piece promotes to any of several kinds
rules-royal-and-potential = a royal piece is not potentially royal
rules-leave-key-out = leave this key out
rules-region = this is no part of the board
rules-region-help = write the first and the last number, from 1 to { $most }: `[1, 3]`
rules-region-of-several = a piece with a region may not capture several pieces at once
rules-beside-emperor = a game with an emperor has no such pieces
rules-beside-help = change the movement, or leave the key out
rules-contagion-beside-lanes = with more than { $most } kinds in hand, no capture changes the captor
rules-facing-emperor = in a game with an emperor, royals may face each other
rules-turns-royal = a piece that turns over has a royal on both sides or on none
rules-turns-royal-help = leave this key out, or write another `promotion`
rules-no-emperor-beside = in a game with an emperor, `{ $id }` may not burn, jump to capture or make an area move
rules-no-drops-beside = in a game with drops, `{ $id }` may not burn or jump to capture
rules-no-lion-trade-beside = in a game that restricts the trading of lions, `{ $id }` may not burn
rules-alternative = an alternative is a label and a movement
rules-alternative-help = such as `{"{"}SRZ: WlF{"}"}`
rules-no-royal = no piece is royal, so that there is nothing to mate
rules-no-royal-help = write `royal: true` in the king's entry
rules-promoted-not-royal = its promoted form is not royal
rules-promoted-not-royal-help = write `royal: true` there, or leave this key out
rules-promoted-royal = the promoted form is royal
rules-promoted-royal-help = add `potentially_royal: true`
rules-royal-promotes = the promoted form is not royal, and no rule says what becomes of a side without a royal
rules-royal-promotes-help = write `royal: true` in the promoted form's entry, or leave this key out
rules-too-many-lanes = { $count } kinds of pieces can be dropped; at most { $most } are supported
rules-too-many-lanes-help = write `drops: false`
rules-reading-no-movement = the reading `{ $label }` of `{ $id }` is no movement
rules-reading-no-movement-help = choose another one
rules-start-not-a-piece = this is not a piece
rules-start-help = write ids of `pieces`, those of several letters in brackets: `[LN]`
rules-option-name = an option's name is a word
rules-option-value = this is not a value for `{ $name }`
rules-option-value-help = write a word, a number, true or false, or a list of piece ids
rules-not-a-value = `{ $value }` is not a value of `{ $name }`
rules-not-a-value-help = write { $values }
rules-zone = `{ $value }` is not a depth of the zone
rules-zone-help = write a number from 0 to { $most }
rules-not-a-piece-of-option = there is no piece `{ $id }` for `{ $name }`
rules-not-a-piece-of-option-help = write ids of this game, such as [P, L], or none
rules-unknown-option = there is no option `{ $name }`
rules-unknown-piece = there is no piece `{ $id }`
rules-unknown-piece-similar = did you mean `piece.{ $id }`?
rules-unknown-piece-help = write `piece.` and the id of a piece of this game
rules-unknown-reading = `{ $id }` has no reading `{ $label }`
rules-only-default = it has only the default
rules-readings = write default, { $labels }
rules-unknown-sources = `{ $name }` is not a set of sources
rules-unknown-sources-help = write { $names }
rules-forcing-is-no-option = what the attacker may play is no rule of the game: write `forcing: royal` beside `rules`
rules-beside-rules = `{ $name }` stands beside `rules`
rules-options-known = known: { $names }, piece.ID, sources

## Options

rules-option-king-safety = may a move leave all own royals capturable
rules-option-stalemate = what a side without a legal move and not in check has come to
rules-option-promotion = when a piece may promote
rules-option-zone = depth of the promotion zone in ranks
rules-option-forced-promotion = which pieces must promote
rules-option-second-chance = pieces that may also promote quietly on the last rank
rules-option-deferral = how long a piece that declined may not promote without capturing
rules-option-capture-promotion = does capturing an unpromoted piece compel promotion
rules-option-contagion = which captures make a teaching king or buddhist spirit
rules-option-liondog = how the lion dog moves
rules-option-liondog-pass = may the lion dog pass
rules-option-teaching-king = how the teaching king moves
rules-option-furious-fiend = how the furious fiend moves
rules-option-hook-after-capture = do hook movers turn and capture again after a capture, or only then
rules-option-emperor = how the emperor moves
rules-option-emperor-guard = does an enemy emperor guard squares
rules-option-lion-trade = restrictions on trading lions
rules-option-range-jump = what a general may capture by jumping
rules-option-burning = what a fire demon burns
rules-option-drops = may captured pieces be dropped
rules-option-facing-royals = may royals face each other on an open file
rules-option-drop-forms = which side of a piece may be up when it is dropped
rules-option-dead-drops = may a piece be dropped where it could never move again
rules-option-no-drop-mate = pieces, beside the pawn, that may not mate by a drop
rules-option-no-drop-check = pieces that may not give check by a drop
rules-option-nifu = most unpromoted pawns on a file by a drop: true is one, false any number
rules-option-uchifuzume = is mate by a pawn drop forbidden
rules-option-bare-king = does capturing everything but the royals win (never ends a mate search)

## Descriptions

rules-black = Black
rules-white = White
rules-allowed-numbers = 0 to { $most }
rules-allowed-pieces = ids of pieces, such as P,L, or none
rules-slides = slides { $directions }
rules-steps = steps { $directions }
rules-short-slides = up to { $squares } squares { $directions }
rules-leaps = leaps { $squares }
rules-moves-only = moves without capturing { $how }
rules-captures-only = captures only { $how }
rules-lame-leaps = leaps that a piece next to the origin hinders { $squares }
rules-hops = hops over one piece { $directions }
rules-short-hops = hops over one piece, at most { $squares } squares far { $directions }
rules-hops-next = hops to the square behind a piece { $directions }
rules-lion-on-lines = lion on the line { $directions }
rules-lion = lion: leaps up to two squares, or takes two king steps, each of which may capture
rules-lion-of-three = takes up to three king steps, each of which may capture
rules-lion-dog = lion dog: one line of three squares, may capture on each
rules-lion-dog-back = lion dog: one line of three squares, may capture on each, and come back one
rules-hook-mover = hook mover: rook lines with one turn
rules-hook-mover-twice = hook mover: rook lines with one turn, also after a capture
rules-capricorn = capricorn: bishop lines with one turn
rules-capricorn-twice = capricorn: bishop lines with one turn, also after a capture
rules-capture-turn-lines = hook mover: rook lines, with one turn after a capture
rules-capture-turn-diagonals = capricorn: bishop lines, with one turn after a capture
rules-emperor = emperor: to any square that no enemy guards
rules-forward-hook-mover = hook mover whose first leg leads forward
rules-forward-capricorn = capricorn whose first leg leads forward
rules-area = area move: up to { $steps } king's steps over empty squares, ends with a capture
rules-skips = slides from the second square on { $directions }
rules-short-skips = slides from the second square on, up to { $squares } squares { $directions }
rules-iguis = captures without moving { $directions }
rules-range-jumps = captures over pieces of lower rank { $directions }
rules-burns = burns the enemies next to it
rules-rank = rank { $rank }

## tsume rules

rules-list-drops = { $kinds } kinds of pieces, drops
rules-list-no-drops = { $kinds } kinds of pieces
rules-board = { $files ->
    [one] { $files } file
   *[other] { $files } files
    }, { $ranks ->
    [one] { $ranks } rank
   *[other] { $ranks } ranks
    }
rules-heading-options = Options
rules-pieces = { $bold }Pieces{ $plain } as their owner sees them, ahead at the top; leaps are squares to the right and ahead
rules-pieces-readings = (--rule piece.ID=SOURCE chooses another reading)
rules-other-reading = or { $label }: { $movement }
rules-heading-sources = Sets of sources
rules-heading-start = Start position
rules-heading-notes = Notes
rules-promotes-to = promotes to { $id }
rules-promotes-to-royal = promotes to a royal
rules-in-region = only on files { $first_file } to { $last_file } and ranks { $first_rank } to { $last_rank }, counted from its owner's right and side
rules-royal = royal
rules-source = source { $label }
rules-aliases = also { $ids }
