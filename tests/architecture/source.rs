//! A small reader of Rust source, enough for the rules of architecture: code without comments and
//! literals, and the paths that it names. A full parser would cost seconds in each build.

use std::collections::BTreeMap;

/// Path that a file names, from the root of its crate: `crate`, `rules`, `Board`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// Line, counted from 1.
    pub line: usize,
    /// Segments; the first is `crate` or the name of another crate.
    pub path: Vec<String>,
    /// True for a `pub use`, which only passes the name on.
    pub reexport: bool,
}

/// Source with spaces in place of comments and literals; lines and columns stay.
pub fn code(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::new();
    let mut i = 0;
    while i < chars.len() {
        let end = skip(&chars, i);
        if end == i {
            out.push(chars[i]);
            i += 1;
        } else {
            out.extend(chars[i..end].iter().map(|c| if *c == '\n' { '\n' } else { ' ' }));
            i = end;
        }
    }
    out
}

/// End of the comment or literal that starts at `i`; `i` itself if none starts there.
fn skip(chars: &[char], i: usize) -> usize {
    let at = |k: usize| chars.get(k).copied().unwrap_or('\0');
    let after = |mut k: usize, stop: &dyn Fn(usize) -> bool| {
        while k < chars.len() && !stop(k) {
            k += 1;
        }
        k
    };
    match (at(i), at(i + 1)) {
        ('/', '/') => after(i, &|k| at(k) == '\n'),
        ('/', '*') => {
            let (mut depth, mut k) = (1, i + 2);
            while k < chars.len() && depth > 0 {
                match (at(k), at(k + 1)) {
                    ('/', '*') => (depth, k) = (depth + 1, k + 2),
                    ('*', '/') => (depth, k) = (depth - 1, k + 2),
                    _ => k += 1,
                }
            }
            k.min(chars.len())
        }
        ('"', _) => {
            let mut k = i + 1;
            while k < chars.len() && at(k) != '"' {
                k += if at(k) == '\\' { 2 } else { 1 };
            }
            (k + 1).min(chars.len())
        }
        ('r', '"' | '#') if !is_word(i.checked_sub(1).map_or(' ', at)) || raw_byte(chars, i) => {
            let hashes = chars[i + 1..].iter().take_while(|c| **c == '#').count();
            if at(i + 1 + hashes) != '"' {
                return i;
            }
            let closes = |k: usize| at(k) == '"' && (1..=hashes).all(|h| at(k + h) == '#');
            (after(i + 2 + hashes, &closes) + 1 + hashes).min(chars.len())
        }
        ('\'', '\\') => (after(i + 3, &|k| at(k) == '\'') + 1).min(chars.len()),
        ('\'', _) if at(i + 2) == '\'' => i + 3,
        _ => i,
    }
}

/// True if the `r` at `i` follows a `b` that starts a literal.
fn raw_byte(chars: &[char], i: usize) -> bool {
    i >= 1 && chars[i - 1] == 'b' && (i == 1 || !is_word(chars[i - 2]))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Words, `::` and single characters, each with its line.
fn tokens(code: &str) -> Vec<(usize, String)> {
    let mut tokens = Vec::new();
    for (n, line) in code.lines().enumerate() {
        let mut rest = line.trim_start();
        while let Some(c) = rest.chars().next() {
            let len = if is_word(c) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                c.len_utf8()
            };
            tokens.push((n + 1, rest[..len].to_owned()));
            rest = rest[len..].trim_start();
        }
    }
    tokens
}

/// Words of the code, each with its line.
pub fn words(code: &str) -> Vec<(usize, String)> {
    tokens(code).into_iter().filter(|(_, token)| token.starts_with(is_word)).collect()
}

/// Names of called macros, each with its line: `println` for `println!(…)`.
pub fn macros(code: &str) -> Vec<(usize, String)> {
    let tokens = tokens(code);
    let call = |pair: &[(usize, String)]| {
        (pair[1].1 == "!" && pair[0].1.starts_with(is_word)).then(|| pair[0].clone())
    };
    tokens
        .windows(3)
        .filter(|three| three[2].1 != "=")
        .filter_map(|three| call(&three[..2]))
        .collect()
}

/// Every path of two or more segments in the code of `module` (segments below `crate`), in `use` lines
/// and elsewhere. Groups are expanded, `self` and `super` resolved.
pub fn paths(code: &str, module: &[&str]) -> Vec<Named> {
    let tokens = tokens(code);
    let mut module: Vec<String> = module.iter().map(|s| (*s).to_owned()).collect();
    // Depth of braces at which each open inline module ends.
    let mut inline = Vec::new();
    let mut depth = 0;
    let mut named = Vec::new();
    let mut reexport = false;
    let mut i = 0;
    while i < tokens.len() {
        let is = |k: usize, text: &str| tokens.get(k).is_some_and(|(_, token)| token == text);
        if is(i, "use") {
            reexport = i > 0 && (is(i - 1, "pub") || is(i - 1, ")"));
        } else if is(i, ";") {
            reexport = false;
        }
        if is(i, "mod") && is(i + 2, "{") {
            module.push(tokens[i + 1].1.clone());
            inline.push(depth);
            depth += 1;
            i += 3;
            continue;
        }
        if is(i, "{") {
            depth += 1;
        } else if is(i, "}") {
            depth -= 1;
            if inline.last() == Some(&depth) {
                inline.pop();
                module.pop();
            }
        }
        let starts =
            tokens[i].1.starts_with(is_word) && is(i + 1, "::") && !(i > 0 && is(i - 1, "::"));
        if starts {
            let mut found = Vec::new();
            i = tree(&tokens, i, &mut Vec::new(), &mut found);
            named.extend(found.into_iter().filter_map(|(line, path)| {
                absolute(&module, path).map(|path| Named { line, path, reexport })
            }));
        } else {
            i += 1;
        }
    }
    named
}

/// Names that the `use` lines of `module` bring into scope, each with its path. An item with an alias
/// (`as`) has both names.
pub fn bindings(code: &str, module: &[&str]) -> BTreeMap<String, Vec<String>> {
    let mut bound = BTreeMap::new();
    for line in use_lines(code) {
        let renamed = line.replace(" as ", " ");
        for named in paths(&renamed, module) {
            bound.insert(named.path[named.path.len() - 1].clone(), named.path);
        }
        let words: Vec<(usize, String)> = words(&line);
        for three in words.windows(3).filter(|three| three[1].1 == "as") {
            let path = bound.get(&three[0].1).cloned();
            bound.extend(path.map(|path| (three[2].1.clone(), path)));
        }
    }
    bound
}

/// `use` lines at the start of a line, so outside functions and inline modules.
fn use_lines(code: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find("use ") {
        let column = start - rest[..start].rfind('\n').map_or(0, |end| end + 1);
        let line = &rest[start - column..];
        let end = line.find(';').map_or(line.len(), |end| end + 1);
        let before = &line[..column];
        if before.is_empty() || before.starts_with("pub") {
            lines.push(line[column..end].to_owned());
        }
        rest = &rest[start + 4..];
    }
    lines
}

/// Code without its inline modules called `tests`.
pub fn without_tests(code: &str) -> String {
    let mut kept = String::new();
    let mut rest = code;
    while let Some(start) = rest.find("mod tests {") {
        kept.push_str(&rest[..start]);
        let mut depth = 0;
        let end = rest[start..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            *c == '}' && depth == 0
        });
        rest = end.map_or("", |(end, _)| &rest[start + end + 1..]);
    }
    kept + rest
}

/// Reads the path or tree of paths at `i`. Returns its end.
fn tree(
    tokens: &[(usize, String)],
    mut i: usize,
    prefix: &mut Vec<String>,
    found: &mut Vec<(usize, Vec<String>)>,
) -> usize {
    let is = |k: usize, text: &str| tokens.get(k).is_some_and(|(_, token)| token == text);
    let mine = prefix.len();
    let line = tokens[i].0;
    loop {
        if is(i, "{") {
            i += 1;
            while i < tokens.len() && !is(i, "}") {
                i = if is(i, ",") { i + 1 } else { tree(tokens, i, prefix, found).max(i + 1) };
            }
            prefix.truncate(mine);
            return i + 1;
        }
        let Some((_, token)) = tokens.get(i).filter(|(_, t)| t.starts_with(is_word) || t == "*")
        else {
            break;
        };
        prefix.push(token.clone());
        i += 1;
        if !is(i, "::") {
            break;
        }
        i += 1;
    }
    found.push((line, prefix.clone()));
    prefix.truncate(mine);
    i
}

/// Path from the root of its crate; `None` for a path that starts with a type in scope.
fn absolute(module: &[String], path: Vec<String>) -> Option<Vec<String>> {
    let supers = path.iter().take_while(|segment| *segment == "super").count();
    let (base, rest) = match path[0].as_str() {
        "crate" => (&module[..0], &path[1..]),
        "self" => (module, &path[1..]),
        "super" => (module.get(..module.len().checked_sub(supers)?)?, &path[supers..]),
        first if first.starts_with(char::is_lowercase) => return Some(path),
        _ => return None,
    };
    let mut segments = vec!["crate".to_owned()];
    segments.extend(base.iter().chain(rest).cloned());
    Some(segments)
}
