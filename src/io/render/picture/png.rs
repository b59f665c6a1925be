//! Renders a picture as PNG.

use super::glyphs::{GlyphSegment, segments};
use super::{PAPER, Picture, PictureColor, PictureShape, placement};
use crate::messages::tr;
use tiny_skia::{
    FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Stroke, Transform,
};

/// Longest side of an image in pixels.
pub const MAX_SIDE_PX: f32 = 16384.0;

/// Largest possible scale of a picture.
pub fn fitting(picture: &Picture) -> f32 {
    // Slightly less, so that rounding does not exceed the limit.
    (MAX_SIDE_PX - 1.0) / picture.width.max(picture.height)
}

/// The picture as PNG, with `scale` pixels for each of its units.
///
/// # Errors
/// The image would be too large.
pub fn encode(picture: &Picture, scale: f32) -> Result<Vec<u8>, String> {
    let (width, height) = (picture.width * scale, picture.height * scale);
    if width.max(height) > MAX_SIDE_PX || width < 1.0 || height < 1.0 {
        return Err(tr!(
            render_image_too_large,
            width = format!("{width:.0}"),
            height = format!("{height:.0}"),
            limit = MAX_SIDE_PX.to_string(),
        ));
    }
    let mut image = Pixmap::new(width.ceil() as u32, height.ceil() as u32)
        .ok_or_else(|| tr!(render_no_pixels))?;
    let [r, g, b] = PAPER;
    image.fill(tiny_skia::Color::from_rgba8(r, g, b, 255));
    debug_assert!(image.pixel(0, 0) == PremultipliedColorU8::from_rgba(r, g, b, 255));
    let transform = Transform::from_scale(scale, scale);
    for shape in &picture.shapes {
        draw(&mut image, shape, transform);
    }
    image.encode_png().map_err(|error| error.to_string())
}

fn paint([r, g, b]: PictureColor) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(r, g, b, 255);
    paint
}

fn draw(image: &mut Pixmap, shape: &PictureShape, transform: Transform) {
    let stroke = |width: f32| Stroke { width, line_cap: LineCap::Square, ..Stroke::default() };
    let mut area =
        |path: Option<Path>, fill: &Option<PictureColor>, border: f32, color: PictureColor| {
            let Some(path) = path else { return };
            if let Some(fill) = fill {
                image.fill_path(&path, &paint(*fill), FillRule::Winding, transform, None);
            }
            if border > 0.0 {
                image.stroke_path(&path, &paint(color), &stroke(border), transform, None);
            }
        };
    match shape {
        PictureShape::Line { ends: [from, to], width, color } => {
            let mut path = PathBuilder::new();
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
            area(path.finish(), &None, *width, *color);
        }
        PictureShape::Polygon { corners, fill, border, color } => {
            let mut path = PathBuilder::new();
            for (i, &(x, y)) in corners.iter().enumerate() {
                if i == 0 { path.move_to(x, y) } else { path.line_to(x, y) }
            }
            path.close();
            area(path.finish(), fill, *border, *color);
        }
        PictureShape::Circle { center, radius, fill, border, color } => {
            area(PathBuilder::from_circle(center.0, center.1, *radius), fill, *border, *color);
        }
        PictureShape::Glyph { outline, color, .. } => {
            let [a, d, e, f] = placement(shape);
            let mut path = PathBuilder::new();
            for segment in segments(outline) {
                match segment {
                    GlyphSegment::Move(x, y) => path.move_to(a * x + e, d * y + f),
                    GlyphSegment::Line(x, y) => path.line_to(a * x + e, d * y + f),
                    GlyphSegment::Curve([x1, y1, x2, y2, x, y]) => path.cubic_to(
                        a * x1 + e,
                        d * y1 + f,
                        a * x2 + e,
                        d * y2 + f,
                        a * x + e,
                        d * y + f,
                    ),
                    GlyphSegment::Close => path.close(),
                }
            }
            area(path.finish(), &Some(*color), 0.0, *color);
        }
    }
}
