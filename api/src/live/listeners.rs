//! Who listens, and what each of them is told.
//!
//! One task of the process follows the logs ([`super::feed`]); it starts with the first listener. A change is
//! passed only to those whose it is. Knows nothing of HTTP.

use super::feed;
use crate::wire::live::Topic;
use domain::ids::PlayerId;
use ledger::{Fault, Ledger};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, mpsc};

/// Streams of one player at once: a phone, a desk, and the one that is just being closed on each.
const OF_PLAYER_MAX: usize = 4;
/// Streams of one process at once (ASSUMED: a fourth of the connections it takes).
const STREAMS_MAX: usize = 4_096;
/// Changes that wait for one stream. Who is further behind is cut off and told everything on coming back.
const WAITING_MAX: usize = 32;

/// Something of a player's has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// What.
    pub topic: Topic,
    /// Where in the player's log.
    pub at: i64,
}

#[derive(Default)]
struct Inner {
    open: Mutex<Option<Streams>>,
    begun: OnceCell<()>,
}

#[derive(Default)]
struct Streams {
    players: HashMap<PlayerId, Vec<mpsc::Sender<Change>>>,
    count: usize,
}

/// Everybody who listens. Clones share them.
#[derive(Clone)]
pub struct Listeners(Arc<Inner>);

impl Default for Listeners {
    fn default() -> Self {
        let inner = Inner::default();
        *inner.open.lock().unwrap_or_else(PoisonError::into_inner) = Some(Streams::default());
        Listeners(Arc::new(inner))
    }
}

impl Listeners {
    /// A new listener's end, which hears of everything recorded from now on; none while the house is full or closed.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn listen(&self, ledger: &Ledger, player: PlayerId) -> Result<Option<Ears>, Fault> {
        let follow = || feed::follow(ledger, self.clone());
        self.0.begun.get_or_try_init(follow).await?;
        Ok(self.admit(player))
    }

    fn admit(&self, player: PlayerId) -> Option<Ears> {
        let (told, heard) = mpsc::channel(WAITING_MAX);
        let weak = told.downgrade();
        let mut open = self.open();
        let streams = open.as_mut().filter(|streams| streams.count < STREAMS_MAX)?;
        let own = streams.players.entry(player).or_default();
        if own.len() >= OF_PLAYER_MAX {
            // The oldest one belongs to a page that was left long ago.
            own.remove(0);
            streams.count -= 1;
        }
        own.push(told);
        streams.count += 1;
        let listeners = self.clone();
        Some(Ears {
            player,
            told: weak,
            heard,
            listeners,
        })
    }

    /// Ends every stream and takes no new one: the service stops.
    pub fn close(&self) {
        self.open().take();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.open().is_none()
    }

    pub(super) fn is_listening(&self, player: PlayerId) -> bool {
        self.open()
            .as_ref()
            .is_some_and(|streams| streams.players.contains_key(&player))
    }

    pub(super) fn is_quiet(&self) -> bool {
        self.open().as_ref().is_none_or(|streams| streams.count == 0)
    }

    /// Tells a player's streams. One that does not keep up is cut off.
    pub(super) fn tell(&self, player: PlayerId, change: Change) {
        let mut open = self.open();
        let Some(streams) = open.as_mut() else { return };
        let Some(own) = streams.players.get_mut(&player) else {
            return;
        };
        let before = own.len();
        own.retain(|told| told.try_send(change).is_ok());
        streams.count -= before - own.len();
        if own.is_empty() {
            streams.players.remove(&player);
        }
    }

    fn forget(&self, player: PlayerId, told: &mpsc::WeakSender<Change>) {
        let Some(told) = told.upgrade() else { return };
        let mut open = self.open();
        let Some(streams) = open.as_mut() else { return };
        let Some(own) = streams.players.get_mut(&player) else {
            return;
        };
        let before = own.len();
        own.retain(|one| !one.same_channel(&told));
        streams.count -= before - own.len();
        if own.is_empty() {
            streams.players.remove(&player);
        }
    }

    fn open(&self) -> MutexGuard<'_, Option<Streams>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A listener's end.
pub struct Ears {
    player: PlayerId,
    told: mpsc::WeakSender<Change>,
    heard: mpsc::Receiver<Change>,
    listeners: Listeners,
}

impl Ears {
    /// The next change; none once the stream is over.
    pub async fn hear(&mut self) -> Option<Change> {
        self.heard.recv().await
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        self.listeners.forget(self.player, &self.told);
    }
}
