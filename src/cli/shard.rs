//! `--shard`: divides a set of problems, certificates or random numbers among several processes.

use super::common::{ArgumentSpan, argument_error};
use crate::io::results::Outcome;
use crate::messages::tr;
use crate::text::Diagnostic;
use serde_json::{Map, Value};
use std::fmt;

/// A part of a set: every `count`-th problem, from the `index`-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: usize,
    /// 1 or more.
    count: usize,
}

/// Number of the first task in a job array.
#[derive(Clone, Copy)]
enum First {
    /// Always this number.
    Is(usize),
    /// The value of this variable; 1 if it is not set.
    Told(&'static str),
    /// The user chooses it, and no variable tells it.
    Chosen,
}

/// How a scheduler numbers the tasks of a job array: names of the variables for the task's own
/// number, the last number, the step and the number of tasks (empty if there is none), and the
/// first number.
struct Scheduler {
    task: &'static str,
    first: First,
    last: &'static str,
    step: &'static str,
    count: &'static str,
}

const fn from_zero(task: &'static str, count: &'static str) -> Scheduler {
    Scheduler { task, first: First::Is(0), last: "", step: "", count }
}

const fn uncounted(task: &'static str) -> Scheduler {
    Scheduler { task, first: First::Chosen, last: "", step: "", count: "" }
}

/// The schedulers, in the order in which their variables are looked for. An array within which
/// `srun` starts several tasks is an array. Processes that GNU parallel or `mpirun` starts within a
/// job without an array come before the tasks of that job: Slurm gives its batch script, too, the
/// number 0 of 1.
///
/// | scheduler | numbers | how many | source |
/// | --- | --- | --- | --- |
/// | Slurm, `--array` | first, last and step by the user | `SLURM_ARRAY_TASK_COUNT` | slurm.schedmd.com/job_array.html |
/// | Grid Engine, `qsub -t` | first, last and step by the user | from those | `qsub(1)`, "-t" |
/// | LSF, `bsub -J` | from 1 as a rule, last and step by the user | from those | IBM Spectrum LSF, "Environment variables" |
/// | Kubernetes, `Indexed` job | 0 to `completions` - 1 | no variable | kubernetes.io, "Indexed Job for Parallel Processing" |
/// | AWS Batch | from 0 | `AWS_BATCH_JOB_ARRAY_SIZE` | AWS Batch User Guide, "job environment variables" |
/// | Cloud Run jobs | from 0 | `CLOUD_RUN_TASK_COUNT` | cloud.google.com/run/docs/create-jobs |
/// | GNU parallel | from 1 | no variable | `parallel(1)`, "PARALLEL_SEQ" |
/// | Open MPI, `mpirun -n` | from 0 | `OMPI_COMM_WORLD_SIZE` | `mpirun(1)`, "MCA environment" |
/// | MPICH, Intel MPI | from 0 | `PMI_SIZE` | Process Management Interface 1 |
/// | Slurm, `srun -n` | from 0 | `SLURM_NTASKS` | `srun(1)`, "Output environment variables" |
/// | PBS, `qsub -J`; Torque, `qsub -t` | range by the user | no variable | Altair PBS User's Guide; docs.adaptivecomputing.com |
/// | HyperQueue, `hq submit --array` | range by the user | no variable | it4innovations.github.io/hyperqueue, "Task arrays" |
/// | Fujitsu, `pjsub --bulk` | range by the user | no variable | Fugaku User Guide 5.4, "Bulk job" |
const SCHEDULERS: [Scheduler; 14] = [
    Scheduler {
        task: "SLURM_ARRAY_TASK_ID",
        first: First::Told("SLURM_ARRAY_TASK_MIN"),
        last: "SLURM_ARRAY_TASK_MAX",
        step: "SLURM_ARRAY_TASK_STEP",
        count: "SLURM_ARRAY_TASK_COUNT",
    },
    Scheduler {
        task: "SGE_TASK_ID",
        first: First::Told("SGE_TASK_FIRST"),
        last: "SGE_TASK_LAST",
        step: "SGE_TASK_STEPSIZE",
        count: "",
    },
    Scheduler {
        task: "LSB_JOBINDEX",
        first: First::Is(1),
        last: "LSB_JOBINDEX_END",
        step: "LSB_JOBINDEX_STEP",
        count: "",
    },
    from_zero("JOB_COMPLETION_INDEX", ""),
    from_zero("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
    from_zero("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT"),
    Scheduler { task: "PARALLEL_SEQ", first: First::Is(1), last: "", step: "", count: "" },
    from_zero("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    from_zero("PMI_RANK", "PMI_SIZE"),
    from_zero("SLURM_PROCID", "SLURM_NTASKS"),
    uncounted("PBS_ARRAY_INDEX"),
    uncounted("PBS_ARRAYID"),
    uncounted("HQ_TASK_ID"),
    uncounted("PJM_BULKNUM"),
];

/// Largest number of parts. A part of a campaign has this many streams of random numbers at least,
/// and every number of a stream is exact in JSON.
const MAX_PARTS: usize = 1 << 20;

impl Shard {
    /// Parses `2/8`: the second of eight parts.
    pub fn parse(text: &str) -> Result<Shard, Box<Diagnostic>> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((index.trim().parse().ok()?, count.trim().parse().ok()?))
        });
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) && count <= MAX_PARTS => {
                Ok(Shard { index: index - 1, count })
            }
            _ => Err(Box::new(argument_error(
                "E0703",
                ArgumentSpan { option: "--shard", text, span: 0..text.len() },
                tr!(cli_shard_syntax, text),
                tr!(cli_shard_syntax_help),
            ))),
        }
    }

    /// True if the problem with this number, from 0, belongs to this part.
    pub fn has(self, number: usize) -> bool {
        number % self.count == self.index
    }

    /// Index of the part, from 0.
    pub fn index(self) -> usize {
        self.index
    }

    /// Share of this part in `total` equal things; the first parts get the rest of the division.
    pub fn share(self, total: usize) -> usize {
        total / self.count + usize::from(self.index < total % self.count)
    }
}

/// The part of a set that a run works on, as its results name it.
#[derive(Clone, Debug)]
pub struct RunPart {
    pub shard: Shard,
    /// Options of the run that shape its results; see [`RunOptions`](super::run_options::RunOptions).
    pub options: Map<String, Value>,
}

/// Writes the part of a run, if it has one, into a result.
pub fn label(outcome: &mut Outcome, part: Option<&RunPart>) {
    outcome.shard = part.map(|part| part.shard.to_string());
    outcome.options = part.map(|part| part.options.clone());
}

/// The part that the value of `--shard` names, and a remark: which part the job array selects, or
/// that each task of the job array does everything.
///
/// # Errors
/// The value is not a part, or the environment does not determine one.
pub fn of_argument(text: Option<&str>) -> Result<(Option<Shard>, Option<String>), Box<Diagnostic>> {
    let variable = |name: &str| std::env::var(name).ok();
    match text {
        Some(text) if text == "auto" || text.starts_with("auto/") => {
            let (shard, named) = of_environment(text, variable)?;
            let remark = tr!(cli_shard_part, shard = shard.to_string(), reason = named);
            Ok((Some(shard), Some(remark)))
        }
        Some(text) => Ok((Some(Shard::parse(text)?), None)),
        None => {
            let unasked = |(name, task)| tr!(cli_shard_unasked, task = format!("{name}={task}"));
            Ok((None, task(variable).map(unasked)))
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// Variable with the task number of a job array, and its value, if the environment has one.
fn task(variable: impl Fn(&str) -> Option<String>) -> Option<(&'static str, usize)> {
    found(&variable).map(|(scheduler, task)| (scheduler.task, task))
}

fn found(variable: impl Fn(&str) -> Option<String>) -> Option<(&'static Scheduler, usize)> {
    SCHEDULERS.iter().find_map(|scheduler| {
        let task = variable(scheduler.task)?.trim().parse::<usize>().ok()?;
        // Jobs of LSF outside arrays have the number 0.
        (task > 0 || scheduler.task != "LSB_JOBINDEX").then_some((scheduler, task))
    })
}

/// Part of this task of a job array, for `--shard auto`, or for `--shard auto/8` if no variable
/// tells the number of tasks. The second value is the variable with its value, for messages.
///
/// # Errors
/// There is no job array, or its variables do not determine the part.
fn of_environment(
    text: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(Shard, String), Box<Diagnostic>> {
    let fail = |message: String, help: String| {
        let place = ArgumentSpan { option: "--shard", text, span: 0..text.len() };
        Box::new(argument_error("E0703", place, message, help))
    };
    let stated = match text.strip_prefix("auto/") {
        Some(count) => match count.trim().parse::<usize>() {
            Ok(count) if count > 0 => Some(count),
            _ => {
                return Err(fail(
                    tr!(cli_shard_bad_count, text = count),
                    tr!(cli_shard_bad_count_help),
                ));
            }
        },
        None => None,
    };
    let Some((scheduler, task)) = found(&variable) else {
        let names: Vec<&str> = SCHEDULERS.iter().map(|scheduler| scheduler.task).collect();
        let help = tr!(cli_shard_no_array_help, names = names.join(", "));
        return Err(fail(tr!(cli_shard_no_array), help));
    };
    let Scheduler { task: name, first, last, step, count } = scheduler;
    let named = format!("{name}={task}");
    let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
    let first = match first {
        First::Is(first) => *first,
        First::Told(first) => number(first).unwrap_or(1),
        First::Chosen => {
            let (from_one, from_zero) =
                (format!("\"${name}/8\""), format!("\"$(({name} + 1))/8\""));
            let help = tr!(cli_shard_no_ends_help, from_one, from_zero);
            return Err(fail(tr!(cli_shard_no_ends, task = named), help));
        }
    };
    let step = number(step).filter(|step| *step > 0).unwrap_or(1);
    let told = number(count);
    let span = number(last).map(|last| last.checked_sub(first).map(|span| span / step));
    let spanned = span.map(|span| span.and_then(|span| span.checked_add(1)));
    let count = match (spanned, told, stated) {
        (Some(spanned), ..) => spanned,
        (None, told @ Some(_), _) => told,
        (None, None, stated @ Some(_)) => stated,
        (None, None, None) => {
            let message = tr!(cli_shard_no_count, task = named);
            return Err(fail(message, tr!(cli_shard_no_count_help)));
        }
    };
    let index = task.checked_sub(first).filter(|at| at % step == 0).map(|at| at / step);
    match (count, index) {
        (Some(count), Some(index))
            if index < count
                && count <= MAX_PARTS
                && told.is_none_or(|told| told == count)
                && stated.is_none_or(|stated| stated == count) =>
        {
            Ok((Shard { index, count }, named))
        }
        _ => Err(fail(tr!(cli_shard_uneven, task = named), tr!(cli_shard_uneven_help))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Result<(Shard, String), Box<Diagnostic>> {
        asked("auto", pairs)
    }

    fn asked(text: &str, pairs: &[(&str, &str)]) -> Result<(Shard, String), Box<Diagnostic>> {
        of_environment(text, |name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    fn part(pairs: &[(&str, &str)]) -> String {
        environment(pairs).unwrap().0.to_string()
    }

    #[test]
    fn the_parts_make_up_the_whole() {
        let take = |text: &str| -> Vec<usize> {
            let shard = Shard::parse(text).unwrap();
            (0..10).filter(|number| shard.has(*number)).collect()
        };
        let mut all: Vec<usize> = ["1/3", "2/3", "3/3"].into_iter().flat_map(take).collect();
        assert_eq!(take("2/3"), [1, 4, 7]);
        all.sort_unstable();
        assert_eq!(all, take("1/1"));
    }

    #[test]
    fn shares_add_up() {
        for total in [0, 1, 9, 100] {
            let shares = ["1/4", "2/4", "3/4", "4/4"];
            let shares = shares.map(|text| Shard::parse(text).unwrap().share(total));
            assert_eq!(shares.iter().sum::<usize>(), total);
            assert!(shares[0] - shares[3] <= 1, "{shares:?}");
        }
    }

    #[test]
    fn what_is_no_part_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3", "1/1048577"] {
            assert!(Shard::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn job_arrays_are_recognised() {
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", "6"),
            ("SLURM_ARRAY_TASK_MIN", "2"),
            ("SLURM_ARRAY_TASK_MAX", "8"),
            ("SLURM_ARRAY_TASK_STEP", "2"),
            ("SLURM_ARRAY_TASK_COUNT", "4"),
        ];
        assert_eq!(part(&slurm), "3/4");
        let counted = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "3")];
        assert_eq!(part(&counted), "3/3");
        let grid = [("SGE_TASK_ID", "1"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "2")];
        assert_eq!(part(&grid), "1/2");
        let lsf = [("LSB_JOBINDEX", "4"), ("LSB_JOBINDEX_END", "9"), ("LSB_JOBINDEX_STEP", "3")];
        assert_eq!(part(&lsf), "2/3");
        // These count from 0.
        for (task, count) in [
            ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE"),
            ("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT"),
            ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
            ("PMI_RANK", "PMI_SIZE"),
            ("SLURM_PROCID", "SLURM_NTASKS"),
        ] {
            assert_eq!(part(&[(task, "0"), (count, "8")]), "1/8", "{task}");
            assert_eq!(part(&[(task, "7"), (count, "8")]), "8/8", "{task}");
            assert!(environment(&[(task, "8"), (count, "8")]).is_err(), "{task}");
        }
        // The step of an array comes with the variables of its tasks.
        let within = [&slurm[..], &[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "1")]].concat();
        assert_eq!(part(&within), "3/4");
        // The batch script of a job without an array is task 0 of 1.
        let batch = [("SLURM_PROCID", "0"), ("SLURM_NTASKS", "1")];
        let ranks = [("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "4")];
        assert_eq!(part(&[&batch[..], &ranks].concat()), "3/4");
        let parallel = [&batch[..], &[("PARALLEL_SEQ", "5")]].concat();
        assert_eq!(asked("auto/8", &parallel).unwrap().0.to_string(), "5/8");
    }

    #[test]
    fn the_index_alone_does_not_say_how_many() {
        let seq = [("PARALLEL_SEQ", "8")];
        assert!(environment(&seq).unwrap_err().message.contains("PARALLEL_SEQ=8"));
        assert_eq!(asked("auto/8", &seq).unwrap().0.to_string(), "8/8");
        let pod = [("JOB_COMPLETION_INDEX", "2")];
        let error = environment(&pod).unwrap_err();
        assert!(error.help.unwrap().contains("--shard auto/8"));
        assert_eq!(asked("auto/8", &pod).unwrap().0.to_string(), "3/8");
        assert!(asked("auto/2", &pod).is_err() && asked("auto/0", &pod).is_err());
        // A number that contradicts the scheduler's is refused.
        let aws = [("AWS_BATCH_JOB_ARRAY_INDEX", "1"), ("AWS_BATCH_JOB_ARRAY_SIZE", "4")];
        assert!(asked("auto/4", &aws).is_ok() && asked("auto/8", &aws).is_err());
    }

    #[test]
    fn no_array_is_an_error_that_names_the_variables() {
        for outside in [&[][..], &[("SGE_TASK_ID", "undefined")], &[("LSB_JOBINDEX", "0")]] {
            let help = environment(outside).unwrap_err().help.unwrap();
            for scheduler in &SCHEDULERS {
                assert!(help.contains(scheduler.task), "{help}");
            }
        }
    }

    #[test]
    fn arrays_of_a_chosen_range_are_not_guessed() {
        for task in ["PBS_ARRAY_INDEX", "PBS_ARRAYID", "HQ_TASK_ID", "PJM_BULKNUM"] {
            for text in ["auto", "auto/8"] {
                let error = asked(text, &[(task, "3")]).unwrap_err();
                assert!(error.message.contains(&format!("{task}=3")), "{}", error.message);
                assert!(error.help.unwrap().contains(&format!("\"${task}/8\"")));
            }
        }
        for task in ["LSB_JOBINDEX", "SLURM_ARRAY_TASK_ID"] {
            assert!(environment(&[(task, "3")]).is_err());
        }
    }

    #[test]
    fn uneven_arrays_are_refused() {
        // --array=1,3,7 runs three tasks.
        let uneven = [
            ("SLURM_ARRAY_TASK_ID", "3"),
            ("SLURM_ARRAY_TASK_MIN", "1"),
            ("SLURM_ARRAY_TASK_MAX", "7"),
            ("SLURM_ARRAY_TASK_COUNT", "3"),
        ];
        assert!(environment(&uneven).is_err());
        for (id, count) in [("9", "3"), ("1", "0"), ("0", "1")] {
            let outside = [("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_COUNT", count)];
            assert!(environment(&outside).is_err());
        }
    }
}
