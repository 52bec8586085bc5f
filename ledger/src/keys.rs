//! Everything that is derived from the master keys for one database, and what of it survives when the master key changes
//! (ledger §4.8).
//!
//! | derived | after a rotation |
//! |---|---|
//! | MACs | new rows under the new key, and answers of before too; events of before are checked with the old MAC key, which is kept |
//! | what seals seeds and the subjects' keys | rows are sealed again under the new key ([`rotate`]) |
//! | notary's key, fingerprints, blindings | those of the first master key for ever: they are known outside, or stand in events |
//!
//! What is kept of a retired key lies in `retired_keys`, sealed under the key in use: a MAC key opens nothing, so the old
//! master key itself is needed by no process any more.

mod answers;
mod held;
pub mod rotate;

pub(crate) use held::Sealers;

use crate::error::Fault;
use crate::mac::{KeyId, Known, MacKey, MacKeys};
use crate::notary::signed::origin;
use crate::seal::{Sealer, key_of_purpose};
use proofs::key::NotaryKey;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, Row};
use std::sync::Arc;

/// The master keys that a process was given, 32 bytes each.
#[derive(Clone)]
pub struct MasterKeys {
    /// Under which rows are made.
    pub current: [u8; 32],
    /// Under which rows may have been made: the one before while it is replaced, or the one that comes next.
    pub others: Vec<[u8; 32]>,
}

impl From<[u8; 32]> for MasterKeys {
    fn from(current: [u8; 32]) -> MasterKeys {
        let others = Vec::new();
        MasterKeys { current, others }
    }
}

/// What a database is known by outside, and what stands in its events: the same under every master key.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Lasting {
    pub notary: [u8; 32],
    pub liabilities: [u8; 32],
    pub fingerprints: [u8; 32],
}

impl Lasting {
    pub(crate) fn of(master_key: &[u8; 32]) -> Lasting {
        let of = |purpose| key_of_purpose(master_key, purpose);
        Lasting {
            notary: of("notary"),
            liabilities: of("liabilities"),
            fingerprints: of("fingerprints"),
        }
    }
}

/// What is kept of a retired key.
#[derive(Serialize, Deserialize)]
struct Kept {
    macs: [u8; 32],
    /// The last position of each log at which its MACs count.
    until: Vec<i64>,
    /// Every remembered answer has a MAC of a later key: none counts under this one.
    #[serde(default)]
    answers_renewed: bool,
    /// Of the first key alone.
    lasting: Option<Lasting>,
}

/// A row of `retired_keys`.
struct Retired {
    number: i32,
    id: Vec<u8>,
    sealed_by: Vec<u8>,
    kept: Kept,
}

/// The keys of one database.
#[derive(Clone)]
pub struct Keys(Arc<Derived>);

struct Derived {
    origin: String,
    macs: MacKeys,
    lasting: Lasting,
    vault: Sealers,
    seeds: Sealers,
}

impl Keys {
    /// Derives them, with what the database keeps of retired ones.
    ///
    /// # Errors
    /// [`Fault::Setting`] for a master key that was retired, and when the key under which retired ones are sealed was not
    /// given; [`Fault::Sealed`] for a row that somebody changed; otherwise [`Fault`] of the database.
    pub async fn open(connection: &mut PgConnection, masters: &MasterKeys) -> Result<Keys, Fault> {
        let origin = origin(&mut *connection).await?;
        let held = Held::of(masters, &origin);
        let retired = retired(connection, &held, &origin).await?;
        if retired.iter().any(|retired| retired.id == held.current.id) {
            let why = "LEDGER_MASTER_KEY is a key that was retired: the one that took its place belongs there";
            return Err(Fault::Setting(why.into()));
        }
        let (first, lasting) = match retired.first() {
            Some(Retired { id, kept, .. }) => {
                let lost = || Fault::Law("the first retired key has nothing that lasts".into());
                (id_of(id)?, kept.lasting.clone().ok_or_else(lost)?)
            }
            None => {
                // Events of another key are refused by whoever believes the log ([`crate::EventLog::check_key`]).
                let first = held.first(connection).await?.unwrap_or(&held.current);
                (first.id, Lasting::of(&first.key))
            }
        };
        let of_id = |id: &KeyId| retired.iter().find(|retired| retired.id == id);
        let given = held.others.iter().map(|other| Known {
            key: MacKey::new(&other.macs),
            until: of_id(&other.id).map(|retired| retired.kept.until.clone()),
            answers_renewed: of_id(&other.id).is_some_and(|retired| retired.kept.answers_renewed),
            is_given: true,
        });
        let kept = retired.iter().filter(|retired| held.find(&retired.id).is_none());
        let kept = kept.map(|retired| Known {
            key: MacKey::new(&retired.kept.macs),
            until: Some(retired.kept.until.clone()),
            answers_renewed: retired.kept.answers_renewed,
            is_given: false,
        });
        let sealers = |purpose| Sealers::of(&held, first, purpose);
        Ok(Keys(Arc::new(Derived {
            macs: MacKeys::new(MacKey::new(&held.current.macs), given.chain(kept).collect()),
            vault: sealers("vault"),
            seeds: sealers("seeds"),
            lasting,
            origin,
        })))
    }

    /// What shows who wrote a row.
    pub fn macs(&self) -> &MacKeys {
        &self.0.macs
    }

    pub(crate) fn vault(&self) -> &Sealers {
        &self.0.vault
    }

    pub(crate) fn seeds(&self) -> &Sealers {
        &self.0.seeds
    }

    pub(crate) fn lasting(&self) -> &Lasting {
        &self.0.lasting
    }

    /// What signs for this database.
    pub(crate) fn notary(&self) -> NotaryKey {
        NotaryKey::of_seed(self.0.lasting.notary, &self.0.origin)
    }
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Keys of {}", self.0.origin)
    }
}

/// A master key, with what names it in this database.
struct Master {
    id: KeyId,
    macs: [u8; 32],
    key: [u8; 32],
}

/// The master keys that were given.
struct Held {
    current: Master,
    others: Vec<Master>,
}

impl Held {
    fn of(masters: &MasterKeys, origin: &str) -> Held {
        let master = |key: &[u8; 32]| {
            let macs = MacKey::secret(key, origin);
            let (id, key) = (MacKey::new(&macs).id(), *key);
            Master { id, macs, key }
        };
        Held {
            current: master(&masters.current),
            others: masters.others.iter().map(master).collect(),
        }
    }

    fn find(&self, id: &[u8]) -> Option<&Master> {
        std::iter::once(&self.current)
            .chain(&self.others)
            .find(|master| master.id == id)
    }

    /// Before any key was retired: the key of the oldest event, or the one in use where there is no event with a MAC. None
    /// when it was not given.
    async fn first(&self, connection: &mut PgConnection) -> Result<Option<&Master>, Fault> {
        let oldest = "select e.id from heads
              cross join lateral (select substr(mac, 1, 4) as id, recorded_at_ms from events
                                   where events.partition = heads.partition and events.position = 1) as e
              order by e.recorded_at_ms, heads.partition limit 1";
        let oldest: Option<Option<Vec<u8>>> = sqlx::query_scalar(oldest).fetch_optional(connection).await?;
        Ok(match oldest.flatten() {
            Some(id) => self.find(&id),
            None => Some(&self.current),
        })
    }
}

fn id_of(bytes: &[u8]) -> Result<KeyId, Fault> {
    bytes
        .try_into()
        .map_err(|_| Fault::Law("a key's id is not four bytes".into()))
}

fn sealer(master: &Master) -> Sealer {
    Sealer::of_purpose(&master.key, "retired keys")
}

fn associated(number: i32, id: &[u8], origin: &str) -> Vec<u8> {
    format!("retired key:{number}:{}:{origin}", hex::encode(id)).into_bytes()
}

async fn retired(connection: &mut PgConnection, held: &Held, origin: &str) -> Result<Vec<Retired>, Fault> {
    let rows = sqlx::query("select number, key_id, sealed_by, sealed from retired_keys order by number")
        .fetch_all(connection)
        .await?;
    let open = |row: &sqlx::postgres::PgRow| {
        let (number, id): (i32, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
        let (sealed_by, sealed): (Vec<u8>, Vec<u8>) = (row.try_get(2)?, row.try_get(3)?);
        let name = |id: &[u8]| hex::encode(id);
        let missing = || {
            Fault::Setting(format!(
                "what is kept of the retired key {} is sealed under the master key {}, which is neither LEDGER_MASTER_KEY \
                 nor among LEDGER_OTHER_MASTER_KEYS",
                name(&id),
                name(&sealed_by)
            ))
        };
        let master = held.find(&sealed_by).ok_or_else(missing)?;
        let plain = sealer(master).open(&sealed, &associated(number, &id, origin));
        let kept = plain.and_then(|plain| serde_json::from_slice(&plain).ok());
        let kept = kept.ok_or_else(|| Fault::Sealed(format!("what is kept of the retired key {}", name(&id))))?;
        Ok(Retired {
            number,
            id,
            sealed_by,
            kept,
        })
    };
    rows.iter().map(open).collect()
}
