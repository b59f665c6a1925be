### `tsume analyze`.

analyze-depends = 無駄合の扱いで判定が変わる
analyze-class-by-count = { $count }なら{ $class }
analyze-author-differs = 作者の手順は作意（最善の手順）になっていない
analyze-cooks-settled = 作意より{ $plies }手長いものまで、ほかに余詰はない
analyze-main-line-count = 作意は全部で{ $count }通り
analyze-flaws-elsewhere = ほかの手に{ $flaws }
analyze-also = ほか
analyze-more-moves = { $moves } …（あと{ $more }手）
analyze-from-ply = { $ply }手目から: { $moves }
analyze-tolerated = 許容（{ $kinds }）{ $ply }手目: { $moves }
analyze-counted-tolerance = { $kinds }{ $count }件
analyze-tolerated-elsewhere = ほかの手での許容: { $kinds }
analyze-side-dual = 変化の非限定、{ $ply }手目: { $moves }
analyze-more-side-duals = ほかに変化の非限定{ $count }件
analyze-open = 未解決
analyze-all-findings = すべての結果は--format json
analyze-whole-tree = 手順の全体は--format json、--html、--kif
analyze-more-lines = ほか{ $count }行（{ $place }）
analyze-solution = 解
analyze-so-far = （途中経過。検討を続けています）

## Files

analyze-no-kif = `{ $path }`はKIFファイルではありません。拡張子を.kif（Shift_JIS）か.kifu（UTF-8）にするか、フォルダーを指定してください
analyze-one-kif = KIFファイルには1問しか書けません。`{ $path }`の代わりに`out/`のようなフォルダーを指定してください
analyze-kif-skipped = tsume: `{ $id }`は制限内に作意が見つからなかったため、KIFに書きません
analyze-kif-failed = `{ $id }`はKIFに書けません: { $reason }
analyze-nothing-written = tsume: 検討した問題がないため、`{ $path }`は書きません
analyze-page-full = `{ $path }`には最初の{ $count }問だけを書きました。1つのページに入るのはここまでです。残りは--shard 1/10などで何回かに分けて検討してください
analyze-page-title = { $count }問
analyze-no-sheet-format = `{ $path }`からは紙面の形式が分かりません。拡張子を.htmlか.svgにしてください
analyze-not-in-shift-jis = Shift_JISには`{ $character }`がありません。.kifuファイルはUTF-8です
