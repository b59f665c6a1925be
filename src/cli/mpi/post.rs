//! Messages between MPI and channels.

use crate::cluster::message::{Report, decode};
use crate::cluster::transport::{ChannelLeader, ChannelWorker, LeaderPort, WorkerPort};
use ::mpi::Rank;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use std::thread;
use std::time::{Duration, Instant};

/// Pause while no message moves: some hundredths of the time of a job.
const PAUSE: Duration = Duration::from_micros(200);

/// Time that the ranks have to go: longer than a job.
const PARTING_TIME: Duration = Duration::from_millis(1500);

/// Delivers messages between the leader and the ranks from 1 on until `is_done`, and then until each
/// of them has said that it goes: MPI cannot end before all messages have been received. `ends` are
/// the workers' ends of the leader's channels, in the order of the ranks. False if some ranks do not
/// go.
pub fn deliver_for_leader(
    world: &SimpleCommunicator,
    mut ends: Vec<ChannelWorker>,
    is_done: impl Fn() -> bool,
) -> bool {
    let mut is_gone = vec![false; ends.len()];
    let mut done_at: Option<Instant> = None;
    loop {
        if done_at.is_none() && is_done() {
            done_at = Some(Instant::now());
        }
        let mut has_moved = false;
        for (i, end) in ends.iter_mut().enumerate() {
            while let Some(message) = end.receive(Duration::ZERO) {
                // Nobody would receive it.
                if !is_gone[i] {
                    world.process_at_rank(i as Rank + 1).send(&message[..]);
                }
                has_moved = true;
            }
        }
        while let Some((rank, message)) = receive(world) {
            if let Some(i) = rank.checked_sub(1).filter(|&i| i < ends.len()) {
                is_gone[i] |= matches!(decode(&message), Some(Report::Gone));
                ends[i].send(message);
            }
            has_moved = true;
        }
        if let Some(done_at) = done_at {
            if is_gone.iter().all(|&is_gone| is_gone) {
                return true;
            }
            if done_at.elapsed() > PARTING_TIME {
                return false;
            }
        }
        if !has_moved {
            thread::sleep(PAUSE);
        }
    }
}

/// Delivers messages between rank 0 and this rank's worker until `is_done`.
pub fn deliver_for_worker(
    world: &SimpleCommunicator,
    mut worker: ChannelLeader,
    is_done: impl Fn() -> bool,
) {
    loop {
        let is_last = is_done();
        let mut has_moved = false;
        while let Some((_, message)) = worker.receive(Duration::ZERO) {
            world.process_at_rank(0).send(&message[..]);
            has_moved = true;
        }
        while let Some((_, message)) = receive(world) {
            worker.send(0, message);
            has_moved = true;
        }
        if is_last {
            return;
        }
        if !has_moved {
            thread::sleep(PAUSE);
        }
    }
}

/// The next message that has come, and the rank of its sender.
fn receive(world: &SimpleCommunicator) -> Option<(usize, Vec<u8>)> {
    let (message, status) = world.any_process().immediate_matched_probe()?;
    let rank = usize::try_from(status.source_rank()).ok()?;
    Some((rank, (message, status).matched_receive_vec::<u8>().0))
}
