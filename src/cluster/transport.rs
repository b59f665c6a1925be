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
    workers: Vec<Route>,
    messages: Receiver<(usize, Vec<u8>)>,
}

/// A thread's end of a channel to the leader.
pub struct ChannelWorker {
    number: usize,
    leader: Sender<(usize, Vec<u8>)>,
    messages: Receiver<Vec<u8>>,
    is_closed: bool,
}

/// The way of orders to a worker.
enum Route {
    /// To its thread.
    Thread(Sender<Vec<u8>>),
    /// To the relay, with the worker's number.
    Relay(Sender<(usize, Vec<u8>)>),
}

/// The end of a leader's channels for workers in other processes.
pub struct Relay {
    orders: Receiver<(usize, Vec<u8>)>,
    leader: Sender<(usize, Vec<u8>)>,
}

impl Relay {
    /// The next order, with the number of its worker; `None` if there is none within `wait`.
    pub fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        match self.orders.recv_timeout(wait) {
            Ok(order) => Some(order),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(wait);
                None
            }
        }
    }

    /// Passes a worker's message on to the leader.
    pub fn send(&self, worker: usize, message: Vec<u8>) {
        // A leader that is gone needs none.
        let _ = self.leader.send((worker, message));
    }
}

/// Channels between a leader and `workers` workers: worker 0 is a thread, and the others are behind
/// the relay.
pub fn relayed_channels(workers: usize) -> (ChannelLeader, ChannelWorker, Relay) {
    let (leader, messages) = channel();
    let (sender, own) = channel();
    let (relay, orders) = channel();
    let others = (1..workers).map(|_| Route::Relay(relay.clone()));
    let workers = std::iter::once(Route::Thread(sender)).chain(others).collect();
    let own = ChannelWorker { number: 0, leader: leader.clone(), messages: own, is_closed: false };
    (ChannelLeader { workers, messages }, own, Relay { orders, leader })
}

/// Channels between a leader and `workers` threads.
pub fn channels(workers: usize) -> (ChannelLeader, Vec<ChannelWorker>) {
    let (leader, messages) = channel();
    let (senders, workers) = (0..workers)
        .map(|number| {
            let (sender, messages) = channel();
            let leader = leader.clone();
            (Route::Thread(sender), ChannelWorker { number, leader, messages, is_closed: false })
        })
        .unzip();
    (ChannelLeader { workers: senders, messages }, workers)
}

impl LeaderPort for ChannelLeader {
    fn workers(&self) -> usize {
        self.workers.len()
    }

    fn send(&mut self, worker: usize, message: Vec<u8>) {
        // A worker that is gone is one that does not answer.
        match self.workers.get(worker) {
            Some(Route::Thread(sender)) => drop(sender.send(message)),
            Some(Route::Relay(relay)) => drop(relay.send((worker, message))),
            None => {}
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
