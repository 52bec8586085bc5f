//! Where checkpoints are kept outside of the database: a folder, or whatever else can keep a few small texts.
//!
//! Promised of every store: the newest checkpoint is kept whole or not at all, and its number never decreases, also when
//! several processes share the store. It knows nothing of what a checkpoint says.

use super::export::Folder;
use futures_core::future::BoxFuture;
use proofs::Signed;
use std::fmt::Debug;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// What a store answers, in its time.
pub type Answer<'a, T> = BoxFuture<'a, io::Result<T>>;
/// Reads the number of a note; none when it is no checkpoint of this log.
pub type NumberOf = Arc<dyn Fn(&str) -> Option<u64> + Send + Sync>;

/// The name under which the newest checkpoint is kept.
pub const LATEST: &str = "latest";
/// Ends the name of a checkpoint that is kept for its hour.
pub const SUFFIX: &str = ".checkpoint";

/// A note and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub place: String,
    pub note: String,
}

/// Can keep checkpoints.
pub trait KeepsCheckpoints: Debug + Send + Sync {
    /// Where the newest one lies, as an operator finds it.
    fn place(&self) -> String;

    /// The note of the newest one.
    fn latest(&self) -> Answer<'_, Option<String>>;

    /// The newest one and those of the hours, in any order.
    fn all(&self) -> Answer<'_, Vec<Held>>;

    /// Keeps one, unless a newer one is there already. The same one again changes nothing. A different one with the same
    /// number is an error where the store can tell, because it belongs to another history.
    fn keep<'a>(&'a self, signed: &'a Signed, number: NumberOf) -> Answer<'a, ()>;
}

/// A store of checkpoints; clones are the same store.
#[derive(Clone, Debug)]
pub struct CheckpointStore(Arc<dyn KeepsCheckpoints>);

impl CheckpointStore {
    /// Any other kind than a folder.
    pub fn new(store: impl KeepsCheckpoints + 'static) -> CheckpointStore {
        CheckpointStore(Arc::new(store))
    }
}

impl From<PathBuf> for CheckpointStore {
    /// A folder of this machine.
    fn from(path: PathBuf) -> CheckpointStore {
        CheckpointStore::new(Folder::at(path))
    }
}

impl std::ops::Deref for CheckpointStore {
    type Target = dyn KeepsCheckpoints;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}
