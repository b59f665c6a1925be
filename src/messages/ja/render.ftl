### Pictures, pages, sheets and booklets.

## src/io/render/picture

render-image-too-large = { $width }×{ $height }画素の画像は大きすぎます（一辺{ $limit }画素まで）。.svgか.htmlで書くか、--scale を小さくしてください
render-no-pixels = 画像に画素がありません
