//! Bundles: a proof with everything that is needed to check it, as one JSON file.
//!
//! Checking needs no database and no network: the leaf is computed from the fields of the
//! event, the way from it to the root from the hashes, and the root stands in a signed
//! checkpoint. What is left to trust is the key; one that came in the bundle itself
//! proves only that the bundle agrees with itself.

use crate::Unproven;
use crate::checkpoint::{Checkpoint, Signed};
use crate::key::Vkey;
use crate::path::{check_consistency, check_inclusion};
use crate::recorded::Recorded;
use serde::{Deserialize, Serialize, Serializer};
use tlog_tiles::{Hash, record_hash};
use uuid::Uuid;

/// A proof that can be checked by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Bundle {
    /// An event is in its log.
    Inclusion(Box<Inclusion>),
    /// All logs have grown from what they were.
    Consistency(Consistency),
}

/// An event is in its log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// The key that the database says verifies the checkpoint.
    pub vkey: String,
    /// The note of the checkpoint.
    pub checkpoint: String,
    pub event: EventFields,
    /// Leaf of the version before it in its stream, base64; 32 zero bytes before the first.
    #[serde(serialize_with = "text")]
    pub previous: Hash,
    /// The hashes from the leaf up to the root, base64.
    #[serde(serialize_with = "texts")]
    pub proof: Vec<Hash>,
}

/// All logs have grown from what they were.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consistency {
    /// The key that the database says verifies both checkpoints.
    pub vkey: String,
    /// The note of the older checkpoint.
    pub old: String,
    /// The note of the newer checkpoint.
    pub new: String,
    /// The proof of each partition, in order.
    pub logs: Vec<LogProof>,
}

/// The proof of one log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogProof {
    /// Hashes, base64.
    #[serde(serialize_with = "texts")]
    pub proof: Vec<Hash>,
}

/// An event as it is recorded. Payload and metadata are the stored bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "the columns of `events`, see `Recorded`")]
pub struct EventFields {
    pub partition: i32,
    pub position: u64,
    pub aggregate_type: String,
    pub aggregate_id: String,
    pub sequence: i64,
    pub event_id: Uuid,
    pub event_type: String,
    pub event_version: String,
    pub recorded_at_ms: i64,
    pub payload: String,
    pub metadata: String,
}

/// What a bundle proves.
#[derive(Clone, Debug, PartialEq)]
pub struct Proven {
    /// In a sentence without its end.
    pub what: String,
    /// The checkpoint that it is proven against; the newer of two.
    pub checkpoint: Checkpoint,
}

impl Bundle {
    /// The key that came with it.
    pub fn vkey(&self) -> &str {
        match self {
            Bundle::Inclusion(inclusion) => &inclusion.vkey,
            Bundle::Consistency(consistency) => &consistency.vkey,
        }
    }

    /// Checks everything, with the key `trusted` or else the key that came with it.
    ///
    /// # Errors
    /// The first thing that is not proven.
    pub fn verify(&self, trusted: Option<&Vkey>) -> Result<Proven, Unproven> {
        let vkey = match trusted {
            Some(vkey) => vkey.clone(),
            None => Vkey::parse(self.vkey())?,
        };
        match self {
            Bundle::Inclusion(inclusion) => inclusion.verify(&vkey),
            Bundle::Consistency(consistency) => consistency.verify(&vkey),
        }
    }
}

impl Inclusion {
    fn verify(&self, vkey: &Vkey) -> Result<Proven, Unproven> {
        let checkpoint = Signed::open(&self.checkpoint, vkey)?.checkpoint;
        let event = &self.event;
        let head = checkpoint.log(event.partition)?;
        let leaf = event.recorded().leaf_after(&self.previous.0);
        check_inclusion(&self.proof, head, event.position, record_hash(&leaf))?;
        let what = format!(
            "{} {} ({} {} version {}) is at position {} of partition {}",
            event.event_type,
            event.event_id,
            event.aggregate_type,
            event.aggregate_id,
            event.sequence,
            event.position,
            event.partition
        );
        Ok(Proven { what, checkpoint })
    }
}

impl Consistency {
    fn verify(&self, vkey: &Vkey) -> Result<Proven, Unproven> {
        let old = Signed::open(&self.old, vkey)?.checkpoint;
        let new = Signed::open(&self.new, vkey)?.checkpoint;
        if old.logs.len() != new.logs.len() || old.logs.len() != self.logs.len() {
            return Err(Unproven("the checkpoints and the proof cover other partitions".into()));
        }
        for ((old, new), log) in old.logs.iter().zip(&new.logs).zip(&self.logs) {
            check_consistency(&log.proof, old, new)?;
        }
        let what = format!(
            "the {} events of checkpoint {} are the beginning of the {} events of checkpoint {}",
            old.events(),
            old.number,
            new.events(),
            new.number
        );
        Ok(Proven { what, checkpoint: new })
    }
}

impl EventFields {
    /// The fields of an event.
    pub fn of(event: &Recorded) -> EventFields {
        let event = event.clone();
        EventFields {
            partition: event.partition,
            position: event.position.unsigned_abs(),
            aggregate_type: event.aggregate_type,
            aggregate_id: event.aggregate_id,
            sequence: event.sequence,
            event_id: event.event_id,
            event_type: event.event_type,
            event_version: event.event_version,
            recorded_at_ms: event.recorded_at_ms,
            payload: event.payload,
            metadata: event.metadata,
        }
    }

    /// As it would be read from the table, without the leaf: that one is computed.
    fn recorded(&self) -> Recorded {
        let event = self.clone();
        Recorded {
            partition: event.partition,
            position: event.position as i64,
            aggregate_type: event.aggregate_type,
            aggregate_id: event.aggregate_id,
            sequence: event.sequence,
            event_id: event.event_id,
            event_type: event.event_type,
            event_version: event.event_version,
            payload: event.payload,
            metadata: event.metadata,
            recorded_at_ms: event.recorded_at_ms,
            leaf: Vec::new(),
        }
    }
}

fn text<S: Serializer>(hash: &Hash, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(hash)
}

fn texts<S: Serializer>(hashes: &[Hash], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hashes.iter().map(ToString::to_string))
}
