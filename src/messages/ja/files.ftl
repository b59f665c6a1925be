### Files that cannot be opened, read or written.
files-unwritable = `{ $path }`に書き込めません: { $error }


## src/io/input.rs

files-is-folder = これはフォルダです。中のファイルを指定してください
files-check-name = 名前とアクセス権を確かめてください
files-unreadable = ファイルを読めません: { $why }
files-not-unicode = UTF-8として正しくありません
files-too-large = ファイルが{ $limit }MiBを超えています
files-too-large-help = いくつかのファイルに分けてください
files-damaged-pairs = UTF-16のように始まりますが、壊れています
files-save-as-unicode = UTF-8で保存してください
files-nul = ここにNULバイトがあります
files-nul-help = NULバイトのないUTF-8のテキストとして保存してください
files-not-unicode-byte = バイト{ $byte }はUTF-8として正しくありません
files-not-unicode-byte-help = UTF-8で保存してください。Shift_JISとEUC-JPで読めるのはKIF、KI2、BOD、CSAだけです
