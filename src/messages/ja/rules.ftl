### Rule files and options.

## Movements

rules-directions-alone = 方向`{ $directions }`の後に動きの文字がありません
rules-directions-alone-help = W、F、R、Bなどの文字を続けてください
rules-open-bracket = `[`が閉じられていません
rules-open-bracket-help = 語の後に`]`を書いてください
rules-not-a-range = `{ $number }`は動ける距離になりません
rules-not-a-range-help = マスの数を1から25までで書いてください
rules-no-movement = 駒の動きがありません
rules-no-movement-help = 例: `W`
rules-knight-directions = `{ $directions }N`という動きはありません
rules-knight-directions-help = 桂馬の跳びは`N`（8方向）、`ffN`（前2方向）、`bbN`（後ろ2方向）です
rules-no-range = `{ $letter }`に距離は付けられません
rules-no-range-help = 距離に限りのある走りはR3、B3、Q3のように書きます
rules-not-a-movement-letter = 動きを表す文字ではありません
rules-not-a-movement-letter-help = W F K R B Q D A Nか、[LD]のような角括弧の語を使ってください
rules-no-directions = `[{ $word }]`に方向は付けられません
rules-no-directions-help = `[{ $word }]`だけを書いてください
rules-unknown-word = `[{ $word }]`という語はありません
rules-unknown-word-help = 使える語: { $words }
rules-not-a-direction = 方向を表す文字ではありません
rules-not-a-direction-help = 方向はf、b、l、rです
rules-manner-of-word = 角括弧の語の前には`m`、`c`、`n`、`p`、`g`を書けません
rules-manner-twice = この文字は前の文字と組み合わせられません
rules-not-this-manner = `{ $letter }`という動きはありません
rules-manner-help = `m`と`c`はW F K R B Q D A N、`n`はD A N、`p`と`g`はR B Qの前に書きます
rules-word-lion = 獅子
rules-word-lion-lines = 縦横の線上の獅子の動き
rules-word-lion-diagonals = 斜めの線上の獅子の動き
rules-word-lion-dog = 狛犬
rules-word-hook-mover = 鉤行
rules-word-capricorn = 摩羯
rules-word-hook-mover-twice = 2枚取れる鉤行
rules-word-capricorn-twice = 2枚取れる摩羯
rules-word-emperor = 自在天王
rules-word-lion-of-three = 3歩の獅子

## Rule files and options

rules-variant-name = 将棋の種類の名前に使えるのは、aからzまでの文字、数字、`_`だけです
rules-variant-name-help = 例: `{ $name }`
rules-board-files = 盤の筋の数は{ $count }にできません
rules-board-ranks = 盤の段の数は{ $count }にできません
rules-board-size-help = 1から{ $most }までの数を書いてください
rules-piece-count = 駒の種類は1から{ $most }までです（{ $count }種類あります）
rules-piece-id = `{ $id }`は駒のidになりません
rules-piece-id-help = 1文字から4文字の英字です。成駒は先頭に`+`を付けます
rules-id-twice = id`{ $id }`が2回使われています
rules-id-twice-help = 大文字と小文字だけの違いでは区別されません
rules-no-base-help = 成駒のidは、成る前の駒のidの前に`+`を付けたものです
rules-promoted-form = `{ $target }`は`{ $id }`の成駒ではありません
rules-promoted-form-help = 駒`+{ $id }`を加えて`promotes_to: +{ $id }`と書くか、このキーを消してください
rules-royal-and-potential = 初めから玉にあたる駒に`potentially_royal`は付けられません
rules-leave-key-out = このキーを消してください
rules-region = 盤の範囲になりません
rules-region-help = 最初と最後の番号を1から{ $most }までの数で書いてください（例: `[1, 3]`）
rules-region-of-several = 動ける範囲が決まっている駒は、一度に何枚も取れません
rules-beside-emperor = 自在天王のある将棋では、この駒は使えません
rules-beside-help = 動きを変えるか、このキーを消してください
rules-facing-emperor = 自在天王のある将棋では、玉どうしが向かい合えます
rules-turns-royal = 裏返る駒は、両面とも玉にあたるか、どちらも玉でないかです
rules-turns-royal-help = このキーを消すか、`promotion`の値を変えてください
rules-alternative = 別の動きは、名前と動きの組で書きます
rules-alternative-help = 例: `{"{"}SRZ: WlF{"}"}`
rules-no-royal = 玉にあたる駒がないため、詰ます相手がありません
rules-no-royal-help = 玉の項目に`royal: true`と書いてください
rules-promoted-not-royal = 成った先が玉にあたる駒ではありません
rules-promoted-not-royal-help = 成駒に`royal: true`と書くか、このキーを消してください
rules-promoted-royal = 成った先が玉にあたる駒です
rules-promoted-royal-help = `potentially_royal: true`を書き足してください
rules-royal-promotes = 成った先が玉にあたる駒ではなく、玉を失った側をどうするかの規則がありません
rules-royal-promotes-help = 成駒の項目に`royal: true`と書くか、このキーを消してください
rules-too-many-lanes = 打てる駒が{ $count }種類あります（扱えるのは{ $most }種類までです）
rules-too-many-lanes-help = `drops: false`と書いてください
rules-reading-no-movement = `{ $id }`の`{ $label }`の動きは読めません
rules-reading-no-movement-help = 別のものを選んでください
rules-start-not-a-piece = 駒ではありません
rules-start-help = `pieces`のidを書いてください。2文字以上のidは角括弧に入れます（`[LN]`）
rules-option-name = 選択肢の名前は1語です
rules-option-value = `{ $name }`の値になりません
rules-option-value-help = 語、数、true、false、または駒のidのリストを書いてください
rules-not-a-value = `{ $value }`は`{ $name }`の値ではありません
rules-not-a-value-help = 書ける値: { $values }
rules-zone = `{ $value }`は成れる段の数になりません
rules-zone-help = 0から{ $most }までの数を書いてください
rules-not-a-piece-of-option = `{ $name }`の`{ $id }`という駒はありません
rules-not-a-piece-of-option-help = この将棋の駒のid（例: [P, L]）か、noneを書いてください
rules-unknown-option = `{ $name }`という選択肢はありません
rules-unknown-piece = `{ $id }`という駒はありません
rules-unknown-piece-similar = もしかして`piece.{ $id }`ですか？
rules-unknown-piece-help = `piece.`の後に、この将棋の駒のidを書いてください
rules-unknown-reading = `{ $id }`に`{ $label }`という動きはありません
rules-only-default = defaultだけがあります
rules-readings = 書ける値: default、{ $labels }
rules-unknown-sources = `{ $name }`という出典の組はありません
rules-unknown-sources-help = 書ける値: { $names }
rules-forcing-is-no-option = 攻方が指してよい手は将棋のルールではありません。`rules`と並べて`forcing: royal`と書いてください
rules-beside-rules = `{ $name }`は`rules`と並べて書きます
rules-options-known = 使える選択肢: { $names }、piece.ID、sources

## Options

rules-option-king-safety = 玉を取られる位置に置いたままにする手を許すか
rules-option-stalemate = 王手でないのに指せる手のない側はどうなるか
rules-option-promotion = 駒が成れる場合
rules-option-zone = 成れる段の数（敵陣の深さ）
rules-option-forced-promotion = 必ず成らなければならない駒
rules-option-second-chance = 最も奥の段では、取らなくても成れる駒
rules-option-deferral = 成らなかった駒が、駒を取らずには成れない期間
rules-option-capture-promotion = 成っていない駒を取ったときに成らなければならないか
rules-option-contagion = どの駒を取ると教王や法性に変わるか
rules-option-liondog = 狛犬の動き
rules-option-liondog-pass = 狛犬は動かずに手番を渡せるか
rules-option-teaching-king = 教王の動き
rules-option-furious-fiend = 奮迅の動き
rules-option-hook-after-capture = 鉤行などは、駒を取った後に曲がってまた取れるか
rules-option-emperor = 自在天王の動き
rules-option-emperor-guard = 敵の自在天王が利きを持つか
rules-option-lion-trade = 獅子の交換の制限
rules-option-drops = 取った駒を打てるか
rules-option-facing-royals = 間に駒のない同じ筋で玉どうしが向かい合ってよいか
rules-option-drop-forms = 駒を打つときに上に向けてよい面
rules-option-dead-drops = 行き所のないマスに駒を打ってよいか
rules-option-no-drop-mate = 歩のほかに、打って詰ませてはいけない駒
rules-option-no-drop-check = 打って王手をしてはいけない駒
rules-option-nifu = 打ってできる同じ筋の歩の数（trueは1枚まで、falseは何枚でも）
rules-option-uchifuzume = 打歩詰を禁じるか
rules-option-bare-king = 玉以外の駒を全部取れば勝ちか（詰みの探索には影響しない）

## Descriptions

rules-black = 先手
rules-white = 後手
rules-allowed-numbers = 0から{ $most }まで
rules-allowed-pieces = 駒のid（例: P,L）、またはnone
rules-slides = 走る{ $directions }
rules-steps = 1マス{ $directions }
rules-short-slides = { $squares }マスまで{ $directions }
rules-leaps = 跳ぶ{ $squares }
rules-moves-only = 取らずに動くだけ{ $how }
rules-captures-only = 取るときだけ{ $how }
rules-lame-leaps = 隣に駒があると跳べない{ $squares }
rules-hops = 駒を1枚跳び越す{ $directions }
rules-short-hops = 駒を1枚跳び越す（{ $squares }マスまで）{ $directions }
rules-hops-next = 駒のすぐ先へ跳ぶ{ $directions }
rules-lion-on-lines = 線上の獅子{ $directions }
rules-lion = 獅子: 2マス先まで跳ぶ、または玉の動きで2歩進む（1歩ごとに取れる）
rules-lion-of-three = 玉の動きで3歩まで進む（1歩ごとに取れる）
rules-lion-dog = 狛犬: 一直線に3マスまで進む（マスごとに取れる）
rules-lion-dog-back = 狛犬: 一直線に3マスまで進む（マスごとに取れ、1マス戻れる）
rules-hook-mover = 鉤行: 飛車の動きで1回曲がれる
rules-hook-mover-twice = 鉤行: 飛車の動きで1回曲がれる（取った後も曲がれる）
rules-capricorn = 摩羯: 角行の動きで1回曲がれる
rules-capricorn-twice = 摩羯: 角行の動きで1回曲がれる（取った後も曲がれる）
rules-emperor = 自在天王: 敵の利きのないマスならどこへでも行ける

## tsume rules

rules-list-drops = 駒{ $kinds }種類　持駒あり
rules-list-no-drops = 駒{ $kinds }種類　持駒なし
rules-board = { $files }筋{ $ranks }段
rules-heading-options = 選択肢
rules-pieces = { $bold }駒{ $plain }の動きは持ち主から見て上が前。跳ぶ先は（右へのマス数,前へのマス数）
rules-pieces-readings = （別の説の動きは--rule piece.ID=出典で選ぶ）
rules-other-reading = 別の説 { $label }: { $movement }
rules-heading-sources = 出典の組
rules-heading-start = 開始局面
rules-heading-notes = 注記
rules-promotes-to = 成ると{ $id }
rules-promotes-to-royal = 成ると玉にあたる
rules-in-region = 動けるのは持ち主の右から{ $first_file }〜{ $last_file }筋、手前から{ $first_rank }〜{ $last_rank }段
rules-royal = 玉にあたる駒
rules-source = 出典{ $label }
rules-aliases = 別名{ $ids }
