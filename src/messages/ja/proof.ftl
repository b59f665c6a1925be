### Certificates and their checker.

## Rejections by the checker

proof-rejection-node = 節点{ $node }: { $fault }
proof-rejection-root = 初期局面: { $fault }
proof-rejection-position = { $rejection }（{ $position }）
proof-stopped = 検証が中断されました
proof-too-many-nodes = 節点が多すぎます
proof-board = 局面がその将棋の盤や駒と合いません
proof-material = 同じ種類の駒が多すぎるか、打てない駒が持駒にあります
proof-memories = 記録されたマスが盤の外にあるか、順に並んでいません
proof-side = 節点が玉方の手番になっています
proof-phantoms = 盤の外の玉が初期局面のものと違います
proof-plies = この主張の手数は{ $plies }にできません
proof-duplicate = 節点{ $node }に同じ手数の同じ局面があります
proof-strategy = 節点の指し手が主張と合いません
proof-not-forcing = { $text }は攻方の指せる手（王手など）ではありません
proof-surplus = { $text }への応手がありますが、これは攻方の指せる手でないか、すでに応手があります
proof-no-reply = { $text }への応手がありません
proof-illegal-reply = { $text }に{ $reply }と応じる手は指せません
proof-uncovered = { $text } { $reply }の後の局面を示す節点がありません
proof-root-uncovered = 証明書に初期局面を示す節点がありません
proof-reply-uncovered = { $text }の後の局面を示す節点がありません
proof-no-reply-holds = 玉方のどの応手についても、その後の局面を示す節点がありません

## Reading certificates

proof-place = { $line }行{ $column }列: { $message }
proof-promised-only = 1行目に書かれた節点の数は{ $count }ですが、それより多くあります
proof-cut-off = 1行目に書かれた節点の数は{ $promised }ですが、{ $found }しかありません
proof-cut-off-help = ファイルが途中で切れたか、変更されています
proof-not-utf-8 = この行はUTF-8のテキストではありません
proof-long-line = 1行が{ $most }バイトより長くなっています
proof-no-certificate = 証明書の1行目ではありません（{ $why }）
proof-no-certificate-help = `tsume_certificate`、`variant`、`position`、`claim`を持つJSONオブジェクトです
proof-version = 形式の版が{ $version }です
proof-version-help = このプログラムが読むのは版{ $version }です
proof-too-large = 節点が{ $count }あり、多すぎます
proof-too-large-help = 読めるのは{ $most }までです
proof-not-a-value-help = `{ $one }`か`{ $other }`を書いてください
proof-claim-help = `mate`と`no_mate`は単独で、`mate_within`と`no_mate_within`は`plies`と一緒に書きます
proof-claim-with-plies = `{ $name }`に`plies`は付きません
proof-claim-without-plies = `{ $name }`には`plies`が必要です
proof-no-claim = `{ $name }`は主張ではありません
proof-no-objection = `{ $name }`という理由はありません
proof-not-a-problem = 問題ではありません
proof-not-allowed = `allow`に`{ $name }`がありません
proof-node-help = 節点は`手数 指し手 盤面 持駒`を空白1つずつで区切って書きます
proof-node-incomplete = 節点の一部がありません
proof-node-plies = `{ $text }`は手数になりません
proof-node-double-space = 空白が2つ続いています
proof-node-blank = 半角の空白ではない空白です
proof-node-noise = 節点の`{ $word }`に意味はありません
proof-reply-pair = `{ $text }`は指し手と応手の組ではありません
proof-reply-pair-help = 攻方の手、`:`、玉方の応手の順に書いてください
proof-game-no-rule-file = ルールファイルではありません（{ $why }）
proof-game-other-name = ルールファイルが`{ $name }`のものです
proof-game-unknown = `{ $name }`は組み込みの将棋ではなく、`game`もありません
proof-game-other-value = 与えられたルールでは`{ $name }`は`{ $value }`です
proof-game-missing-option = `{ $name }`がありません
