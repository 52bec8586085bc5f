//! The log of one database as its readers hold it: connections, and the key that shows who wrote an event.

use crate::claims::Adopted;
use crate::error::Fault;
use crate::keys::{Keys, MasterKeys};
use crate::mac::MacKeys;
use crate::notary::Vkey;
use crate::read::feed::{Recorded, recorded};
use crate::read::tail::Tail;
use crate::transactions;
use futures_core::future::BoxFuture;
use futures_core::stream::BoxStream;
use sqlx::postgres::{PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Describe, Either, Error, Execute, Executor, PgPool, Postgres, Row, Transaction};
use std::ops::Deref;

/// Connections to a database, with the key of its MACs where this process has the master key.
///
/// Whoever folds events reads them through it. Without a key nothing can be said about who wrote them: that is for
/// auditors who hold a copy of the database and not its secrets.
#[derive(Clone, Debug)]
pub struct EventLog {
    pool: PgPool,
    keys: Option<Keys>,
    tail: Tail,
}

impl EventLog {
    /// With the keys of this database under these master keys.
    ///
    /// # Errors
    /// As [`Keys::open`].
    pub async fn with_key(pool: PgPool, masters: &MasterKeys) -> Result<EventLog, Fault> {
        let keys = Keys::open(&mut *pool.acquire().await?, masters).await?;
        let (keys, tail) = (Some(keys), Tail::default());
        Ok(EventLog { pool, keys, tail })
    }

    /// For a reader who has no master key.
    pub fn without_key(pool: PgPool) -> EventLog {
        let (keys, tail) = (None, Tail::default());
        EventLog { pool, keys, tail }
    }

    /// The same log over other connections.
    pub fn over(&self, pool: PgPool) -> EventLog {
        let (keys, tail) = (self.keys.clone(), Tail::default());
        EventLog { pool, keys, tail }
    }

    /// Begins a transaction, as [`transactions::begin`].
    ///
    /// # Errors
    /// As of a query.
    pub async fn begin(&self) -> Result<Transaction<'static, Postgres>, Error> {
        transactions::begin(&self.pool).await
    }

    /// What this process wrote last.
    pub(crate) const fn tail(&self) -> &Tail {
        &self.tail
    }

    /// What MACs are checked with.
    pub fn key(&self) -> Option<&MacKeys> {
        self.keys.as_ref().map(Keys::macs)
    }

    /// Everything that is derived from the master key.
    ///
    /// # Errors
    /// [`Fault::Setting`] where this process was not given it.
    pub fn keys(&self) -> Result<&Keys, Fault> {
        let missing = || Fault::Setting("this needs the master key of the database (LEDGER_MASTER_KEY)".into());
        self.keys.as_ref().ok_or_else(missing)
    }

    /// What verifies the notes of this database's notary.
    ///
    /// # Errors
    /// As [`EventLog::keys`].
    pub fn vkey(&self) -> Result<Vkey, Fault> {
        Ok(self.keys()?.notary().vkey().clone())
    }

    /// The event of a row of [`crate::read::feed::COLUMNS`], once its MAC was checked.
    pub(crate) fn event(&self, row: &PgRow) -> Result<Recorded, Fault> {
        checked(self.key(), row)
    }

    /// Refuses a database whose facts this key did not make, before anything is read or written beside them.
    ///
    /// # Errors
    /// [`Fault::Setting`] with what to do: another master key, or a database of a version without MACs.
    pub async fn check_key(&self) -> Result<(), Fault> {
        let Some(key) = self.key() else { return Ok(()) };
        let first = "select mac from events where position = 1 order by partition limit 1";
        let first: Option<Option<Vec<u8>>> = sqlx::query_scalar(first).fetch_optional(self).await?;
        match first {
            None => Ok(()),
            Some(Some(mac)) if key.is_of(&mac) => self.check_adopted(key).await,
            Some(Some(_)) => Err(Fault::Setting(
                "the events of this database were written under another LEDGER_MASTER_KEY".into(),
            )),
            Some(None) => Err(Fault::Setting(
                "this database was made by an earlier version, whose events have no MAC: `ledger migrate --adopt` \
                 takes it over, once"
                    .into(),
            )),
        }
    }

    /// Refuses a database that was made before events named their natural keys, until these were taken over.
    async fn check_adopted(&self, key: &MacKeys) -> Result<(), Fault> {
        let adopted = Adopted::all(&mut *self.acquire().await?).await?;
        if adopted.iter().all(|adopted| adopted.fits(Some(key))) {
            return Ok(());
        }
        Err(Fault::Setting(
            "nothing vouches for the natural keys of this database, which an earlier version made: `ledger migrate --adopt` \
             takes them over, once"
                .into(),
        ))
    }
}

/// The event of a row of [`crate::read::feed::COLUMNS`]; with a key, only one that was written under it.
pub(crate) fn checked(key: Option<&MacKeys>, row: &PgRow) -> Result<Recorded, Fault> {
    let event = recorded(row)?;
    if let Some(key) = key {
        key.check(&event, row.try_get("mac")?)?;
    }
    Ok(event)
}

impl Deref for EventLog {
    type Target = PgPool;

    fn deref(&self) -> &PgPool {
        &self.pool
    }
}

/// Statements run on its connections, as on a pool's.
impl<'c> Executor<'c> for &'c EventLog {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        self.pool.fetch_many(query)
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        self.pool.fetch_optional(query)
    }

    fn prepare_with<'e, 'q: 'e>(
        self,
        sql: &'q str,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement<'q>, Error>>
    where
        'c: 'e,
    {
        self.pool.prepare_with(sql, parameters)
    }

    fn describe<'e, 'q: 'e>(self, sql: &'q str) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'c: 'e,
    {
        self.pool.describe(sql)
    }
}
