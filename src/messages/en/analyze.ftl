### `tsume analyze`.
