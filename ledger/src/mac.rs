//! Message authentication: every event and every remembered answer carries a MAC under a key that the database never
//! holds.
//!
//! Hash chain and checkpoints show that history was *changed*. They cannot show who wrote its newest line: whoever may
//! insert into `events` can compute a leaf that fits. He cannot make a MAC. The key is derived from the master key for
//! one database, so a row of another database does not pass either.
//!
//! A MAC covers all fields of the row but the position, which the server gives when it writes; the partition is
//! covered, and the leaf, and with it everything before in the stream. Twice the same row is refused by the unique key
//! of a stream's versions, which [`crate::verify`] checks again.
//!
//! Knows nothing of SQL and of what is done about a row that does not pass.

use crate::append::rows::{EventRow, RequestRow};
use crate::error::Fault;
use crate::seal::key_of_purpose;
use hmac::{Hmac, KeyInit, Mac};
use proofs::Recorded;
use sha2::{Digest, Sha256};

/// Bytes of the key's id, in front of the tag.
const ID_LEN: usize = 4;
/// Bytes of the tag: HMAC-SHA-256, cut to 128 bits.
const TAG_LEN: usize = 16;

/// What stands in the column `mac`: the id of the key and the tag.
pub(crate) type Stored = [u8; ID_LEN + TAG_LEN];

/// The key of one database.
#[derive(Clone)]
pub struct MacKey {
    id: [u8; ID_LEN],
    keyed: Hmac<Sha256>,
}

impl std::fmt::Debug for MacKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MacKey {}", hex::encode(self.id))
    }
}

impl MacKey {
    /// The key of the database of this name under the master key.
    pub(crate) fn of(master_key: &[u8; 32], origin: &str) -> MacKey {
        let key = key_of_purpose(master_key, &format!("macs of {origin}"));
        let digest: [u8; 32] = Sha256::digest(key).into();
        let mut id = [0; ID_LEN];
        id.copy_from_slice(&digest[..ID_LEN]);
        let keyed = Hmac::new_from_slice(&key).expect("HMAC takes keys of any length");
        MacKey { id, keyed }
    }

    /// The MAC of an event that is about to be written.
    pub(crate) fn of_event(&self, partition: i32, event: &EventRow) -> Stored {
        self.of_digest(partition, &event.fields(&event.leaf).hash())
    }

    /// The MAC that an event must have; none when its leaf is no leaf.
    pub(crate) fn of_recorded(&self, event: &Recorded) -> Option<Stored> {
        let leaf = event.leaf.as_slice().try_into().ok()?;
        Some(self.of_digest(event.partition, &event.leaf_after(leaf)))
    }

    /// The digest is the leaf that the same fields would have after the event's own leaf: it covers both.
    fn of_digest(&self, partition: i32, digest: &[u8; 32]) -> Stored {
        let mut fields = Fields::new(self, b"event");
        fields.number(partition.into());
        fields.bytes(digest);
        fields.tag(self)
    }

    /// The MAC of a remembered answer.
    pub(crate) fn of_request(&self, partition: i32, request: &RequestRow) -> Stored {
        let mut fields = Fields::new(self, b"request");
        fields.number(partition.into());
        fields.bytes(request.scope.as_bytes());
        fields.bytes(request.request_id.as_bytes());
        fields.bytes(&request.digest);
        fields.number(request.code.into());
        fields.bytes(request.message.as_bytes());
        fields.bytes(request.answer.as_bytes());
        fields.number(request.version);
        fields.number(request.recorded_at_ms);
        fields.tag(self)
    }

    /// The MAC of a snapshot with this digest.
    pub(crate) fn of_snapshot(&self, digest: &[u8; 32]) -> Stored {
        let mut fields = Fields::new(self, b"snapshot");
        fields.bytes(digest);
        fields.tag(self)
    }

    /// The MAC of a row that is neither event nor answer: what kind of row, and the fields that must be as they were
    /// written.
    pub(crate) fn of_row(&self, kind: &str, row: &[&[u8]]) -> Stored {
        let mut fields = Fields::new(self, b"row");
        fields.bytes(kind.as_bytes());
        row.iter().for_each(|field| fields.bytes(field));
        fields.tag(self)
    }

    /// Checks what stands beside an event.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] for no MAC, one of another key, and one that does not fit the row.
    pub(crate) fn check(&self, event: &Recorded, stored: Option<&[u8]>) -> Result<(), Fault> {
        let what = match self.of_recorded(event) {
            Some(expected) => self.compare(&expected, stored),
            None => Err("its leaf is not 32 bytes"),
        };
        what.map_err(|what| {
            let (partition, position, id) = (event.partition, event.position, event.event_id);
            Fault::Contradiction(format!(
                "partition {partition}, position {position} (event {id}): {what}"
            ))
        })
    }

    /// Checks what stands beside a remembered answer.
    ///
    /// # Errors
    /// As [`MacKey::check`].
    pub(crate) fn check_request(
        &self,
        partition: i32,
        request: &RequestRow,
        stored: Option<&[u8]>,
    ) -> Result<(), Fault> {
        let what = self.compare(&self.of_request(partition, request), stored);
        what.map_err(|what| Fault::Contradiction(format!("the answer to request {}: {what}", request.request_id)))
    }

    /// Whether a stored MAC was made with this key.
    pub(crate) fn is_of(&self, stored: &[u8]) -> bool {
        stored.starts_with(&self.id)
    }

    /// Nobody learns from the time of this comparison: whoever can write the column can also read it.
    fn compare(&self, expected: &Stored, stored: Option<&[u8]>) -> Result<(), &'static str> {
        match stored {
            Some(stored) if stored == expected => Ok(()),
            Some(stored) if self.is_of(stored) => Err("its MAC does not fit: somebody else changed it"),
            Some(_) => Err("its MAC is of another key"),
            None => Err("it has no MAC: this service did not write it"),
        }
    }
}

/// The message of a MAC: fields with their lengths, so that no two lists of fields are the same bytes.
struct Fields(Hmac<Sha256>);

impl Fields {
    fn new(key: &MacKey, kind: &[u8]) -> Fields {
        let mut fields = Fields(key.keyed.clone());
        fields.bytes(kind);
        fields
    }

    fn number(&mut self, number: i64) {
        self.0.update(&number.to_be_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.0.update(&(bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    fn tag(self, key: &MacKey) -> Stored {
        let full = self.0.finalize().into_bytes();
        let mut stored = [0; ID_LEN + TAG_LEN];
        stored[..ID_LEN].copy_from_slice(&key.id);
        stored[ID_LEN..].copy_from_slice(&full[..TAG_LEN]);
        stored
    }
}

#[cfg(test)]
mod tests;
