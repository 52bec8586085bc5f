//! What a witness is asked, and what it answers (C2SP tlog-witness): may this checkpoint be cosigned?
//!
//! | answer | when |
//! |---|---|
//! | 400 | no request, or an old size above the checkpoint's |
//! | 404 | a log that the witness does not know |
//! | 403 | not signed by the log's key |
//! | 409 with its size | the old size is not that of the newest checkpoint it cosigned; or the size is, and the root is not |
//! | 422 | the tree does not begin with the one that it cosigned |
//! | 200 with a cosignature | everything else |
//!
//! The checks are in this order. Keeps nothing: whoever asks holds what was cosigned, and must not let another request
//! in between the check and the keeping.

use crate::checkpoint::LogHead;
use crate::path::check_consistency;
use crate::{Unproven, Vkey};
use std::fmt::Write;
use thiserror::Error;
use tlog_tiles::{EMPTY_HASH, Hash};

/// Lines of a proof at most (C2SP).
const PROOF_LINES_MAX: usize = 63;
/// Logs of one database at most: a key of a database is that of each of them.
const PARTITIONS_MAX: u32 = 1_024;

/// The body of `add-checkpoint`.
#[derive(Clone, Debug, PartialEq)]
pub struct AddCheckpoint {
    /// Size of the tree from which the proof leads.
    pub old: u64,
    /// From the old tree to the checkpoint's; empty when the old one is.
    pub proof: Vec<Hash>,
    /// The signed checkpoint of one log.
    pub note: String,
}

/// Why a checkpoint is not cosigned.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the request is malformed: {0}")]
    Malformed(String),
    #[error("the log {0} is not known here")]
    UnknownLog(String),
    #[error("the checkpoint is not signed by the log's key")]
    NotSigned,
    #[error("the newest checkpoint that was cosigned here has {0} events")]
    OldSize(u64),
    /// The log's key has signed two trees of one size.
    #[error("another tree of {0} events was cosigned here")]
    OtherRoot(u64),
    #[error("{0}")]
    NotConsistent(String),
}

/// A checkpoint whose signature holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Submitted {
    /// The log.
    pub origin: String,
    pub head: LogHead,
    /// What a cosignature signs.
    pub text: String,
}

impl AddCheckpoint {
    /// The request as it is sent.
    pub fn text(&self) -> String {
        let mut text = format!("old {}\n", self.old);
        for hash in &self.proof {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "{hash}");
        }
        text + "\n" + &self.note
    }

    /// Reads a request.
    ///
    /// # Errors
    /// [`Refused::Malformed`].
    pub fn parse(text: &str) -> Result<AddCheckpoint, Refused> {
        let malformed = |what: &str| Refused::Malformed(what.to_owned());
        let (head, note) = text.split_once("\n\n").ok_or_else(|| malformed("no empty line"))?;
        let mut lines = head.lines();
        let old = lines.next().and_then(|line| line.strip_prefix("old "));
        let old = old.and_then(|digits| digits.parse::<u64>().ok().filter(|old| old.to_string() == digits));
        let hashes = lines.map(|line| Hash::parse_hash(line).map_err(|_| malformed("a line of the proof is no hash")));
        let proof = hashes.collect::<Result<Vec<Hash>, Refused>>()?;
        if proof.len() > PROOF_LINES_MAX {
            return Err(malformed("the proof is too long"));
        }
        Ok(AddCheckpoint {
            old: old.ok_or_else(|| malformed("no old size"))?,
            proof,
            note: note.to_owned(),
        })
    }

    /// The checkpoint, once it is known to be of one of these logs. A key of a database stands for each of its logs.
    ///
    /// # Errors
    /// [`Refused`] up to the signature.
    pub fn opened(&self, logs: &[Vkey]) -> Result<Submitted, Refused> {
        let origin = self.note.lines().next().unwrap_or_default();
        let of_log = logs.iter().find_map(|log| key_of(log, origin));
        let key = of_log.ok_or_else(|| Refused::UnknownLog(origin.to_owned()))?;
        let text = key.open(&self.note).map_err(|_| Refused::NotSigned)?;
        let head = log_head(&text, origin).map_err(|why| Refused::Malformed(why.0))?;
        let origin = origin.to_owned();
        Ok(Submitted { origin, head, text })
    }

    /// Whether the checkpoint continues the newest one that was cosigned.
    ///
    /// # Errors
    /// [`Refused`] from the old size on.
    pub fn check(&self, submitted: &Submitted, cosigned: Option<LogHead>) -> Result<(), Refused> {
        let nothing = LogHead {
            size: 0,
            root: EMPTY_HASH,
        };
        let (known, new) = (cosigned.unwrap_or(nothing), &submitted.head);
        if self.old > new.size {
            return Err(Refused::Malformed("the old size is above the checkpoint's".into()));
        }
        if self.old != known.size {
            return Err(Refused::OldSize(known.size));
        }
        if known.size == new.size && known.root != new.root {
            return Err(Refused::OtherRoot(known.size));
        }
        check_consistency(&self.proof, &known, new).map_err(|why| Refused::NotConsistent(why.0))
    }
}

/// The size and root that the text of a log's checkpoint names.
///
/// # Errors
/// A text that is no checkpoint of the log called `origin`.
pub fn log_head(text: &str, origin: &str) -> Result<LogHead, Unproven> {
    let malformed = || Unproven(format!("the signed text is not a checkpoint of {origin}"));
    let read = tlog_tiles::Checkpoint::from_bytes(text.as_bytes()).map_err(|_| malformed())?;
    let (size, root) = (read.size(), *read.hash());
    if read.origin() == origin {
        Ok(LogHead { size, root })
    } else {
        Err(malformed())
    }
}

/// The key of the log called `origin`, when it is the log of this key or one of its database.
fn key_of(key: &Vkey, origin: &str) -> Option<Vkey> {
    if key.name == origin {
        return Some(key.clone());
    }
    let digits = origin.strip_prefix(&key.name)?.strip_prefix('/')?;
    let partition: u32 = digits.parse().ok().filter(|partition| *partition < PARTITIONS_MAX)?;
    let of_log = key.of_partition(i32::try_from(partition).ok()?);
    (of_log.name == origin).then_some(of_log)
}

#[cfg(test)]
mod tests;
