//! The journal's lines of custody between two moments, with the transactions that each event knows: of a withdrawal,
//! those of its own stream.

use super::JournalLine;
use domain::ids::WithdrawalId;
use domain::player::Event;
use domain::posting::House;
use domain::time::Timestamp;
use domain::treasury::TreasuryEvent;
use ledger::balance::{AsOf, bounds};
use ledger::entries::{Filter, Line};
use ledger::feed::{self, Recorded};
use ledger::walk::{self, Cursor, Range, Way};
use ledger::{EventLog, Fault};
use projections::withdrawals;
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Withdrawals whose steps are read at once.
const WITHDRAWALS: usize = 200;

/// Lines after one moment, up to another, oldest first.
///
/// # Errors
/// A fault of the database; an event that does not read back.
pub async fn lines(log: &EventLog, after: Timestamp, until: Timestamp) -> Result<Vec<JournalLine>, Fault> {
    let range = Range {
        after: bounds(log, AsOf::Time(after.0)).await?,
        until: bounds(log, AsOf::Time(until.0)).await?,
    };
    let legs = legs(log, &range).await?;
    let mut about = about(log, &legs).await?;
    let lines = legs.into_iter().map(|leg| {
        let About {
            transactions,
            reference,
        } = about
            .remove(&(leg.cursor.partition, leg.cursor.position))
            .unwrap_or_default();
        JournalLine {
            partition: leg.cursor.partition,
            position: leg.cursor.position,
            event: leg.event_type,
            transactions,
            reference,
            at_ms: leg.at_ms,
            // What custody owes to the books is what it holds: the opposite of its balance.
            amount: -leg.amount,
        }
    });
    let mut lines: Vec<JournalLine> = lines.collect();
    lines.sort_by_key(|line| (line.at_ms, line.partition, line.position));
    Ok(lines)
}

/// One leg of custody per event.
async fn legs(log: &EventLog, range: &Range) -> Result<Vec<Line>, Fault> {
    let filter = Filter {
        owner: Some(Uuid::nil()),
        account: Some(House::UsdtCustody.name().to_owned()),
        ..Filter::default()
    };
    let (mut legs, mut before): (Vec<Line>, Option<Cursor>) = (Vec::new(), None);
    loop {
        let found = walk::page(log, &filter, range, Way::Before(before), walk::LINES_MAX).await?;
        before = found.lines.last().map(|line| line.cursor);
        legs.extend(found.lines);
        if !found.has_more || before.is_none() {
            return Ok(legs);
        }
    }
}

/// What an event is about.
#[derive(Clone, Debug, Default)]
struct About {
    transactions: Vec<String>,
    reference: Option<String>,
}

/// What the events of legs are about, by partition and position.
async fn about(log: &EventLog, legs: &[Line]) -> Result<HashMap<(i32, i64), About>, Fault> {
    let mut positions: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for leg in legs {
        positions
            .entry(leg.cursor.partition)
            .or_default()
            .push(leg.cursor.position);
    }
    let (mut found, mut paid) = (HashMap::new(), Vec::new());
    for (partition, positions) in positions {
        for positions in positions.chunks(walk::LINES_MAX) {
            for event in feed::read_at(log, partition, positions).await? {
                let place = (event.partition, event.position);
                let (about, withdrawal) = read(&event)?;
                paid.extend(withdrawal.map(|withdrawal| (withdrawal, place)));
                found.insert(place, about);
            }
        }
    }
    for paid in paid.chunks(WITHDRAWALS) {
        let ids: Vec<WithdrawalId> = paid.iter().map(|(withdrawal, _)| *withdrawal).collect();
        let steps = withdrawals::steps(log, &ids).await?;
        for (withdrawal, place) in paid {
            let steps = steps.get(withdrawal).into_iter().flatten();
            found.entry(*place).or_default().transactions = steps.filter_map(|step| step.tx.clone()).collect();
        }
    }
    Ok(found)
}

/// What an event says by itself, and the withdrawal that it paid.
fn read(event: &Recorded) -> Result<(About, Option<WithdrawalId>), Fault> {
    let about = |transaction: Option<&String>, reference: Option<&String>| About {
        transactions: transaction.into_iter().cloned().collect(),
        reference: reference.cloned(),
    };
    if event.aggregate_type != "player" {
        let payment = match event.decode::<TreasuryEvent>()? {
            TreasuryEvent::PaymentReturned { withdrawal, .. } => {
                return Ok((about(None, Some(&withdrawal.to_string())), Some(withdrawal)));
            }
            TreasuryEvent::UnmatchedReceived { payment, .. } => Some(payment),
            TreasuryEvent::ReserveFunded { payment, .. } => payment,
            _ => None,
        };
        return Ok((about(payment.as_ref().map(|payment| &payment.tx), None), None));
    }
    Ok(match event.decode::<Event>()? {
        Event::TopUpCredited(credited) => (about(Some(&credited.tx), Some(&credited.order_no)), None),
        Event::CouponRefunded(refunded) => (about(None, Some(&refunded.order_no)), None),
        // A case is no order that a statement could name; without a transaction it is all that there is to show.
        Event::AdjustmentPosted(posted) => match &posted.tx {
            Some(tx) => (about(Some(tx), None), None),
            None => (about(None, Some(&posted.case_id)), None),
        },
        Event::WithdrawalSettled(settled) => {
            let withdrawal = settled.withdrawal;
            (about(None, Some(&withdrawal.to_string())), Some(withdrawal))
        }
        _ => (About::default(), None),
    })
}
