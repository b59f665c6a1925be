### `tsume generate`.

## src/cli/generate/arguments.rs

generate-no-pieces = a problem needs pieces
generate-no-pieces-help = the defender's royal counts: write 1 or more
generate-no-royal = the defender needs a royal
generate-no-royal-help = write 1, or 1..2
generate-one-royal = { $game } has drops, so each side has one royal
generate-one-royal-help = remove --royals
generate-most-royals = a side of { $game } has at most { $most ->
    [one] { $most } royal
   *[other] { $most } royals
    }
generate-most-royals-help = king and emperor count as one piece, elephant and prince as another
generate-depth-excludes-lengths = --depth excludes all lengths of --length
generate-range-expected = expected a range, found `{ $found }`
generate-range-help = write a number or a range, such as 8, 4..10, 4.. or ..12
generate-length-too-long = { $plies } plies are too many
generate-length-too-long-help = write at most { $most }
generate-length-even = `{ $found }` has no odd number, but the attacker makes the last move
generate-length-even-help = write odd numbers, such as 5..9
generate-weight-expected = expected `PIECE=NUMBER`, found `{ $found }`
generate-weight-help = write a number from 0 to { $most }, such as Ln=5
generate-count-help = write a number, such as 100, or one for each length, such as 3:50,5:50,7..11:10
generate-count-expected = expected a number of problems, found `{ $found }`
generate-count-pair-expected = expected `LENGTH:COUNT`, found `{ $found }`
generate-count-other-length = --length does not include { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }
generate-unknown-piece = { $game } has no piece `{ $piece }`
generate-unknown-piece-similar = did you mean `{ $like }`? `tsume rules { $variant }` lists them
generate-unknown-piece-help = `tsume rules { $variant }` lists them

## src/cli/generate/feasibility.rs

generate-required-and-forbidden = --require and --forbid both name `{ $piece }`: remove it from one of them
generate-required-absent = --require asks for the { $name } (`{ $piece }`), which { $game } does not have
generate-required-too-many =
    { $most ->
        [one] --require asks for { $asked } of `{ $piece }`, promoted or not, but there is { $most }
       *[other] --require asks for { $asked } of `{ $piece }`, promoted or not, but there are { $most }
    }
generate-required-royals = --require asks for { $asked } royals, but --royals allows { $most }: add --royals { $asked }
generate-hand-without-drops = --hand asks for pieces in hand, but { $game } has no drops: remove it
generate-no-attackers = --attackers and --hand leave the attacker no piece to mate with
generate-pieces-below-required =
    { $most ->
        [one] --pieces allows 1 piece, but what --require names and the defender's royal are { $least }
       *[other] --pieces allows { $most } pieces, but what --require names and the defender's royal are { $least }
    }
generate-pieces-below-attackers =
    { $most ->
        [one] --pieces allows 1 piece, but the attacker's and the defender's royal are at least { $least }
       *[other] --pieces allows { $most } pieces, but the attacker's and the defender's royal are at least { $least }
    }
generate-pieces-below-all =
    { $most ->
        [one] --pieces allows 1 piece, but the attacker's, the defenders and the defender's royal are at least { $least }
       *[other] --pieces allows { $most } pieces, but the attacker's, the defenders and the defender's royal are at least { $least }
    }
generate-army-without-pieces = { $game } has no piece with which to attack; `initial_sfen` of its rule file states the pieces of each kind
generate-attackers-too-many = --attackers and --hand ask for at least { $asked ->
    [one] { $asked } piece
   *[other] { $asked } pieces
    } of the attacker, but { $available ->
    [one] there is { $available }
   *[other] there are { $available }
    }
generate-supply-pieces = --pieces asks for at least { $asked } pieces, the defender's royal too, but there are { $available }
generate-supply-attackers = --attackers and --hand ask for at least { $asked } pieces, the defender's royal too, but there are { $available }
generate-supply-all = --attackers, --defenders and --hand ask for at least { $asked } pieces, the defender's royal too, but there are { $available }
generate-theme-impossible = --theme { $theme }: { $why }
generate-theme-too-short = it needs at least { $plies } plies, but --length allows fewer
generate-theme-one-royal = a side of { $game } has only one royal
generate-theme-royals-option = --royals allows one royal: add --royals 2
generate-theme-royal-not-captured = a side of { $game } has only one royal, and a mate does not capture it
generate-theme-no-igui = { $game } has no piece that captures without moving
generate-theme-no-burning = { $game } has no piece that burns
generate-theme-no-range-jump = { $game } has no piece that captures over pieces of lower rank
generate-theme-no-double-capture = { $game } has no piece that captures twice in one move
generate-theme-no-lion = { $game } has no piece with the lion's power
generate-theme-no-emperor = { $game } has no emperor
generate-theme-no-contagion = no capture in { $game } changes the captor into another piece
generate-themes-possible = { $game } can show: { $themes }
generate-theme-no-hook = { $game } has no piece that turns a corner
generate-theme-no-attacking-royal = without drops the attacker has no royal, so it cannot be in check
generate-theme-no-attacking-king = the attacker has no king unless a problem of --from gives him one
generate-theme-no-promotion = no piece of { $game } promotes
generate-theme-no-drops = { $game } has no drops
generate-theme-nothing-in-hand = --hand leaves the attacker nothing to drop at the start
generate-theme-defenders = --defenders asks for at least { $least } beside the king
generate-theme-hand = --hand asks for at least { $least } in hand
generate-theme-two-attackers = it needs two pieces of the attacker, but --attackers and --hand allow one

## src/cli/generate/run.rs

generate-all-forbidden = --forbid excludes all pieces
generate-check-failed = { $fault }; the problem is left out. Unless an archive was altered, this is a bug: please report it.
generate-unwritten = { $error }; tsume wrote the problems to standard output instead
generate-summary-nothing = tsume: 0 problems; nothing was written; { $seconds } s
generate-summary-file =
    { $count ->
        [one] tsume: { $count } problem in `{ $path }`; { $seconds } s
       *[other] tsume: { $count } problems in `{ $path }`; { $seconds } s
    }
generate-summary =
    { $count ->
        [one] tsume: { $count } problem; { $seconds } s
       *[other] tsume: { $count } problems; { $seconds } s
    }
generate-two-campaigns = --resume names `{ $resumed }` and --archive `{ $archive }`; remove one of them
generate-resume-unnamed = --resume needs the FILE of the campaign
generate-campaign-absent = the campaign `{ $path }` does not exist; --archive starts one
generate-campaign-begins = tsume: the campaign `{ $path }` does not exist and starts now
generate-campaign-damaged = `{ $path }`, line { $line }: problem { $id } is ignored: { $fault }
generate-campaign-beyond-army =
    { $count ->
        [one] tsume: { $count } problem of the campaign has more pieces than { $game } allows, and is ignored
       *[other] tsume: { $count } problems of the campaign have more pieces than { $game } allows, and are ignored
    }
generate-from-empty = `{ $paths }` holds no problem of { $game }
generate-from-empty-help = name files with problems of the game, or remove --from
generate-from-beyond-army =
    { $count ->
        [one] tsume: { $count } of the problems of --from has more pieces than { $game } allows, and is ignored
       *[other] tsume: { $count } of the problems of --from have more pieces than { $game } allows, and are ignored
    }

## src/cli/generate/table.rs

generate-table-tried = tried
generate-table-seen = seen before
generate-table-screened = passed the screen
generate-table-enough = enough of this length
generate-table-same-line = same line, not smaller
generate-table-crowded = too much alike
generate-table-without-theme = without the theme
generate-table-judged = judged
generate-table-certified = certified
generate-table-avoided = avoided
generate-table-better = better, same line
generate-table-figures = different figures
generate-table-kept = different lines, kept
generate-table-repaired = cooks repaired
generate-table-screen-nodes = positions: screen
generate-table-judge-nodes = positions: judge
generate-column-plies = plies
generate-column-screened = screened
generate-column-judged = judged
generate-column-certified = certified
generate-column-kept = kept
generate-column-families = families
generate-column-cells = cells
generate-column-origin = origin
generate-column-tried = tried
generate-not-requested = (not requested)
generate-variety = { $themes ->
    [one] { $themes } theme
   *[other] { $themes } themes
    }, { $moves ->
    [one] { $moves } kind of first moves
   *[other] { $moves } kinds of first moves
    }, { $cells ->
    [one] { $cells } cell
   *[other] { $cells } cells
    }
generate-too-few =
    { $plies ->
        [one] found only { $found } of { $wanted } problems of { $plies } ply
       *[other] found only { $found } of { $wanted } problems of { $plies } plies
    }
generate-exhausted = stopped, because the last { $count } candidates gave no new position
generate-lengths-exchanged = other lengths took their places, because a long search found no more
generate-alike = { $count } problems share { $feature }, because a long search found no others
generate-likeness-ending = the squares of their last three moves
generate-likeness-neighbour = all but one of their pieces
generate-likeness-last-square = the square of the last move
generate-rejected-malformed = malformed
generate-rejected-check = in check
generate-rejected-no-mate = no mate
generate-rejected-short = too short
generate-rejected-unsettled = not settled
generate-rejected-cook = cooked
generate-rejected-leftover = leftover
generate-refused-unknown = unknown
generate-refused-flawed = flawed
generate-refused-futile = futile interpositions
generate-refused-needless = needless piece
generate-refused-uncertified = no certificate
generate-refused-contradicted = proof refused by the checker (please report this)

## src/generator/problem_record.rs

generate-record-not-admitted = its position is not a problem
generate-record-no-mate = its line is not a mate in { $plies ->
    [one] { $plies } ply
   *[other] { $plies } plies
    }
