### Files that cannot be opened, read or written.
files-unwritable = `{ $path }`に書き込めません: { $error }


## src/io/input.rs

files-is-folder = これはフォルダです。中のファイルを指定してください
files-check-name = 名前とアクセス権を確かめてください
files-unreadable = ファイルを読めません: { $why }
files-not-unicode = UTF-8として正しくないか、NULバイトです
files-too-large = ファイルが{ $limit }MiBを超えています
files-too-large-help = いくつかのファイルに分けてください
files-damaged-pairs = UTF-16のように始まりますが、壊れています
files-save-as-unicode = UTF-8で保存してください
files-unmarked-pairs = ファイルは{ $encoding }ですが、バイト順マーク(BOM)がありません
files-unmarked-pairs-help = UTF-8で、またはBOM付きで保存してください
files-endless-line = { $line }行目が{ $limit } MiBを超えます。この先は読みません
files-endless-line-help = テキストファイルでしょうか
files-nul = ここにNULバイトがあります
files-nul-help = NULバイトのないUTF-8のテキストとして保存してください
files-not-unicode-byte = バイト{ $byte }はUTF-8として正しくありません
files-not-unicode-byte-help = UTF-8で保存してください。Shift_JISとEUC-JPで読めるのはKIF、KI2、BOD、CSAだけです

## src/io/own_files.rs

files-is-certificate = このファイルは証明書です
files-is-certificate-help = 証明書は`tsume verify`で検査できます
files-is-checkpoint = このファイルは探索のチェックポイントです
files-is-checkpoint-help = `tsume solve --restore`で続きから探索できます
files-is-campaign = このファイルは`tsume generate`のアーカイブです
files-is-campaign-help = `tsume merge`で問題ファイルに、`tsume generate --resume`で生成の続きができます
files-is-results = このファイルは結果です
files-is-results-help = 問題のファイルを指定してください。結果は`tsume merge`でまとめられ、`tsume solve --resume`で続きから解けます
files-is-page = このファイルはページまたは画像です
files-is-page-help = 元のファイルを指定してください

## src/io/files/checkpoint_file.rs

files-checkpoint-foreign = チェックポイントではありません。--checkpointで書いたファイルを指定してください
files-checkpoint-version = tsume { $version }が書いたもの（チェックポイントの形式{ $format }）で、この版とは違います。その版で続けるか、--restoreなしで始め直してください
files-checkpoint-problem = 別の問題`{ $id }`（{ $position }）のものです。その問題を解くか、--restoreなしで始め直してください
files-checkpoint-damaged = 途中で切れているか、壊れています。控えから戻すか、--restoreなしで始め直してください

## src/io/files/campaign_file.rs

files-campaign-exists = `{ $path }`はすでにあります。続けるには--resumeを付け、そうでなければ別のファイルを指定してください
files-campaign-line = `{ $path }`の{ $line }行目: { $what }
files-campaign-long-line = { $limit }MiBを超えています。生成の記録ではありません
files-campaign-no-line = 生成の記録の行ではありません: { $why }
files-campaign-line-help = この行は使いません。生成の記録の行は`tsume generate --archive`が書きます
files-campaign-second = 別の生成の見出しがあります
files-campaign-no-heading = 見出しがありません
files-campaign-unopened = `{ $path }`を開けません: { $error }
files-campaign-in-use = `{ $path }`は別の生成で使用中です
files-campaign-unreadable = `{ $path }`を読めません: { $error }
files-campaign-version = 形式の版が{ $own }でなく{ $found }です
files-campaign-other = この記録は{ $found }の生成で、{ $wanted }のものではありません。別のファイルを指定してください
files-damaged-entry = 置換表の項目が壊れています（8番目の語を指しています）
