//! What a test and its players share: the servers to send to, whether to go on, and counts of requests and answers, so
//! that a test can wait for progress instead of for time.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Longer than any outage that a test makes.
const TIMEOUT: Duration = Duration::from_secs(90);

#[derive(Clone, Debug)]
pub enum Destination {
    /// To any of these addresses; a lost answer is asked for again. None at all means: wait.
    Open(Vec<Arc<str>>),
    /// To this address; a lost answer stays lost, because the server is stopping.
    Closing(Arc<str>),
}

/// Shared by a test and its players.
pub struct ServerList {
    destination: watch::Sender<Destination>,
    sent: watch::Sender<u64>,
    answered: watch::Sender<u64>,
    stopped: watch::Sender<bool>,
    /// The longest a command may stay without a good answer; then it counts as never answered.
    pub timeout: Duration,
}

impl ServerList {
    /// A list of these servers.
    pub fn of(urls: &[&str]) -> Arc<ServerList> {
        ServerList::with_timeout(TIMEOUT, urls)
    }

    /// The same with players who wait no longer for a good answer than this.
    pub fn with_timeout(timeout: Duration, urls: &[&str]) -> Arc<ServerList> {
        let urls = urls.iter().map(|url| (*url).into()).collect();
        Arc::new(ServerList {
            destination: watch::Sender::new(Destination::Open(urls)),
            sent: watch::Sender::new(0),
            answered: watch::Sender::new(0),
            stopped: watch::Sender::new(false),
            timeout,
        })
    }

    /// Replaces the destination of all requests.
    pub fn set(&self, destination: Destination) {
        self.destination.send_replace(destination);
    }

    /// Removes a server: nobody sends to it any more.
    pub fn remove(&self, url: &str) {
        self.destination.send_modify(|destination| {
            if let Destination::Open(urls) = destination {
                urls.retain(|server| **server != *url);
            }
        });
    }

    pub fn add(&self, url: &str) {
        self.destination.send_modify(|destination| {
            if let Destination::Open(urls) = destination {
                urls.push(url.into());
            }
        });
    }

    /// A server to send to, the same for the same `turn` while the list stays the same; waits while it is empty.
    /// The flag says whether a lost answer is final.
    pub async fn address(&self, turn: usize) -> (Arc<str>, bool) {
        let mut destination = self.destination.subscribe();
        let has_server = |destination: &Destination| !matches!(destination, Destination::Open(urls) if urls.is_empty());
        let current = destination.wait_for(has_server).await.expect("the sender is alive");
        match &*current {
            Destination::Open(urls) => (urls[turn % urls.len()].clone(), false),
            Destination::Closing(url) => (url.clone(), true),
        }
    }

    /// Counts a request that is about to be sent.
    pub fn count_sent(&self) {
        self.sent.send_modify(|count| *count += 1);
    }

    /// Counts a command that was answered.
    pub fn count_answered(&self) {
        self.answered.send_modify(|count| *count += 1);
    }

    /// Waits for so many more requests to be sent.
    pub async fn wait_sent(&self, more: u64) {
        wait(&self.sent, more).await;
    }

    /// Waits for so many more commands to be answered.
    pub async fn wait_answered(&self, more: u64) {
        wait(&self.answered, more).await;
    }

    /// Asks the players to finish their dive and stop.
    pub fn stop_players(&self) {
        self.stopped.send_replace(true);
    }

    /// Whether the players should stop.
    pub fn is_stopped(&self) -> bool {
        *self.stopped.borrow()
    }
}

async fn wait(counter: &watch::Sender<u64>, more: u64) {
    let mut counter = counter.subscribe();
    let goal = *counter.borrow() + more;
    counter
        .wait_for(|count| *count >= goal)
        .await
        .expect("the sender is alive");
}
