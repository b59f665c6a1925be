### `tsume show`, `rules`, `perft`, `moves`, `schema`, `explain`.
