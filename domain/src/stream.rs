//! What a stream is: a state folded from events and a rule that decides commands.
//!
//! Contract: `decide` is a function of state, command and context
//! alone, and `evolve` never fails. Storage and frameworks are in other crates.

use crate::config::Config;
use crate::draw::ServerSeed;
use crate::money::{Coin, Usdt};
use crate::posting::Postings;
use crate::refusal::Refusal;
use crate::time::Timestamp;
use crate::upcast::Lineage;
use crate::withdrawal::Address;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use std::sync::Arc;
use uuid::Uuid;

/// What a decision may read beside the stream itself. All of it is data.
#[derive(Clone, Debug)]
pub struct Context {
    /// The moment of the decision, from the server's clock.
    pub now: Timestamp,
    /// The product's numbers in force.
    pub config: Arc<Config>,
    /// The opened server seed that [`Stream::seed_needed`] named.
    pub seed: Option<ServerSeed>,
    /// Balance of the prize reserve at the time, for the stake cap (domain §2.5).
    pub reserve: Usdt,
    /// What the house won on paid dives this UTC day, negative when it lost, for the breaker (domain §2.5).
    pub house_day: Usdt,
    /// The stake above which solvency closed play (domain §1); nothing while all are open.
    pub stakes_closed_above: Option<Coin>,
    /// The product's own accounts on the chains and the contracts of the token, which are never paid (rails §3.13).
    pub house_accounts: Arc<[Address]>,
}

/// An event that can be recorded in a stream.
pub trait StreamEvent: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The permanent name of the event type.
    fn name(&self) -> &'static str;

    /// The version of the event's shape; a new shape is a new version and an upcast.
    fn version(&self) -> u16;

    /// The versions of the event type `name`; `None` for a name that was never recorded.
    fn lineage(name: &str) -> Option<Lineage>;

    /// The balanced postings of the event in the stream `owner`.
    fn postings(&self, owner: Uuid) -> Postings;
}

/// Declares name and version of every event of a stream: the public `CATALOGUE`, and `label` and `shapes` for [`StreamEvent`].
macro_rules! catalogue {
    ($event:ident { $($variant:ident = $version:literal $(from [$($upcast:path),*])?,)* }) => {
        impl $event {
            /// Name and version of every event that can be recorded.
            pub const CATALOGUE: &'static [(&'static str, u16)] = &[$((stringify!($variant), $version),)*];

            const fn label(&self) -> (&'static str, u16) {
                match self { $($event::$variant { .. } => (stringify!($variant), $version),)* }
            }

            fn shapes(name: &str) -> Option<$crate::upcast::Lineage> {
                match name {
                    $(stringify!($variant) => Some(const { $crate::upcast::Lineage::new($version, &[$($($upcast),*)?]) }),)*
                    _ => None,
                }
            }
        }
    };
}
pub(crate) use catalogue;

/// A text that may be claimed once in the whole log, enforced by a unique index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalKey {
    /// The unique text, for example `signin:{player}:2025-01-01`.
    pub key: String,
    /// The feature's refusal when the key is already claimed.
    pub taken: Refusal,
}

/// What an accepted command changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<E> {
    /// The events to record, in order; never empty.
    pub events: Vec<E>,
    /// Natural keys the command claims together with its events.
    pub claims: Vec<NaturalKey>,
}

impl<E> From<E> for Decision<E> {
    fn from(event: E) -> Self {
        Decision {
            events: vec![event],
            claims: Vec::new(),
        }
    }
}

impl<E> Decision<E> {
    /// Also claims `key`; a second claim is refused with `taken`.
    pub fn claiming(mut self, key: String, taken: Refusal) -> Self {
        self.claims.push(NaturalKey { key, taken });
        self
    }
}

/// An event-sourced consistency boundary (domain §4).
pub trait Stream: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {
    /// The permanent name of the stream type.
    const TYPE: &'static str;
    /// Increased whenever the serialized state or the effect of `evolve` changes:
    /// a snapshot with another number is then rebuilt from the events.
    const STATE_VERSION: u16;
    type Command: Clone + Debug + Send + Sync + 'static;
    type Event: StreamEvent;

    /// Decides a command.
    ///
    /// # Errors
    /// The [`Refusal`] of the first violated rule; the stream is then unchanged.
    fn decide(&self, command: &Self::Command, context: &Context) -> Result<Decision<Self::Event>, Refusal>;

    /// Folds one recorded event into the state.
    fn evolve(&mut self, event: &Self::Event);

    /// Bytes of memory the state takes, roughly: the length of its written form. It is bounded:
    /// a state does not grow with the stream's history (ledger §4.7).
    fn weight(&self) -> usize {
        serde_json::to_vec(self).map_or(0, |written| written.len())
    }

    /// The commit of the sealed server seed a command needs opened, if any.
    fn seed_needed(&self, _command: &Self::Command) -> Option<&str> {
        None
    }
}
