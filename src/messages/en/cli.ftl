### What several commands print, and what the command line itself says.

## src/cli/clap_words: in English clap prints its own words, which are like these.

cli-usage = Usage: { $usage }
cli-options-placeholder = [OPTIONS]
cli-command-placeholder = [COMMAND]
cli-heading-commands = Commands
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-default = [default: { $value }]
cli-aliases = [aliases: { $names }]
cli-values = [possible values: { $values }]
cli-values-heading = Possible values:
cli-print-help = Print help
cli-print-help-see-more = Print help (see more with '--help')
cli-print-help-see-summary = Print help (see a summary with '-h')
cli-print-version = Print version
cli-help-command = Print this message or the help of the given subcommand(s)
cli-man-name = NAME
cli-man-synopsis = SYNOPSIS
cli-man-description = DESCRIPTION
cli-man-examples = EXTRA
cli-man-version = VERSION
cli-see-help = For more information, try '--help'.
cli-argument-repeated = the argument '{ $argument }' cannot be used multiple times
cli-arguments-conflict = the argument '{ $argument }' cannot be used with:
cli-value-missing = a value is required for '{ $argument }' but none was supplied
cli-value-not-possible = invalid value '{ $value }' for '{ $argument }'
cli-value-invalid = invalid value '{ $value }' for '{ $argument }': { $reason }
cli-equals-missing = equal sign is needed when assigning values to '{ $argument }'
cli-command-unknown = unrecognized subcommand '{ $name }'
cli-arguments-missing = the following required arguments were not provided:
cli-not-unicode = invalid UTF-8 was detected in one or more arguments
cli-too-many-values = unexpected value '{ $value }' for '{ $argument }' found; no more were expected
cli-argument-unknown = unexpected argument '{ $argument }' found
cli-not-an-integer = expected a whole number in digits, such as 1000000
cli-not-an-address = write an IP address such as 127.0.0.1
cli-not-a-number = not a number
cli-number-too-large = number too large
cli-number-too-small = number too small
cli-number-below = less than { $first }
cli-number-outside = not between { $first } and { $last }
cli-similar = a similar one exists: '{ $name }'
cli-pass-as-value = to pass '{ $value }' as a value, use '{ $written }'
cli-without-hyphens = subcommand '{ $name }' exists; to use it, remove the '--' before it

## src/cli: errors and summaries

cli-note = note
cli-cannot-write-into = cannot write into `{ $path }`: { $error }
cli-cannot-write-results = cannot write results: { $error }
cli-cannot-create-folder = cannot create the folder `{ $path }`: { $error }
cli-folder-missing = cannot write into `{ $path }`: the folder does not exist
cli-overwrites = `{ $output }` would overwrite the input `{ $input }`: name another file
cli-is-a-folder = cannot write `{ $path }`: it is a folder
cli-position-split = the shell has split the position into several arguments: put it in quotes
cli-cannot-watch-signals = cannot watch for signals: { $error }
cli-input-needed = `tsume { $command }` needs an input
cli-input-example = files or folders (`-`: standard input), or --sfen POS
cli-input-help = lists all options
cli-rule-expected = expected `NAME=VALUE`, found `{ $text }`
cli-rule-example = for example --rule promotion=zone_touch
cli-seconds-expected = expected a positive number of seconds, such as 60 or 0.5
cli-summary = tsume: { $tally }; { $time } s
cli-summary-with-rest = tsume: { $tally }, { $left } not started; { $time } s
cli-refused = `{ $id }`: the checker refuses the proof of "{ $claim }": { $fault }. The result is unknown. { $cause }: please report it with the whole command line and this problem: variant { $variant }, forcing { $forcing }, attacker { $attacker }, position `{ $position }`
cli-refused-bug = This is a bug in tsume
cli-refused-restored = This is a bug in tsume, or the file of --restore was changed after tsume wrote it (start again without it)
cli-unknown-code = unknown error code `{ $code }`
cli-similar-code = did you mean `{ $close }`? `tsume explain` lists all codes
cli-all-codes = `tsume explain` lists all codes

## src/cli/shard.rs

cli-shard-part = tsume: takes part { $shard }, because { $reason }
cli-shard-unasked = tsume: each task of the job array ({ $task }) does everything; --shard auto takes a part
cli-shard-syntax = expected `I/N`, found `{ $text }`
cli-shard-syntax-help = I is from 1 to N: write 2/8 for the second of eight parts, or auto in a job array
cli-shard-bad-count = `{ $text }` is not a number of tasks
cli-shard-bad-count-help = write auto, or auto/8 for eight tasks
cli-shard-no-array = no variable of a known job array is set
cli-shard-no-array-help = write --shard i/n; tsume looks for { $names }
cli-shard-no-ends = { $task } does not tell the first and the last task of the array
cli-shard-no-ends-help = for an array from 1 to 8 write --shard { $from-one }, for one from 0 to 7 --shard { $from-zero }
cli-shard-no-count = { $task } does not tell the number of tasks
cli-shard-no-count-help = add the number, such as --shard auto/8 for eight tasks
cli-shard-uneven = the tasks of the job array are not evenly numbered ({ $task })
cli-shard-uneven-help = number them from 1 to n without gaps, or write --shard i/n
