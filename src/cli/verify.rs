//! `tsume verify`: replays certificates with the independent checker.

use super::common::{self, OutputFormat};
use super::shard::{self, Shard};
use super::streams::{BOLD, BOLD_GREEN, BOLD_RED, RESET};
use super::{Failure, Status, StdStreams};
use crate::io::files::certificate_file::{self, CertificateReadError};
use crate::io::problems::rule_file::RuleLibrary;
use crate::io::results::{built_in, changed_rules, has_own_rules, json_line, side_name, wording};
use crate::messages::{remarks, tr};
use crate::notation::sfen;
use crate::position::Forcing;
use crate::proof::certificate::{Certificate, Claim};
use crate::proof::checker::{self, VerifiedClaim};
use crate::rules::Side;
use crate::text::escape::escape_line;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Arguments of `tsume verify`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_verify), long_about = tr!(help_verify_long))]
pub struct Args {
    #[arg(value_name = "CERTIFICATE", required = true, help = tr!(help_verify_paths))]
    paths: Vec<PathBuf>,
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
          help = tr!(help_threads))]
    threads: Option<u16>,
    #[arg(long, value_enum, default_value_t = OutputFormat::Text, help = tr!(help_format))]
    format: OutputFormat,
    #[arg(long, value_name = "I/N|auto", help = tr!(help_shard))]
    shard: Option<String>,
}

pub fn run(args: &Args, streams: &mut StdStreams) -> Result<Status, Failure> {
    let threads = args.threads.map_or_else(common::cores, usize::from);
    let library = RuleLibrary::default();
    let mut status = Status::default();
    let (shard, remark) = shard::of_argument(args.shard.as_deref())?;
    let found = super::inputs::files(&args.paths, &["tsc"], || tr!(inputs_no_certificate_file));
    if let Some(remark) = remark.filter(|_| shard.is_some() || found.len() > 1) {
        streams.note(&remark);
    }
    let own = |number: &usize| shard.is_none_or(|shard| shard.has(*number));
    for (_, found) in found.into_iter().enumerate().filter(|(number, _)| own(number)) {
        let path = match found {
            Ok(path) => path,
            Err(error) => {
                status.wrong = true;
                streams.unreadable(args.format == OutputFormat::Json, None, &[*error], shard)?;
                continue;
            }
        };
        let answer = certificate_file::read(&path)
            .map(|certificate| (checker::verify(&certificate, threads, &|| false), certificate));
        let text = match (args.format, &answer) {
            (_, Err(error)) => {
                status.wrong = true;
                unreadable(args, &path, error, shard, streams)
            }
            (OutputFormat::Text, Ok((Ok(accepted), certificate))) => {
                let claim = wording::claim(certificate.claim);
                let said = match certificate.claim {
                    Claim::MateWithin(claimed) => accepted.plies() == Some(claimed),
                    _ => false,
                };
                let claim = match accepted.plies().filter(|_| !said) {
                    Some(plies) => tr!(verify_claim_within, claim, plies),
                    None => claim,
                };
                let problem = problem_words(certificate, &library);
                format!(
                    "{BOLD}{}{RESET}  {BOLD_GREEN}{}{RESET}: {}\n",
                    escape_line(&path.display().to_string()),
                    tr!(verify_accepted),
                    tr!(verify_result, claim, nodes = accepted.nodes(), problem)
                )
            }
            (OutputFormat::Text, Ok((Err(refusal), certificate))) => {
                status.disagrees = true;
                format!(
                    "{BOLD}{}{RESET}  {BOLD_RED}{}{RESET}: {}: {refusal}\n",
                    escape_line(&path.display().to_string()),
                    tr!(verify_refused),
                    wording::claim(certificate.claim)
                )
            }
            (OutputFormat::Json, Ok((result, certificate))) => {
                status.disagrees |= result.is_err();
                let mut line = describe(&path, certificate, result.as_ref().ok(), &library);
                if let Err(refusal) = result {
                    line["refusal"] = json!({
                        "message": refusal.fault.to_string(),
                        "node": refusal.node.map(|node| node + 1),
                        "position": refusal.position,
                    });
                }
                label(&mut line, shard);
                format!("{}\n", json_line(&line))
            }
        };
        streams.print(&text)?;
    }
    Ok(status)
}

/// Reports a file that is not a certificate: as a JSON line, or as a message on standard error.
fn unreadable(
    args: &Args,
    path: &Path,
    error: &CertificateReadError,
    shard: Option<Shard>,
    streams: &StdStreams,
) -> String {
    let path = path.display().to_string();
    let (code, message, line, column) = match error {
        CertificateReadError::Io(_) => ("E0704", error.to_string(), 1, 1),
        CertificateReadError::Text(error) => {
            let words = [Some(&error.message), error.help.as_ref()];
            (error.code, remarks(words.into_iter().flatten()), error.line, error.column)
        }
    };
    if args.format == OutputFormat::Json {
        let error = json!({"code": code, "message": message});
        let mut line =
            json!({"id": null, "error": error, "file": path, "line": line, "column": column});
        label(&mut line, shard);
        return format!("{}\n", json_line(&line));
    }
    streams.error(&format!("{path}:{line}:{column}: {message} [{code}]"));
    String::new()
}

/// Adds the part of the certificates that the run replays, if it has one.
fn label(line: &mut Value, shard: Option<Shard>) {
    if let Some(shard) = shard {
        line["shard"] = shard.to_string().into();
    }
}

fn problem_words(certificate: &Certificate, library: &RuleLibrary) -> String {
    let problem = &certificate.problem;
    let rules = problem.rules();
    // A proof under a user's rules must not look like one under the built-in game's rules.
    let game = match has_own_rules(library, rules) {
        true => tr!(verify_own_rules, game = rules.to_string()),
        false => rules.to_string(),
    };
    let forcing = match problem.forcing() {
        Forcing::Check => tr!(verify_forcing_check),
        Forcing::Royal => tr!(verify_forcing_royal),
    };
    let attacker = match problem.attacker() {
        Side::Black => tr!(verify_black),
        Side::White => tr!(verify_white),
    };
    let position = sfen::write(rules, problem.position());
    tr!(verify_problem, game, forcing, attacker, position)
}

fn describe(
    path: &Path,
    certificate: &Certificate,
    accepted: Option<&VerifiedClaim>,
    library: &RuleLibrary,
) -> Value {
    let problem = &certificate.problem;
    let rules = problem.rules();
    let (claim, plies) = match certificate.claim {
        Claim::Mate => ("mate", accepted.and_then(VerifiedClaim::plies)),
        // Mates have one parity, so the line shows the proved bound.
        Claim::MateWithin(plies) => {
            ("mate_within", accepted.and_then(VerifiedClaim::plies).or(Some(plies)))
        }
        Claim::NoMate => ("no_mate", None),
        Claim::NoMateWithin(plies) => ("no_mate_within", Some(plies)),
    };
    let plain = built_in(library, &rules.name, &[]);
    let mut line = json!({
        "file": path.display().to_string(),
        "accepted": accepted.is_some(),
        "claim": claim,
        "variant": rules.name,
        "rules": changed_rules(rules, plain.as_deref()),
        "forcing": problem.forcing().name(),
        "attacker": side_name(problem.attacker()),
        "position": sfen::write(rules, problem.position()),
        "nodes": certificate.nodes.len(),
    });
    if has_own_rules(library, rules) {
        line["own_rules"] = true.into();
    }
    if let Some(plies) = plies {
        line["plies"] = plies.into();
    }
    line
}
