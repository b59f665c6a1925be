//! Plot of the speed-up against the number of threads, as an SVG without fonts. Both axes are
//! logarithmic; the diagonal is the ideal speed-up.
//!
//! Grey: medians of single problems. Red: geometric mean of the hardest group that is large enough,
//! with the spread from its slowest to its fastest repetition. More threads than the machine has
//! cores are left out, because their times say nothing about the speed-up on more cores.

use super::figures::{self, Group, SpeedFigures, of_group, of_problem};
use super::record::BenchRecord;
use crate::io::render::picture::{INK, Picture, PictureColor, RED, width_of};
use crate::messages::tr;

const WIDTH: f32 = 640.0;
const HEIGHT: f32 = 560.0;
/// Left, right, top and bottom of the axes, in pixels.
const FRAME_PX: [f32; 4] = [64.0, 616.0, 104.0, 504.0];
const GREY: PictureColor = [0xc4, 0xc4, 0xc4];
const LIGHT: PictureColor = [0xea, 0xea, 0xea];
const BLUE: PictureColor = [0x3b, 0x6f, 0xb6];
/// Text size in pixels.
const TEXT_SIZE_PX: f32 = 15.0;
/// Size of the title in pixels.
const TITLE_SIZE_PX: f32 = 19.0;
/// Size of the description of the machine and of the legend, in pixels.
const SMALL_SIZE_PX: f32 = 13.0;
/// Length of the lines in the legend, in pixels.
const SAMPLE_PX: f32 = 24.0;

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

/// Numbers of threads that the plot shows: those for which the machine has cores.
fn shown_threads(record: &BenchRecord) -> impl Iterator<Item = usize> + Clone {
    let cores = record.machine.cores;
    record.settings.threads.iter().copied().filter(move |threads| *threads <= cores)
}

/// The plot; `None` unless it has at least two numbers of threads to show.
pub fn svg(record: &BenchRecord) -> Option<String> {
    let base = figures::base(record);
    let most = shown_threads(record).last().filter(|most| *most > base)?;
    let groups = figures::groups(record);
    let mut hardest = groups.iter().rev().filter(|group| !group.name.starts_with("large"));
    let enough = |group: &&Group<'_>| group.problems.len() >= MIN_GROUP_PROBLEMS;
    let hardest = hardest.clone().find(enough).or(hardest.next())?;
    let series = |of: &dyn Fn(usize) -> Option<SpeedFigures>| {
        shown_threads(record).filter_map(|t| of(t).filter(|f| f.speed_up.is_some())).collect()
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
    let title = tr!(bench_plot_heading, version = record.version.as_str());
    let processor = record.machine.cpu.clone().unwrap_or_else(|| tr!(bench_unknown_processor));
    let machine = tr!(bench_plot_machine, processor, cores = record.machine.cores);
    picture.word(&title, (WIDTH / 2.0, 20.0), TITLE_SIZE_PX, INK);
    picture.word(&machine, (WIDTH / 2.0, 44.0), SMALL_SIZE_PX, INK);
    legend(&mut picture, hardest);
    axes(&mut picture, &scale, record);
    for line in &problems {
        curve(&mut picture, &scale, line, 1.0, GREY);
    }
    let ideal = |threads: usize| scale.point(threads as f64, threads as f64 / base as f64);
    picture.line(ideal(base), ideal(most), 1.0, BLUE);
    let (x, y) = ideal(most);
    let word = tr!(bench_plot_ideal);
    let left = x - width_of(&word, SMALL_SIZE_PX) / 2.0 - 44.0;
    picture.word(&word, (left, y + 8.0), SMALL_SIZE_PX, BLUE);
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

/// Explains the colors, in a row above the axes.
fn legend(picture: &mut Picture, group: &Group<'_>) {
    let mean = tr!(bench_plot_mean, problems = group.problems.len(), seconds = group.seconds());
    let entries =
        [(GREY, 2.0, tr!(bench_plot_single)), (RED, 2.5, mean), (BLUE, 1.0, tr!(bench_plot_ideal))];
    let (mut x, y) = (FRAME_PX[0], 70.0);
    for (color, width, text) in entries {
        picture.line((x, y), (x + SAMPLE_PX, y), width, color);
        let length = width_of(&text, SMALL_SIZE_PX);
        picture.word(&text, (x + SAMPLE_PX + 6.0 + length / 2.0, y), SMALL_SIZE_PX, INK);
        x += SAMPLE_PX + length + 28.0;
    }
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
    for threads in shown_threads(record) {
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
