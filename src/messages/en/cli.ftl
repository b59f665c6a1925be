### What several commands print.
