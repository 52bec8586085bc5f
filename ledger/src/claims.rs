//! Natural keys beside the log (ledger §4.5). The last event of a command names in its metadata what the command claims,
//! so its MAC vouches for that, and the table `natural_keys` follows from the log. A row that somebody else put there
//! stands for nothing, and one that is gone is missed.
//!
//! Keys of a database that was made before events named them are vouched for all together (`claims/adopted.rs`).

mod adopted;

pub(crate) use adopted::{Adopted, AdoptedRows, renew};

use crate::append::rows::ClaimRow;
use crate::error::Fault;
use crate::event_log::{EventLog, checked};
use crate::mac::MacKeys;
use crate::read::feed::COLUMNS;
use proofs::Recorded;
use serde::Deserialize;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

/// Between the keys of one command; no key holds one.
const SEPARATOR: &str = "\n";
/// Rows of the table that are looked at together.
const PAGE: i64 = 1_000;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub key: String,
    pub aggregate_id: String,
    pub position: i64,
}

/// A natural key that table and log do not agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stray {
    pub position: i64,
    /// In a sentence without its end.
    pub what: String,
}

impl Claim {
    pub(crate) fn read(row: &PgRow) -> Result<Claim, sqlx::Error> {
        Ok(Claim {
            key: row.try_get("key")?,
            aggregate_id: row.try_get("aggregate_id")?,
            position: row.try_get("position")?,
        })
    }

    fn unfounded(self) -> Stray {
        Stray {
            position: self.position,
            what: format!("no event claims the natural key {}", self.key),
        }
    }
}

/// What metadata says that a command claims; nothing for one that claims nothing.
///
/// # Errors
/// [`Fault::Law`] for a key that would read back as two.
pub(crate) fn text(claims: &[ClaimRow]) -> Result<Option<String>, Fault> {
    if let Some(claim) = claims.iter().find(|claim| claim.key.contains(SEPARATOR)) {
        return Err(Fault::Law(format!("a natural key has two lines: {:?}", claim.key)));
    }
    let keys: Vec<&str> = claims.iter().map(|claim| claim.key.as_str()).collect();
    Ok((!keys.is_empty()).then(|| keys.join(SEPARATOR)))
}

#[derive(Deserialize)]
struct Named<'a> {
    #[serde(borrow)]
    claims: Option<Cow<'a, str>>,
}

/// The rows that the table has because of an event.
pub(crate) fn of_event(event: &Recorded) -> Vec<Claim> {
    // Most events claim nothing: their metadata is not parsed for it.
    if !event.metadata.contains("\"claims\"") {
        return Vec::new();
    }
    let named = serde_json::from_str::<Named<'_>>(&event.metadata).ok();
    let Some(keys) = named.and_then(|named| named.claims) else {
        return Vec::new();
    };
    let claim = |key: &str| Claim {
        key: key.to_owned(),
        aggregate_id: event.aggregate_id.clone(),
        position: event.position,
    };
    keys.split(SEPARATOR).map(claim).collect()
}

/// The first of these events that claims a key which the table does not have as it says.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn missing(
    connection: &mut PgConnection,
    partition: i32,
    events: &[Recorded],
) -> Result<Option<Stray>, Fault> {
    let claims: Vec<Claim> = events.iter().flat_map(of_event).collect();
    if claims.is_empty() {
        return Ok(None);
    }
    let row = sqlx::query(
        "select c.key, c.position
           from unnest($2::text[], $3::text[], $4::bigint[]) as c(key, aggregate_id, position)
           left join natural_keys k on k.partition = $1 and k.key = c.key
                and k.aggregate_id = c.aggregate_id and k.position = c.position
          where k.key is null order by c.position limit 1",
    )
    .bind(partition)
    .bind(claims.iter().map(|claim| claim.key.as_str()).collect::<Vec<_>>())
    .bind(
        claims
            .iter()
            .map(|claim| claim.aggregate_id.as_str())
            .collect::<Vec<_>>(),
    )
    .bind(claims.iter().map(|claim| claim.position).collect::<Vec<_>>())
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let key: String = row.try_get("key")?;
    Ok(Some(Stray {
        position: row.try_get("position")?,
        what: format!("the natural key {key} that an event claims is not in the table"),
    }))
}

/// A page of the table after a key: the first row that nothing vouches for, and where the next page begins, if there is
/// one.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unfounded_after(
    keys: Option<&MacKeys>,
    connection: &mut PgConnection,
    partition: i32,
    after: &str,
) -> Result<(Option<Stray>, Option<String>), Fault> {
    let rows = sqlx::query(
        "select key, aggregate_id, position from natural_keys where partition = $1 and key > $2 order by key limit $3",
    )
    .bind(partition)
    .bind(after)
    .bind(PAGE)
    .fetch_all(&mut *connection)
    .await?;
    let claims = rows.iter().map(Claim::read).collect::<Result<Vec<_>, _>>()?;
    let next = claims.last().filter(|_| rows.len() as i64 == PAGE);
    let next = next.map(|claim| claim.key.clone());
    let strays = unfounded(keys, connection, partition, claims).await?;
    Ok((strays.into_iter().next().map(Claim::unfounded), next))
}

/// Who claimed a natural key of a log.
///
/// # Errors
/// [`Fault::Contradiction`] for a row that nothing vouches for; [`Fault`] of the database.
pub(crate) async fn claimant(log: &EventLog, partition: i32, key: &str) -> Result<Option<String>, Fault> {
    let mut connection = log.acquire().await?;
    let row = sqlx::query("select key, aggregate_id, position from natural_keys where partition = $1 and key = $2")
        .bind(partition)
        .bind(key)
        .fetch_optional(&mut *connection)
        .await?;
    let Some(claim) = row.as_ref().map(Claim::read).transpose()? else {
        return Ok(None);
    };
    let id = claim.aggregate_id.clone();
    match unfounded(log.key(), &mut connection, partition, vec![claim])
        .await?
        .pop()
    {
        Some(claim) => Err(Fault::Contradiction(claim.unfounded().what)),
        None => Ok(Some(id)),
    }
}

/// Those of the rows that nothing vouches for: neither the event at their position nor the takeover.
pub(crate) async fn unfounded(
    keys: Option<&MacKeys>,
    connection: &mut PgConnection,
    partition: i32,
    claims: Vec<Claim>,
) -> Result<Vec<Claim>, sqlx::Error> {
    if claims.is_empty() {
        return Ok(claims);
    }
    let adopted = Adopted::read(connection, partition).await?;
    let until = adopted
        .filter(|adopted| adopted.fits(keys))
        .map_or(0, |adopted| adopted.until);
    // Logs begin at one: the takeover vouches for no row before that.
    let later = claims
        .into_iter()
        .filter(|claim| !(1..=until).contains(&claim.position));
    let later: Vec<Claim> = later.collect();
    let rows = sqlx::query(&format!(
        "select {COLUMNS} from events where partition = $1 and position = any($2::bigint[])"
    ))
    .bind(partition)
    .bind(later.iter().map(|claim| claim.position).collect::<Vec<_>>())
    .persistent(false)
    .fetch_all(connection)
    .await?;
    // An event of somebody else vouches for nothing.
    let events = rows.iter().filter_map(|row| checked(keys, row).ok());
    let named: HashMap<i64, Vec<Claim>> = events.map(|event| (event.position, of_event(&event))).collect();
    let is_named = |claim: &Claim| named.get(&claim.position).is_some_and(|named| named.contains(claim));
    Ok(later.into_iter().filter(|claim| !is_named(claim)).collect())
}

/// The keys among these rows.
pub(crate) fn keys_of(claims: Vec<Claim>) -> HashSet<String> {
    claims.into_iter().map(|claim| claim.key).collect()
}

#[cfg(test)]
mod tests;
