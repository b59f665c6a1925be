### Problem files.

## src/io/problems/keys.rs

problems-schema-file = a file of problems
problems-schema-problem = a problem
problems-schema-plies = a number of plies
problems-needs-problems = write `problems:` and under it a list, each with `- id:`
problems-needs-id = write `id:` and a name that is unique in the file
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
problems-schema-piece = a piece
problems-schema-side = a number of files or ranks
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
