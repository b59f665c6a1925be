### The requests of the page.

## src/web

web-bad-request = 要求として読めません：{ $why }
web-unknown-key = この要求に`{ $key }`というキーはありません。{ $known }と書いてください
web-unknown-word = `{ $word }`は次のどれでもありません：{ $known }
web-two-positions = `position`と`placed`の両方に局面があります。どちらか一方だけを書いてください
web-wrong-placement = 駒の配置がこの種類の将棋に合いません
web-position-too-long = 局面の文字列が{ $most }バイトを超えています
web-line-too-long = 手順が{ $most }手を超えています
web-not-the-attackers = 攻方の手番ではありません
web-proof-gone = この証明はもう記憶にありません。もう一度解いてください
web-certificate = 証明書：{ $claim }、{ $nodes ->
       *[other] { $nodes }局面
    }
web-certificate-accepted = 検査に合格しました：{ $claim }、{ $nodes ->
       *[other] { $nodes }局面
    }
web-certificate-refused = 検査に不合格です（{ $claim }）：{ $why }
web-unknown = 未解決です（{ $limit }）
web-unknown-within = { $plies }手以内の詰みはありません。それより長い詰みは未解決です（{ $limit }）
web-phase-deciding = 詰みを探しています
web-phase-shortening = { $plies }手の詰みを発見。より短い詰みを探しています
web-phase-certifying = 証明書を書いています
web-phase-checking = 証明書を検査しています

## src/wasm/wasm_session.rs

web-no-search = 探索中ではありません。`solve`などで探索を始めてください

## src/web, tries

web-try-no-check = { $played }は王手ではありません
web-try-no-threat = { $played }は玉に迫っていません
web-try-is-mate = { $played }で詰みです
web-try-mates = { $played }でも{ $plies }手以内に詰みます
web-try-fails = { $played }は{ $reply }で不詰です
web-try-no-mate = { $played }では詰みません
web-try-unknown = { $played }で詰むかどうかは未解決です
