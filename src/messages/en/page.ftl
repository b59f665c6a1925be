### The page: src/web/page.

## src/web/page, frame

page-skip-to-board = Skip to the board
page-game = Game
page-language = Language
page-theme = Colors
page-theme-auto = System
page-theme-light = Light
page-theme-dark = Dark
page-panel = Tools
page-problems = Problems
page-previous-problem = Previous problem
page-next-problem = Next problem
page-comma = ,{ " " }
page-cancel = Cancel
page-connection-lost = The engine does not answer. Is the server still running?
page-engine-server = tsume { $version } answers on this computer, with all its cores.
page-engine-wasm = tsume { $version } runs in your browser. Nothing is sent anywhere.

## src/web/page, board

page-board = Board. Arrow keys move, Enter chooses.
page-square-piece = { $square }: { $side } { $piece }
page-square-empty = { $square }: empty
page-can-go-here = can go here
page-last-move = last move
page-objection-here = not allowed here
page-black = Black
page-white = White
page-in-hand-of = { $side } holds
page-nothing-in-hand = nothing
page-held-piece = { $piece } in hand: { $count }
page-more = One more: { $piece }
page-fewer = One fewer: { $piece }
page-piece-of = { $side } { $piece }
page-which-move = Which move?
page-task = { $attacker } mates
page-task-royal = { $attacker } mates; each move threatens a royal
page-example-title = An example

## src/web/page, toolbar

page-move-through = Step through the line
page-first = To the start
page-back = Back
page-forward = Next move
page-last = To the end
page-crop = Only around the pieces
page-zoom-in = Larger
page-zoom-out = Smaller
page-turn-board = Turn the board

## src/web/page, tabs

page-tab-solve = Solve
page-tab-setup = Set up
page-tab-paste = Open
page-tab-judge = Judge
page-tab-generate = Generate
page-tab-save = Share

## src/web/page, solve

page-solve = Solve
page-stop = Stop
page-time = Time
page-seconds-10 = 10 seconds
page-seconds-60 = 1 minute
page-seconds-600 = 10 minutes
page-no-limit = no limit
page-starting = Starting
page-waiting = Another search runs first
page-solving = Solving
page-nodes = Positions
page-nodes-count = Positions: { $n }
page-numbers = Proof / disproof number
page-elapsed = Time so far
page-seconds = { $n } s
page-nodes-and-time = Positions: { $nodes }; { $seconds } s
page-certificate-checked = { " " }(checked)
page-show-main-line = Show the solution
page-show-proved-line = Show the proved line
page-show-refutation = Show how the defence holds
page-moves-played = Moves
page-use-here = Make this position the problem

## src/web/page, play

page-you-play = You play
page-play-both = Both sides
page-play-defence = The defence
page-play-attack = The attack
page-play-help-both = Step through every defence. Any other move of the attacker is tried, and you see why it fails.
page-play-help-defender = Play any defence. The page answers from the proof, and mates.
page-play-help-attacker = Find the mate yourself. The page defends as long as it can, and refutes what fails.
page-your-attack = Your move. Mate in { $n } is possible.
page-your-failing-attack = Your move. There is no mate: every check has an answer.
page-your-defence = Your defence. Mate follows within { $n } plies.
page-page-attacks = The attacker plays { $played }.
page-page-defends = The defender plays { $played }.
page-mated = Mate at ply { $n }.
page-you-mated = Mate at ply { $n }. Well done!
page-trying = Trying { $played }
page-take-back = Take it back
page-see-refutation = Show me why
page-search-longer = Search longer
page-refuted-so-far = The defender plays { $played }. Go on attacking, if you like: every check has an answer.
page-no-check-left = There is no check left. The defence holds.
page-attackers-moves = The attacker's moves ({ $n })
page-all-defences = All defences ({ $n })
page-checks-and-answers = Checks and their answers ({ $n })
page-mate-within = mate within { $n }
page-answered-by = answered by { $played }
page-proof-move = the proof's move
page-try-it = try it

## src/web/page, set up

page-setup-help = Drag pieces, or choose one and then a square. A second press changes a piece: promoted, other side. On the keyboard, letters place a piece (upper case Black's), + promotes, Delete removes.
page-setup-clear = Clear the board
page-setup-start = Start position
page-setup-fill = Rest to the defender
page-chosen-piece = Chosen piece
page-setup-promote = Promote
page-setup-turn = Other side
page-setup-remove = Remove
page-pieces-of = Pieces of
page-promoted = promoted
page-palette = Pieces to place
page-to-move = To move
page-attacker = Attacker
page-attacker-to-move = the side to move
page-forcing = Each attacking move
page-forcing-check = gives check
page-forcing-royal = threatens a royal
page-rules-of-game = Rules of the game

## src/web/page, open

page-paste-label = Paste SFEN, KIF, KI2, CSA, JKF, BOD, a USI position, a problem file or a certificate
page-read = Read
page-open-file = Choose a file
page-read-count = Problems read: { $n } ({ $format })
page-nothing-read = No problem could be read.
page-place = Line { $line }, column { $column }:{ " " }

## src/web/page, judge

page-judge-help = Is the problem sound? Finds cooks, leftovers, duals and pieces that are not needed, and writes the solution with its variations.
page-judge = Judge
page-judging = Judging
page-remarks = Remarks
page-solution-tree = Solution with variations
page-tree-incomplete = The tree is incomplete: a limit was reached.

## src/web/page, generate

page-generate-help = New problems of the chosen game: one solution, nothing left in hand, no piece too many.
page-length-from = From
page-length-to = to (plies)
page-how-many = How many
page-theme-of-problem = Theme
page-any-theme = any
page-generate = Generate
page-generating = Generating
page-generated-so-far = Problems found: { $found }; positions tried: { $tried }
page-generated-title = Generated mate in { $n }
page-generated-item = Mate in { $n }, difficulty { $points }: { $themes }
page-generated-count = Problems generated: { $n }
page-nothing-generated = Nothing was found within the limits. Try other wishes.

## src/web/page, share

page-save-title = Title
page-save-author = Author
page-copy-link = Copy a link to this position
page-link = Link
page-link-help = The link holds the position itself. No server keeps it.
page-link-help-server = This link works on this computer while the server runs. What follows # works with every copy of the page.
page-link-copied = The link is in the clipboard.
page-link-selected = The link is selected; copy it.
page-save-problem = Problem with its solution
page-save-picture = Picture
page-save-certificate-title = Proof
page-save-certificate = Certificate
page-saved = Saved as { $name }.
page-appearance = Appearance
page-notation = Notation
page-notation-language = of the language
page-notation-japanese = Japanese
page-notation-western = Western
page-notation-usi = USI
page-letters = Letters instead of characters

## src/web/page, themes

page-subject-royal-captured = royal captured
page-subject-two-royals = two royals
page-subject-igui = igui
page-subject-multiple-capture = multiple capture
page-subject-hook = hook
page-subject-contagion = contagion
page-subject-burning = burning
page-subject-range-jump = jumping capture
page-subject-lion = lion
page-subject-emperor = emperor
page-subject-counter-check = counter-check
page-subject-switchback = switchback
page-subject-declined-promotion = declined promotion
page-subject-bare-king = bare king
page-subject-one-kind = one kind of piece
page-subject-symmetrical = symmetrical
page-subject-king-hunt = king hunt
page-subject-distant-drop = distant drop
page-subject-interposition = interposition
page-subject-discovered-check = discovered check
page-subject-double-check = double check
page-subject-sacrifices = sacrifices
page-subject-sacrifice = sacrifice
page-subject-promotion-by-capture = promotion by capture
page-subject-empty-hand = empty hand
page-subject-capture = capture
page-subject-plain = plain
