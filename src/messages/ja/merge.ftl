### `tsume merge`.
