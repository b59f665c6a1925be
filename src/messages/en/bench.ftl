### `tsume bench`.

## src/cli/bench/mod.rs

bench-such-as = such as { $near }; `tsume bench --nodes 1 --threads 1` lists the suite
bench-no-problems = there are no problems
bench-unknown-id = no problem has the id `{ $id }`
bench-no-plot = no plot: a plot needs two numbers of threads, such as --threads 1,2, for which the machine has cores
bench-more-threads-than-cores = tsume: { $threads } threads on { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
    }: their times say nothing about the speed-up on more cores; their numbers of nodes do

## src/cli/bench/compare.rs

bench-value-unknown = unknown
bench-value-none = none
bench-version = version
bench-system = system
bench-processor = processor
bench-cores = cores
bench-table-bytes = bytes of the table
bench-node-limit = limit of nodes
bench-time-limit = limit of seconds
bench-changed = { $what }: { $then } then, { $now } now
bench-only-then = { $id }: only then
bench-only-now = { $id }: only now

## src/cli/bench/faults.rs

bench-verdicts-differ = { $id }: { $first } with { $threads } but { $second } with { $others }
bench-unexpected = { $id }: { $found } with { $threads }, but its file expects { $expected }
bench-nodes-differ = { $id }: one thread must visit the same nodes in each run, but visited { $nodes }
bench-threads =
    { $count ->
        [one] { $count } thread
       *[other] { $count } threads
    }

## src/cli/bench/figures.rs, plot.rs, record.rs

bench-group-all = all
bench-group-slow = over { $seconds } s
bench-group-large = large games
bench-group-large-slow = large, over { $seconds } s
bench-plot-title = Speed-up against threads: geometric mean of { $problems ->
    [one] { $problems } problem
   *[other] { $problems } problems
    } ({ $group }), tsume { $version } on { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
    }
# Pictures have outlines of Latin letters and katakana.
bench-plot-heading = Speed-up of tsume { $version } by threads
bench-plot-machine = { $processor }, { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
    }
bench-plot-single = single problems
bench-plot-mean = mean of { $problems ->
    [one] { $problems } problem
   *[other] { $problems } problems
    } over { $seconds } s
bench-plot-ideal = ideal
bench-plot-threads = threads
bench-plot-speed-up = speed-up
bench-not-a-record = this is not a record of a benchmark: { $error }
bench-record-help = write one with `tsume bench --format json > OLD.json`

## src/cli/bench/text.rs

bench-head = tsume { $version } on { $system }, { $processor }, { $cores ->
    [one] { $cores } core
   *[other] { $cores } cores
    }; table of { $table } MiB
bench-unknown-processor = unknown processor
bench-at-most-nodes = at most { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    }
bench-at-most-seconds = at most { $seconds } s
bench-column-problem = problem
bench-column-verdict = verdict
bench-column-threads = threads
bench-column-nodes = nodes
bench-column-rate = knodes/s
bench-column-overhead = x nodes
bench-column-seconds = s
bench-column-table = table
bench-column-speed-up = speed-up: median (min to max)
bench-column-compared = compared
bench-spread = { $median } ({ $min } to { $max })
bench-checksum = checksum: { $nodes ->
    [one] { $nodes } node
   *[other] { $nodes } nodes
    } with one thread
bench-verdict-changed = VERDICT CHANGED
bench-checksum-differs = CHECKSUM DIFFERS
bench-checksums = { $id }: { $then ->
    [one] { $then } node
   *[other] { $then } nodes
    } with one thread then, { $now } now
bench-checksums-compared = nodes with one thread: compared for { $compared ->
    [one] { $compared } problem
   *[other] { $compared } problems
    }, differ for { $different }
