### Problem files.

## src/io/problems/keys.rs

problems-schema-file = a file of problems
problems-schema-problem = a problem
problems-schema-plies = a number of plies
problems-needs-problems = write `problems:` and under it a list, each with `- id:`
problems-needs-id = write `id:` and a name that is unique in the file
problems-blank-id = the id is empty
problems-own-key = every problem has its own
problems-instead-side = write `attacker`; a position says itself whose turn it is
problems-instead-name = write `id` or `title`
problems-instead-note = remarks stand under `meta`, or behind `#`
problems-instead-problems = problems do not stand in problems
problems-instead-defaults = `defaults` stands beside `problems`
problems-instead-role = write `black` or `white`
problems-instead-moves = write `plies`, the moves of both sides

## src/io/problems/rule_file.rs

problems-schema-rule-file = a rule file
problems-schema-board = a board
problems-schema-region = a region
problems-schema-piece = a piece
problems-schema-side = a number of files or ranks
problems-schema-rank = a rank
problems-needs-name = write the name of the game, one word: `name: my_chu`
problems-needs-board = write `board: {"{"}files: 9, ranks: 9{"}"}`
problems-needs-initial-sfen = write the start position in extended SFEN, in quotes
problems-needs-pieces = write a list of pieces
problems-needs-files = write the number of files: `files: 9`
problems-needs-ranks = write the number of ranks: `ranks: 9`
problems-needs-piece-id = write its abbreviation: `id: Ln`
problems-needs-piece-name = write its English name
problems-needs-betza = write its movement: `betza: WfF`
problems-instead-options = options stand under `rules`
problems-instead-start = the start position stands under `initial_sfen`
problems-instead-size = write `files` and `ranks`
problems-instead-movement = the movement stands under `betza`
problems-instead-promotion = write `promotes_to`, or leave the key out
problems-instead-king = write `royal: true`

## src/io/problems/detect.rs

problems-invalid-byte = invalid byte in { $encoding } text
problems-invalid-bytes = invalid byte and { $more } more in { $encoding } text
problems-invalid-byte-help = write the right character here, or fetch the file again

## src/io/problems/divided.rs

problems-head-too-long = more than { $size } KiB before the list of problems
problems-head-too-long-help = in a file of this size every problem begins with `- ` on a line of its own, below `problems:`
problems-after-list = in a file of this size nothing may follow the list of problems
problems-after-list-help = write `variant` and `defaults` before `problems`
problems-too-long = this problem has more than { $size } KiB
problems-too-long-help = shorten it, or put the text elsewhere
problems-id-twice = the id `{ $id }` is used twice in this file
problems-id-twice-help = give each problem an id of its own

## src/io/problems/fill_hand.rs

problems-missing-pieces = { $missing } pieces are missing: the attacker's king, and { $droppable } that the defender could drop if they were in hand; --fill-hand puts them there (in a problem file: `hand: {"{"} { $defender }: rest {"}"}`)

## src/io/problems/generated_problems.rs

problems-generated-not-admitted = { $id }: the position is not admitted; please report this
problems-generated-read-back = { $found } of { $wanted } problems read back
problems-generated-position = { $id }: the position is not the one that was found
problems-generated-illegal = { $id }: a move of its line is not legal
problems-generated-no-mate = { $id }: its line does not end in mate
problems-generated-uncertified = { $id }: mate and length could not be certified again

## src/io/problems/line_positions.rs

problems-after-move = after move { $ply }: { $objection }
problems-no-such-move = there is no move { $ply } here: the line has { $plies ->
    [one] { $plies } move
   *[other] { $plies } moves
}
problems-no-such-move-help = write --at with a number up to { $plies }, or --at end

## src/io/problems/loaded.rs

problems-even-plies = no mate has { $plies } plies: where the attacker moves first, their number is odd
problems-odd-plies = no mate has { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }: where the defender moves first, their number is even

## src/io/problems/lost_keys.rs

problems-unreadable-because = the written text cannot be read back: { $why }
problems-unreadable = the written text cannot be read back
problems-lost-header = header { $name }
problems-lost-comments = comments
problems-lost-times = times
problems-lost-ends = ends of lines
problems-lost-variations = variations

## src/io/problems/position_text.rs

problems-after-end = `{ $found }` follows the end `{ $end }`
problems-after-end-help = leave it out
problems-illegal-help = write moves that lead from this position to another one, or are its solution

## src/io/problems/record_problems.rs

problems-after-line-move = this follows the move
problems-after-line-move-help = write each move as a value of its own
problems-record-of-other-game = records of { $game } cannot be read; this format is for standard shogi
problems-record-of-other-game-help = remove --variant, or write the positions as YAML or SFEN
problems-game-record = this is the record of a game, which does not tell which position is the problem
problems-game-record-help = add --at N for the position after move N (of { $moves }), --at end for the last one, or --every for all
problems-lost-variation = the variation at move { $ply }
problems-lost-moves = the moves from { $played } on, which is illegal

## src/io/problems/recovery.rs

problems-save-as-unicode = save the file as UTF-8; Shift_JIS is read in KIF, KI2, BOD and CSA only

## src/io/problems/rule_file.rs, loading

problems-known-variants = write { $names }, or the path of a rule file, `./my.yaml`
problems-unknown-variant = unknown variant `{ $variant }`
problems-rule-file-unreadable = the rule file `{ $path }` cannot be read: { $why }
problems-rule-file-unreadable-help = check the name and the permissions; a problem file names it relative to its own folder
problems-rule-file-second = a rule file is one YAML document, but another one starts here
problems-rule-file-empty = the rule file is empty
problems-not-a-rule-file = this is a file of problems, not the rules of a variant

## src/io/problems/setup.rs

problems-or-write-allow = { $help }, or write `allow: [{ $name }]`
problems-or-add-allow = { $help }, or add --allow { $name }
problems-or = { $before } or { $next }
problems-write = write { $text }
problems-not-an-objection = `{ $name }` is not an objection that can be accepted
problems-no-mate-length = a problem without a mate has no length
problems-no-mate-length-help = remove `plies`; `no_mate_within: 5` says that there is no mate within 5 plies
problems-mate-within = a mate in { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    } is also a mate within { $within }
problems-count-both-sides = count the moves of both sides up to the mate
problems-invalid-option = invalid value for `{ $name }`
problems-belongs-to-board = `{ $key }` belongs to a drawing under `board`
problems-hand-beside-position = remove it, or write `rest` for one side: all remaining pieces
problems-beside-position = remove it; `position` is complete
problems-position-and-board = a problem has `position` or `board`, not both
problems-no-position = a problem needs a position
problems-no-position-help = write `position: "{ $position }"` in extended SFEN, or a drawing under `board`
problems-both-rest = only one hand can hold the rest
problems-both-rest-help = the defender holds it by default; write the pieces of one side, `"-"` for none
problems-illegal-at = `{ $played }` is illegal here, at ply { $ply }
problems-illegal-at-help = correct the line, or end it before this move

## src/io/problems/sfen_list.rs

problems-no-position-in-file = there is no position in this file
problems-no-position-in-file-help = write one position a line, in SFEN
problems-ascii-only = a position consists of ASCII characters
problems-after-these-moves = after these moves: { $objection }

## src/io/problems/writer.rs

problems-only-yaml-defends = the side to move defends, which only YAML can express
problems-only-yaml-royal = its stipulation is `royal`, which only YAML can express
problems-only-yaml-rules = it is played with { $rules }, which only YAML can express
problems-no-letter = { $program } has no letter for { $piece }
problems-only-shogi = { $format } is for standard shogi, not { $game }
problems-no-record = it has no record

## src/io/problems/yaml_reader.rs

problems-none = there is no problem in this file
problems-none-help = write `problems:` and a list of them; each needs an `id` and a `position`
problems-is-rule-file = this file holds the rules of a variant, not problems
problems-is-rule-file-help = name this file under `variant` of a problem file
problems-is-list = write `problems:` above a list of problems
problems-is-text = a list of positions, one a line, has the extension .sfen or .txt
problems-no-mapping = a document is a mapping: keys with values
problems-lost = { $problems ->
    [one] { $problems } problem of this document is ignored
   *[other] { $problems } problems of this document are ignored
}
problems-lost-help = correct the values that apply to all problems
problems-empty-list = there is no problem in this list
problems-rule-file-errors = the rule file `{ $path }` has errors, which were reported above

## src/io/problems/drawn_setup.rs

problems-turn-differs = the drawing says that the other side is to move
problems-hand-drawn-too = the drawing says this hand too
