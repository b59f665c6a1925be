### `tsume convert`.
