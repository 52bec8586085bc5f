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
use proofs::witness::{AddCheckpoint, Refused, Submitted};
use proofs::{Vkey, WitnessKey};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;

/// Says what time it is, in seconds since 1970.
pub type Now = Arc<dyn Fn() -> u64 + Send + Sync>;

/// A witness with its key and its memory. Clones share everything.
#[derive(Clone)]
pub struct Witness(Arc<Inner>);

struct Inner {
    cosigner: Cosigner,
    logs: Vec<Vkey>,
    now: Now,
    // Of two requests at once the second is compared with what the first left.
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

    /// Size of the newest tree of a log that was cosigned here; 0 when none was.
    ///
    /// # Errors
    /// [`NotCosigned::Folder`].
    pub fn size_of(&self, origin: &str) -> Result<u64, NotCosigned> {
        let folder = self.0.folder.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(folder.newest(origin)?.map_or(0, |head| head.size))
    }

    /// The line that cosigns the checkpoint of a request, kept before it is returned.
    ///
    /// # Errors
    /// [`NotCosigned`]. A tree that the log's key signed beside another one is kept as evidence.
    pub fn add(&self, request: &AddCheckpoint) -> Result<String, NotCosigned> {
        let submitted = request.opened(&self.0.logs)?;
        let folder = self.0.folder.lock().unwrap_or_else(PoisonError::into_inner);
        let checked = request.check(&submitted, folder.newest(&submitted.origin)?);
        let (origin, size) = (&submitted.origin, submitted.head.size);
        match &checked {
            Err(Refused::OtherRoot(_)) => folder.keep_fork(origin, size, &request.note)?,
            Err(Refused::NotConsistent(_)) => folder.keep_refused(origin, size, &request.text())?,
            _ => {}
        }
        checked?;
        let line = self.cosign(&submitted)?;
        folder.keep(&submitted.origin, &(request.note.clone() + &line))?;
        Ok(line)
    }

    fn cosign(&self, submitted: &Submitted) -> Result<String, Refused> {
        let line = self.0.cosigner.cosign(&submitted.text, (self.0.now)());
        line.map_err(|why| Refused::Malformed(why.0))
    }
}

#[cfg(test)]
mod tests;
