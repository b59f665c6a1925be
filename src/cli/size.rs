//! Memory sizes on the command line.

use super::common::{self, ArgumentSpan};
use crate::messages::tr;
use crate::text::Diagnostic;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const TIB: u64 = 1 << 40;

/// Address space that the program, its threads and its input need, in bytes.
const ADDRESS_SPACE_RESERVE_BYTES: u64 = 128 * MIB;

/// Smallest memory of a search, in bytes.
pub const MIN_HASH_BYTES: usize = MIB as usize;

/// Parses `512MiB`, `4GiB`, `1G`, `2.5G` or a number of bytes. Units are binary; case does not
/// matter.
pub fn parse(text: &str) -> Result<usize, Box<Diagnostic>> {
    let fail = |span, message: String| {
        let place = ArgumentSpan { option: "--hash", text, span };
        Box::new(common::argument_error("E0701", place, message, tr!(inputs_size_help)))
    };
    let digits = text.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kb" | "kib" => KIB,
        "m" | "mb" | "mib" => MIB,
        "g" | "gb" | "gib" => GIB,
        "t" | "tb" | "tib" => TIB,
        _ if digits == 0 => return Err(fail(0..text.len(), tr!(inputs_not_a_size, text))),
        _ => return Err(fail(digits..text.len(), tr!(inputs_not_a_unit, unit))),
    };
    let bytes = number
        .parse::<f64>()
        .ok()
        .map(|number| number * scale as f64)
        .filter(|bytes| *bytes < usize::MAX as f64);
    match bytes {
        None => Err(fail(0..digits, tr!(inputs_not_a_number, number))),
        Some(bytes) if bytes < MIN_HASH_BYTES as f64 => {
            Err(fail(0..text.len(), tr!(inputs_too_little_memory, text)))
        }
        Some(bytes) => Ok(bytes as usize),
    }
}

/// Parses `text`, or returns the default size.
///
/// # Errors
/// `text` is not a size, or is more than the limit of address space (`ulimit -v`) allows.
pub fn or_default(text: Option<&str>) -> Result<usize, Box<Diagnostic>> {
    let Some(text) = text else { return Ok(default()) };
    let bytes = parse(text)?;
    match address_space().map(most_of) {
        Some(most) if bytes as u64 > most => {
            let message = tr!(inputs_too_much_memory, text);
            let help = tr!(inputs_too_much_memory_help, limit = (most / MIB).max(1));
            let place = ArgumentSpan { option: "--hash", text, span: 0..text.len() };
            Err(Box::new(common::argument_error("E0701", place, message, help)))
        }
        _ => Ok(bytes),
    }
}

/// A size as the user may write it: `512MiB`.
pub fn written(bytes: usize) -> String {
    format!("{}MiB", bytes as u64 / MIB)
}

/// Default size in bytes: the least of 1 GiB, a quarter of the memory, and half of what a limit of
/// address space leaves for tables.
pub fn default() -> usize {
    let quarter = memory().map_or(GIB, |bytes| bytes / 4);
    let granted = address_space().map_or(GIB, |limit| most_of(limit) / 2);
    quarter.min(granted).clamp(MIN_HASH_BYTES as u64, GIB) as usize
}

/// Bytes that tables may use under a limit of address space: nine tenths, less the reserve for the
/// program and its threads.
fn most_of(limit: u64) -> u64 {
    (limit / 10 * 9).saturating_sub(ADDRESS_SPACE_RESERVE_BYTES)
}

/// Limit of the process's address space in bytes; `None` if it is unlimited or unknown.
fn address_space() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Memory of the machine or of its container in bytes; `None` if it is unknown.
fn memory() -> Option<u64> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| meminfo_total(&text));
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let container = limits.iter().find_map(|path| read(path)?.trim().parse::<u64>().ok());
    match (machine, container) {
        (Some(machine), Some(container)) => Some(container.min(machine)),
        (machine, container) => machine.or(container),
    }
}

fn meminfo_total(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(KIB)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_in_binary_units() {
        let cases = [
            ("512MiB", 512 << 20),
            ("4GiB", 4 << 30),
            ("1G", 1 << 30),
            ("1.5g", 3 << 29),
            ("2 GB", 2 << 30),
            ("1048576", 1 << 20),
            ("1024k", 1 << 20),
        ];
        for (text, bytes) in cases {
            assert_eq!(parse(text).unwrap(), bytes, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_size_is_placed() {
        let cases = [
            ("", 0..0),
            ("much", 0..4),
            ("4XB", 1..3),
            ("1.2.3G", 0..5),
            ("0", 0..1),
            ("12k", 0..3),
        ];
        for (text, span) in cases {
            assert_eq!(parse(text).unwrap_err().span, span, "{text}");
        }
        assert!(parse("99999999999999999999T").is_err() && parse("-1G").is_err());
    }

    #[test]
    fn the_default_is_within_its_bounds() {
        assert!((MIN_HASH_BYTES..=GIB as usize).contains(&default()));
        assert_eq!(meminfo_total("MemTotal:       8000 kB\nMemFree: 1 kB\n"), Some(8_192_000));
        assert_eq!(meminfo_total("nothing"), None);
    }
}
