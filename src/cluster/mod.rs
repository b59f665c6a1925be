//! One search on many processes: a job-level proof-number search.
//!
//! ```text
//!              leader ── table, descents, certificates          rank 0
//!            /    |    \
//!      job  /     |     \  journal: results for all tables
//!          /      |      \
//!     worker   worker   worker ── a table each, kept between jobs
//!     (rank 0)  rank 1   rank 2
//! ```
//!
//! Wu et al. (2013) call a proof-number search *job-level* if the visit to a leaf is a job for
//! another process. Here a leaf is a node that one process can search for some milliseconds, and a
//! job is one visit of df-pn to it. [`job_search`](crate::search::job_search) has the picture.
//!
//! # What is different from the paper
//! * **No tree.** The leader keeps the upper part of the graph in a transposition table, as df-pn
//!   does, and descends through it for each job. So dominance, double-count elimination, threshold
//!   control and delayed moves apply above the jobs as below them, and a checkpoint of the leader is
//!   one of its table.
//! * **Thresholds.** A job ends where df-pn would leave the node. A fixed number of nodes for each
//!   job took more nodes in all.
//! * **No virtual loss for good.** While a job is in flight, descents assume that it ends at its
//!   thresholds. That is where df-pn would go next in this case; nothing of it is stored.
//! * **Journals.** Shogi problems transpose so much that workers without each other's results search
//!   most of it again. A worker reports what took some effort ([`Journal`]), and the leader passes
//!   it on with the next job.
//!
//! # What may be trusted
//! The verdict never depends on what a worker says. The solver that writes and checks the
//! certificate is the ordinary one ([`solver::resume`]), on the leader's table: it asks for the
//! cluster's help before each of its questions ([`SearchObserver::assist`]), and then decides the
//! question itself, which takes a few nodes where the table has what it needs.
//!
//! | [`Evidence`] | settled results of others | a worker that lies |
//! | --- | --- | --- |
//! | `AtEnd` | go into every table; the leader writes one certificate at the end | makes that certificate fail; the search starts again with `Each` |
//! | `Each` | count once the checker has accepted their certificates | is named, and not asked again |
//!
//! That a mate is the *shortest* has a certificate only with
//! [`Certify::Length`](crate::solver::Certify::Length), here as in one process. So only then does a
//! length stand against workers that lie, and the search takes `Each` from the beginning. It costs
//! about three times the time, most of it for the checker.
//!
//! Refutations that depend on the path travel with the positions that they need, as conditional
//! disproofs do in the table; with `Each` they stay open.
//!
//! # The judge
//! The judge asks many questions that do not depend on each other: whether another first move mates
//! too, at each attacker's node of the main lines, and whether a piece is needed. A question that
//! may take more than [`JudgeAssistant::MIN_NODES`] nodes goes to a worker. What the worker settles
//! comes back with a certificate. Its facts go into the judge's table once the checker has accepted
//! them, and the judge then reads the answer there, as if it had found it itself. So the judge is
//! the ordinary one, and a lie changes no finding; a worker that leaves everything open costs time.
//!
//! Questions under the other counts of interpositions have no certificates, and stay with the
//! leader.
//!
//! # Ranks that are lost
//! A worker that does not report in time is lost: the leader gives its job to another. If it reports
//! after all, it is back. Without any worker the leader searches alone.
//!
//! # Files
//! | module | subject |
//! | --- | --- |
//! | [`message`] | orders and reports |
//! | [`transport`] | what the search needs of MPI; channels between threads |
//! | [`worker`] | visits nodes |
//! | [`leader`] | gives out jobs, collects what comes back |
//! | `roster` | the workers as the leader knows them |
//! | `evidence` | certificates of workers |
//! | [`pool`], [`whole_problem`] | sets: a whole problem for each worker |
//! | `judge_assistant`, `judge_session` | questions of the judge for workers |
//!
//! [`Journal`]: crate::search::journal::Journal
//! [`solver::resume`]: crate::solver::resume
//! [`SearchObserver::assist`]: crate::search::SearchObserver::assist

mod event;
mod evidence;
mod judge_assistant;
mod judge_session;
pub mod leader;
pub mod message;
pub mod pool;
mod problem_text;
mod roster;
pub mod transport;
pub mod whole_problem;
pub mod worker;

pub use event::ClusterEvent;
pub use judge_assistant::JudgeAssistant;
pub use leader::{Cluster, ClusterConfig, ClusterStats, solve};
pub use message::Evidence;
pub use pool::WorkerPool;
