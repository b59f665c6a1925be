//! Ways of messages: what the search needs of MPI, and the same over channels between threads.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// The leader's end. Workers have the numbers 0 to [`LeaderPort::workers`] - 1.
pub trait LeaderPort: Send {
    /// Number of workers, the lost ones included.
    fn workers(&self) -> usize;

    /// Sends a message. It may get lost if the worker is gone.
    fn send(&mut self, worker: usize, message: Vec<u8>);

    /// The next message and its sender; `None` if there is none within `wait`.
    fn receive(&mut self, wait: Duration) -> Option<(usize, Vec<u8>)>;
}

impl<P: LeaderPort + ?Sized> LeaderPort for &mut P {
    fn workers(&self) -> usize {
        (**self).workers()
    }

    fn send(&mut self, worker: usize, message: Vec<u8>) {
        (**self).send(worker, message);
    }

    fn receive(&mut self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        (**self).receive(wait)
    }
}

/// A worker's end.
pub trait WorkerPort: Send {
    /// Sends a message to the leader.
    fn send(&mut self, message: Vec<u8>);

    /// The next message; `None` if there is none within `wait`.
    fn receive(&mut self, wait: Duration) -> Option<Vec<u8>>;

    /// True if the leader is gone.
    fn is_closed(&self) -> bool;
}

/// The leader's end of channels to threads.
pub struct ChannelLeader {
    workers: Vec<Sender<Vec<u8>>>,
    messages: Receiver<(usize, Vec<u8>)>,
}

/// A thread's end of a channel to the leader.
pub struct ChannelWorker {
    number: usize,
    leader: Sender<(usize, Vec<u8>)>,
    messages: Receiver<Vec<u8>>,
    is_closed: bool,
}

/// Channels between a leader and `workers` threads.
pub fn channels(workers: usize) -> (ChannelLeader, Vec<ChannelWorker>) {
    let (leader, messages) = channel();
    let (senders, workers) = (0..workers)
        .map(|number| {
            let (sender, messages) = channel();
            let leader = leader.clone();
            (sender, ChannelWorker { number, leader, messages, is_closed: false })
        })
        .unzip();
    (ChannelLeader { workers: senders, messages }, workers)
}

impl LeaderPort for ChannelLeader {
    fn workers(&self) -> usize {
        self.workers.len()
    }

    fn send(&mut self, worker: usize, message: Vec<u8>) {
        if let Some(sender) = self.workers.get(worker) {
            // A worker that is gone is one that does not answer.
            let _ = sender.send(message);
        }
    }

    fn receive(&mut self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        self.messages.recv_timeout(wait).ok()
    }
}

impl WorkerPort for ChannelWorker {
    fn send(&mut self, message: Vec<u8>) {
        self.is_closed |= self.leader.send((self.number, message)).is_err();
    }

    fn receive(&mut self, wait: Duration) -> Option<Vec<u8>> {
        match self.messages.recv_timeout(wait) {
            Ok(message) => Some(message),
            Err(end) => {
                self.is_closed |= end == RecvTimeoutError::Disconnected;
                None
            }
        }
    }

    fn is_closed(&self) -> bool {
        self.is_closed
    }
}
