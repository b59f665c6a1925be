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
