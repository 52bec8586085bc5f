//! A witness (C2SP tlog-witness): it keeps the newest checkpoint of each log that it saw, cosigns what continues it, and
//! refuses everything else. Whoever finds its cosignature knows that nobody showed the witness another history.
//!
//! ```text
//! log ──POST add-checkpoint──▶ server ─▶ Witness::add ─▶ folder (first) ─▶ cosignature
//! a log's public address ◀──GET── follow ───▲
//! ```
//! It needs nothing of the ledger but the log's key: it runs on another machine, under another person's hands, or it is
//! worth nothing. Knows nothing of events, databases and settings.

pub mod client;
mod folder;
pub mod follow;
pub mod server;

use folder::Folder;
use proofs::cosignature::Cosigner;
use proofs::path::check_consistency;
use proofs::witness::{AddCheckpoint, Refused, Submitted};
use proofs::witnessed::Witnessed;
use proofs::{LogHead, Signed, Unproven, Vkey, WitnessKey};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use thiserror::Error;
use tlog_tiles::Hash;

/// Says what time it is, in seconds since 1970.
pub type Now = Arc<dyn Fn() -> u64 + Send + Sync>;

/// A witness with its key and its memory. Clones share everything.
#[derive(Clone)]
pub struct Witness(Arc<Inner>);

struct Inner {
    cosigner: Cosigner,
    logs: Vec<Vkey>,
    now: Now,
    // Of two requests at once the second is compared with what the first left; of two processes by the folder's lock.
    folder: Mutex<Folder>,
}

/// Why there is no cosignature.
#[derive(Debug, Error)]
pub enum NotCosigned {
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The folder cannot be read or written.
    #[error("the witness cannot keep what it saw: {0}")]
    Folder(#[from] std::io::Error),
}

impl Witness {
    /// The witness of these logs, which remembers in `folder` what it cosigned.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn open(cosigner: Cosigner, logs: Vec<Vkey>, folder: PathBuf, now: Now) -> std::io::Result<Witness> {
        let folder = Mutex::new(Folder::at(folder)?);
        Ok(Witness(Arc::new(Inner {
            cosigner,
            logs,
            now,
            folder,
        })))
    }

    /// What verifies its cosignatures.
    pub fn key(&self) -> &WitnessKey {
        self.0.cosigner.key()
    }

    /// The newest tree of a log that was cosigned here.
    ///
    /// # Errors
    /// [`NotCosigned::Folder`].
    pub fn newest(&self, origin: &str) -> Result<Option<LogHead>, NotCosigned> {
        Ok(self.folder().newest(origin)?)
    }

    /// Checks that notes are those of one checkpoint of a database that is witnessed here, of each of its logs.
    ///
    /// # Errors
    /// What does not hold.
    pub(crate) fn opens(&self, published: &Witnessed) -> Result<Signed, Unproven> {
        let origin = published.checkpoint.lines().next().unwrap_or_default();
        let known = self.0.logs.iter().find(|log| log.name == origin);
        let key = known.ok_or_else(|| Unproven(format!("the database {origin:?} is not known here")))?;
        published.open_all(key)
    }

    /// Checks that a tree that was cosigned here begins with the smaller one of a note. Without a `proof`, because the
    /// log no longer has what would make it, it does not.
    ///
    /// # Errors
    /// [`NotCosigned`]. A tree that the log's key signed and that is no such beginning is kept as evidence.
    pub fn begins_with(&self, note: &str, proof: Option<&[Hash]>, cosigned: &LogHead) -> Result<(), NotCosigned> {
        let request = AddCheckpoint {
            old: cosigned.size,
            proof: proof.unwrap_or_default().to_vec(),
            note: note.to_owned(),
        };
        let submitted = request.opened(&self.0.logs)?;
        let checked = match proof {
            Some(proof) => check_consistency(proof, &submitted.head, cosigned),
            None => check_consistency(&[], cosigned, &submitted.head),
        };
        let Err(why) = checked else { return Ok(()) };
        let folder = self.folder();
        let _alone = folder.lock()?;
        folder.keep_refused(&submitted.origin, &submitted.head, &request.text())?;
        Err(Refused::NotConsistent(why.0).into())
    }

    /// The line that cosigns the checkpoint of a request, kept before it is returned.
    ///
    /// # Errors
    /// [`NotCosigned`]. A tree that the log's key signed beside another one is kept as evidence; the tree that was cosigned
    /// itself, with a proof that it does not need, is none: anybody can submit that.
    pub fn add(&self, request: &AddCheckpoint) -> Result<String, NotCosigned> {
        let submitted = request.opened(&self.0.logs)?;
        let folder = self.folder();
        let _alone = folder.lock()?;
        let cosigned = folder.newest(&submitted.origin)?;
        let is_same = cosigned == Some(submitted.head);
        let checked = request.check(&submitted, cosigned);
        let (origin, size) = (&submitted.origin, submitted.head.size);
        match &checked {
            Err(Refused::OtherRoot(_)) => folder.keep_fork(origin, size, &request.note)?,
            Err(Refused::NotConsistent(_)) if !is_same => {
                folder.keep_refused(origin, &submitted.head, &request.text())?
            }
            _ => {}
        }
        checked?;
        let line = self.cosign(&submitted)?;
        folder.keep(origin, &submitted.head, &(request.note.clone() + &line))?;
        Ok(line)
    }

    fn folder(&self) -> MutexGuard<'_, Folder> {
        self.0.folder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cosign(&self, submitted: &Submitted) -> Result<String, Refused> {
        let line = self.0.cosigner.cosign(&submitted.text, (self.0.now)());
        line.map_err(|why| Refused::Malformed(why.0))
    }
}

#[cfg(test)]
mod tests;
