//! An export of coins that players claimed, made as the ledger makes it and changed at will: every hash and the manifest fit.

use crate::export::{
    Anchor, EventRow, FileNote, Files, Form, LogRange, MANIFEST, Manifest, PostingRow, SheetFault, Shown, VERSION,
    check,
};
use crate::key::NotaryKey;
use crate::leaf::ROOT;
use crate::{Checkpoint, LogHead, Recorded, Tree, Vkey, postings_of};
use domain::time::Timestamp;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Cursor, Read};
use uuid::Uuid;

pub const ORIGIN: &str = "ledger/a";
/// When the checkpoint was made; events were recorded up to then.
pub const SIGNED_AT: i64 = 1_000_000;

/// Files by their names.
#[derive(Default)]
pub struct Memory(pub HashMap<String, Vec<u8>>);

impl Files for Memory {
    fn open(&self, name: &str) -> io::Result<Box<dyn Read>> {
        let bytes = self.0.get(name).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(bytes.clone())))
    }
}

pub fn key() -> NotaryKey {
    NotaryKey::of_seed([7; 32], ORIGIN)
}

/// What an export is made of. Leaves, postings and the manifest follow from it.
pub struct Made {
    /// Their positions are counted for each log from its range's begin.
    pub events: Vec<Recorded>,
    pub logs: Vec<LogRange>,
    /// What is added to every balance of every account.
    pub shift: i64,
    /// The leaf before the first event of a stream.
    pub root: [u8; 32],
    pub origin: String,
    pub is_signed: bool,
}

/// The stream of a player who claims coins five times, in a log.
pub fn claims(partition: i32, player: u128) -> Vec<Recorded> {
    let claim = |sequence: i64| Recorded {
        partition,
        position: 0,
        aggregate_type: "player".into(),
        aggregate_id: Uuid::from_u128(player).to_string(),
        sequence,
        event_id: Uuid::from_u128(player << 8 | u128::from(sequence.unsigned_abs())),
        event_type: "FreeCoinClaimed".into(),
        event_version: "1".into(),
        payload: r#"{"FreeCoinClaimed":{"day":"2025-01-02","amount":"1000"}}"#.into(),
        metadata: "{}".into(),
        recorded_at_ms: SIGNED_AT - 10 + sequence,
        leaf: Vec::new(),
    };
    (1..=5).map(claim).collect()
}

/// Two players in one log.
pub fn made() -> Made {
    Made {
        logs: vec![LogRange {
            partition: 0,
            after: 0,
            until: 0,
            events: 0,
        }],
        events: [claims(0, 7), claims(0, 8)].concat(),
        shift: 0,
        root: ROOT,
        origin: ORIGIN.into(),
        is_signed: true,
    }
}

impl Made {
    /// The files, with the last word about the manifest.
    pub fn files(mut self, change: impl Fn(&mut Manifest)) -> Memory {
        let (mut rows, mut legs, mut trees) = (Vec::new(), Vec::new(), Vec::new());
        let (mut leaves, mut balances, mut sums) = (HashMap::new(), HashMap::new(), BTreeMap::<String, i128>::new());
        for range in &mut self.logs {
            let (mut tree, mut position) = (Tree::default(), range.after);
            for event in self
                .events
                .iter_mut()
                .filter(|event| event.partition == range.partition)
            {
                position += 1;
                event.position = position;
                let previous = leaves.get(&event.aggregate_id).copied().unwrap_or(self.root);
                let leaf = event.leaf_after(&previous);
                leaves.insert(event.aggregate_id.clone(), leaf);
                event.leaf = leaf.to_vec();
                tree.add(leaf);
                rows.push(row(event, previous));
                for (leg, posting) in (0..).zip(postings_of(event).expect("postings").legs()) {
                    let account = (event.partition, posting.account.owner(), posting.account.name());
                    let after = balances.entry(account).or_insert(self.shift);
                    *after += posting.amount;
                    let asset = posting.account.asset().name().to_owned();
                    *sums.entry(asset.clone()).or_default() += i128::from(posting.amount);
                    legs.push(PostingRow {
                        partition: event.partition,
                        position,
                        leg,
                        owner: posting.account.owner(),
                        account: posting.account.name().to_owned(),
                        asset,
                        amount: posting.amount,
                        after: *after,
                    });
                }
            }
            (range.until, range.events) = (position, (position - range.after).unsigned_abs());
            trees.push(tree);
        }
        let (events, postings) = (lines(&rows), lines(&legs));
        let mut manifest = Manifest {
            version: VERSION,
            program: "ledger".into(),
            checkpoint: self.is_signed.then(|| anchor(&self.origin, &trees)),
            origin: self.origin,
            player: None,
            logs: self.logs,
            form: Form::Ndjson,
            files: [note("events", &events), note("postings", &postings)],
            seals: None,
            sums: sums.into_iter().map(|(asset, sum)| (asset, sum.to_string())).collect(),
        };
        change(&mut manifest);
        let manifest = serde_json::to_vec(&manifest).expect("JSON");
        let files = [
            (MANIFEST, manifest),
            ("events.ndjson", events),
            ("postings.ndjson", postings),
        ];
        Memory(files.map(|(name, bytes)| (name.to_owned(), bytes)).into())
    }

    /// What a check with the key, or without any, says of it.
    pub fn checked(self, trusted: Option<&Vkey>) -> Result<Shown, SheetFault> {
        check(&self.files(|_| ()), trusted, &mut |_, _| ())
    }

    /// Why a check without a key refuses it.
    pub fn refused(self) -> String {
        self.checked(None).expect_err("refused").0
    }
}

fn row(event: &Recorded, previous: [u8; 32]) -> EventRow {
    EventRow {
        partition: event.partition,
        position: event.position,
        stream: event.aggregate_type.clone(),
        key: event.aggregate_id.clone(),
        sequence: event.sequence,
        event_id: event.event_id,
        event_type: event.event_type.clone(),
        event_version: event.event_version.clone(),
        recorded_at_ms: event.recorded_at_ms,
        payload: event.payload.clone(),
        metadata: event.metadata.clone(),
        previous: hex::encode(previous),
        leaf: hex::encode(&event.leaf),
    }
}

fn lines(rows: &[impl Serialize]) -> Vec<u8> {
    let lines = rows.iter().map(|row| serde_json::to_string(row).expect("JSON") + "\n");
    lines.collect::<String>().into_bytes()
}

fn note(kind: &str, bytes: &[u8]) -> FileNote {
    FileNote {
        name: format!("{kind}.ndjson"),
        rows: bytes.iter().filter(|byte| **byte == b'\n').count() as u64,
        bytes: bytes.len() as u64,
        sha256: hex::encode(Sha256::digest(bytes)),
    }
}

fn anchor(origin: &str, trees: &[Tree]) -> Anchor {
    let head = |tree: &Tree| LogHead {
        size: tree.size(),
        root: tree.root(),
    };
    let checkpoint = Checkpoint {
        origin: origin.into(),
        number: 3,
        time: Timestamp(SIGNED_AT),
        logs: trees.iter().map(head).collect(),
    };
    let key = NotaryKey::of_seed([7; 32], origin);
    Anchor {
        note: checkpoint.sign(&key).expect("signed").note,
        vkey: key.vkey().to_string(),
    }
}
