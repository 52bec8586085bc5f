//! A checkpoint with what witnesses say of it: the note over all logs, then the note of each log with its cosignatures.
//!
//! ```text
//! <the signed note of checkpoint.rs>
//!                                       an empty line
//! <the tlog-checkpoint note of partition 0: signature of the log, cosignatures of witnesses>
//!                                       an empty line
//! <partition 1> …
//! ```
//! Witnesses know single logs, so a cosignature stands under the note of its log. Size and root there must be those of
//! the first note: together they say that nobody showed these witnesses another history. A text that ends after the
//! first note is the checkpoint alone.

use crate::checkpoint::{LogHead, Signed};
use crate::cosignature::WitnessKey;
use crate::witness::log_head;
use crate::{Unproven, Vkey};

/// Begins a line of signature in a note.
const SIGNATURE: &str = "— ";

/// The notes of one checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witnessed {
    /// The note over all logs.
    pub checkpoint: String,
    /// The note of each log, by partition; none when nobody was asked.
    pub logs: Vec<String>,
}

/// How many witnesses must have cosigned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Those that count.
    pub witnesses: Vec<WitnessKey>,
    /// How many of them each log needs.
    pub needed: usize,
}

impl Witnessed {
    /// The text that [`Witnessed::parse`] reads.
    pub fn text(&self) -> String {
        let notes: Vec<&str> = [self.checkpoint.as_str()]
            .into_iter()
            .chain(self.logs.iter().map(String::as_str))
            .collect();
        notes.join("\n")
    }

    /// Splits a text into its notes. What they say is not looked at.
    ///
    /// # Errors
    /// A text that is no sequence of signed notes.
    pub fn parse(text: &str) -> Result<Witnessed, Unproven> {
        let malformed = || Unproven("it is no sequence of signed notes".into());
        let mut notes: Vec<String> = Vec::new();
        let mut lines = text.split_inclusive('\n').peekable();
        while lines.peek().is_some() {
            let mut note = String::new();
            for line in lines.by_ref() {
                note.push_str(line);
                if line == "\n" {
                    break;
                }
            }
            let body = note.len();
            while let Some(line) = lines.next_if(|line| line.starts_with(SIGNATURE)) {
                note.push_str(line);
            }
            let separated = lines.next_if_eq(&"\n").is_some() || lines.peek().is_none();
            if note.len() == body || !separated {
                return Err(malformed());
            }
            notes.push(note);
        }
        let mut notes = notes.into_iter();
        Ok(Witnessed {
            checkpoint: notes.next().ok_or_else(malformed)?,
            logs: notes.collect(),
        })
    }

    /// The checkpoint, on the word of its key, once enough witnesses cosigned each of its logs.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn open(&self, vkey: &Vkey, demand: &Demand) -> Result<Signed, Unproven> {
        let signed = Signed::open(&self.checkpoint, vkey)?;
        if demand.needed > 0 {
            for (partition, head) in (0..).zip(&signed.checkpoint.logs) {
                demand.met_by(self.log_of(vkey, &signed, partition, head)?, partition)?;
            }
        }
        Ok(signed)
    }

    /// The checkpoint, on the word of its key, when the note of each of its logs is beside it, and no other note.
    /// Cosignatures are not asked for.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn open_all(&self, vkey: &Vkey) -> Result<Signed, Unproven> {
        let signed = Signed::open(&self.checkpoint, vkey)?;
        let (logs, notes) = (signed.checkpoint.logs.len(), self.logs.len());
        if logs != notes {
            let number = signed.checkpoint.number;
            return Err(Unproven(format!(
                "checkpoint {number} is over {logs} logs, and the notes of {notes} are beside it"
            )));
        }
        for (partition, head) in (0..).zip(&signed.checkpoint.logs) {
            self.log_of(vkey, &signed, partition, head)?;
        }
        Ok(signed)
    }

    /// The note of a log, which must be of the checkpoint.
    fn log_of(&self, vkey: &Vkey, signed: &Signed, partition: i32, head: &LogHead) -> Result<&str, Unproven> {
        let note = usize::try_from(partition).ok().and_then(|at| self.logs.get(at));
        let note = note.ok_or_else(|| Unproven(format!("no cosignature of partition {partition} is in it")))?;
        let key = vkey.of_partition(partition);
        if log_head(&key.open(note)?, &key.name)? != *head {
            return Err(Unproven(format!(
                "the note of partition {partition} is not of checkpoint {}",
                signed.checkpoint.number
            )));
        }
        Ok(note)
    }
}

impl Demand {
    /// The witnesses that cosigned a note. One key counts once, whatever its names.
    pub fn cosigned<'a>(&'a self, note: &'a str) -> impl Iterator<Item = (&'a WitnessKey, u64)> {
        let distinct = self.witnesses.iter().enumerate().filter(move |(index, witness)| {
            let mut before = self.witnesses.iter().take(*index);
            !before.any(|before| before.is_same_key(witness))
        });
        distinct.filter_map(move |(_, witness)| Some((witness, witness.cosigned(note)?)))
    }

    fn met_by(&self, note: &str, partition: i32) -> Result<(), Unproven> {
        let count = self.cosigned(note).count();
        if count >= self.needed {
            return Ok(());
        }
        Err(Unproven(format!(
            "partition {partition} is cosigned by {count} of the {} witnesses that count, {} are needed",
            self.witnesses.len(),
            self.needed
        )))
    }
}

#[cfg(test)]
mod tests;
