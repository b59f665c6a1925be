### Soundness.

## Errors of the library

judge-illegal-move = the move is not legal in this position
judge-no-length = no length is odd and from 1 to 199
judge-no-threads = cannot start threads: { $why }
judge-illegal-move-of-line = move { $number } of the line, { $text }, is not legal

## Progress of the judge

judge-asking-deciding = deciding
judge-asking-tries = searching for tries
judge-asking-cooks = searching for cooks
judge-asking-tolerated = searching for tolerated second solutions
judge-asking-detours = separating cooks from detours
judge-asking-edits = testing edits
judge-asking-solution = writing down the solution
judge-asking-side-duals = searching for side duals
judge-asking-decoration = testing pieces for decoration
judge-asking-length = finding the length
judge-asking-certificate = checking the certificate of the verdict
judge-asking-refutation = writing down the refutation
judge-asking-claims = comparing with the file
judge-asking-main-lines = finding the main lines
judge-asking-immediate-length = finding the length by the count immediate
judge-asking-composers-length = finding the length by composers' count
judge-asking-cook-lengths = finding the lengths of cooks
judge-asking-composers-count = counting as composers do
judge-asking-composers-line = finding the composers' line

## Tolerances

judge-unknown-tolerance = unknown tolerance `{ $name }`; expected a profile ({ $profiles }), names ({ $names }), or none
