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
//! After the master key was changed ([`crate::keys`]) rows are made under the new one, and events and answers of before
//! pass under the one that made them: events up to the position at which that one was retired, and no later.
//!
//! Knows nothing of SQL and of what is done about a row that does not pass.

pub mod unsealed;

use crate::append::rows::{EventRow, RequestRow};
use crate::error::Fault;
use crate::keys::MasterKeys;
use crate::leaf::HashedFields;
use crate::seal::key_of_purpose;
use hmac::{Hmac, KeyInit, Mac};
use proofs::Recorded;
use proofs::export::{Macs, RefusalRow};
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Bytes of the key's id, in front of the tag.
pub(crate) const ID_LEN: usize = 4;
/// Bytes of the tag: HMAC-SHA-256, cut to 128 bits.
const TAG_LEN: usize = 16;

/// What stands in the column `mac`: the id of the key and the tag.
pub(crate) type Stored = [u8; ID_LEN + TAG_LEN];

/// What names a key: the first bytes of its hash.
pub(crate) type KeyId = [u8; ID_LEN];

/// The keys of one database: the one in use, and those of before.
#[derive(Clone)]
pub struct MacKeys {
    current: MacKey,
    others: Arc<[Known]>,
}

/// A key that is not in use.
pub(crate) struct Known {
    pub key: MacKey,
    /// The last position of each log at which it counts, once it was retired.
    pub until: Option<Vec<i64>>,
    /// It was retired, and every remembered answer has a MAC of a later key.
    pub answers_renewed: bool,
    /// This process was given its master key, so rows that may change are accepted under it.
    pub is_given: bool,
}

impl std::fmt::Debug for MacKeys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MacKeys {:?} and {}", self.current, self.others.len())
    }
}

/// A key of one database.
#[derive(Clone)]
pub(crate) struct MacKey {
    id: KeyId,
    keyed: Hmac<Sha256>,
}

impl std::fmt::Debug for MacKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "MacKey {}", hex::encode(self.id))
    }
}

impl MacKey {
    /// What the key of the database of this name is made of, under the master key.
    pub(crate) fn secret(master_key: &[u8; 32], origin: &str) -> [u8; 32] {
        key_of_purpose(master_key, &format!("macs of {origin}"))
    }

    pub(crate) fn new(secret: &[u8; 32]) -> MacKey {
        let digest: [u8; 32] = Sha256::digest(secret).into();
        let mut id = [0; ID_LEN];
        id.copy_from_slice(&digest[..ID_LEN]);
        let keyed = Hmac::new_from_slice(secret).expect("HMAC takes keys of any length");
        MacKey { id, keyed }
    }

    pub(crate) const fn id(&self) -> KeyId {
        self.id
    }

    fn is_of(&self, stored: &[u8]) -> bool {
        stored.starts_with(&self.id)
    }

    /// The digest is the leaf that the same fields would have after the event's own leaf: it covers both.
    fn of_digest(&self, partition: i32, digest: &[u8; 32]) -> Stored {
        let mut fields = Fields::new(self, b"event");
        fields.number(partition.into());
        fields.bytes(digest);
        fields.tag(self)
    }

    fn of_hashed(&self, event: &Recorded, hashed: &HashedFields) -> Option<Stored> {
        let leaf = event.leaf.as_slice().try_into().ok()?;
        Some(self.of_digest(event.partition, &MacKeys::input(hashed, leaf)))
    }

    fn of_request(&self, partition: i32, request: &RequestRow) -> Stored {
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

    fn of_snapshot(&self, digest: &[u8; 32]) -> Stored {
        let mut fields = Fields::new(self, b"snapshot");
        fields.bytes(digest);
        fields.tag(self)
    }

    fn of_row(&self, kind: &str, row: &[&[u8]]) -> Stored {
        let mut fields = Fields::new(self, b"row");
        fields.bytes(kind.as_bytes());
        row.iter().for_each(|field| fields.bytes(field));
        fields.tag(self)
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

impl MacKeys {
    pub(crate) fn new(current: MacKey, others: Vec<Known>) -> MacKeys {
        let others = others.into();
        MacKeys { current, others }
    }

    /// The key of the database of this name under the one master key that it ever had.
    pub(crate) fn of(master_key: &[u8; 32], origin: &str) -> MacKeys {
        MacKeys::new(MacKey::new(&MacKey::secret(master_key, origin)), Vec::new())
    }

    /// The keys of the database of this name for who has its master keys and not the database, which knows since when
    /// each of them counts no more.
    pub(crate) fn of_all(masters: &MasterKeys, origin: &str) -> MacKeys {
        let key = |master| MacKey::new(&MacKey::secret(master, origin));
        let given = |master| Known {
            key: key(master),
            until: None,
            answers_renewed: false,
            is_given: true,
        };
        MacKeys::new(key(&masters.current), masters.others.iter().map(given).collect())
    }

    /// The id of the key in use.
    pub(crate) const fn id(&self) -> KeyId {
        self.current.id()
    }

    /// What the MAC of an event covers, from its fields and its own leaf: the leaf that they would have after that one.
    pub(crate) fn input(hashed: &HashedFields, leaf: &[u8; 32]) -> [u8; 32] {
        if unsealed::is_off() {
            return *leaf;
        }
        hashed.after(leaf)
    }

    /// The MAC of an event that is about to be written.
    pub(crate) fn of_event(&self, partition: i32, event: &EventRow) -> Stored {
        if unsealed::is_off() {
            return [0; ID_LEN + TAG_LEN];
        }
        self.current.of_digest(partition, &event.mac_input)
    }

    /// The MAC that an event has under the key in use; none when its leaf is no leaf.
    pub(crate) fn of_recorded(&self, event: &Recorded) -> Option<Stored> {
        self.current.of_hashed(event, &event.hash())
    }

    /// The MAC of a remembered answer.
    pub(crate) fn of_request(&self, partition: i32, request: &RequestRow) -> Stored {
        if unsealed::is_off() {
            return [0; ID_LEN + TAG_LEN];
        }
        self.current.of_request(partition, request)
    }

    /// The MAC of a snapshot with this digest.
    pub(crate) fn of_snapshot(&self, digest: &[u8; 32]) -> Stored {
        self.current.of_snapshot(digest)
    }

    /// The MAC of a row that is neither event nor answer: what kind of row, and the fields that must be as they were
    /// written.
    pub fn of_row(&self, kind: &str, row: &[&[u8]]) -> [u8; 20] {
        self.current.of_row(kind, row)
    }

    /// Whether a snapshot was made by this service, under a key that this process was given.
    pub(crate) fn fits_snapshot(&self, digest: &[u8; 32], stored: &[u8]) -> bool {
        self.in_use()
            .any(|key| key.is_of(stored) && key.of_snapshot(digest) == stored)
    }

    /// The same of a row that is neither event nor answer.
    pub fn fits_row(&self, kind: &str, row: &[&[u8]], stored: &[u8]) -> bool {
        self.in_use()
            .any(|key| key.is_of(stored) && key.of_row(kind, row) == stored)
    }

    /// Whether a row of something that may change was made under another key than the one in use.
    pub fn is_older(&self, stored: &[u8]) -> bool {
        !self.current.is_of(stored)
    }

    /// Checks what stands beside an event.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] for no MAC, one of another key, one of a key that was retired before the event's
    /// position, and one that does not fit the row.
    pub(crate) fn check(&self, event: &Recorded, stored: Option<&[u8]>) -> Result<(), Fault> {
        if unsealed::is_off() {
            return Ok(());
        }
        self.check_hashed(event, &event.hash(), stored)
    }

    /// As [`MacKeys::check`], for who has hashed the event's fields already.
    ///
    /// # Errors
    /// As there.
    pub(crate) fn check_hashed(
        &self,
        event: &Recorded,
        hashed: &HashedFields,
        stored: Option<&[u8]>,
    ) -> Result<(), Fault> {
        self.compare(event, hashed, stored).map_err(|what| {
            let (partition, position, id) = (event.partition, event.position, event.event_id);
            Fault::Contradiction(format!(
                "partition {partition}, position {position} (event {id}): {what}"
            ))
        })
    }

    /// What does not fit about the MAC of an event.
    fn compare(&self, event: &Recorded, hashed: &HashedFields, stored: Option<&[u8]>) -> Result<(), &'static str> {
        if unsealed::is_off() {
            return Ok(());
        }
        let (key, known) = self.maker(stored);
        let until = known.and_then(|known| known.until.as_deref());
        let is_later = |until: &[i64]| {
            let log = usize::try_from(event.partition).ok().and_then(|log| until.get(log));
            log.is_none_or(|last| event.position > *last)
        };
        match key.of_hashed(event, hashed) {
            Some(_) if until.is_some_and(is_later) => Err("its MAC is of a key that was retired before"),
            Some(expected) => key.compare(&expected, stored),
            None => Err("its leaf is not 32 bytes"),
        }
    }

    /// Checks what stands beside a remembered answer.
    ///
    /// # Errors
    /// As [`MacKeys::check`].
    pub(crate) fn check_request(
        &self,
        partition: i32,
        request: &RequestRow,
        stored: Option<&[u8]>,
    ) -> Result<(), Fault> {
        self.compare_request(partition, request, stored)
            .map_err(|what| Fault::Contradiction(format!("the answer to request {}: {what}", request.request_id)))
    }

    fn compare_request(&self, partition: i32, request: &RequestRow, stored: Option<&[u8]>) -> Result<(), &'static str> {
        if unsealed::is_off() {
            return Ok(());
        }
        match self.maker(stored) {
            (_, Some(known)) if known.answers_renewed => Err("its MAC is of a key that was retired before"),
            (key, _) => key.compare(&key.of_request(partition, request), stored),
        }
    }

    /// Whether a stored MAC was made with one of these keys.
    pub(crate) fn is_of(&self, stored: &[u8]) -> bool {
        self.current.is_of(stored) || self.others.iter().any(|known| known.key.is_of(stored))
    }

    /// The key whose id stands in front of a MAC, with what is known of it; the one in use where no other key has it.
    fn maker(&self, stored: Option<&[u8]>) -> (&MacKey, Option<&Known>) {
        let stored = stored.filter(|stored| !self.current.is_of(stored)).unwrap_or_default();
        let other = self.others.iter().find(|known| known.key.is_of(stored));
        (other.map_or(&self.current, |known| &known.key), other)
    }

    /// Every key under which a row that may change is accepted.
    fn in_use(&self) -> impl Iterator<Item = &MacKey> {
        let others = self.others.iter().filter(|known| known.is_given);
        std::iter::once(&self.current).chain(others.map(|known| &known.key))
    }
}

/// Whoever checks an export with the key.
impl Macs for MacKeys {
    fn event(&self, event: &Recorded, stored: Option<&[u8]>) -> Result<(), String> {
        self.compare(event, &event.hash(), stored).map_err(str::to_owned)
    }

    fn refusal(&self, refusal: &RefusalRow, stored: Option<&[u8]>) -> Result<(), String> {
        let digest = hex::decode(&refusal.digest)
            .ok()
            .and_then(|digest| digest.try_into().ok());
        let request = RequestRow {
            scope: refusal.scope,
            request_id: refusal.request_id,
            digest: digest.ok_or("its digest is not 32 bytes")?,
            code: refusal.code,
            message: refusal.message.clone(),
            answer: refusal.answer.clone(),
            version: refusal.version,
            recorded_at_ms: refusal.recorded_at_ms,
        };
        self.compare_request(refusal.partition, &request, stored)
            .map_err(str::to_owned)
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
