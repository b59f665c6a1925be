### Files of other programs.
