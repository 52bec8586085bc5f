//! What happened to a player: the player's own stream and the identity check, newest first.

use super::super::events::heading;
use super::super::read::{self, period};
use super::bound;
use crate::wire::players::{Moved, PlayersTimelineBody, PlayersTimelineData, TimelineLine};
use api::error::Failure;
use api::wire::why::values_of;
use domain::kyc::KycCheck;
use domain::player::Player;
use domain::stream::Stream;
use ledger::entries::{self, Line};
use ledger::feed::{self, Recorded};
use ledger::walk::Way;
use ledger::{Fault, Ledger, StreamId, log};

/// What happened to a player stands in these streams.
const STREAMS: [&str; 2] = [Player::TYPE, KycCheck::TYPE];

/// What happened, newest first.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn timeline(ledger: &Ledger, body: &PlayersTimelineBody) -> Result<PlayersTimelineData, Failure> {
    let player = read::player(&body.player).ok_or_else(|| Failure::invalid("player"))?;
    let limit = read::limit(body.limit)?;
    let Way::Before(before) = read::way(body.before.as_deref(), None)? else {
        return Err(Failure::invalid("before"));
    };
    let asked = (body.from.as_deref(), body.until.as_deref());
    let (until, range) = period::within(ledger, body.as_of.as_deref(), asked).await?;
    let key = StreamId::player(player).key;
    if log::version_at(ledger.pool(), Player::TYPE, &key, bound(ledger, player, &until)).await? == 0 {
        return Err(Failure::invalid("player"));
    }
    let part = range.part(ledger.partition_of(player.0));
    let from = before.map_or(part.high, |cursor| (cursor.position - 1).min(part.high));
    let (mut events, mut total) = (Vec::new(), 0);
    for stream in STREAMS {
        let first = log::version_at(ledger.pool(), stream, &key, part.low).await?;
        let version = log::version_at(ledger.pool(), stream, &key, from).await?.max(first);
        let wanted = i64::try_from(limit + 1).unwrap_or(i64::MAX);
        let after = (version - wanted).max(first);
        events.extend(feed::read_stream_page(ledger.pool(), stream, &key, after, version - after).await?);
        total += (log::version_at(ledger.pool(), stream, &key, part.high).await? - first).max(0);
    }
    events.sort_by_key(|event| std::cmp::Reverse(event.position));
    let has_more = events.len() > limit;
    events.truncate(limit);
    let next = events
        .last()
        .filter(|_| has_more)
        .map(|last| read::cursor(log::cursor(last)));
    Ok(PlayersTimelineData {
        list: lines(ledger, &events, player.0).await?,
        at: until.at,
        total,
        sums: period::wanted(body.sums, entries::sums_of(ledger.pool(), player.0, &STREAMS, part)).await?,
        next,
    })
}

async fn lines(ledger: &Ledger, events: &[Recorded], player: uuid::Uuid) -> Result<Vec<TimelineLine>, Fault> {
    let positions: Vec<i64> = events.iter().map(|event| event.position).collect();
    let partition = i32::from(ledger.partition_of(player));
    let legs = entries::legs(ledger.pool(), partition, &positions).await?;
    let line = |event: &Recorded| {
        let own = |leg: &&Line| leg.owner == player && leg.cursor.position == event.position;
        let moved = legs.iter().filter(own).map(|leg| Moved {
            account: leg.account.clone(),
            asset: leg.asset.clone(),
            amount: leg.amount.to_string(),
            after: leg.after.to_string(),
        });
        Ok(TimelineLine {
            event: heading(event)?,
            values: values_of(&event.event_type, &event.payload),
            moved: moved.collect(),
        })
    };
    events.iter().map(line).collect()
}
