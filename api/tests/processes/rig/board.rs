//! The board the players look at: which doors are open, whether to go on, and the counts of what
//! happened, so that a test can wait for progress instead of for time.

use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Longer than any outage that a test makes.
const PATIENCE: Duration = Duration::from_secs(90);

/// Where requests go.
#[derive(Clone, Debug)]
pub enum Place {
    /// To any of these addresses; a lost answer is asked for again. None at all means: wait.
    Open(Vec<Arc<str>>),
    /// To this address; a lost answer stays lost, because the server is going.
    Closing(Arc<str>),
}

/// Shared by a test and its players.
pub struct Board {
    place: watch::Sender<Place>,
    sent: watch::Sender<u64>,
    answered: watch::Sender<u64>,
    over: watch::Sender<bool>,
    /// The longest a command may stay without a good answer; then it counts as never answered.
    pub patience: Duration,
}

impl Board {
    /// A board that sends everybody to any of `doors`.
    pub fn of(doors: &[&str]) -> Arc<Board> {
        Board::with_patience(PATIENCE, doors)
    }

    /// The same with players who wait no longer for a good answer than this.
    pub fn with_patience(patience: Duration, doors: &[&str]) -> Arc<Board> {
        let doors = doors.iter().map(|url| (*url).into()).collect();
        Arc::new(Board {
            place: watch::Sender::new(Place::Open(doors)),
            sent: watch::Sender::new(0),
            answered: watch::Sender::new(0),
            over: watch::Sender::new(false),
            patience,
        })
    }

    /// Sends everybody elsewhere.
    pub fn set(&self, place: Place) {
        self.place.send_replace(place);
    }

    /// Takes a door away: nobody goes there any more.
    pub fn close_door(&self, url: &str) {
        self.place.send_modify(|place| {
            if let Place::Open(doors) = place {
                doors.retain(|door| **door != *url);
            }
        });
    }

    /// Opens a door more.
    pub fn open_door(&self, url: &str) {
        self.place.send_modify(|place| {
            if let Place::Open(doors) = place {
                doors.push(url.into());
            }
        });
    }

    /// Where to play now, the same for the same `turn` as long as the doors stay; waits while none is
    /// open. The flag says whether a lost answer is final.
    pub async fn address(&self, turn: usize) -> (Arc<str>, bool) {
        let mut place = self.place.subscribe();
        let is_somewhere = |place: &Place| !matches!(place, Place::Open(doors) if doors.is_empty());
        let open = place.wait_for(is_somewhere).await.expect("the board stands");
        match &*open {
            Place::Open(doors) => (doors[turn % doors.len()].clone(), false),
            Place::Closing(url) => (url.clone(), true),
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

    /// Asks the players to finish their dive and leave.
    pub fn call_it_a_day(&self) {
        self.over.send_replace(true);
    }

    /// Whether the players should leave.
    pub fn is_over(&self) -> bool {
        *self.over.borrow()
    }
}

async fn wait(counter: &watch::Sender<u64>, more: u64) {
    let mut counter = counter.subscribe();
    let goal = *counter.borrow() + more;
    counter
        .wait_for(|count| *count >= goal)
        .await
        .expect("the board stands");
}
