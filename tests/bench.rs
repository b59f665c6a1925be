//! `tsume bench` as users run it, on problems that take milliseconds.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A mate in 53, a game with two royals without mate, a game without drops without mate.
const TINY: &str = "zukou-022,sho-prince-royal,chu-small-024";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn bench(arguments: &[&str]) -> Run {
    bench_with(&[&["bench", "--color", "never", "--hash", "64MiB"], arguments].concat())
}

fn bench_with(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_tsume"))
        .env("TSUME_LANG", "en")
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn tiny(more: &[&str]) -> Run {
    let mut arguments = vec!["--only", TINY, "--quiet"];
    arguments.extend(more);
    bench(&arguments)
}

fn record(more: &[&str]) -> Value {
    let mut arguments = vec!["--format", "json"];
    arguments.extend(more);
    let run = tiny(&arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert_eq!(run.out.lines().count(), 1, "one object");
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn tags_select_from_the_suite() {
    let run = tiny(&["--tag", "castle"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains("no problem has the tag `castle`"), "{}", run.err);
    let run = bench(&["--tag", "edo", "--only", "sho-prince-royal", "--quiet"]);
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains("no problem has the id `sho-prince-royal`"), "{}", run.err);
    let arguments = ["--tag", "edo", "--only", "zukou-022", "--threads", "1", "--quiet"];
    assert_eq!(bench(&arguments).code, Some(0));
}

/// Path of one test's file.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bench-{name}"))
}

fn write(name: &str, value: &Value) -> String {
    let path = file(name);
    std::fs::write(&path, value.to_string()).unwrap();
    path.display().to_string()
}

/// Elements of a list.
fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

#[test]
fn record_keeps_machine_settings_and_every_run() {
    let record = record(&["--threads", "2,1,2", "--nodes", "5000000", "--time", "30"]);
    assert_eq!(record["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(record["machine"]["os"], std::env::consts::OS);
    assert!(record["machine"]["cores"].as_u64().unwrap() >= 1);
    assert_eq!(
        record["settings"],
        json!({"threads": [1, 2], "repeat": [1, 8], "hash": 64 << 20, "nodes": 5_000_000, "time": 30.0})
    );
    let verdicts =
        [("zukou-022", "mate"), ("sho-prince-royal", "no_mate"), ("chu-small-024", "no_mate")];
    assert_eq!(list(&record["problems"]).len(), verdicts.len());
    let mut checksum = 0;
    for (problem, (id, verdict)) in list(&record["problems"]).iter().zip(verdicts) {
        assert_eq!(problem["id"], id);
        let runs = list(&problem["runs"]);
        assert_eq!(runs.len(), 9);
        let times = |threads| {
            let runs = runs.iter().filter(move |run| run["threads"] == threads);
            let mut times: Vec<f64> = runs.map(|run| run["time_ms"].as_f64().unwrap()).collect();
            times.sort_by(f64::total_cmp);
            times
        };
        assert!(
            runs.iter().all(|run| run["verdict"] == verdict && run["nodes"].as_u64() > Some(0))
        );
        checksum += runs.iter().find(|run| run["threads"] == 1).unwrap()["nodes"].as_u64().unwrap();
        // The figures follow from the runs.
        let (one, two) = (times(1), times(2));
        assert_eq!((one.len(), two.len()), (1, 8));
        let speed_up = &problem["figures"][1]["speed_up"];
        for (name, time) in [("min", two[7]), ("max", two[0])] {
            let expected = one[0] / time;
            assert!((speed_up[name].as_f64().unwrap() - expected).abs() < 1e-9, "{problem}");
        }
    }
    assert_eq!(record["checksum"], checksum);
    assert_eq!(record["faults"], json!([]));
    let all = &record["overall"][0];
    assert_eq!((&all["group"], &all["problems"]), (&json!("all"), &json!(3)));
    let medians =
        list(&record["problems"]).iter().map(|p| p["figures"][1]["overhead"].as_f64().unwrap());
    let mean = medians.map(f64::ln).sum::<f64>() / 3.0;
    assert!((all["figures"][1]["overhead"].as_f64().unwrap() - mean.exp()).abs() < 1e-9);
}

#[test]
fn schema_describes_the_output() {
    let schema: Value = serde_json::from_str(&bench_with(&["schema", "bench"]).out).unwrap();
    let old = record(&["--threads", "1,2", "--repeat", "1"]);
    assert_eq!(crate::support::schema::offence(&schema, &schema, &old, "record"), None);
    let compared = record(&["--threads", "1", "--compare", &write("schema.json", &old)]);
    assert!(compared["comparison"].is_object());
    assert_eq!(crate::support::schema::offence(&schema, &schema, &compared, "record"), None);
    for (key, wrong) in [("version", json!(1)), ("checksum", json!("x")), ("more", json!(0))] {
        let mut other = old.clone();
        other[key] = wrong;
        assert!(
            crate::support::schema::offence(&schema, &schema, &other, "record").is_some(),
            "{key}"
        );
    }
}

#[test]
fn text_shows_the_figures_of_the_record() {
    let run = tiny(&["--threads", "1,2", "--repeat", "2"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    for id in TINY.split(',') {
        assert!(run.out.lines().any(|line| line.starts_with(id)), "{}", run.out);
    }
    assert!(run.out.contains("\nall ") && run.out.contains("speed-up"), "{}", run.out);
    let one = record(&["--threads", "1"]);
    let checksum = format!("checksum: {} nodes with one thread\n", one["checksum"]);
    assert!(run.out.contains(&checksum), "{checksum}{}", run.out);
}

#[test]
fn old_record_is_shown_unchanged() {
    let path = write("shown.json", &record(&["--threads", "1,2", "--repeat", "2"]));
    let again = bench_with(&["bench", "--show", &path, "--format", "json"]);
    let (then, now): (Value, Value) = (
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap(),
        serde_json::from_str(&again.out).unwrap(),
    );
    assert_eq!(then, now);
    let text = bench_with(&["bench", "--color", "never", "--show", &path, "--compare", &path]);
    assert_eq!(text.code, Some(0), "{}", text.err);
    let same = "compared for 3 problems, differ for 0";
    assert!(text.out.contains("zukou-022") && text.out.contains(same), "{}", text.out);
    let run = bench_with(&["bench", "--show", &path, "--threads", "1"]);
    assert_eq!(run.code, Some(2), "nothing is measured then");
}

#[test]
fn old_record_can_be_compared() {
    let mut old = record(&["--threads", "1"]);
    let same = tiny(&["--threads", "1", "--compare", &write("same.json", &old)]);
    assert_eq!(same.code, Some(0));
    let text = "compared for 3 problems, differ for 0";
    assert!(same.out.contains(text) && !same.out.contains("DIFFERS"), "{}", same.out);

    let nodes = old["problems"][0]["runs"][0]["nodes"].as_u64().unwrap();
    old["problems"][0]["runs"][0]["nodes"] = json!(nodes + 1);
    old["problems"][2]["key"] = json!("another");
    old["machine"]["cpu"] = json!("Abacus");
    let path = write("edited.json", &old);
    let run = tiny(&["--threads", "1", "--compare", &path]);
    assert_eq!(run.code, Some(0), "a search may change");
    assert!(run.out.contains("compared for 2 problems, differ for 1"), "{}", run.out);
    let loud = format!(
        "CHECKSUM DIFFERS: zukou-022: {} nodes with one thread then, {nodes} now",
        nodes + 1
    );
    for text in [&loud, "Abacus then", "chu-small-024: only then", "chu-small-024: only now"] {
        assert!(run.out.contains(text), "{text}\n{}", run.out);
    }
    let json = record(&["--threads", "1", "--compare", &path]);
    let expected = json!([{"id": "zukou-022", "old": nodes + 1, "new": nodes}]);
    assert_eq!(json["comparison"]["checksums"], expected);
    let compared: Vec<&Value> =
        list(&json["comparison"]["problems"]).iter().map(|change| &change["id"]).collect();
    assert_eq!(compared, ["zukou-022", "sho-prince-royal"]);

    old["problems"][1]["runs"][0]["verdict"] = json!("mate");
    let run = tiny(&["--threads", "1", "--compare", &write("contradiction.json", &old)]);
    assert_eq!(run.code, Some(1));
    let loud = "VERDICT CHANGED: sho-prince-royal: mate then, no mate now";
    assert!(run.out.contains(loud), "{}", run.out);
}

#[test]
fn plot_is_an_svg_without_fonts() {
    let path = file("plot.svg");
    // Threads beyond the cores of the machine are not shown.
    let record = record(&["--threads", "1,2,3", "--repeat", "2"]);
    let with_cores = |cores: u64| {
        let mut record = record.clone();
        record["machine"]["cores"] = cores.into();
        let shown = write("cores.json", &record);
        bench_with(&["bench", "--show", &shown, "--plot", path.to_str().unwrap()])
    };
    let run = with_cores(3);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = std::fs::read_to_string(&path).unwrap();
    let svg = roxmltree::Document::parse(&text).unwrap();
    assert_eq!(svg.root_element().tag_name().name(), "svg");
    let count = |name| svg.descendants().filter(|node| node.has_tag_name(name)).count();
    let name = |name| ("http://www.w3.org/2000/svg", name);
    assert_eq!(count(name("circle")), 3, "a point for each number of threads");
    assert_eq!((count(name("text")), count(name("image"))), (0, 0));
    assert!(!text.contains("NaN") && !text.contains("inf"));

    for run in [with_cores(1), tiny(&["--threads", "1", "--plot", path.to_str().unwrap()])] {
        assert!(run.code == Some(0) && run.err.contains("two numbers of threads"), "{}", run.err);
    }
    let more = std::thread::available_parallelism().unwrap().get() + 1;
    let run = bench(&["--only", "sho-prince-royal", "--threads", &more.to_string()]);
    assert!(run.err.contains(&format!("{more} threads on ")), "{}", run.err);
}

#[test]
fn limit_leaves_problems_undecided() {
    let run = tiny(&["--threads", "1", "--nodes", "500"]);
    assert_eq!(run.code, Some(3));
    let verdict = |id: &str| {
        let line = run.out.lines().find(|line| line.starts_with(id)).unwrap();
        line[20..].trim_start().to_owned()
    };
    assert!(verdict("zukou-022").starts_with("unknown"));
    assert!(verdict("sho-prince-royal").starts_with("no mate"), "156 nodes are enough");
}

#[test]
fn result_against_expectation_is_an_error() {
    let path = file("wrong.yaml");
    let text = "problems:\n  - id: a\n    position: \"4k4/9/4P4/9/9/9/9/9/9 b G 1\"\n    \
                expect: { verdict: no_mate }\n";
    std::fs::write(&path, text).unwrap();
    let run = bench(&[path.to_str().unwrap(), "--threads", "1", "--quiet"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("a: mate in at most 1 with 1 thread"), "{}", run.err);
}

#[test]
fn errors_are_reported_before_any_measurement() {
    let old = file("broken.json");
    std::fs::write(&old, "{\"version\": \"0.1.0\",\n \"machine\": 7}").unwrap();
    let nowhere = file("no-folder").join("plot.svg");
    let cases: [(&[&str], &str); 7] = [
        (&["--only", "zukou-0222"], "such as zukou-022"),
        (&["--threads", "0"], "not between 1 and 1024"),
        (&["--threads", "1,,2"], "--threads"),
        (&["--repeat", "0"], "--repeat"),
        (&["--compare", old.to_str().unwrap()], "broken.json:2:13"),
        (&["--compare", "/nowhere.json"], "E0201"),
        (&["--plot", nowhere.to_str().unwrap()], "cannot write"),
    ];
    for (arguments, text) in cases {
        let run = bench(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains(text), "{arguments:?}: {}", run.err);
    }
}
