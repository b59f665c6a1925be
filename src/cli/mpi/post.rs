//! Messages between MPI and channels.

use crate::cluster::transport::{ChannelLeader, ChannelWorker, LeaderPort, WorkerPort};
use ::mpi::Rank;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator, Destination, MatchedReceiveVec, Source};
use std::thread;
use std::time::Duration;

/// Pause while no message moves: some hundredths of the time of a job.
const PAUSE: Duration = Duration::from_micros(200);

/// Delivers messages between the leader and the ranks from 1 on until `is_done`. `ends` are the
/// workers' ends of the leader's channels, in the order of the ranks.
pub fn deliver_for_leader(
    world: &SimpleCommunicator,
    mut ends: Vec<ChannelWorker>,
    is_done: impl Fn() -> bool,
) {
    loop {
        // What was sent before the leader was done must go out.
        let is_last = is_done();
        let mut has_moved = false;
        for (i, end) in ends.iter_mut().enumerate() {
            while let Some(message) = end.receive(Duration::ZERO) {
                world.process_at_rank(i as Rank + 1).send(&message[..]);
                has_moved = true;
            }
        }
        while let Some((rank, message)) = receive(world) {
            if let Some(end) = rank.checked_sub(1).and_then(|i| ends.get_mut(i)) {
                end.send(message);
            }
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
            // Nobody may be there to receive what a worker says at the end.
            if !is_last {
                world.process_at_rank(0).send(&message[..]);
            }
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
