//! Dividing a set of problems over several processes.

use crate::cli::common::{Place, wrong};
use crate::io::Diagnostic;

/// One part of a set: every `count`-th problem, from the `index`-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: usize,
    /// 1 or more.
    count: usize,
}

/// Job arrays: the variables of the task's number, the first and last number and the step.
const ARRAYS: [[&str; 4]; 2] = [
    [
        "SLURM_ARRAY_TASK_ID",
        "SLURM_ARRAY_TASK_MIN",
        "SLURM_ARRAY_TASK_MAX",
        "SLURM_ARRAY_TASK_STEP",
    ],
    ["SGE_TASK_ID", "SGE_TASK_FIRST", "SGE_TASK_LAST", "SGE_TASK_STEPSIZE"],
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

    /// The part that a job array's environment names, if there is one.
    ///
    /// # Errors
    /// The tasks are not evenly numbered, so that it cannot be told which part is meant.
    pub fn from_environment(
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Shard>, String> {
        let number = |name: &str| variable(name)?.trim().parse::<usize>().ok();
        for [id, first, last, step] in ARRAYS {
            let Some(task) = number(id) else { continue };
            let told = number("SLURM_ARRAY_TASK_COUNT").filter(|_| id.starts_with("SLURM"));
            let first = number(first).unwrap_or(1);
            let step = number(step).filter(|step| *step > 0).unwrap_or(1);
            let span = number(last).map(|last| last.checked_sub(first).map(|span| span / step));
            let count = match (span, told) {
                (Some(span), _) => span.and_then(|span| span.checked_add(1)),
                (None, Some(told)) => Some(told),
                (None, None) => continue,
            };
            let index = task.checked_sub(first).filter(|at| at % step == 0).map(|at| at / step);
            return match (count, index) {
                (Some(count), Some(index))
                    if index < count && told.is_none_or(|told| told == count) =>
                {
                    Ok(Some(Shard { index, count }))
                }
                _ => Err(format!(
                    "the tasks of the job array are not evenly numbered ({id}={task}); \
                     write --shard i/n"
                )),
            };
        }
        Ok(None)
    }

    /// The items of this part, in their order.
    pub fn take<T>(self, items: Vec<T>) -> Vec<T> {
        items.into_iter().skip(self.index).step_by(self.count).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> Result<Option<Shard>, String> {
        Shard::from_environment(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
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
        assert_eq!(environment(&slurm), Ok(Some(Shard { index: 2, count: 4 })));
        let counted = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "3")];
        assert_eq!(environment(&counted), Ok(Some(Shard { index: 2, count: 3 })));
        let grid = [("SGE_TASK_ID", "1"), ("SGE_TASK_FIRST", "1"), ("SGE_TASK_LAST", "2")];
        assert_eq!(environment(&grid), Ok(Some(Shard { index: 0, count: 2 })));
        // Outside an array the grid engine says so; nothing at all is no array either.
        assert_eq!(environment(&[("SGE_TASK_ID", "undefined")]), Ok(None));
        assert_eq!(environment(&[]), Ok(None));
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
