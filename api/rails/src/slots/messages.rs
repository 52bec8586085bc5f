//! Signed messages of a slot: stored before they are sent, each attempt once, for ever (rails §3.2).
//!
//! A second signer of an attempt finds the first one's bytes, and sends those.

use super::{Reserved, broken};
use crate::{Kept, Purpose, Signed};
use domain::ids::WithdrawalId;
use domain::time::Timestamp;
use ledger::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// What was signed for a slot, the latest last.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn kept(pool: &PgPool, reserved: &Reserved) -> Result<Vec<Kept>, Fault> {
    let slot = &reserved.payment.slot;
    let rows = sqlx::query(
        "select 0, 'pay', body, hash, signed_at_ms from payout_messages
          where partition = 0 and rail = $1 and wallet = $2 and number = $3
         union all
         select attempt, purpose, body, hash, signed_at_ms from payout_replacements
          where partition = 0 and rail = $1 and wallet = $2 and number = $3
          order by 1",
    )
    .bind(&slot.rail)
    .bind(&slot.wallet)
    .bind(reserved.number)
    .fetch_all(pool)
    .await?;
    let message = |row: &PgRow| {
        let purpose: String = row.try_get(1)?;
        Ok(Kept {
            attempt: u32::try_from(row.try_get::<i32, _>(0)?).map_err(|_| broken("attempt"))?,
            purpose: purpose_of(&purpose).ok_or_else(|| broken("purpose"))?,
            signed: Signed {
                body: row.try_get(2)?,
                hash: row.try_get::<Vec<u8>, _>(3)?.try_into().map_err(|_| broken("hash"))?,
            },
            at: Timestamp(row.try_get(4)?),
        })
    };
    rows.iter().map(message).collect()
}

const fn purpose_name(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Pay => "pay",
        Purpose::Cancel => "cancel",
    }
}

fn purpose_of(name: &str) -> Option<Purpose> {
    [Purpose::Pay, Purpose::Cancel]
        .into_iter()
        .find(|purpose| purpose_name(*purpose) == name)
}

/// Keeps what was signed, and answers what is to be sent: the first signer's bytes. The slot's first message is a
/// payment; a cancellation, and whatever comes later, replaces it.
///
/// # Errors
/// [`Fault`] of the database, or a slot that has ended meanwhile.
pub async fn keep(
    pool: &PgPool,
    reserved: &Reserved,
    (purpose, signed): (Purpose, Signed),
    now: Timestamp,
) -> Result<Kept, Fault> {
    let attempt = match reserved.kept.last() {
        Some(last) => last.attempt + 1,
        None => u32::from(purpose == Purpose::Cancel),
    };
    let slot = &reserved.payment.slot;
    sqlx::query("select keep_payout_message($1, $2, $3, $4, $5, $6, $7, $8, $9)")
        .bind(&slot.rail)
        .bind(&slot.wallet)
        .bind(reserved.number)
        .bind(reserved.withdrawal.0)
        .bind(signed.hash.as_slice())
        .bind(&signed.body)
        .bind(now.0)
        .bind(i32::try_from(attempt).map_err(|_| broken("attempt"))?)
        .bind(purpose_name(purpose))
        .execute(pool)
        .await?;
    let kept = kept(pool, reserved).await?;
    let found = kept.into_iter().find(|kept| kept.attempt == attempt);
    found.ok_or_else(|| Fault::Law("a signed message was not kept".into()))
}

/// Hashes of these that no message of ours has.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unknown(pool: &PgPool, executed: &[[u8; 32]]) -> Result<Vec<String>, Fault> {
    let asked: Vec<&[u8]> = executed.iter().map(<[u8; 32]>::as_slice).collect();
    let rows = sqlx::query(
        "select encode(asked, 'hex') from unnest($1::bytea[]) as asked
          where not exists (select from payout_messages where partition = 0 and hash = asked)
            and not exists (select from payout_replacements where partition = 0 and hash = asked)",
    )
    .bind(asked)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// A message that was signed for a withdrawal, and how its slot ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfWithdrawal {
    pub rail: String,
    /// The slot's number in its wallet.
    pub number: i64,
    /// 0 is the slot's first message; a later one takes its place.
    pub attempt: i32,
    pub purpose: String,
    pub hash: Vec<u8>,
    pub signed_at: Timestamp,
    /// The slot's outcome; none while that is not certain.
    pub outcome: Option<String>,
}

/// What was signed for a withdrawal, in the order in which it was signed.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of_withdrawal(pool: &PgPool, withdrawal: WithdrawalId) -> Result<Vec<OfWithdrawal>, Fault> {
    let rows = sqlx::query(
        "select m.rail, m.number, m.attempt, m.purpose, m.hash, m.signed_at_ms, s.outcome
           from payout_slots s
           join (select partition, rail, wallet, number, hash, signed_at_ms, 0 as attempt, 'pay' as purpose
                   from payout_messages
                  union all
                 select partition, rail, wallet, number, hash, signed_at_ms, attempt, purpose
                   from payout_replacements) m using (partition, rail, wallet, number)
          where s.withdrawal = $1 order by m.signed_at_ms, m.number, m.attempt",
    )
    .bind(withdrawal.0)
    .fetch_all(pool)
    .await?;
    let message = |row: &PgRow| {
        Ok(OfWithdrawal {
            rail: row.try_get(0)?,
            number: row.try_get(1)?,
            attempt: row.try_get(2)?,
            purpose: row.try_get(3)?,
            hash: row.try_get(4)?,
            signed_at: Timestamp(row.try_get(5)?),
            outcome: row.try_get(6)?,
        })
    };
    Ok(rows.iter().map(message).collect::<Result<_, sqlx::Error>>()?)
}
