### `tsume show`, `rules`, `perft`, `moves`, `schema`, `explain`.

## Boards in the terminal (src/notation/terminal.rs)

show-board-black-hand = black: { $held }
show-board-white-hand = white: { $held }
show-board-empty-hand = nothing in hand
show-board-black-to-move = black to move
show-board-white-to-move = white to move
show-board-lion-captured = a lion was just captured on { $square } by another piece
show-board-declined = declined to promote: { $squares }
show-board-black-king-away = black's king is off the board, out of reach
show-board-white-king-away = white's king is off the board, out of reach

## src/cli/show.rs

show-scale-expected = expected a number from 0.1 to 20
show-picture-title =
    { $count ->
        [one] { $count } problem
       *[other] { $count } problems
    }
show-picture-unknown = `{ $path }` does not name a picture format: use the extension .svg, .png or .html
show-picture-full = `{ $path }` has the first { $count ->
        [one] problem
       *[other] { $count } problems
    } only, because the boards of a picture or page have at most { $limit } squares together: for a picture of each problem name a folder, such as `-o out/`
