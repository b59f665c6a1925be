### Explanations of error codes, for `tsume explain`.
