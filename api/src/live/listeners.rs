//! The open streams of players' clients, and the changes that wait for each.
//!
//! One task of the process follows the logs ([`super::feed`]); it starts with the first stream. A change goes only to
//! the streams of the player concerned. Knows nothing of HTTP.

use super::feed;
use crate::wire::live::Topic;
use domain::ids::PlayerId;
use ledger::{Fault, Ledger};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OnceCell, mpsc};

/// Streams of one player at once: a phone, a computer, and one on each that is just being closed.
const OF_PLAYER_MAX: usize = 4;
/// Streams of one process at once (ASSUMED: a fourth of the connections it takes).
const STREAMS_MAX: usize = 4_096;
/// Changes that wait for one stream. A client further behind is cut off and reads everything on coming back.
const WAITING_MAX: usize = 32;

/// Something of a player's has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
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

/// All open streams of this process. Clones share them.
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
    /// A new stream, which receives every change recorded from now on; none while there are too many, or once closed.
    ///
    /// # Errors
    /// [`Fault`] of the database.
    pub async fn subscribe(&self, ledger: &Ledger, player: PlayerId) -> Result<Option<Subscription>, Fault> {
        let follow = || feed::follow(ledger, self.clone());
        self.0.begun.get_or_try_init(follow).await?;
        Ok(self.admit(player))
    }

    fn admit(&self, player: PlayerId) -> Option<Subscription> {
        let (sender, receiver) = mpsc::channel(WAITING_MAX);
        let weak = sender.downgrade();
        let mut open = self.open();
        let streams = open.as_mut().filter(|streams| streams.count < STREAMS_MAX)?;
        let own = streams.players.entry(player).or_default();
        if own.len() >= OF_PLAYER_MAX {
            // The oldest one belongs to a page that was left long ago.
            own.remove(0);
            streams.count -= 1;
        }
        own.push(sender);
        streams.count += 1;
        let listeners = self.clone();
        Some(Subscription {
            player,
            sender: weak,
            receiver,
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

    pub(super) fn has_streams(&self, player: PlayerId) -> bool {
        self.open()
            .as_ref()
            .is_some_and(|streams| streams.players.contains_key(&player))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open().as_ref().is_none_or(|streams| streams.count == 0)
    }

    /// Sends a change to a player's streams. One that does not keep up is cut off.
    pub(super) fn notify(&self, player: PlayerId, change: Change) {
        let mut open = self.open();
        let Some(streams) = open.as_mut() else { return };
        let Some(own) = streams.players.get_mut(&player) else {
            return;
        };
        let before = own.len();
        own.retain(|sender| sender.try_send(change).is_ok());
        streams.count -= before - own.len();
        if own.is_empty() {
            streams.players.remove(&player);
        }
    }

    fn remove(&self, player: PlayerId, sender: &mpsc::WeakSender<Change>) {
        let Some(sender) = sender.upgrade() else { return };
        let mut open = self.open();
        let Some(streams) = open.as_mut() else { return };
        let Some(own) = streams.players.get_mut(&player) else {
            return;
        };
        let before = own.len();
        own.retain(|one| !one.same_channel(&sender));
        streams.count -= before - own.len();
        if own.is_empty() {
            streams.players.remove(&player);
        }
    }

    fn open(&self) -> MutexGuard<'_, Option<Streams>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One open stream; dropping it closes it.
pub struct Subscription {
    player: PlayerId,
    sender: mpsc::WeakSender<Change>,
    receiver: mpsc::Receiver<Change>,
    listeners: Listeners,
}

impl Subscription {
    /// The next change; none once the stream is over.
    pub async fn next(&mut self) -> Option<Change> {
        self.receiver.recv().await
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.listeners.remove(self.player, &self.sender);
    }
}
