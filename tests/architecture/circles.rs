//! Graph of the files that use each other, and its circles (strongly connected components).
//!
//! An edge runs from a file that names an item to the file that defines it; re-exports are followed to
//! their source. No edge comes from
//!
//! - methods, which this reader does not see;
//! - modules called `tests`, which may use everything;
//! - a path that ends at a module: only the paths that start there name items;
//! - a file that names an item of a `mod.rs` above it: a file is a part of its folder's module.

use super::File;
use super::source::{Named, bindings, code, paths, without_tests};
use std::collections::{BTreeMap, BTreeSet};

/// Longest chain of re-exports that is followed.
const LONGEST_CHAIN: usize = 8;

/// Module of one file.
struct Module {
    /// Path of the file.
    path: String,
    /// Paths of the names that its `use` lines bring into scope.
    bindings: BTreeMap<String, Vec<String>>,
    /// Paths that it names.
    named: Vec<Named>,
}

/// Modules by their paths (`search::path`; empty for the crate's root).
struct Graph {
    modules: BTreeMap<String, Module>,
}

impl Graph {
    fn new(files: &[File]) -> Graph {
        let mut modules = BTreeMap::new();
        for file in files.iter().filter(|file| file.path != "main.rs") {
            let code = without_tests(&code(&file.text));
            let module = Module {
                path: file.path.clone(),
                bindings: bindings(&code, &file.module()),
                named: paths(&code, &file.module()),
            };
            modules.insert(file.module().join("::"), module);
        }
        Graph { modules }
    }

    /// Module that defines the item at the end of a path; `None` if the crate has no such item.
    fn definition(&self, from: &str, path: &[String], chain: usize) -> Option<String> {
        let (first, rest) = path.split_first()?;
        if chain > LONGEST_CHAIN {
            return None;
        }
        if first != "crate" {
            let child = join(from, first);
            let start = if self.modules.contains_key(&child) {
                format!("crate::{child}").split("::").map(str::to_owned).collect()
            } else {
                self.modules[from].bindings.get(first)?.clone()
            };
            return self.definition(from, &[&start[..], rest].concat(), chain + 1);
        }
        let mut module = String::new();
        for (i, segment) in rest.iter().enumerate() {
            let child = join(&module, segment);
            if self.modules.contains_key(&child) {
                module = child;
                continue;
            }
            let bound = self.modules.get(&module)?.bindings.get(segment);
            return match bound {
                Some(bound) => {
                    let path = [&bound[..], &rest[i + 1..]].concat();
                    self.definition(&module, &path, chain + 1)
                }
                None => Some(module),
            };
        }
        None
    }

    /// For each module, the modules that it uses.
    fn edges(&self) -> BTreeMap<&str, BTreeSet<String>> {
        let uses = |(name, module): (&'_ String, &Module)| -> BTreeSet<String> {
            let found = module.named.iter().filter(|named| !named.reexport);
            let found = found.filter_map(|named| self.definition(name, &named.path, 0));
            found.filter(|target| target != name && !is_inside(name, target)).collect()
        };
        self.modules.iter().map(|(name, module)| (name.as_str(), uses((name, module)))).collect()
    }
}

/// Path of a module's child.
fn join(module: &str, child: &str) -> String {
    if module.is_empty() { child.to_owned() } else { format!("{module}::{child}") }
}

/// True if `module` lies below `outer`, at any depth.
fn is_inside(module: &str, outer: &str) -> bool {
    outer.is_empty() || module.strip_prefix(outer).is_some_and(|rest| rest.starts_with("::"))
}

/// Files that use each other, straight or through others.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circle {
    /// The files' paths, sorted.
    pub files: Vec<String>,
    /// Every use within the circle, as `from -> to`.
    pub uses: Vec<String>,
}

/// Every circle of these files.
pub fn circles(files: &[File]) -> Vec<Circle> {
    let graph = Graph::new(files);
    let edges = graph.edges();
    let reach = |from: &str| {
        let mut reached: BTreeSet<&str> = BTreeSet::new();
        let mut open: Vec<&str> = edges[from].iter().map(String::as_str).collect();
        while let Some(next) = open.pop() {
            if reached.insert(next) {
                open.extend(edges[next].iter().map(String::as_str));
            }
        }
        reached
    };
    let reached: BTreeMap<&str, BTreeSet<&str>> =
        edges.keys().map(|module| (*module, reach(module))).collect();
    let file = |module: &str| graph.modules[module].path.clone();
    let mut circles = BTreeSet::new();
    for (module, targets) in &reached {
        let members: BTreeSet<&str> =
            targets.iter().copied().filter(|target| reached[target].contains(module)).collect();
        if members.len() > 1 {
            let within = |from: &str| {
                let targets = edges[from].iter().filter(|to| members.contains(to.as_str()));
                targets.map(|to| format!("{} -> {}", file(from), file(to))).collect::<Vec<_>>()
            };
            let mut files: Vec<String> = members.iter().map(|member| file(member)).collect();
            files.sort();
            let uses = members.iter().flat_map(|from| within(from)).collect();
            circles.insert(Circle { files, uses });
        }
    }
    circles.into_iter().collect()
}
