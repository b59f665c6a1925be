//! `tsume serve`: the page in the browser, answered by this program over loopback.
//!
//! | file | purpose |
//! | --- | --- |
//! | `token` | the secret in the address |
//! | `guard` | which requests are answered |
//! | `connection` | one request on a connection: page, answers, events |
//! | `searches` | one search at a time, with a queue |
//!
//! Nothing is kept on disk. A request counts only with the token in its path, with a `Host` that is
//! an address or `localhost`, so that no name can be rebound to it, and without a foreign `Origin`.
//! Connections, their headers, bodies and times are bounded. One thread serves; searches and
//! answers run on others.
//!
//! `hyper` speaks HTTP. Rejected: `tiny_http` and `rouille`, which have no time limit for a slow
//! header and no release since 2022; `axum`, whose router and extractors two paths do not need.

mod connection;
mod guard;
mod searches;
mod token;

use super::batch::ResourceArgs;
use super::{Failure, Status, StdStreams};
use crate::io::terminal::signals::Signals;
use crate::messages::{os_error, tr};
use crate::web::WebSession;
use connection::{Site, serve_connection};
use hyper_util::rt::TokioIo;
use searches::Searches;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use token::Token;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::LocalSet;

/// Connections at the same time. Further ones wait.
const MAX_CONNECTIONS: usize = 64;
/// Answers that are worked out at the same time.
const MAX_ANSWERING_THREADS: usize = 4;
/// Part of the memory for proofs that the page steps through.
const PROOF_MEMORY_DIVISOR: usize = 8;
/// Interval between two looks at the signals.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Pause after a connection that could not be accepted, such as for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Arguments of `tsume serve`.
#[derive(Debug, clap::Args)]
#[command(about = tr!(help_serve), long_about = tr!(help_serve_long))]
pub struct Args {
    #[arg(long, value_name = "N", default_value_t = 0, help = tr!(help_serve_port))]
    port: u16,
    #[arg(long, help = tr!(help_serve_open))]
    open: bool,
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
          help = tr!(help_serve_bind))]
    bind: IpAddr,
    #[command(flatten)]
    resources: ResourceArgs,
}

pub fn run(args: &Args, signals: &Signals, streams: &mut StdStreams) -> Result<Status, Failure> {
    let budget = args.resources.budget()?;
    let failure = |error: std::io::Error| {
        let address = SocketAddr::new(args.bind, args.port).to_string();
        Failure::Message(tr!(serve_cannot_listen, address, error = os_error(&error)))
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(MAX_ANSWERING_THREADS)
        .build()
        .map_err(failure)?;
    signals.orderly();
    let served = LocalSet::new().block_on(&runtime, async {
        let listener = TcpListener::bind((args.bind, args.port)).await.map_err(failure)?;
        let port = listener.local_addr().map_err(failure)?.port();
        let new_token =
            || Token::random().map_err(|error| Failure::Message(tr!(serve_no_token, why = error)));
        let (token, once) = (new_token()?, new_token()?);
        let host = SocketAddr::new(reachable(args.bind), port);
        streams.print_plain(&format!("http://{host}/{}/\n", token.as_str()))?;
        streams.note(&tr!(serve_end_by));
        if !args.bind.is_loopback() {
            streams.note(&tr!(serve_warning, address = args.bind.to_string()));
        }
        if args.open && !open_browser(&format!("http://{host}/{}/", once.as_str())) {
            streams.note(&tr!(serve_cannot_open));
        }
        let proofs = budget.hash / PROOF_MEMORY_DIVISOR;
        let site = Rc::new(Site {
            token,
            once: args.open.then_some(once).into(),
            is_local: args.bind.is_loopback(),
            port,
            session: Arc::new(WebSession::new(proofs)),
            searches: Searches::new(budget.threads, budget.hash - proofs),
        });
        accept(&listener, &site, signals).await;
        site.searches.stop_all();
        Ok(Status { signal: signals.status(), ..Status::default() })
    });
    runtime.shutdown_background();
    served
}

/// Serves connections until a signal asks for the end.
async fn accept(listener: &TcpListener, site: &Rc<Site>, signals: &Signals) {
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut poll = tokio::time::interval(POLL_INTERVAL);
    loop {
        let next = async {
            let permit = connections.clone().acquire_owned().await;
            (permit, listener.accept().await)
        };
        tokio::select! {
            _ = poll.tick() => {
                if signals.stopped() {
                    return;
                }
            }
            (permit, accepted) = next => match accepted {
                Ok((stream, _)) => {
                    let site = site.clone();
                    tokio::task::spawn_local(async move {
                        let _permit = permit;
                        serve_connection(TokioIo::new(stream), site).await;
                    });
                }
                Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
            },
        }
    }
}

/// An address of this computer under which a listener on `bind` can be reached.
fn reachable(bind: IpAddr) -> IpAddr {
    match bind {
        IpAddr::V4(address) if address.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(address) if address.is_unspecified() => {
            IpAddr::V6(std::net::Ipv6Addr::LOCALHOST)
        }
        address => address,
    }
}

/// Opens an address in the browser. False if no program does that here.
fn open_browser(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
