### Positions and moves as text.

## Pieces, squares and hands

notation-no-piece = there is no piece `{ $id }` in { $game }
notation-not-a-square = `{ $square }` is not a square of { $game }
notation-list-of-pieces = `tsume rules { $game }` lists the pieces
notation-written-here = the { $piece } is written `{ $id }` here
notation-no-promoted-form = the { $piece } has no promoted form in { $game }
notation-several-pieces = `{ $name }` can be several pieces
notation-several-pieces-help = write { $ids }
notation-impossible-count = `{ $number }` is not a possible count
notation-count-before-piece = write a number from 1 to { $most } before the piece
notation-count-behind-piece = write a number from 1 to { $most } behind the piece
notation-count-help = write a number from 1 to { $most }
notation-count-alone = a count without a piece
notation-count-alone-help = write the piece after its count, such as `2P`
notation-no-drops = { $game } has no drops, so nothing is in hand
notation-no-drops-help = write `-`
notation-not-in-hand = `{ $word }` cannot be in hand
notation-not-in-hand-help = write counts and pieces, such as `G2P`; the pieces are { $ids }

## Moves

notation-kifu-help = moves are written `２三銀成(34)`, `同　金(52)`, `５五角打`
notation-kifu-no-square = a move begins with its square, or with 同
notation-kifu-not-a-piece = `{ $text }` is not a piece
notation-usi-help = moves are written 7g7f, 8h2b+, P*5e, or with squares captured on the way: 8c8d7e
notation-usi-not-dropped = `{ $piece }` cannot be dropped
notation-usi-not-chosen = no piece promotes to a chosen `{ $piece }`
notation-usi-drop-end = a drop ends with a square
notation-usi-squares = a move has 2 to 4 squares, not { $count }
notation-hodges-no-legal-move = this piece has no legal move
notation-hodges-legal = legal: { $moves }
notation-hodges-illegal = `{ $text }` is illegal here
notation-hodges-several = `{ $text }` fits several moves
notation-hodges-several-help = write { $moves }
notation-hodges-no-move = there is no move
notation-hodges-no-move-help = write piece and square, such as P-8g or Gx7h
notation-hodges-extra-word = `{ $word }` is not part of a move
notation-hodges-extra-word-help = after the move only `mate` may stand
notation-hodges-no-piece = a move begins with a piece
notation-hodges-no-piece-help = such as P-8g, +DHx3c or P*5e
notation-square-missing = a square is missing
notation-square-help = a square is file and rank, such as 7f
notation-hodges-not-understood = `{ $text }` is not understood
notation-hodges-not-understood-help = a move ends with its last square, then `+` or `=`
notation-hodges-no-destination = the square to which it goes is missing
notation-hodges-no-destination-help = after the piece comes `-` or `x` and a square, or `*` for a drop

## Diagrams

notation-corner-missing = the square is missing
notation-corner-help = write file and rank, up to { $last }
notation-empty-drawing = the drawing is empty
notation-empty-drawing-help = write one rank a line, with `.` for an empty square
notation-drawing-size = the drawing has { $width }x{ $height } squares, { $game } has { $files }x{ $ranks }
notation-part-needs-corner = a drawing of a part of the board needs `corner`, its top left square
notation-rank-width = this rank has { $found ->
    [one] { $found } square
   *[other] { $found } squares
  } instead of { $width }
notation-rank-width-help = all ranks of a drawing are equally long; `.` is an empty square
notation-other-rank = this is rank `{ $rank }`, not `{ $label }`
notation-drawing-height = the drawing has { $found ->
    [one] { $found } rank
   *[other] { $found } ranks
  } instead of { $height }
notation-right-of-board = this lies to the right of the board
notation-below-board = this lies below the board
notation-room = from { $corner } on there is room for { $columns }x{ $rows } squares
notation-no-file = there is no file under this number
notation-other-file = this is file { $file }, not { $number }
notation-label-help-part = correct it, correct `corner`, or leave the labels out
notation-label-help = correct it, or leave the labels out
notation-whose = `{ $token }` does not say whose the { $piece } is
notation-whose-help = write `{ $black }` for black's, `{ $white }` for white's
notation-not-a-piece = `{ $token }` is not a piece
notation-mark-first = write `v` first, then `+`: `v+P`
notation-piece-after-mark = after `v` comes a piece: `vP`

## Positions

notation-empty-position = the position is empty
notation-empty-position-help = such as `{ $position }`
notation-field = `{ $word }` is not understood
notation-after-startpos = after `startpos` may follow `moves` and moves
notation-no-side = the side to move is missing
notation-side = `{ $word }` is not a side
notation-side-help = after the board write `b` or `w`, whose turn it is
notation-other-board = this board has { $files }x{ $ranks } squares, but { $game } is played on { $own }x{ $high }
notation-other-board-help = it is a board of { $games }: add --variant { $first }, or in a problem file `variant: { $first }`
notation-other-board-own-game = write { $files }x{ $ranks } squares, or name the rule file of the other board with --variant
notation-other-drawing-help = a whole board of { $games } needs `variant: { $first }`; a drawing of a part of the board needs `corner`, its top left square
notation-board-size = { $game } is played on { $files }x{ $ranks } squares
notation-too-many-ranks = the board has more than { $ranks } ranks
notation-number-of-ranks = the board has { $count ->
    [one] { $count } rank
   *[other] { $count } ranks
    } instead of { $ranks }
notation-too-many-squares = rank `{ $rank }` has more than { $files ->
    [one] { $files } square
   *[other] { $files } squares
    }
notation-squares-left = { $count ->
    [one] { $count } square is left
   *[other] { $count } squares are left
    } of it here
notation-leave-piece-out = leave this piece out, or put `/` before it
notation-too-few-squares = rank `{ $rank }` has { $count ->
    [one] { $count } square
   *[other] { $count } squares
    } instead of { $files }
notation-too-few-squares-help = add { $count } { $count ->
    [one] for the empty square that is missing
   *[other] for the empty squares that are missing
    }
notation-open-bracket-help = write `]` after the piece's id
notation-piece-letter = write a piece's letter, or its id in brackets
notation-hands-missing = the hands are missing
notation-hands-missing-help = after the side write `-`, or what each side holds, such as `2Pg`
notation-piece-not-in-hand = a { $piece } cannot be in hand
notation-empty-hands = write `-` for empty hands
notation-too-many-in-hand = more than { $most } times a { $piece } in one hand
notation-second-number = `{ $word }` is a second move number
notation-second-square = `{ $word }` is a second square of a counter-strike
notation-second-help = leave it out, or `{ $first }` before it
notation-phantom = `{ $word }` is not a list of sides
notation-phantom-help = write phantom:b, phantom:w or phantom:bw
notation-field-help = after the hands may follow a move number, a square, `~` and a square, or phantom:b
