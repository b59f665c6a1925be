### Positions that the rules do not allow.
