//! Messages between MPI and channels.

use crate::cluster::message::{Report, decode};
use crate::cluster::transport::{ChannelLeader, LeaderPort, Relay};
use ::mpi::Rank;
use ::mpi::request;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use std::thread;
use std::time::{Duration, Instant};

/// Pause of rank 0 between two looks at MPI. A job takes some milliseconds, and a rank that has
/// reported its end waits for rank 0 to look: with pauses of up to 1 ms, two ranks took 4.5 s for
/// musou-065, with this one 3.7 s. The looks take 3 % of a core. Messages to MPI do not wait.
const LEADER_PAUSE: Duration = Duration::from_micros(200);

/// Pause of rank 0 if it is alone.
const LONE_PAUSE: Duration = Duration::from_millis(10);

/// Pauses of the other ranks: the first after a report, then twice as long each time, up to the
/// longest. While its worker is busy a rank takes the longest.
const FIRST_PAUSE: Duration = Duration::from_micros(50);
const LONGEST_PAUSE: Duration = Duration::from_millis(1);

/// Time that the ranks have to go: longer than a job.
const PARTING_TIME: Duration = Duration::from_millis(1500);

/// Delivers messages between the leader and the ranks from 1 on until `is_done`, and then until each
/// of them has said that it goes: MPI cannot end before all messages have been received. False if
/// some ranks do not go.
pub fn deliver_for_leader(
    world: &SimpleCommunicator,
    relay: &Relay,
    is_done: impl Fn() -> bool,
) -> bool {
    let mut is_gone = vec![false; usize::try_from(world.size()).unwrap_or(1)];
    is_gone[0] = true;
    let mut done_at: Option<Instant> = None;
    let pause = if world.size() > 1 { LEADER_PAUSE } else { LONE_PAUSE };
    let mut received = Vec::new();
    loop {
        if done_at.is_none() && is_done() {
            done_at = Some(Instant::now());
        }
        let mut wait = pause;
        while let Some((rank, message)) = relay.receive(wait) {
            wait = Duration::ZERO;
            // If it is gone, nobody would receive it.
            if !is_gone[rank] {
                send(world, rank, &message, &mut received);
            }
        }
        receive_all(world, &mut received);
        for (rank, message) in received.drain(..) {
            if let Some(is_gone) = is_gone.get_mut(rank) {
                *is_gone |= matches!(decode(&message), Some(Report::Gone));
                relay.send(rank, message);
            }
        }
        if let Some(done_at) = done_at {
            if is_gone.iter().all(|&is_gone| is_gone) {
                return true;
            }
            if done_at.elapsed() > PARTING_TIME {
                return false;
            }
        }
    }
}

/// Delivers messages between rank 0 and this rank's worker until `is_done`.
pub fn deliver_for_worker(
    world: &SimpleCommunicator,
    mut worker: ChannelLeader,
    is_done: impl Fn() -> bool,
) {
    let mut pause = FIRST_PAUSE;
    let mut received = Vec::new();
    loop {
        let is_last = is_done();
        let mut wait = pause;
        pause = LONGEST_PAUSE.min(2 * pause);
        while let Some((_, message)) = worker.receive(wait) {
            // Rank 0 will answer.
            (wait, pause) = (Duration::ZERO, FIRST_PAUSE);
            send(world, 0, &message, &mut received);
        }
        receive_all(world, &mut received);
        for (_, message) in received.drain(..) {
            pause = LONGEST_PAUSE;
            worker.send(0, message);
        }
        if is_last {
            return;
        }
    }
}

/// A message from a rank.
type Received = (usize, Vec<u8>);

/// Sends a message, and collects those that come meanwhile: the receiver may be sending too. MPI's
/// own wait would take a core until the receiver looks.
fn send(world: &SimpleCommunicator, rank: usize, message: &[u8], received: &mut Vec<Received>) {
    request::scope(|scope| {
        let mut request = world.process_at_rank(rank as Rank).immediate_send(scope, message);
        let mut pause = FIRST_PAUSE;
        while let Err(open) = request.test() {
            request = open;
            receive_all(world, received);
            thread::sleep(pause);
            pause = LONGEST_PAUSE.min(2 * pause);
        }
    });
}

/// Collects all messages that have come.
fn receive_all(world: &SimpleCommunicator, received: &mut Vec<Received>) {
    while let Some((message, status)) = world.any_process().immediate_matched_probe() {
        if let Ok(rank) = usize::try_from(status.source_rank()) {
            received.push((rank, (message, status).matched_receive_vec::<u8>().0));
        }
    }
}
