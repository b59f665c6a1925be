### `tsume generate`.
