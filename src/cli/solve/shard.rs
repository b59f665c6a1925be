//! Dividing a set of problems over several processes.

use crate::cli::common::{Place, wrong};
use crate::io::Diagnostic;
use std::fmt;

/// One part of a set: every `count`-th problem, from the `index`-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: usize,
    /// 1 or more.
    count: usize,
}

/// What the environment of a job array says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Array {
    /// There is none.
    None,
    /// This process is to do a part, as the variable with this value says.
    Part(Shard, String),
    /// This process is a task, as the variable with this value says, but not of how many.
    Uncounted(String),
}

/// Job arrays: the variables of the task's number, the first and last number and the step. LSF does not tell the
/// first number (1 is meant where none is told), PBS and Torque only the task's own.
const ARRAYS: [[&str; 4]; 5] = [
    [
        "SLURM_ARRAY_TASK_ID",
        "SLURM_ARRAY_TASK_MIN",
        "SLURM_ARRAY_TASK_MAX",
        "SLURM_ARRAY_TASK_STEP",
    ],
    ["SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"],
    ["LSB_JOBINDEX", "", "LSB_JOBINDEX_END", "LSB_JOBINDEX_STEP"],
    ["PBS_ARRAY_INDEX", "", "", ""],
    ["PBS_ARRAYID", "", "", ""],
];

impl Shard {
    /// Reads `2/8`: the second of eight parts.
    pub fn parse(text: &str) -> Result<Shard, Box<Diagnostic>> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((index.trim().parse().ok()?, count.trim().parse().ok()?))
        });
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => {
                Ok(Shard { index: index - 1, count })
            }
            _ => Err(Box::new(wrong(
                "E0703",
                Place { option: "--shard", text, span: 0..text.len() },
                format!("`{text}` is not a part of a set"),
                "write i/n with i from 1 to n, such as 2/8 for the second of eight parts",
            ))),
        }
    }

    /// The items of this part, in their order.
    pub fn take<T>(self, items: Vec<T>) -> Vec<T> {
        items.into_iter().skip(self.index).step_by(self.count).collect()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

impl Array {
    /// Reads the environment.
    ///
    /// # Errors
    /// The tasks are not evenly numbered, so that it cannot be told which part is meant.
    pub fn of_environment(variable: impl Fn(&str) -> Option<String>) -> Result<Array, String> {
        let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
        for [id, first, last, step] in ARRAYS {
            // Jobs of LSF outside arrays have the number 0.
            let Some(task) = number(id).filter(|task| *task > 0 || id != "LSB_JOBINDEX") else {
                continue;
            };
            let named = format!("{id}={task}");
            let told = number("SLURM_ARRAY_TASK_COUNT").filter(|_| id.starts_with("SLURM"));
            let first = number(first).unwrap_or(1);
            let step = number(step).filter(|step| *step > 0).unwrap_or(1);
            let span = number(last).map(|last| last.checked_sub(first).map(|span| span / step));
            let count = match (span, told) {
                (Some(span), _) => span.and_then(|span| span.checked_add(1)),
                (None, Some(told)) => Some(told),
                (None, None) => return Ok(Array::Uncounted(named)),
            };
            let index = task.checked_sub(first).filter(|at| at % step == 0).map(|at| at / step);
            return match (count, index) {
                (Some(count), Some(index))
                    if index < count && told.is_none_or(|told| told == count) =>
                {
                    Ok(Array::Part(Shard { index, count }, named))
                }
                _ => Err(format!(
                    "the tasks of the job array are not evenly numbered ({named}); \
                     write --shard i/n"
                )),
            };
        }
        Ok(Array::None)
    }

    /// The part that is meant, if one is.
    pub fn part(&self) -> Option<Shard> {
        match self {
            Array::Part(shard, _) => Some(*shard),
            _ => None,
        }
    }

    /// What the user should know of it.
    pub fn remark(&self) -> Option<String> {
        match self {
            Array::None => None,
            Array::Part(shard, named) => Some(format!(
                "tsume: part {shard} of the problems, as the job array says ({named})"
            )),
            Array::Uncounted(named) => Some(format!(
                "tsume: the job array does not say how many tasks it has ({named}), so all problems are tried; \
                 --shard i/n takes a part"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Result<Array, String> {
        Array::of_environment(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    fn part(pairs: &[(&str, &str)]) -> Option<Shard> {
        environment(pairs).unwrap().part()
    }

    #[test]
    fn the_parts_make_up_the_whole() {
        let items: Vec<u32> = (0..10).collect();
        let mut all: Vec<u32> = (1..=3)
            .flat_map(|i| Shard::parse(&format!("{i}/3")).unwrap().take(items.clone()))
            .collect();
        assert_eq!(Shard::parse("2/3").unwrap().take(items.clone()), [1, 4, 7]);
        all.sort_unstable();
        assert_eq!(all, items);
        assert_eq!(Shard::parse("1/1").unwrap().take(items.clone()), items);
    }

    #[test]
    fn what_is_no_part_is_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/5", "-1/3"] {
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
        assert_eq!(part(&slurm), Some(Shard { index: 2, count: 4 }));
        let counted = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "3")];
        assert_eq!(part(&counted), Some(Shard { index: 2, count: 3 }));
        let grid = [("SGE_TASK_ID", "1"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "2")];
        assert_eq!(part(&grid), Some(Shard { index: 0, count: 2 }));
        let lsf = [("LSB_JOBINDEX", "4"), ("LSB_JOBINDEX_END", "9"), ("LSB_JOBINDEX_STEP", "3")];
        assert_eq!(part(&lsf), Some(Shard { index: 1, count: 3 }));
        let remark = environment(&lsf).unwrap().remark().unwrap();
        assert!(remark.contains("part 2/3") && remark.contains("LSB_JOBINDEX=4"), "{remark}");
        // Outside an array they say so; nothing at all is no array either.
        for outside in [("SGE_TASK_ID", "undefined"), ("LSB_JOBINDEX", "0")] {
            assert_eq!(environment(&[outside]), Ok(Array::None));
        }
        assert_eq!(environment(&[]), Ok(Array::None));
    }

    #[test]
    fn arrays_without_a_count_are_told() {
        for task in ["PBS_ARRAY_INDEX", "PBS_ARRAYID", "LSB_JOBINDEX", "SLURM_ARRAY_TASK_ID"] {
            let array = environment(&[(task, "3")]).unwrap();
            assert_eq!(array, Array::Uncounted(format!("{task}=3")));
            assert!(array.part().is_none() && array.remark().unwrap().contains("--shard i/n"));
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
