### What several commands print, and what the command line itself says.

## src/cli/clap_words

cli-usage = 使い方: { $usage }
cli-options-placeholder = [オプション]
cli-command-placeholder = [コマンド]
cli-heading-commands = コマンド
cli-heading-arguments = 引数
cli-heading-options = オプション
cli-default = [既定値: { $value }]
cli-aliases = [別名: { $names }]
cli-values = [指定できる値: { $values }]
cli-values-heading = 指定できる値:
cli-print-help = ヘルプを表示する
cli-print-help-see-more = ヘルプを表示する（詳しくは '--help'）
cli-print-help-see-summary = ヘルプを表示する（概要は '-h'）
cli-print-version = バージョンを表示する
cli-help-command = このヘルプ、または指定したコマンドのヘルプを表示する
cli-man-name = 名前
cli-man-synopsis = 書式
cli-man-description = 説明
cli-man-examples = 使用例
cli-man-version = バージョン
cli-see-help = 詳しくは '--help' をご覧ください
cli-argument-repeated = '{ $argument }' は1回しか指定できません
cli-arguments-conflict = '{ $argument }' は次の引数と同時に指定できません:
cli-value-missing = '{ $argument }' には値が必要です
cli-value-not-possible = '{ $argument }' の値に '{ $value }' は使えません
cli-value-invalid = '{ $argument }' の値 '{ $value }' が正しくありません: { $reason }
cli-equals-missing = '{ $argument }' の値は等号（=）でつないでください
cli-command-unknown = '{ $name }' というコマンドはありません
cli-arguments-missing = 必要な引数がありません:
cli-not-unicode = UTF-8として読めない引数があります
cli-too-many-values = '{ $argument }' の値 '{ $value }' は余分です
cli-argument-unknown = '{ $argument }' という引数はありません
cli-not-an-integer = 整数を数字で書いてください。例: 1000000
cli-not-an-address = 127.0.0.1のようなIPアドレスを書いてください
cli-not-a-number = 数値ではありません
cli-number-too-large = 数が大きすぎます
cli-number-too-small = 数が小さすぎます
cli-number-below = { $first }以上の数にしてください
cli-number-outside = { $first }から{ $last }までの数にしてください
cli-similar = 似た名前に '{ $name }' があります
cli-pass-as-value = '{ $value }' を値として渡すには '{ $written }' と書いてください
cli-without-hyphens = '{ $name }' はコマンドです。前の '--' を取ってください

## src/cli

cli-note = 注意
cli-cannot-write-into = `{ $path }` の中に書き込めません: { $error }
cli-cannot-write-results = 結果を書き込めません: { $error }
cli-cannot-create-folder = フォルダ `{ $path }` を作れません: { $error }
cli-folder-missing = `{ $path }` の中に書き込めません: フォルダがありません
cli-overwrites = 出力`{ $output }`は入力`{ $input }`を上書きします。別のファイルを指定してください
cli-is-a-folder = `{ $path }` に書き込めません: これはフォルダです
cli-position-split = 局面がシェルによって複数の引数に分かれています。引用符で囲んでください
cli-cannot-watch-signals = シグナルを受け取れません: { $error }
cli-input-needed = `tsume { $command }` には入力が必要です
cli-input-example = ファイルかフォルダ（`-` は標準入力）、または --sfen 局面
cli-input-help = すべてのオプションを表示する
cli-rule-expected = `NAME=VALUE` の形で書いてください（`{ $text }` となっています）
cli-rule-example = 例: --rule promotion=zone_touch
cli-seconds-expected = 正の秒数を書いてください。例: 60、0.5
cli-summary = tsume: { $tally }、{ $time }秒
cli-summary-with-rest = tsume: { $tally }、未着手{ $left }問、{ $time }秒
cli-refused = `{ $id }`: 検証器が「{ $claim }」の証明を認めません: { $fault }。結果は未解決とします。{ $cause }。コマンドライン全体と次の問題を添えて報告してください: 種類 { $variant }、forcing { $forcing }、攻方 { $attacker }、局面 `{ $position }`
cli-refused-bug = これはtsumeの不具合です
cli-refused-restored = これはtsumeの不具合か、--restore のファイルが後から変更されたためです（後者なら --restore なしでやり直してください）
cli-unknown-code = `{ $code }` というエラーコードはありません
cli-similar-code = `{ $close }` のことですか。コードの一覧は `tsume explain` で表示できます
cli-all-codes = コードの一覧は `tsume explain` で表示できます

## src/cli/shard.rs

cli-shard-part = tsume: { $reason }なので、{ $shard }を担当します
cli-shard-unasked = tsume: ジョブ配列の各タスク（{ $task }）が全体を処理します。--shard autoを付けると分担します
cli-shard-syntax = `I/N`の形が必要ですが、`{ $text }`があります
cli-shard-syntax-help = Iは1からNまで。8つに分けた2番目なら2/8、ジョブ配列ではautoと書いてください
cli-shard-bad-count = `{ $text }`はタスクの数ではありません
cli-shard-bad-count-help = autoと書くか、8タスクならauto/8と書いてください
cli-shard-no-array = ジョブ配列の環境変数が見つかりません
cli-shard-no-array-help = --shard i/nと書いてください。調べた変数: { $names }
cli-shard-no-ends = { $task }からは配列の最初と最後のタスクが分かりません
cli-shard-no-ends-help = 1から8までの配列なら--shard { $from-one }、0から7までなら--shard { $from-zero }と書いてください
cli-shard-no-count = { $task }からはタスクの数が分かりません
cli-shard-no-count-help = 数を付けてください（8タスクなら--shard auto/8）
cli-shard-uneven = ジョブ配列のタスク番号が等間隔ではありません（{ $task }）
cli-shard-uneven-help = 1からnまで続けて番号を付けるか、--shard i/nと書いてください
