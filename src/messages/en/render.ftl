### Pictures, pages, sheets and booklets.

## src/io/render/picture

render-image-too-large = an image of { $width } by { $height } pixels is too large; the limit is { $limit } a side: write .svg or .html, or use a smaller --scale
render-no-pixels = the image has no pixels

## src/io/render/sheet

render-defense = Defense
render-solution = Solution
render-tries = Tries
render-variations = Variations
render-short-cooks = Short cooks
render-cooks = Cooks
render-longer-variations = Longer variations
render-variation-duals = Variation duals
render-mate =
    { $plies ->
       *[other] mate.
    }
render-mate-with-leftover =
    { $plies ->
       *[other] mate ({ $left } left in hand).
    }
render-at-ply = at ply { $ply }:
render-try = { $own }?
render-try-refuted = { $own }? { $reply }!
render-try-several = { $own }? { $reply } among others

## src/io/render/study

render-needs-script = This page needs its script to show the solutions.
render-length-in-index = { $plies }
render-remarks =
    { $count ->
        [one] { $count } remark
       *[other] { $count } remarks
    }
render-attacker-holds = Attacker holds
render-defender-holds = Defender holds
render-nothing-held = nothing
render-the-problem = the problem
render-after-move = after { $played }
render-show-solution = Show the solution
render-no-line = No line was found within the limits.
render-incomplete = Some lines were not followed to the end.
render-first-position = First position
render-back = Back
render-next-move = Next move
render-end-of-line = End of the line
render-keys = Keys: Enter shows the solution; left and right step, up and down change the variation
render-keys-of-set = Keys: Enter shows the solution; left and right step, up and down change the variation; N and P turn to the next and previous problem
render-problems =
    { $count ->
        [one] { $count } problem
       *[other] { $count } problems
    }
render-remark-also = { $words } (also { $others })
render-open = open: { $words }
render-task = Mate in { $plies }.
render-task-royal = Mate in { $plies }. Every move threatens or takes a royal.
render-royal = Every move threatens or takes a royal.
render-branch = instead of move { $ply }: { $about }
render-branch-also = instead of move { $ply }: { $about }; so do { $moves }
render-comma = {", "}

## src/io/render/booklet.rs and game_page.rs

render-difficulty = difficulty { $points }
render-answer = Solution
render-column-western = Western
render-column-japanese = Japanese
render-game-with-drops = { $files ->
    [one] { $files } file
   *[other] { $files } files
    }, { $ranks ->
    [one] { $ranks } rank
   *[other] { $ranks } ranks
    }, { $kinds ->
    [one] { $kinds } kind of pieces
   *[other] { $kinds } kinds of pieces
    }; captured pieces are dropped.
render-game-without-drops = { $files ->
    [one] { $files } file
   *[other] { $files } files
    }, { $ranks ->
    [one] { $ranks } rank
   *[other] { $ranks } ranks
    }, { $kinds ->
    [one] { $kinds } kind of pieces
   *[other] { $kinds } kinds of pieces
    }; no drops.
render-pieces = Pieces
render-pieces-seen = As their owner sees them, ahead at the top.
render-moves-of = moves of the { $name }
render-option-name = name
render-option-value = value
render-option-meaning = meaning, and allowed values
render-promotes-to = promotes to { $id } ({ $name })
render-other-reading = other reading, { $label }: { $movement }
render-legend-step = a step, or a slide of limited length
render-legend-slide = a slide as far as the board goes
render-legend-leap = a leap over any pieces
render-legend-lion = lion power: captures there and moves on or returns, or leaps
render-legend-hook = a hook: slides, turns once at a right angle, slides on
render-legend-emperor = any square that no enemy guards
render-legend-moves = only moves there, without capturing
render-legend-captures = only captures there
render-legend-lame = a piece there hinders the leap
render-legend-hurdle = hops over exactly one piece
render-legend-area = an area move: king's steps over empty squares
render-legend-igui = captures without moving
render-legend-range-jump = captures over any pieces of lower rank
render-legend-burning = burns enemies next to it
