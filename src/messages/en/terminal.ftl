### Progress.

## src/io/terminal/campaign_display.rs

terminal-campaign-counts = { $tried } tried ({ $rate }/s), { $screened } screened, { $certified } certified, { $kept } kept in { $cells ->
    [one] { $cells } cell
   *[other] { $cells } cells
    }
terminal-campaign-best = best { $id } ({ $score })

## src/io/terminal/progress.rs

terminal-decided = { $count } decided
terminal-as-expected = { $count } as expected
terminal-against-expectation = { $count } against expectation
terminal-unknown = { $count } unknown
terminal-unreadable = { $count } unreadable
terminal-taken = { $count } taken from an earlier run
terminal-nothing-done = nothing done
terminal-agree = { $count ->
    [one] { $count } agrees
   *[other] { $count } agree
    }
terminal-disagree = { $count ->
    [one] { $count } disagrees
   *[other] { $count } disagree
    }
terminal-done = { $done } of { $total } done
terminal-elapsed = { $time } elapsed
terminal-left = about { $time } left
terminal-shortening = mate within { $plies }, searching for a shorter one
terminal-certifying = writing the proof
terminal-checking = checking the proof
terminal-row-in-brief = { $phase }, { $nodes } nodes in { $time }
terminal-row = { $phase }, { $nodes } nodes, { $rate }/s, proof { $proof } disproof { $disproof }, table { $table }%, { $time }
terminal-plain-line = { $done } of { $total } done in { $time }
terminal-running = running: { $ids }
terminal-running-and-more = running: { $ids } and { $more } more
terminal-running-state = { $id } ({ $state })

## src/io/terminal/durations.rs

terminal-seconds =
    { $count ->
        [one] { $count } second
       *[other] { $count } seconds
    }
terminal-minutes = { $count } minutes
terminal-hours = { $count } hours
terminal-days = { $count } days
terminal-weeks = { $count } weeks
terminal-years = { $count } years
terminal-seconds-short = { $count }s
terminal-minutes-short = { $count }m
terminal-hours-short = { $count }h
terminal-days-short = { $count }d
terminal-weeks-short = { $count }w
terminal-years-short = { $count }y
