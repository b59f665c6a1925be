//! Plot of the speed-up against the number of threads, as an SVG without fonts. Both axes are
//! logarithmic; the diagonal is the ideal speed-up.
//!
//! Grey: medians of single problems. Red: geometric mean of the hardest group that is large enough,
//! with the spread from its slowest to its fastest repetition.

use super::figures::{self, Group, SpeedFigures, of_group, of_problem};
use super::record::BenchRecord;
use crate::io::render::picture::{INK, Picture, PictureColor, RED};
use crate::messages::tr;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 480.0;
/// Left, right, top and bottom of the axes, in pixels.
const FRAME_PX: [f32; 4] = [64.0, 616.0, 24.0, 424.0];
const GREY: PictureColor = [0xc4, 0xc4, 0xc4];
const LIGHT: PictureColor = [0xea, 0xea, 0xea];
const BLUE: PictureColor = [0x3b, 0x6f, 0xb6];
/// Text size in pixels.
const TEXT_SIZE_PX: f32 = 15.0;

/// Maps figures to pixels.
struct Scale {
    threads: (f64, f64),
    speed_up: (f64, f64),
}

impl Scale {
    fn point(&self, threads: f64, speed_up: f64) -> (f32, f32) {
        let [left, right, top, bottom] = FRAME_PX;
        let share =
            |value: f64, (low, high): (f64, f64)| ((value / low).ln() / (high / low).ln()) as f32;
        (
            left + (right - left) * share(threads, self.threads),
            bottom - (bottom - top) * share(speed_up, self.speed_up),
        )
    }
}

/// Minimum number of problems for the mean; a smaller group is too noisy.
const MIN_GROUP_PROBLEMS: usize = 5;

/// The plot; `None` unless there are at least two numbers of threads.
pub fn svg(record: &BenchRecord) -> Option<String> {
    let base = figures::base(record);
    let most = *record.settings.threads.last().filter(|most| **most > base)?;
    let groups = figures::groups(record);
    let mut hardest = groups.iter().rev().filter(|group| !group.name.starts_with("large"));
    let enough = |group: &&Group<'_>| group.problems.len() >= MIN_GROUP_PROBLEMS;
    let hardest = hardest.clone().find(enough).or(hardest.next())?;
    let series = |of: &dyn Fn(usize) -> Option<SpeedFigures>| {
        record
            .settings
            .threads
            .iter()
            .filter_map(|&t| of(t).filter(|f| f.speed_up.is_some()))
            .collect()
    };
    let problems: Vec<Vec<SpeedFigures>> =
        record.problems.iter().map(|problem| series(&|t| of_problem(problem, base, t))).collect();
    let group: Vec<SpeedFigures> = series(&|t| of_group(&hardest.problems, base, t));
    let spreads = || problems.iter().chain([&group]).flatten().filter_map(|f| f.speed_up);
    let low = spreads().map(|spread| spread.min).fold(0.8, f64::min);
    let high = spreads().map(|spread| spread.max).fold(most as f64 / base as f64, f64::max);
    let scale = Scale {
        threads: (base as f64, most as f64),
        speed_up: (low.max(1.0 / 1024.0), high.min(1024.0) * 1.05),
    };
    let mut picture = Picture::new(WIDTH, HEIGHT);
    axes(&mut picture, &scale, record);
    for line in &problems {
        curve(&mut picture, &scale, line, 1.0, GREY);
    }
    let ideal = |threads: usize| scale.point(threads as f64, threads as f64 / base as f64);
    picture.line(ideal(base), ideal(most), 1.0, BLUE);
    curve(&mut picture, &scale, &group, 2.5, RED);
    for figures in &group {
        let Some(spread) = figures.speed_up else { continue };
        let at = |speed_up| scale.point(figures.threads as f64, speed_up);
        picture.line(at(spread.min), at(spread.max), 1.5, RED);
        picture.circle(at(spread.median), 4.0, Some(RED), RED);
    }
    Some(picture.svg(&tr!(
        bench_plot_title,
        problems = hardest.problems.len(),
        group = hardest.title(),
        version = record.version.as_str(),
        cores = record.machine.cores,
    )))
}

fn axes(picture: &mut Picture, scale: &Scale, record: &BenchRecord) {
    let [left, right, top, bottom] = FRAME_PX;
    for exponent in -10..=10 {
        let speed_up = 2f64.powi(exponent);
        if (scale.speed_up.0..=scale.speed_up.1).contains(&speed_up) {
            let (_, y) = scale.point(scale.threads.0, speed_up);
            picture.line((left, y), (right, y), 1.0, LIGHT);
            picture.word(&speed_up.to_string(), (left - 22.0, y), TEXT_SIZE_PX, INK);
        }
    }
    for &threads in &record.settings.threads {
        let (x, _) = scale.point(threads as f64, 1.0);
        picture.line((x, top), (x, bottom), 1.0, LIGHT);
        picture.word(&threads.to_string(), (x, bottom + 16.0), TEXT_SIZE_PX, INK);
    }
    picture.line((left, top), (left, bottom), 1.0, INK);
    picture.line((left, bottom), (right, bottom), 1.0, INK);
    picture.word(
        &tr!(bench_plot_threads),
        ((left + right) / 2.0, bottom + 38.0),
        TEXT_SIZE_PX,
        INK,
    );
    picture.word(&tr!(bench_plot_speed_up), (left, top - 12.0), TEXT_SIZE_PX, INK);
}

/// Polyline through the medians.
fn curve(
    picture: &mut Picture,
    scale: &Scale,
    line: &[SpeedFigures],
    width: f32,
    color: PictureColor,
) {
    let points: Vec<(f32, f32)> = line
        .iter()
        .filter_map(|f| Some(scale.point(f.threads as f64, f.speed_up?.median)))
        .collect();
    for pair in points.windows(2) {
        picture.line(pair[0], pair[1], width, color);
    }
}
