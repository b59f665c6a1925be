### `tsume solve`.
