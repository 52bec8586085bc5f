//! Who wrote the row of a payment that came: its MAC, under a key that the database never holds (ledger §4.4).
//!
//! A payment is booked, or credited out of nothing, only when this service saw it on the chain. What is on the suspense
//! account is vouched for by the event that put it there. Whoever is paid because of a payment is the sender of a row that
//! this service wrote.

use super::{Key, PAGE, Unmatched, about, logical, payment, plain};
use crate::Incoming;
use domain::finding::Finding;
use ledger::keys::rotate::renew_macs;
use ledger::{EventLog, Fault, MacKeys};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

/// What a row is to its MAC.
const KIND: &str = "incoming payment";

/// Rows that are in no books yet.
const UNBOOKED: &str = "select mac, lt, tx, sender, amount, comment, rail from incoming_payments
 where partition = 0 and credited_at_ms is null and in_suspense_at_ms is null
 order by rail, tx, lt limit $1";
/// Every row, in the order of its key, after the one whose key as bytes is `$1`.
const ALL: &str =
    "select convert_to(rail || ' ' || tx || ' ' || lt, 'UTF8'), mac, lt, tx, sender, amount, comment, rail
  from incoming_payments, convert_from($1, 'UTF8') last
 where partition = 0 and (rail, tx, lt)
     > (split_part(last, ' ', 1), split_part(last, ' ', 2), coalesce(nullif(split_part(last, ' ', 3), '')::bigint, -1))
 order by rail, tx, lt limit $2";
const UPDATE: &str = "update incoming_payments set mac = $3
  from convert_from($1, 'UTF8') key
 where partition = 0 and rail = split_part(key, ' ', 1) and tx = split_part(key, ' ', 2)
   and lt = split_part(key, ' ', 3)::bigint and mac = $2";

/// What a row must carry.
pub(super) fn mac(macs: &MacKeys, rail: &str, payment: &Incoming) -> Result<[u8; 20], Fault> {
    Ok(macs.of_row(KIND, &covered(rail, payment)?.each_ref().map(Vec::as_slice)))
}

/// Whether this service wrote a row.
pub(super) fn is_ours(macs: &MacKeys, rail: &str, payment: &Incoming, mac: Option<&[u8]>) -> Result<bool, Fault> {
    let covered = covered(rail, payment)?;
    Ok(mac.is_some_and(|mac| macs.fits_row(KIND, &covered.each_ref().map(Vec::as_slice), mac)))
}

/// What the MAC covers: all that makes a payment what it is. Whose it is follows from its comment, or from events.
fn covered(rail: &str, payment: &Incoming) -> Result<[Vec<u8>; 6], Fault> {
    let [lt, amount] = [logical(payment.lt)?, payment.amount.minor()].map(|number| number.to_be_bytes().to_vec());
    let comment = payment.comment.as_deref().map(plain);
    let comment = comment.map_or_else(|| vec![0], |comment| [&[1], comment.as_bytes()].concat());
    let text = |text: &str| text.as_bytes().to_vec();
    Ok([
        text(rail),
        text(&payment.tx),
        lt,
        text(&payment.sender),
        amount,
        comment,
    ])
}

/// The first payment of a page that is in no books yet and that this service did not write.
///
/// # Errors
/// [`Fault`] of the database.
pub(super) async fn foreign(log: &EventLog) -> Result<Option<Finding>, Fault> {
    let rows = sqlx::query(UNBOOKED).bind(PAGE).fetch_all(&**log).await?;
    for row in &rows {
        let (payment, key) = keyed(row)?;
        if !is_ours(log.keys()?.macs(), &key.rail, &payment, row.try_get("mac")?)? {
            return Ok(Some(unseen(&key.tx)));
        }
    }
    Ok(None)
}

/// Why nobody is paid while such a payment stands there.
pub(crate) fn unseen(tx: &str) -> Finding {
    let text = format!("the payment {tx} is not one that this service saw on the chain");
    Finding::new("payment_unseen", text).with("tx", tx)
}

fn keyed(row: &PgRow) -> Result<(Incoming, Key), Fault> {
    let payment = payment(row)?;
    let key = payment.key(row.try_get("rail")?);
    Ok((payment, key))
}

/// Why nobody is paid because of a payment: its row is none that this service wrote.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn doubt(pool: &PgPool, macs: &MacKeys, of: &Unmatched) -> Result<Option<Finding>, Fault> {
    let key = of.key();
    let row = about(
        "select mac from incoming_payments where partition = 0 and rail = $1 and tx = $2 and lt = $3",
        &key,
    )?;
    let row = row.fetch_optional(pool).await?;
    let mac: Option<Vec<u8>> = row.and_then(|row| row.try_get(0).transpose()).transpose()?;
    let ours = is_ours(macs, &of.rail, &of.payment, mac.as_deref())?;
    Ok((!ours).then(|| unseen(&of.payment.tx)))
}

/// Makes the MACs of payments anew ([`renew_macs`]).
///
/// # Errors
/// [`Fault`] of the database.
pub async fn renew(connection: &mut PgConnection, macs: &MacKeys) -> Result<u64, Fault> {
    renew_macs(connection, macs, (ALL, UPDATE), |row, old| {
        let made = |fault: Fault| sqlx::Error::Decode(fault.to_string().into());
        let (payment, key) = keyed(row).map_err(made)?;
        let ours = is_ours(macs, &key.rail, &payment, Some(old)).map_err(made)?;
        ours.then(|| mac(macs, &key.rail, &payment).map_err(made)).transpose()
    })
    .await
}
