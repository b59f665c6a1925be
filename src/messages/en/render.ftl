### Pictures, pages, sheets and booklets.

## src/io/render/picture

render-image-too-large = an image of { $width } by { $height } pixels is too large; the limit is { $limit } a side: write .svg or .html, or use a smaller --scale
render-no-pixels = the image has no pixels
