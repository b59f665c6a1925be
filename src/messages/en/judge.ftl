### Soundness.
