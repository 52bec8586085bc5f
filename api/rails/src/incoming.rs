//! Payments that came: each once, whatever becomes of it (rails §6).

mod nobodys;
mod returning;
mod seal;
mod suspense;

pub use domain::treasury::PaymentKey as Key;
pub use nobodys::{Place, Unmatched, sum, unmatched, unmatched_after, unmatched_of, waiting};
pub use returning::{Returning, free, going_back, is_back, returned, take_back, to_go_back};
pub use seal::{doubt, renew};
pub use suspense::{Unnamed, fund, is_known, suspended, to_suspend, unbooked};

use super::{Cursors, Incoming, Rail};
use domain::finding::Finding;
use domain::ids::{OrderId, ProposalId};
use domain::money::Usdt;
use domain::time::Timestamp;
use ledger::{EventLog, Fault};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{PgPool, Postgres, Row};

/// Names of the two accounts whose cursors are kept.
const ACCOUNTS: [&str; 2] = ["token", "wallet"];
/// Payments read at once.
const PAGE: i64 = 200;

/// A payment and the order it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    pub payment: Incoming,
    pub order_no: String,
    /// Its comment names the order, or two people approved that it is the order's.
    pub is_founded: bool,
    /// Its comment gave it to the order: its money comes into the books with the order. What people gave to one comes
    /// out of suspense, whatever its comment says.
    pub is_named: bool,
    /// It is on the suspense account.
    pub in_suspense: bool,
    /// This service saw it on the chain, or an event put it on the suspense account.
    pub is_ours: bool,
}

impl Claimed {
    /// Why it is credited to nobody, and nobody is paid while it stands there.
    pub fn fault(&self) -> Option<Finding> {
        match (self.is_ours, self.is_founded) {
            (true, true) => None,
            (true, false) => Some(groundless(&self.payment.tx, &self.order_no)),
            (false, _) => Some(seal::unseen(&self.payment.tx)),
        }
    }
}

/// How far the house's accounts were read.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn cursors(pool: &PgPool, rail: &dyn Rail) -> Result<Cursors, Fault> {
    let rows = sqlx::query("select account, lt from rail_cursors where partition = 0 and rail = $1")
        .bind(rail.name())
        .fetch_all(pool)
        .await?;
    let mut cursors = Cursors::default();
    for row in rows {
        let (account, lt): (String, i64) = (row.try_get(0)?, row.try_get(1)?);
        let lt = u64::try_from(lt).unwrap_or_default();
        match account.as_str() {
            "token" => cursors.token = lt,
            _ => cursors.wallet = lt,
        }
    }
    Ok(cursors)
}

/// Keeps payments and how far the accounts were read, in one transaction. A payment that is known stays as it is.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn keep(
    log: &EventLog,
    rail: &dyn Rail,
    payments: &[(Incoming, Option<String>)],
    reached: Cursors,
    now: Timestamp,
) -> Result<(), Fault> {
    let macs = log.keys()?.macs();
    let mut transaction = log.begin().await?;
    for (payment, order_no) in payments {
        sqlx::query("select keep_incoming_payment($1, $2, $3, $4, $5, $6, $7, $8, $9)")
            .bind(rail.name())
            .bind(&payment.tx)
            .bind(logical(payment.lt)?)
            .bind(&payment.sender)
            .bind(payment.amount.minor())
            .bind(payment.comment.as_deref().map(plain))
            .bind(order_no)
            .bind(now.0)
            .bind(seal::mac(macs, rail.name(), payment)?.as_slice())
            .execute(&mut *transaction)
            .await?;
    }
    for (account, lt) in ACCOUNTS.into_iter().zip([reached.token, reached.wallet]) {
        sqlx::query(
            "insert into rail_cursors (partition, rail, account, lt) values (0, $1, $2, $3)
             on conflict (partition, rail, account) do update set lt = greatest(rail_cursors.lt, excluded.lt)",
        )
        .bind(rail.name())
        .bind(account)
        .bind(logical(lt)?)
        .execute(&mut *transaction)
        .await?;
    }
    Ok(transaction.commit().await?)
}

pub(super) fn logical(lt: u64) -> Result<i64, Fault> {
    i64::try_from(lt).map_err(|_| Fault::Law(format!("the logical time {lt} does not fit the tables")))
}

/// A question about one payment: its key is what is bound first.
fn about<'q>(statement: &'q str, of: &'q Key) -> Result<Query<'q, Postgres, PgArguments>, Fault> {
    Ok(sqlx::query(statement).bind(&of.rail).bind(&of.tx).bind(logical(of.lt)?))
}

/// Anybody may have written it: no zero byte reaches a text of the database.
fn plain(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

/// Whether a payment is the order's that its row names: written by somebody with more rights than the service, a row
/// may say anything.
const IS_FOUNDED: &str = "(comment_names(comment, order_no)
    or exists (select from approved_assignment(rail, tx, lt, order_no, proposal)))";

/// Payments that are an order's and not credited yet, oldest first; those with a fault are last.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn to_credit(log: &EventLog, rail: &dyn Rail) -> Result<Vec<Claimed>, Fault> {
    let statement = format!(
        "select lt, tx, sender, amount, comment, order_no, {IS_FOUNDED} as is_founded,
                proposal is null and comment_names(comment, order_no) as is_named,
                in_suspense_at_ms is not null as in_suspense, mac
           from incoming_payments
          where partition = 0 and rail = $1 and order_no is not null and credited_at_ms is null
          order by is_founded desc, lt limit $2"
    );
    let rows = sqlx::query(&statement)
        .bind(rail.name())
        .bind(PAGE)
        .fetch_all(&**log)
        .await?;
    let macs = log.keys()?.macs();
    let claimed = |row: &PgRow| {
        let (payment, in_suspense) = (payment(row)?, row.try_get("in_suspense")?);
        Ok(Claimed {
            is_ours: in_suspense || seal::is_ours(macs, rail.name(), &payment, row.try_get("mac")?)?,
            payment,
            order_no: row.try_get("order_no")?,
            is_founded: row.try_get("is_founded")?,
            is_named: row.try_get("is_named")?,
            in_suspense,
        })
    };
    let mut all: Vec<Claimed> = rows.iter().map(claimed).collect::<Result<_, Fault>>()?;
    all.sort_by_key(|claimed| claimed.fault().is_some());
    Ok(all)
}

/// The first payment that is to be credited to an order which nothing gave it to, or that this service did not write.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn unfounded(log: &EventLog) -> Result<Option<Finding>, Fault> {
    let statement = format!(
        "select tx, order_no from incoming_payments
          where partition = 0 and order_no is not null and credited_at_ms is null and not {IS_FOUNDED}
          order by seen_at_ms, lt, rail, tx limit 1"
    );
    match sqlx::query(&statement).fetch_optional(&**log).await? {
        Some(row) => Ok(Some(groundless(row.try_get(0)?, row.try_get(1)?))),
        None => seal::foreign(log).await,
    }
}

/// Why nobody is paid while such a payment stands there.
fn groundless(tx: &str, order_no: &str) -> Finding {
    let text = format!(
        "the payment {tx} was given to the order {order_no}, which its comment does not name and nobody approved"
    );
    let found = Finding::new("payment_groundless", text);
    found.with("tx", tx).with("order", order_no)
}

impl Incoming {
    /// Which payment it is, of those that came by a rail.
    pub fn key(&self, rail: &str) -> Key {
        Key {
            rail: rail.to_owned(),
            tx: self.tx.clone(),
            lt: self.lt,
        }
    }
}

/// Every payment that was seen after one moment, up to another, whosever it is, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn seen_between(pool: &PgPool, after: Timestamp, until: Timestamp) -> Result<Vec<Unmatched>, Fault> {
    let rows = sqlx::query(
        "select lt, tx, sender, amount, comment, seen_at_ms, rail from incoming_payments
          where partition = 0 and seen_at_ms > $1 and seen_at_ms <= $2 order by seen_at_ms, lt, rail, tx",
    )
    .bind(after.0)
    .bind(until.0)
    .fetch_all(pool)
    .await?;
    rows.iter().map(seen).collect()
}

/// A payment, whosever it is, and when it was seen.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, key: &Key) -> Result<Option<(Incoming, Timestamp)>, Fault> {
    let row = sqlx::query(
        "select lt, tx, sender, amount, comment, seen_at_ms, rail from incoming_payments
          where partition = 0 and rail = $1 and tx = $2 and lt = $3",
    )
    .bind(&key.rail)
    .bind(&key.tx)
    .bind(logical(key.lt)?)
    .fetch_optional(pool)
    .await?;
    let seen = row.as_ref().map(seen).transpose()?;
    Ok(seen.map(|seen| (seen.payment, seen.seen_at)))
}

/// A payment of an order, whether its row says yet that it was credited or not: the player's stream says that first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of_order(pool: &PgPool, order_no: &str, tx: &str, lt: u64) -> Result<Option<Unmatched>, Fault> {
    let row = sqlx::query(
        "select lt, tx, sender, amount, comment, seen_at_ms, rail from incoming_payments
          where partition = 0 and order_no = $1 and tx = $2 and lt = $3
          order by rail limit 1",
    )
    .bind(order_no)
    .bind(tx)
    .bind(logical(lt)?)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(seen).transpose()
}

/// The payment of a transaction that an order has, or may still be given: what a proposal meant that names the
/// transaction alone.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn key_of(pool: &PgPool, tx: &str, order_no: &str) -> Result<Option<Key>, Fault> {
    let row = sqlx::query(
        "select rail, lt from incoming_payments
          where partition = 0 and tx = $1 and (order_no is null and proposal is null or order_no = $2)
          order by order_no is null, lt, rail limit 1",
    )
    .bind(tx)
    .bind(order_no)
    .fetch_optional(pool)
    .await?;
    let key = |row: PgRow| {
        Ok(Key {
            rail: row.try_get(0)?,
            tx: tx.to_owned(),
            lt: u64::try_from(row.try_get::<i64, _>(1)?).unwrap_or_default(),
        })
    };
    row.map(key).transpose()
}

fn seen(row: &PgRow) -> Result<Unmatched, Fault> {
    Ok(Unmatched {
        rail: row.try_get(6)?,
        payment: payment(row)?,
        seen_at: Timestamp(row.try_get(5)?),
    })
}

fn payment(row: &PgRow) -> Result<Incoming, Fault> {
    Ok(Incoming {
        lt: u64::try_from(row.try_get::<i64, _>("lt")?).unwrap_or_default(),
        tx: row.try_get("tx")?,
        sender: row.try_get("sender")?,
        amount: Usdt::from_minor(row.try_get("amount")?),
        comment: row.try_get("comment")?,
    })
}

/// Gives a payment to an order, as an approved proposal says. False when it is somebody's already, or unknown.
///
/// # Errors
/// [`Fault`] of the database, also when the proposal is not approved or says something else.
pub async fn claim(pool: &PgPool, payment: &Key, order_no: &str, proposal: ProposalId) -> Result<bool, Fault> {
    let row = about("select assign_incoming_payment($1, $2, $3, $4, $5)", payment)?
        .bind(order_no)
        .bind(proposal.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// Whether a payment belongs to this order.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn is_of(pool: &PgPool, payment: &Key, order_no: &str) -> Result<bool, Fault> {
    let row = sqlx::query(
        "select exists (select from incoming_payments
                         where partition = 0 and rail = $1 and tx = $2 and lt = $3 and order_no = $4)",
    )
    .bind(&payment.rail)
    .bind(&payment.tx)
    .bind(logical(payment.lt)?)
    .bind(order_no)
    .fetch_one(pool)
    .await?;
    Ok(row.try_get(0)?)
}

/// Notes that an order's stream has the payment. False when it has not, or when that was noted before.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn credited(pool: &PgPool, of: &Key, order_no: &str, now: Timestamp) -> Result<bool, Fault> {
    let row = about("select credit_incoming_payment($1, $2, $3, $4, $5)", of)?
        .bind(OrderId::of(order_no).0)
        .bind(now.0)
        .fetch_one(pool)
        .await?;
    Ok(row.try_get(0)?)
}

/// All that ever came by a rail, whatever became of it: a later sum less an earlier one is what came between.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn came(pool: &PgPool, rail: &dyn Rail) -> Result<Usdt, Fault> {
    let row =
        sqlx::query("select coalesce(sum(amount), 0)::bigint from incoming_payments where partition = 0 and rail = $1")
            .bind(rail.name())
            .fetch_one(pool)
            .await?;
    Ok(Usdt::from_minor(row.try_get(0)?))
}
