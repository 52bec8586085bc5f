//! From quarantine into the vault: read, check, draw anew, encrypt, and delete what was sent.
//!
//! Memory is what an attacker is after here (T-64): at most [`AT_ONCE_MAX`] files are in memory, and what is
//! decoded at once has together no more pixels than one image may have.

use super::{BYTES_MAX, Uploads, record};
use crate::image::{KILOPIXELS_MAX, look};
use crate::quarantine::Unreached;
use domain::ids::PlayerId;
use ledger::Fault;
use ledger::crash_point::{Defect, planted};
use projections::uploads;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::sync::Semaphore;
use workers::personal;

/// Files of this process that are taken in at once.
const AT_ONCE_MAX: usize = 4;

static PERMITS: Semaphore = Semaphore::const_new(AT_ONCE_MAX);
static KILOPIXELS: std::sync::LazyLock<Arc<Semaphore>> =
    std::sync::LazyLock::new(|| Arc::new(Semaphore::new(KILOPIXELS_MAX as usize)));

/// What became of the bytes of an upload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakenIn {
    /// So many bytes are in the vault; the same image twice is kept once.
    Kept(usize),
    /// Nothing came, or it was deleted.
    Nothing,
    /// They are no picture within the limits; they were destroyed.
    NotAnImage,
    /// Another image is kept there already.
    Taken,
    /// The account was erased since the upload was issued; nothing is kept.
    Closed,
}

/// Why it is not known what became of them.
#[derive(Debug, thiserror::Error)]
pub enum NotTakenIn {
    #[error(transparent)]
    Unreached(#[from] Unreached),
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Uploads {
    /// Takes in the image of an upload of the player. Twice is once.
    ///
    /// # Errors
    /// [`NotTakenIn`]: it may be tried again.
    pub async fn take_in(&self, player: PlayerId, object_key: &str) -> Result<TakenIn, NotTakenIn> {
        let _permit = PERMITS.acquire().await.map_err(|_| Unreached("closed".into()))?;
        let now = self.now();
        let Some(bytes) = self.quarantine.read(object_key, now).await? else {
            return Ok(TakenIn::Nothing);
        };
        let picture = drawn_anew(bytes).await;
        let taken = match picture {
            Some(picture) => self.keep(player, object_key, &picture).await?,
            None => TakenIn::NotAnImage,
        };
        // Last: after a crash before this line the bytes are found again.
        self.quarantine.remove(object_key, now).await?;
        Ok(taken)
    }

    /// Takes in those of a form's images that came without passing this service; others are left alone.
    ///
    /// # Errors
    /// [`NotTakenIn`]: the form may be sent again.
    pub async fn take_in_all(&self, player: PlayerId, keys: &[String]) -> Result<(), NotTakenIn> {
        let partition = self.partition(player);
        let unfilled = uploads::unfilled(self.pool(), partition, player, keys, self.now()).await?;
        if unfilled.is_empty() {
            return Ok(());
        }
        let _lock = self.lock(player).await;
        for object_key in unfilled {
            self.take_in(player, &object_key).await?;
        }
        Ok(())
    }

    /// Keeps a cleaned image as an upload of the player.
    ///
    /// # Errors
    /// A fault of the database.
    pub async fn keep(&self, player: PlayerId, object_key: &str, image: &[u8]) -> Result<TakenIn, Fault> {
        let sha256 = Sha256::digest(image).to_vec();
        // The bytes first: a row that names bytes must find them.
        let kind = record(object_key, &sha256);
        if !personal::keep(&self.ledger, player, &kind, image).await? {
            return Ok(TakenIn::Closed);
        }
        let kept = uploads::fill(self.pool(), &self.key(player, object_key), &sha256).await?;
        if kept.as_ref() == Some(&sha256) {
            return Ok(TakenIn::Kept(image.len()));
        }
        // Swept meanwhile, or filled by another image.
        self.ledger.vault().remove(player.0, &kind).await?;
        Ok(if kept.is_some() {
            TakenIn::Taken
        } else {
            TakenIn::Nothing
        })
    }
}

/// The picture drawn anew; nothing when the bytes are none. A decoder that gives up is the file's fault, not ours.
async fn drawn_anew(bytes: Vec<u8>) -> Option<Vec<u8>> {
    let seen = look(&bytes)?;
    let needed = if planted(Defect::UnboundedDecoding) {
        0
    } else {
        seen.kilopixels()
    };
    let permits = KILOPIXELS.clone().acquire_many_owned(needed).await.ok()?;
    let drawn = tokio::task::spawn_blocking(move || {
        // Given back when the work ends, even if nobody waits for it any more.
        let _permits = permits;
        seen.clean(&bytes, BYTES_MAX)
    });
    drawn.await.unwrap_or_else(|broken| {
        tracing::warn!(%broken, "an image broke its decoder and was refused");
        None
    })
}
