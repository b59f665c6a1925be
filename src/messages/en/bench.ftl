### `tsume bench`.
