### Help of the command line: texts of commands (`help-COMMAND`), arguments, and their values.

## src/cli/moves.rs

help-moves = List the legal moves of a position, one a line, sorted
help-moves-examples =
    Examples:
      tsume moves --variant chu
      tsume moves --position "4k4/9/4P4/9/9/9/9/9/9 b G 1" --attacks
help-moves-position = Position in extended SFEN; any placement of known pieces [default: the start position]
help-moves-attacks = List only the moves that the side to move could play as the attacker of a problem

## src/cli/explain.rs

help-explain = Explain an error code such as E0214, or list all codes
help-explain-code = Code, in upper or lower case

## src/cli/batch.rs

help-resource-threads = Threads in total [default: the number of cores]
help-resource-hash = Memory for transposition tables and certificates in total, such as 512MiB or 4GiB, at least 1MiB [default: 1GiB or a quarter of the memory, whichever is less]

## src/cli/inputs.rs

help-input-paths = Problem files (YAML, SFEN lists, KIF, KI2, CSA, JKF, BOD), folders with such files, or `-` for standard input
help-input-sfen = Position in extended SFEN, in quotes: "4k4/9/4P4/9/9/9/9/9/9 b G 1"; repeatable
help-input-forcing = Moves that the attacker may play; overrides the files
help-input-attacker = Side that attacks; overrides the files [default: the side to move]
help-input-allow = Accept a position despite this objection; repeatable
help-input-tags = Use only problems with this tag; repeatable, one of the tags is enough
help-position-at = Use the position after this move of a game record, or of the `moves` after a position: a move number (0: the position before the first move), or `end`
help-position-every = Make a problem of each position of a game record; its id is NAME@MOVE
help-position-fill-hand = Put all pieces that are neither on the board nor in a hand into the defender's hand

## src/cli/verify.rs

help-verify = Replay certificates with the independent checker
help-verify-long =
    Replay certificates with the independent checker

    Exit status: 0 the checker accepts all certificates, 1 it refuses one, 2 a file cannot be read.
help-verify-paths = Certificate files, or folders with files that end in .tsc

## src/cli/perft.rs

help-perft = Count the sequences of legal moves of a given length
help-perft-long =
    Count the sequences of legal moves of a given length

    Two ways to make the same move (same origin, captures, destination and resulting piece) count once. A pass is a move.
help-perft-examples =
    Examples:
      tsume perft 3 --variant dai
help-perft-depth = Length of the sequences in plies
help-perft-position = Position to start from, in extended SFEN; any placement of known pieces [default: the start position]
help-perft-divide = Also print the count after each legal move

## src/cli/mod.rs

help-tsume = Prove or refute shogi mating problems, in standard shogi and in the large historical games
help-tsume-color = Color results and messages: always, never, or only on a terminal
help-tsume-lang = Language of texts for people [default: TSUME_LANG, or the locale: LC_ALL, LC_MESSAGES, LANG]
help-lang-en = English
help-lang-ja = Japanese
help-command-usi = Run as a USI engine for shogi programs; the same as `tsume-usi`

## src/cli/manual.rs

help-completions = Print the completion script of a shell
help-completions-long =
    Print the completion script of a shell

    For bash: tsume completions bash > ~/.local/share/bash-completion/completions/tsume
help-completions-shell = Shell
help-man = Print the manual page, or write a page for each command
help-man-output = Write the pages of all commands into this folder (pages in Japanese usually go into `man/ja/man1`)

## src/cli/generate/mod.rs

help-generate = Make problems
help-generate-long =
    Make problems

    Modifies and combines positions, keeps those that are sound and new, and continues from them. Each problem is complete under every convention about futile interpositions: one solution, no leftover, no superfluous piece. The checker has replayed certificates of its mate and its length. No two problems have the same moves up to the names of the pieces, and only a few of a set share their last three moves or all but one of their pieces. The program reads the file back and checks it again before it puts it in place.

    With one thread the same seed and options make the same file, unless time or a signal ends the campaign. Ctrl-C ends the campaign and writes its problems.

    Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is wrong; 3 fewer problems were found than --count asks for; 0 otherwise.
help-generate-examples =
    Examples:
      tsume generate --length 3..7 --count 20 -o new.yaml
      tsume generate --variant chu --length 3 --count 10 --time 60 -o chu.yaml
      tsume generate --length 9 --count 5 --require R,+B --theme switchback -o more.yaml
      tsume generate --variant maka_dai_dai --theme hook --length 3..7 -o turns.yaml
      tsume generate --preset magazine --length 3..7 --count 12 --sort difficulty -o page.yaml
help-generate-length = Lengths in plies: one (`7`), a range (`5..9`), or several (`3,5,9..13`); at most 199
help-generate-forcing = Moves that the attacker may play [default: check; royal with --theme two_royals or royal_captured]
help-generate-count = Number of problems: in total (`100`), spread evenly over the lengths, or for each length (`3:50,5:50,7..11:10`) [default: 10, or unlimited with --time or --nodes]
help-generate-output = Output file [default: standard output]
help-generate-time = Seconds for the whole campaign [default: no limit]
help-generate-nodes = Positions to visit in the whole campaign [default: no limit]
help-generate-depth = Longest problem to search for, whatever --length says [default: no limit]
help-generate-seed = Seed of all random numbers
help-generate-pieces = Number of pieces on the board and in the attacker's hand together: `8`, `4..10`, `..12` [default: any]
help-generate-attackers = Number of the attacker's pieces on the board [default: any]
help-generate-defenders = Number of the defender's pieces beside his royals [default: any]
help-generate-hand = Number of pieces in the attacker's hand [default: any]
help-generate-royals = Number of the defender's royals (in games without drops) [default: 1; 2 with --theme two_royals or royal_captured]
help-generate-require = Pieces that must occur, on the board or in the attacker's hand: `R` is a rook, `+R` a dragon, `R,R` two rooks
help-generate-forbid = Pieces that must not occur: `R` is a rook, promoted or not, `+R` a dragon
help-generate-weight = How often pieces are placed, against 1 for ordinary ones: `Ln=5,+DK=0`; 0 is never [default: 3 for lions, hook movers and other special pieces of games without drops, 8 for the pieces of --theme]
help-generate-theme = Make only problems whose solution shows one of these themes, and place the pieces for it; repeatable
help-theme-royal-captured = The attacker captures a royal, and the defender plays on with another; implies `--royals 2 --forcing royal`
help-theme-two-royals = The defender has two or three royals in the first position; implies `--royals 2 --forcing royal`
help-theme-igui = The attacker captures without moving, or comes back to his square after it
help-theme-multiple-capture = A move of the attacker captures two or more pieces
help-theme-hook = A hook mover or capricorn turns a corner: on the way to its square, or to attack the royal from there
help-theme-contagion = The attacker's captor becomes what it takes: a teaching king or a buddhist spirit
help-theme-burning = A move of the attacker burns a piece, or the mate is by burning (tenjiku's fire demon)
help-theme-range-jump = A capture of the attacker, or the mate, jumps over pieces of lower rank (tenjiku's great general)
help-theme-lion = At the mate a piece with the lion's power attacks the royal
help-theme-emperor = At the mate the attacker's emperor attacks the royal
help-theme-counter-check = The defender answers a check with check
help-theme-switchback = A piece of the attacker returns to a square that it has left
help-theme-declined-promotion = The attacker declines a promotion
help-theme-bare-king = The defender has only royals
help-theme-one-kind = All pieces of the attacker are of one kind, promoted or not
help-theme-symmetrical = The first position is its own mirror image
help-theme-king-hunt = The royal goes three squares or more from where it stood
help-theme-distant-drop = A check by a drop that is not next to the royal
help-theme-interposition = The defender drops a piece
help-theme-discovered-check = A check by a piece other than the one that moved
help-theme-double-check = A check by two pieces or more
help-theme-sacrifices = Two moves or more put a piece where the reply takes it
help-theme-sacrifice = One move puts a piece where the reply takes it
help-theme-promotion-by-capture = A capture of the attacker promotes or changes the captor
help-theme-empty-hand = The attacker has nothing in hand (in games with drops)
help-theme-capture = The attacker captures a piece
help-theme-plain = None of the other themes
help-generate-preset = What the problems should be like, unless other options say so
help-generate-tolerate = Second solutions that do not make a problem flawed: a profile (`strict`: none, `magazine`: last_move and promotion, `classic`: all), or names of tolerances as in `tsume analyze --tolerate`. A problem with a cook on any main line or with a longer variation is never written [default: last_move, promotion, drop_distance, detour, mirror]
help-generate-from = Problem file or folder to start from; repeatable
help-generate-avoid = Problem file or folder whose problems to avoid; repeatable
help-generate-archive = Write each problem to this file as soon as it is found; `--resume` continues from it
help-generate-resume = Continue the campaign of --archive, or of this file
help-generate-shard = Make part I of N of the campaign: it has random numbers of its own, its share of --count, and limits of its own; `merge` joins the archives of all parts. `auto` takes the part of this task in a job array, `auto/N` where the scheduler does not tell the number of tasks
help-generate-sort = Order of the problems in the file
help-sort-length = By length, then by score, best first
help-sort-score = By score, best first
help-sort-difficulty = By difficulty, easiest first
help-sort-found = In the order of discovery
help-preset-magazine = As magazines print them: at most 14 pieces, 1 to 6 defenders beside the king, 1 to 4 pieces in hand, no more than 36 squares; a sacrifice (from 3 plies), no capture at the first move, a task for every piece; --tolerate magazine

## src/cli/rules.rs

help-rules = List the games, or describe one: options, pieces, start position
help-rules-examples =
    Examples:
      tsume rules chu
      tsume rules maka_dai_dai --rule sources=western
help-rules-variant = Game: a name that this command lists, or the path of a rule file
help-rules-rules = Set an option of the game, such as promotion=zone_touch, piece.ID=SOURCE or sources=SET; repeatable
help-rules-html = Write an HTML page that shows the moves of each piece as a picture

## src/cli/analyze/mod.rs

help-analyze = Judge the soundness of problems
help-analyze-long =
    Judge the soundness of problems

    Finds the exact length, all main lines, cooks, leftovers, duals and superfluous pieces, and lists the second solutions that it tolerates. Classifies each problem as complete, completely limited, flawed or unknown. Each finding has a line that demonstrates it. If a limit is exhausted, the question stays open: the class is then unknown, and the problem never counts as sound.

    Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is wrong; 1 a result contradicts what a file expects; 3 a question stayed undecided; 0 otherwise, also for flawed problems.
help-analyze-examples =
    Examples:
      tsume analyze problems/shogi/small.yaml
      tsume analyze my.kif --fix --html solution.html
help-analyze-time = Seconds for each problem, all questions together
help-analyze-nodes = Positions to visit for each problem [default: no limit]
help-analyze-depth = Longest mate to search for, also of cooks [default: no limit]
help-analyze-count = Which interpositions count for class, length, flaws and main lines; length and class are computed for every count
help-analyze-tolerate = Tolerated faults, as names or profiles: last_move, promotion, drop_distance, detour, mirror, variation_dual, square, move_order, longer_variation; strict (none), magazine (last_move, promotion), classic (all) [default: all but square, move_order and longer_variation]
help-analyze-longer = Search only for cooks that are at most this much longer than the main line [default: any length]
help-analyze-side-duals = Report second moves of the attacker off the main line
help-analyze-tree = Show the solution with its variations to this depth: other defences with their lengths, cooks, tolerated moves [default with --html, --kif and --sheet: 1]
help-analyze-html = Write an HTML page on which the reader can play through the solutions; it needs no network and no font
help-analyze-kif = Write the solution with its variations as KIF: a file with the extension .kif or .kifu, or a folder for several problems
help-analyze-sheet = Write a sheet for print (A4): diagram, title, author, main line (作意), variations (変化), tries (紛れ) with their refutations, and class: an HTML page, or an SVG file for each page (OUT.svg, or OUT-1.svg, OUT-2.svg, …)
help-analyze-per-page = Problems on a page of the sheet, 1 to 12
help-analyze-fix = Propose at most this many repairs [default: 3]: the smallest edits, at most two, that make a flawed or decorated problem sound and keep its main line, or give the solution of the file back to a problem without mate. The limits apply to the analysis and again to the repairs
help-analyze-no-decoration = Do not test which pieces are superfluous
help-analyze-progressive = Print the report so far when length and class are known, before other counts and superfluous pieces are examined; as JSON also when the length is known, with `"final": false`. On a terminal the final report replaces it
help-analyze-certificate = Write certificates of cooks and refutations into this folder
help-analyze-stable = Omit everything that may differ between runs: lines, nodes, times
help-notation = Notation of the moves in texts and on pages [default: usi in texts, western on sheets]
help-notation-japanese = `▲２三銀成`
help-notation-western = Hodges' notation: `S-2c+`
help-notation-usi = `3d2c+`
help-count-composers = As composers count: an interposition is futile if capturing it, with the piece given back, gains the defender nothing
help-count-immediate = A drop is futile if whatever is dropped on the square is captured at once with mate
help-count-every = Every interposition counts

## src/cli/schema.rs

help-schema = Print the JSON schema of problem files or of an output format
help-schema-long =
    Print the JSON schema of problem files or of an output format

    Editors use the schema of problem files to complete and check them.
help-schema-what = Format to describe
help-what-problems = Problem files (YAML)
help-what-results = JSON lines of `tsume solve` and `tsume analyze` with `--format json`
help-what-puzzles = JSON lines of `tsume show --format json`
help-what-bench = JSON object of `tsume bench --format json`

## src/cli/merge/mod.rs

help-merge = Merge the results or archives of shards or of several runs
help-merge-long =
    Merge the results or archives of shards or of several runs

    RESULTS are JSON lines of `tsume solve`, `tsume analyze` or `tsume verify` with --format json, also with --stable, or archives of `tsume generate` (--archive). The output has the input lines, one line for each problem; if no part is missing, without the part and the options of their runs. Key, id and file identify a problem; two paths count as the same file if their last components are equal and no run mentions both. Of several results for a problem the best remains. The criteria, in this order: a verdict; a known class; acceptance by the checker; a proved length; a shorter bound; without a verdict a greater no_mate_within; fewer open questions. Of equal results the first remains. A problem with several ids keeps a line for each.

    Parts: results of --shard runs name their part. The program reports parts that are missing, incomplete (with fewer results than the others), in several files, or from runs with other options; other limits (--time, --nodes, --depth, --threads, --hash) are a remark only. Parts interleave in the order of their numbers, which is the order of the set. Without numbers, files without a common problem count as parts in their order; a file with problems of an earlier file is a later run: its results replace the earlier ones, and its additions come last.

    Archives: all problems are offered to one archive again, the best first, so that the generator's limits on similar problems hold for all of them. OUT is a problem file, checked like that of `tsume generate`, or an archive that --resume continues if its name ends in .jsonl. The goals are those that the archives record. The program checks position and line of each problem, proves its length again for a problem file, and trusts the archives that it is sound.

    The program trusts the lines, except for checks without a search: in the built-in games it drops a line whose key belongs to another problem, whose length has the wrong parity, or whose moves are illegal or do not mate.

    Errors of an input that could not be read remain until there is a result with its file and id. The program reports results that contradict each other with both places, and writes both; `tsume solve --resume` solves such a problem again. If OUT is also one of RESULTS and cannot be read completely, it stays unchanged.

    Exit status, the first that applies: 2 a file or a line cannot be read, or an input of the runs could not be read; 1 results contradict each other, or what a file expects, or runs had other options; 3 a problem stays undecided or unchecked, a part is missing or incomplete, or archives have too few problems for their goals; 0 otherwise. So the status is that of a single run over everything.
help-merge-examples =
    Examples:
      tsume merge part-1.jsonl part-2.jsonl -o results.jsonl
help-merge-paths = Result files (`-`: standard input)
help-merge-output = Output file (`-`: standard output); may be one of RESULTS
help-merge-first = The runs used --first: a length that is only a bound leaves nothing open
help-merge-variant = Rule file of the game, for archives of a game with rules of its own
help-merge-hash = Memory for the results, such as 512MiB or 4GiB, at least 1MiB: if they need more, nothing is written [default: 1GiB or a quarter of the memory, whichever is less]
help-merge-quiet = Print no summary on standard error

## src/cli/convert.rs

help-convert = Convert problems between YAML, SFEN lists, KIF, KI2, CSA, JKF and BOD
help-convert-long =
    Convert problems between YAML, SFEN lists, KIF, KI2, CSA, JKF and BOD

    The program detects the format of an input by its content. The extension of OUT chooses the output format: .yaml, .sfen, .kif and .ki2 (Shift_JIS), .kifu and .ki2u (UTF-8), .csa, .jkf, .bod. KIF, KI2, JKF and BOD files hold one problem each: to convert several, name a folder as OUT and choose the format with --to.

    Standard error lists what the output format cannot express, by the keys of problem files, and the number of comments. A problem that would become another problem is not converted. The program does not overwrite an input file, under any name, unless --overwrite is given.
help-convert-examples =
    Examples:
      tsume convert problem.kif problem.yaml
      tsume convert set.yaml kif/ --to kif
help-convert-paths = Files or folders to read (`-`: standard input), then the file or folder to write (`-`: standard output)
help-convert-to = Output format, as a file extension, such as kif [default: the extension of OUT]
help-convert-letters = Letters of another program for the pieces of an SFEN list; of xboard (HaChu) each line is a FEN without moves
help-convert-overwrite = Allow OUT to be one of the input files
help-convert-quiet = Print no notes and no summary on standard error

## src/cli/common.rs

help-game-variant = Game: a name that `tsume rules` lists, or the path of a rule file
help-game-rules = Set an option of the game, such as promotion=zone_touch; repeatable. `tsume rules V` lists the options; piece.ID=SOURCE and sources=SET choose other readings of the rules
help-forcing-arg-check = Each attacking move gives check; with several royals it threatens all of them
help-forcing-arg-royal = Each attacking move captures a royal or threatens at least one
help-attacker-arg-black = Sente, the first player
help-attacker-arg-white = Gote, the second player
help-output-format-text = Text for people
help-output-format-json = One JSON object a line

## src/cli/show.rs

help-show = Show the boards of problems in the terminal, write them as pictures, or as JSON for applications
help-show-long =
    Show the boards of problems in the terminal, write them as pictures, or as JSON for applications

    Shows any placement of known pieces, also one that is no valid problem. Pictures are in print style and need no font: characters are outlines. An HTML page has the answers of the files in three notations, hidden until the reader opens them; several files, as of a whole game, become sections with a list of all problems.

    With --format json each problem is a line with the solution in Japanese, and with every move that an application accepts from its player: the attacker's moves that mate in time, the replies that hold out longest, and so on to the mate. `tsume schema puzzles` describes it.
help-show-examples =
    Examples:
      tsume show problems/tour.yaml
      tsume show --sfen "4k4/9/4P4/9/9/9/9/9/9 b G 1" -o diagram.svg
      tsume show problems/tour.yaml -o tour/
      tsume show problems/chu/*.yaml -o chu.html
      tsume show problems/tour.yaml --format json
help-show-output = Write a picture of all problems: OUT.svg, OUT.png or OUT.html; or, if OUT is a folder or ends in `/`, one picture of each problem, named by number and length: 001-5.svg
help-show-picture = Format of the pictures in a folder
help-show-format = Print JSON lines instead of boards
help-show-crop = When pictures show only the part of the board that a problem uses
help-crop-auto = On boards larger than 9×9 of which it uses less than three fifths
help-crop-always = On every board
help-crop-never = Never: the whole board
help-show-scale = Pixels of the PNG for each unit of the picture, 0.1 to 20 [default: 2, or less if the image would be too large]
help-picture-format-svg = Scalable
help-picture-format-png = Pixels
help-format-text = Boards
help-format-json = One object a line

## src/cli/solve/mod.rs

help-solve = Prove or refute mating problems
help-solve-long =
    Prove or refute mating problems

    Reads problem files (YAML or SFEN lists), folders with such files, `-` for standard input, and positions given with --sfen. Prints results to standard output in input order. Prints a verdict only after the independent checker has replayed its certificate; otherwise the result is unknown, and says what the search found.

    Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is wrong; 1 a result contradicts what a file expects; 3 a problem stayed undecided or unchecked; 0 otherwise.
help-solve-examples =
    Examples:
      tsume solve --sfen "4k4/9/4P4/9/9/9/9/9/9 b G 1"
      tsume solve problems/tour.yaml --time 10
      tsume solve set.yaml --format json --shard 2/8 > part-2.jsonl
help-solve-time = Seconds for each problem; certifying the result may take half as long again, or two seconds [default: no limit]
help-solve-nodes = Positions to visit for each problem, accurate to about a thousand for each thread [default: no limit]
help-solve-depth = Longest mate to search for [default: no limit]
help-solve-first = Stop at the first proof; do not search for the shortest mate
help-solve-count = Which interpositions count for the length. The proof and its certificate are about `every`; the composers' length rests on the search
help-solve-certificate = Write certificates into this folder
help-solve-certify = Statements that need a certificate
help-solve-stable = Omit everything that may differ between runs: lines, nodes, times, certificates, and pieces left in hand unless proved
help-shard = Take part I of N: every N-th problem, from the I-th on. `auto` takes the part of this task in a job array (Slurm, Grid Engine, LSF, AWS Batch, Cloud Run, MPI); write `auto/N` if the scheduler does not tell the number of tasks (Kubernetes, GNU parallel). Results name their part
help-solve-resume = Take decided results from the JSON lines of an earlier run, and mark them with `from`. The program checks key, line, and parity of the length, trusts the rest, and solves a problem again if its result fails a check
help-certify-verdict = The verdict
help-certify-length = The verdict, and that there is no shorter mate; implied by --restore
help-certify-none = None; results are marked as not certified
help-solve-count-composers = As composers count: an interposition is futile if capturing it, with the piece given back, gains the defender nothing. Leaves it undecided if the limits do not suffice
help-solve-count-both = Every interposition counts; also the composers' length, if 200,000 positions suffice

## src/cli/solve/checkpoint.rs

help-checkpoint-checkpoint = Save the state of the search of one long problem to this file, at intervals and when the search ends (also by a signal) with something left open
help-checkpoint-checkpoint-every = Seconds between two saves, 1 or more [default: 600]
help-checkpoint-restore = Continue from a checkpoint file, with any --threads and --hash; limits count from zero. If --checkpoint names the same file, it need not exist yet

## src/cli/streams.rs

help-color-when-auto = On a terminal, unless `NO_COLOR` or `TERM=dumb` is set
help-color-when-always = Always
help-color-when-never = Never

## src/cli/bench/mod.rs

help-bench = Measure the search: node rate, nodes, and speed-up with more threads
help-bench-long =
    Measure the search: node rate, nodes, and speed-up with more threads

    Solves a fixed suite of problems (easy to hard, every game, mate and no mate), or the given problems, with each number of threads. Each search stops at the first proof, and no certificates are made, so the verdicts are unchecked. The nodes with one thread are the checksum of the search: for a given table size they are the same in each run and on each machine.

    Exit status, the first that applies: 130 after SIGINT, 143 after SIGTERM, 129 after SIGHUP; 2 the command line or an input is wrong; 1 a verdict differs between runs or from what a file expects; 3 a problem stayed undecided; 0 otherwise.
help-bench-threads = Numbers of threads, separated by commas [default: 1 and the number of cores]
help-bench-repeat = Runs of each problem with each number of threads [default: 8; 1 with one thread, which visits the same nodes in each run]
help-bench-hash = Memory for the table, such as 512MiB or 4GiB [default: 1GiB or a quarter of the memory, whichever is less]
help-bench-time = Seconds for each run [default: no limit]
help-bench-nodes = Positions to visit in each run [default: no limit]
help-bench-only = Measure only the problems with these ids
help-bench-format = Output format; JSON is one object with all runs
help-bench-plot = Draw the speed-up against the number of threads into this SVG file
help-bench-compare = Compare with the run whose JSON output is in this file
help-bench-show = Show the run whose JSON output is in this file instead of measuring
help-bench-quiet = Print no progress on standard error

## Several commands

help-format = Output format
help-forcing = Moves that the attacker may play
help-threads = Threads [default: the number of cores]
help-quiet = Print no progress and no summary on standard error
help-verbose = Show boards and titles, and moves in a second notation

## src/cli/serve

help-serve = Serve the page for the browser, answered by this program
help-serve-long =
    Serve a page for the browser on which to set up, solve, judge and generate problems, and to play against their solutions.

    Prints the address of the page. Only this computer can reach it, and only with the whole address, which is another one in every run. Nothing is written to disk. Searches run one after the other.
help-serve-port = Port; 0 chooses a free one
help-serve-open = Open the page in the browser
help-serve-bind = Address to listen on. Any other than a loopback address lets other computers in
