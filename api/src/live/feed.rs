//! Follows the logs and notifies the open streams: which player an event concerns, and which topic.
//!
//! Reads no payload of a player's stream. A withdrawal and an order know their player; their stream is asked,
//! and only while a stream is open.

use super::listeners::{Change, Listeners};
use crate::wire::live::Topic;
use domain::ids::PlayerId;
use domain::player::Player;
use domain::stream::Stream as _;
use domain::topup::TopUp;
use domain::withdrawal::Withdrawal;
use ledger::feed::{self, Heading, PAGE_MAX};
use ledger::{Fault, Ledger, StreamId};
use projections::cursor;
use std::time::Duration;

/// Pause between a hint and the look: the casts of a dive are sent together.
const GATHER: Duration = Duration::from_millis(50);
/// Pause after a fault.
const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// Follows every log from where it ends now, until the listeners are closed.
pub(super) async fn follow(ledger: &Ledger, listeners: Listeners) -> Result<(), Fault> {
    for partition in 0..i32::from(ledger.partitions()) {
        let position = cursor::head(ledger, partition).await?;
        let (ledger, listeners) = (ledger.clone(), listeners.clone());
        tokio::spawn(async move { follow_one(&ledger, partition, position, &listeners).await });
    }
    Ok(())
}

async fn follow_one(ledger: &Ledger, partition: i32, mut position: i64, listeners: &Listeners) {
    let mut wakeup = ledger.signal().subscribe();
    while !listeners.is_closed() {
        wakeup.wait().await;
        tokio::time::sleep(GATHER).await;
        match step(ledger, partition, position, listeners).await {
            Ok(reached) => position = reached,
            Err(fault) => {
                tracing::debug!(%fault, partition, "changes are not sent for a moment");
                tokio::time::sleep(FAULT_PAUSE).await;
            }
        }
    }
}

/// Sends what was recorded after a position. While no stream is open it only keeps up with the log's end.
async fn step(ledger: &Ledger, partition: i32, mut after: i64, listeners: &Listeners) -> Result<i64, Fault> {
    if listeners.is_empty() {
        return cursor::head(ledger, partition).await;
    }
    loop {
        let page = feed::headings(ledger.pool(), partition, after, PAGE_MAX).await?;
        for heading in &page {
            notify(ledger, heading, listeners).await?;
        }
        let Some(last) = page.last() else { return Ok(after) };
        after = last.position;
    }
}

async fn notify(ledger: &Ledger, heading: &Heading, listeners: &Listeners) -> Result<(), Fault> {
    let Some((player, topic)) = concern(ledger, heading).await? else {
        return Ok(());
    };
    if listeners.has_streams(player) {
        // A withdrawal may be in another log than its player, whose positions mean nothing to the client.
        let own = i32::from(ledger.partition_of(player.0));
        let at = match own == heading.partition {
            true => heading.position,
            false => cursor::head(ledger, own).await?,
        };
        listeners.notify(player, Change { topic, at });
    }
    Ok(())
}

async fn concern(ledger: &Ledger, heading: &Heading) -> Result<Option<(PlayerId, Topic)>, Fault> {
    let id = StreamId::parse(&heading.aggregate_id);
    Ok(match heading.aggregate_type.as_str() {
        Player::TYPE => Some((PlayerId(id.owner), Topic::Balance)),
        Withdrawal::TYPE => {
            let withdrawal = ledger.withdrawals().load(&id).await?.state;
            let request = withdrawal.request;
            request.map(|request| (request.terms.player, Topic::Withdrawal))
        }
        TopUp::TYPE => {
            let topup = ledger.topups().load(&id).await?.state;
            topup.order.map(|order| (order.player, Topic::Topup))
        }
        _ => None,
    })
}
