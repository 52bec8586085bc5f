//! The board the players look at: where to play, whether to go on, and the counts of what happened,
//! so that a test can wait for progress instead of for time.

use std::sync::Arc;
use tokio::sync::watch;

/// Where requests go.
#[derive(Clone, Debug)]
pub enum Place {
    /// To this address; a lost answer is asked for again.
    Open(Arc<str>),
    /// Nowhere now: wait.
    Shut,
    /// To this address; a lost answer stays lost, because the server is going.
    Closing(Arc<str>),
}

/// Shared by a test and its players.
pub struct Board {
    place: watch::Sender<Place>,
    sent: watch::Sender<u64>,
    answered: watch::Sender<u64>,
    over: watch::Sender<bool>,
}

impl Board {
    /// A board that sends everybody to `url`.
    pub fn of(url: &str) -> Arc<Board> {
        Arc::new(Board {
            place: watch::Sender::new(Place::Open(url.into())),
            sent: watch::Sender::new(0),
            answered: watch::Sender::new(0),
            over: watch::Sender::new(false),
        })
    }

    /// Sends everybody elsewhere.
    pub fn set(&self, place: Place) {
        self.place.send_replace(place);
    }

    /// Where to play now; waits while the house is shut. The flag says whether a lost answer is final.
    pub async fn address(&self) -> (Arc<str>, bool) {
        let mut place = self.place.subscribe();
        let open = place
            .wait_for(|place| !matches!(place, Place::Shut))
            .await
            .expect("the board stands");
        match &*open {
            Place::Open(url) => (url.clone(), false),
            Place::Closing(url) => (url.clone(), true),
            Place::Shut => unreachable!("waited for another place"),
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
