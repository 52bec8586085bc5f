//! A checkpoint: the sizes and roots of all logs of a database at one moment, signed.
//!
//! The text of the note, one line each, every line ended:
//!
//! ```text
//! ledger/<database id>
//! checkpoint <number, from 1>
//! time <milliseconds since 1970>
//! partition <partition> <events> <root, base64>       (one line a partition, from 0)
//! ```
//!
//! Beside it stands a tlog-checkpoint note for each log, for tools that know only those.
//! Knows nothing of tables and of files.

use crate::Unproven;
use crate::key::{NotaryKey, Vkey};
use domain::time::Timestamp;
use std::fmt::Write;
use tlog_tiles::Hash;

/// Size and root of a log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogHead {
    pub size: u64,
    /// Root of the Merkle tree over them.
    pub root: Hash,
}

/// What is signed.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The database: `ledger/<id>`.
    pub origin: String,
    /// Counts the checkpoints of the database, from 1.
    pub number: u64,
    /// When it was made.
    pub time: Timestamp,
    /// Every log, by partition.
    pub logs: Vec<LogHead>,
}

/// A checkpoint with the note that carries its signature.
#[derive(Clone, Debug, PartialEq)]
pub struct Signed {
    /// What is signed.
    pub checkpoint: Checkpoint,
    pub note: String,
}

impl Checkpoint {
    /// Signs it.
    ///
    /// # Errors
    /// A text that no note can hold.
    pub fn sign(self, key: &NotaryKey) -> Result<Signed, Unproven> {
        let note = key.sign(&self.origin, &self.text())?;
        Ok(Signed { checkpoint: self, note })
    }

    /// The tlog-checkpoint note of one log.
    ///
    /// # Errors
    /// A text that no note can hold.
    pub fn sign_log(&self, key: &NotaryKey, partition: i32, head: &LogHead) -> Result<String, Unproven> {
        let origin = format!("{}/{partition}", self.origin);
        let log = tlog_tiles::Checkpoint::new(&origin, head.size, head.root, "")
            .map_err(|error| Unproven(format!("{origin}: {error}")))?;
        key.sign(&origin, &String::from_utf8_lossy(&log.to_bytes()))
    }

    /// A log that it covers.
    ///
    /// # Errors
    /// A partition that it does not have.
    pub fn log(&self, partition: i32) -> Result<&LogHead, Unproven> {
        let log = usize::try_from(partition)
            .ok()
            .and_then(|partition| self.logs.get(partition));
        log.ok_or_else(|| Unproven(format!("checkpoint {} covers no partition {partition}", self.number)))
    }

    /// Events in all logs together.
    pub fn events(&self) -> u64 {
        self.logs.iter().map(|log| log.size).sum()
    }

    fn text(&self) -> String {
        let mut text = format!("{}\ncheckpoint {}\ntime {}\n", self.origin, self.number, self.time.0);
        for (partition, log) in self.logs.iter().enumerate() {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "partition {partition} {} {}", log.size, log.root);
        }
        text
    }

    fn parse(text: &str) -> Option<Checkpoint> {
        let mut lines = text.lines();
        let origin = lines.next()?.to_owned();
        let number = lines.next()?.strip_prefix("checkpoint ")?.parse().ok()?;
        let time = Timestamp(lines.next()?.strip_prefix("time ")?.parse().ok()?);
        let logs = lines.map(log).collect::<Option<Vec<LogHead>>>()?;
        let checkpoint = Checkpoint {
            origin,
            number,
            time,
            logs,
        };
        // One text for one checkpoint: signs, leading zeros and partitions out of order are not read.
        (checkpoint.text() == text && !checkpoint.logs.is_empty()).then_some(checkpoint)
    }
}

fn log(line: &str) -> Option<LogHead> {
    let mut words = line.strip_prefix("partition ")?.split(' ').skip(1);
    let size = words.next()?.parse().ok()?;
    let root = Hash::parse_hash(words.next()?).ok()?;
    Some(LogHead { size, root })
}

impl Signed {
    /// Reads a checkpoint whose signature `vkey` verifies.
    ///
    /// # Errors
    /// A note that is malformed, changed, of another database, or signed by others only.
    pub fn open(note: &str, vkey: &Vkey) -> Result<Signed, Unproven> {
        let text = vkey.open(note)?;
        let malformed = || Unproven("the signed text is not a checkpoint of a ledger".into());
        let checkpoint = Checkpoint::parse(&text).ok_or_else(malformed)?;
        if checkpoint.origin != vkey.name {
            return Err(Unproven(format!(
                "the checkpoint is of {}, the key of {}",
                checkpoint.origin, vkey.name
            )));
        }
        let note = note.to_owned();
        Ok(Signed { checkpoint, note })
    }
}

#[cfg(test)]
mod tests;
