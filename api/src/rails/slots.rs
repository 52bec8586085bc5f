//! Slots and signed messages: the tables that make a second payment impossible to write down (RAILS §B4).
//!
//! A slot is reserved in one transaction with its number, so a number is neither lost nor given out twice. What
//! is signed is inserted once; a second signer finds the first one's bytes. An outcome is written once.

use super::{Payment, Place, Rail, RailFault, Signed};
use domain::ids::WithdrawalId;
use domain::money::Usdt;
use domain::time::Timestamp;
use domain::withdrawal::{Address, Slot, Terms};
use ledger::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// Why a slot's story is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The payee has it.
    Paid,
    /// Proved never to be paid.
    NotPaid,
    /// Nothing was ever signed.
    Void,
}

impl Outcome {
    const fn name(self) -> &'static str {
        match self {
            Outcome::Paid => "paid",
            Outcome::NotPaid => "not_paid",
            Outcome::Void => "void",
        }
    }
}

/// A slot that is still open, or has paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reserved {
    /// Its number in the wallet.
    pub number: i64,
    /// Whose.
    pub withdrawal: WithdrawalId,
    /// What is paid through it.
    pub payment: Payment,
    /// What was signed; none before it was.
    pub signed: Option<Signed>,
}

/// Why a wallet sends nothing; none while it works.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn paused(pool: &PgPool, rail: &dyn Rail) -> Result<Option<String>, Fault> {
    let row = sqlx::query("select paused from payout_wallets where partition = 0 and rail = $1 and wallet = $2")
        .bind(rail.name())
        .bind(rail.wallet())
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?.flatten())
}

/// Why some wallet sends nothing; none while all of them work.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn paused_why(pool: &PgPool) -> Result<Option<String>, Fault> {
    let row = sqlx::query("select min(paused) from payout_wallets where partition = 0")
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// What is switched, by whom and why.
#[derive(Clone, Copy, Debug)]
pub struct Switch<'a> {
    /// The wallet's rail and name; every wallet without.
    pub wallet: Option<(&'a str, &'a str)>,
    /// Who.
    pub by: &'a str,
    /// Why it stops; nothing lets it go on.
    pub reason: Option<&'a str>,
}

/// Stops wallets, or lets them go on. Answers how many that changed: a first reason stays.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn switch(pool: &PgPool, switch: Switch<'_>, now: Timestamp) -> Result<u64, Fault> {
    let done = sqlx::query(
        "with changed as (
             update payout_wallets set paused = $4, paused_at_ms = case when $4 is null then null else $5 end
              where partition = 0 and ($1::text is null or (rail, wallet) = ($1, $2))
                and (paused is null) <> ($4::text is null)
             returning rail, wallet)
         insert into payout_switches (partition, rail, wallet, at_ms, by, reason)
         select 0, rail, wallet, $5, $3, $4 from changed",
    )
    .bind(switch.wallet.map(|(rail, _)| rail))
    .bind(switch.wallet.map(|(_, wallet)| wallet))
    .bind(switch.by)
    .bind(switch.reason)
    .bind(now.0)
    .execute(pool)
    .await?;
    Ok(done.rows_affected())
}

/// Stops one wallet, known or not yet. True when it was not stopped before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn pause(pool: &PgPool, rail: &dyn Rail, by: &str, reason: &str, now: Timestamp) -> Result<bool, Fault> {
    ensure(pool, rail).await?;
    let (wallet, reason) = (Some((rail.name(), rail.wallet())), Some(reason));
    Ok(switch(pool, Switch { wallet, by, reason }, now).await? > 0)
}

async fn ensure(pool: &PgPool, rail: &dyn Rail) -> Result<(), Fault> {
    sqlx::query("insert into payout_wallets (partition, rail, wallet) values (0, $1, $2) on conflict do nothing")
        .bind(rail.name())
        .bind(rail.wallet())
        .execute(pool)
        .await?;
    Ok(())
}

/// The slot of a withdrawal that may pay or has paid; a new one when there is none.
///
/// # Errors
/// [`Fault`] of the database, or of a rail that has no place left.
pub async fn reserve(
    pool: &PgPool,
    rail: &dyn Rail,
    terms: &Terms,
    chain_time: Timestamp,
    now: Timestamp,
) -> Result<Reserved, Fault> {
    ensure(pool, rail).await?;
    let mut transaction = pool.begin().await?;
    // The row's lock orders whoever reserves; a rollback gives the number back.
    let row = sqlx::query(
        "update payout_wallets set next_number = next_number + 1
          where partition = 0 and rail = $1 and wallet = $2 returning next_number - 1",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .fetch_one(&mut *transaction)
    .await?;
    let number: i64 = row.try_get(0)?;
    let place = place(rail, number, chain_time)?;
    let done = sqlx::query(
        "insert into payout_slots (partition, rail, wallet, number, query_id, withdrawal, address, comment, amount,
                                   created_at_s, valid_until_ms, reserved_at_ms)
         values (0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (partition, withdrawal) where outcome is null or outcome = 'paid' do nothing",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .bind(number)
    .bind(signed_number(place.slot.query_id)?)
    .bind(terms.withdrawal.0)
    .bind(terms.address.as_str())
    .bind(terms.comment.as_deref())
    .bind(terms.net().minor())
    .bind(signed_number(place.created_at_s)?)
    .bind(place.slot.valid_until.0)
    .bind(now.0)
    .execute(&mut *transaction)
    .await?;
    if done.rows_affected() > 0 {
        transaction.commit().await?;
    } else {
        transaction.rollback().await?;
    }
    live(pool, terms.withdrawal).await?.ok_or_else(|| {
        Fault::Law(format!(
            "withdrawal {} has no slot after one was reserved",
            terms.withdrawal
        ))
    })
}

fn place(rail: &dyn Rail, number: i64, chain_time: Timestamp) -> Result<Place, Fault> {
    let number = u64::try_from(number).map_err(|_| Fault::Law("a wallet's number is negative".into()))?;
    rail.place(number, chain_time).map_err(unfit)
}

/// What a rail cannot do is a fault of the house, not of a caller.
pub(super) fn unfit(fault: RailFault) -> Fault {
    Fault::Law(fault.to_string())
}

fn signed_number(number: u64) -> Result<i64, Fault> {
    i64::try_from(number).map_err(|_| Fault::Law(format!("{number} does not fit the tables")))
}

const COLUMNS: &str = "s.number, s.query_id, s.withdrawal, s.address, s.comment, s.amount, s.created_at_s, \
                       s.valid_until_ms, s.rail, s.wallet, m.body, m.hash";
const TABLES: &str = "payout_slots s left join payout_messages m on m.partition = s.partition and m.rail = s.rail \
                      and m.wallet = s.wallet and m.number = s.number";

/// The slot of a withdrawal that may pay or has paid.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn live(pool: &PgPool, withdrawal: WithdrawalId) -> Result<Option<Reserved>, Fault> {
    let statement = format!(
        "select {COLUMNS} from {TABLES}
          where s.partition = 0 and s.withdrawal = $1 and (s.outcome is null or s.outcome = 'paid')"
    );
    let row = sqlx::query(&statement).bind(withdrawal.0).fetch_optional(pool).await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &PgRow) -> Result<Reserved, Fault> {
    let broken = |what: &str| Fault::Law(format!("a payout slot's {what} does not read back"));
    let unsigned = |column: usize| -> Result<u64, Fault> {
        u64::try_from(row.try_get::<i64, _>(column)?).map_err(|_| broken("number"))
    };
    let address: String = row.try_get(3)?;
    let body: Option<Vec<u8>> = row.try_get(10)?;
    let hash: Option<Vec<u8>> = row.try_get(11)?;
    let signed = match (body, hash) {
        (Some(body), Some(hash)) => Some(Signed {
            body,
            hash: hash.try_into().map_err(|_| broken("hash"))?,
        }),
        _ => None,
    };
    Ok(Reserved {
        number: row.try_get(0)?,
        withdrawal: WithdrawalId(row.try_get(2)?),
        payment: Payment {
            slot: Slot {
                rail: row.try_get(8)?,
                wallet: row.try_get(9)?,
                query_id: unsigned(1)?,
                valid_until: Timestamp(row.try_get(7)?),
            },
            created_at_s: unsigned(6)?,
            address: Address::parse(&address).ok_or_else(|| broken("address"))?,
            comment: row.try_get(4)?,
            amount: Usdt::from_minor(row.try_get(5)?),
        },
        signed,
    })
}

/// Keeps what was signed, and answers what is to be sent: the first signer's bytes.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn keep(pool: &PgPool, reserved: &Reserved, signed: Signed, now: Timestamp) -> Result<Signed, Fault> {
    let slot = &reserved.payment.slot;
    sqlx::query(
        "insert into payout_messages (partition, rail, wallet, number, withdrawal, hash, body, signed_at_ms)
         select 0, $1, $2, $3, $4, $5, $6, $7 from payout_slots
          where partition = 0 and rail = $1 and wallet = $2 and number = $3 and outcome is null
            for update
             on conflict (partition, rail, wallet, number) do nothing",
    )
    .bind(&slot.rail)
    .bind(&slot.wallet)
    .bind(reserved.number)
    .bind(reserved.withdrawal.0)
    .bind(signed.hash.as_slice())
    .bind(&signed.body)
    .bind(now.0)
    .execute(pool)
    .await?;
    let kept = live(pool, reserved.withdrawal).await?.and_then(|kept| kept.signed);
    kept.ok_or_else(|| Fault::Law("a signed message was not kept".into()))
}

/// Writes how a slot ended; the first word stays.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn end(pool: &PgPool, slot: &Slot, outcome: Outcome, now: Timestamp) -> Result<(), Fault> {
    sqlx::query(
        "update payout_slots set outcome = $4, closed_at_ms = $5
          where partition = 0 and rail = $1 and wallet = $2 and query_id = $3 and outcome is null",
    )
    .bind(&slot.rail)
    .bind(&slot.wallet)
    .bind(signed_number(slot.query_id)?)
    .bind(outcome.name())
    .bind(now.0)
    .execute(pool)
    .await?;
    Ok(())
}

/// What slots that were reserved since a moment pay, or may pay.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn reserved_since(pool: &PgPool, rail: &dyn Rail, since: Timestamp) -> Result<Usdt, Fault> {
    let row = sqlx::query(
        "select coalesce(sum(amount), 0)::bigint from payout_slots
          where partition = 0 and rail = $1 and wallet = $2 and reserved_at_ms >= $3
            and (outcome is null or outcome = 'paid')",
    )
    .bind(rail.name())
    .bind(rail.wallet())
    .bind(since.0)
    .fetch_one(pool)
    .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}

/// Hashes of these that no message of ours has.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unknown(pool: &PgPool, executed: &[[u8; 32]]) -> Result<Vec<String>, Fault> {
    let asked: Vec<&[u8]> = executed.iter().map(<[u8; 32]>::as_slice).collect();
    let rows = sqlx::query(
        "select encode(asked, 'hex') from unnest($1::bytea[]) as asked
          where not exists (select from payout_messages where partition = 0 and hash = asked)",
    )
    .bind(asked)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

/// The slot that a withdrawal's stream names, whatever became of it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, slot: &Slot) -> Result<Option<Reserved>, Fault> {
    let statement = format!(
        "select {COLUMNS} from {TABLES}
          where s.partition = 0 and s.rail = $1 and s.wallet = $2 and s.query_id = $3"
    );
    let row = sqlx::query(&statement)
        .bind(&slot.rail)
        .bind(&slot.wallet)
        .bind(signed_number(slot.query_id)?)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(read).transpose()
}
