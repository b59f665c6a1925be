### Files of other programs.

## src/io/formats/kakinoki.rs

formats-remove-one = remove one of them
formats-hand-again = this states this hand again, with another value
formats-handicap-again = this states 手合割 again, with another value
formats-turn-again = this states whose turn it is again, with another value
formats-no-position = this text has no position
formats-draw-board = draw the board: nine lines such as `| ・v香 ・ ・ ・ ・ ・ ・ ・|一`
formats-handicap-open = 手合割：{ $name } does not determine the position
formats-handicap-unknown = unknown 手合割 `{ $name }`
formats-handicap-known = write 平手, or draw the board; records of other games cannot be read: write their positions as YAML or SFEN
formats-hand-without-board = pieces in hand without a board
formats-ranks = the board has { $found ->
    [one] { $found } rank
   *[other] { $found } ranks
    } instead of { $wanted }
formats-ranks-help = draw nine lines that begin with `|`
formats-other-board-help = it is a board of { $games }, whose records cannot be read: put the board under `board:` in a problem file with `variant: { $first }`
formats-position-again = this states the position again, with another value
formats-position-differs = this position is not the one that the record draws
formats-position-differs-here = here it differs
formats-not-a-piece-of = `{ $found }` is not a piece of { $game }
formats-pieces-on-board = write 玉飛角金銀桂香歩 or 龍馬全圭杏と, `v` before white's, and ・ for an empty square
formats-squares = this rank has { $found ->
    [one] { $found } square
   *[other] { $found } squares
    } instead of { $wanted }
formats-squares-help = draw every square, ・ for an empty one
formats-after-ninth = this follows the ninth square
formats-after-rank = only the rank's number follows a rank; hands have lines of their own, such as `先手の持駒：金`
formats-rank-number = this is rank { $rank } of the board
formats-rank-order = write the ranks in order, 一 at the top
formats-both-rest = both hands hold the rest
formats-one-side = write the pieces of one side
formats-not-in-hand = `{ $piece }` cannot be in hand
formats-pieces-in-hand = write 飛角金銀桂香歩, each with its number, or なし
formats-hand-count = this number of pieces is impossible
formats-hand-count-help = write one such as 十八

## src/io/formats/kakinoki_moves.rs

formats-unknown-line = cannot parse this line
formats-head-lines = only headers such as `作品名：…`, the board, the hands, and comment lines that start with `*` may precede the moves
formats-ignored = `{ $text }` does not concern the position or the moves, and is ignored
formats-move-lines = moves are written `1 ２三銀成(34)` or `▲２三銀成`, comments begin with `*`
formats-variation-number = a variation needs the number of its move
formats-variation-help = write 変化：5手
formats-variation-absent = the line before has no move { $number }
formats-variation-range = its moves are { $first } to { $last }; a variation follows the line from which it branches, the deepest first
formats-not-a-move = this is not a move
formats-marks = write ▲ or △ before each move
formats-other-turn = it is the other side's turn
formats-mark-of-turn = write { $mark }, or the move that is missing before this one
formats-move-number = this is move { $expected }, not { $number }
formats-move-numbers = moves are numbered one by one; a variation begins with 変化：N手
formats-unknown-end = unknown end `{ $word }`, which is ignored; known are { $known }
formats-or-ends = { $help }; ends are { $known }
formats-after-move = unexpected text after a move
formats-after-move-help = only the time may follow, such as `( 0:12/00:00:34)`; comments have lines of their own that start with `*`
formats-same-as-nothing = 同 needs a move before it
formats-write-square = write the square
formats-illegal = `{ $played }` is illegal here
formats-illegal-help = check the board, the hands and the moves before this one
formats-ambiguous = several pieces can play `{ $played }`
formats-ambiguous-help = add the square of origin, such as `(34)`, or 右 左 上 寄 引 直

## src/io/formats/csa.rs

formats-csa-position = write `PI`, or nine lines such as `P1-KY-KE-GI-KI-OU-KI-GI-KE-KY`, then `+`
formats-csa-not-position = this is not a statement about the position
formats-csa-position-words = write PI, P1 to P9, P+ or P-
formats-board-twice = this states the board a second time
formats-rank-twice = this states this rank a second time
formats-square-twice = this states this square a second time
formats-hand-twice = this states this hand a second time
formats-held-twice = this states the pieces of this kind in hand a second time
formats-csa-removed = this piece cannot be removed
formats-csa-removed-help = write square and piece, such as `82HI`, of the start position
formats-csa-rank = a rank has nine squares: `-KY`, `+FU` or ` * `
formats-not-a-square = `{ $found }` is not a square
formats-not-a-piece = `{ $found }` is not a piece
formats-csa-piece = write square and piece, such as `63FU`, or `00KI` for one in hand
formats-csa-unknown = this statement is not understood
formats-csa-head = CSA texts begin with V2.2, names, or the position
formats-csa-time = this is not a time
formats-csa-time-help = write seconds, such as `T12`
formats-csa-time-too-long = this time is too long, and is ignored
formats-csa-unknown-end = unknown end, which is ignored; known are { $known }
formats-csa-moves = moves are written `+7776FU`
formats-csa-no-turn = no position precedes this move
formats-csa-turn = write whose turn it is, `+` or `-`, on a line before the moves
formats-csa-not-a-move = `{ $found }` is not a move
formats-csa-move = moves are written `+7776FU`: side, origin (00 for a drop), square, piece
formats-csa-illegal-help = check the position and the moves before this one

## src/io/formats/jkf.rs

formats-jkf-neither = this is not JKF: it has neither `initial` nor `moves`
formats-jkf-help = JKF is JSON with `header`, `initial` and `moves`
formats-jkf-list = this is a list, and JKF is one object
formats-jkf-list-help = write each record into a file of its own, without `[` and `]`
formats-jkf-depth = variations are nested too deep
formats-jkf-depth-help = JKF is read and written with variations of variations down to { $depth }; a KIF file may have any number
formats-jkf-broken = this is not JKF: { $fault }
formats-jkf-preset = unknown preset `{ $preset }`
formats-jkf-preset-help = write the position under `data`, with `"preset": "OTHER"`
formats-jkf-board = the board is not 9 by 9
formats-jkf-board-help = `board` has nine files, from the right, each with nine squares, from the top
formats-jkf-square-help = write `{"{"}"color": 0, "kind": "FU"{"}"}`, or `{"{"}{"}"}` for an empty square
formats-jkf-hand-help = write counts of FU, KY, KE, GI, KI, KA and HI
formats-jkf-end = unknown end `{ $found }`
formats-jkf-end-help = write TSUMI, FUZUMI, TORYO or CHUDAN
formats-jkf-move-help = moves have `from` (none for a drop), `to` and `piece`, the piece before the move
formats-jkf-square = { $file } { $rank } is not a square
formats-jkf-too-deep = its variations are nested more than { $depth } levels deep

## src/io/formats/mod.rs

formats-sfen-list = SFEN list
