//! Players by what they hold and by dormancy: as they stand now, at positions that the answer states.

use crate::reading::read::{period, recorded_at};
use crate::wire::at::At;
use crate::wire::page;
use crate::wire::players::{PlayerHeld, PlayerListed, PlayersListBody, PlayersListData};
use api::error::Failure;
use domain::money::Asset;
use domain::time::{Day, Timestamp};
use ledger::{Fault, Ledger, StreamId};
use projections::activities::{self, Listed, Order};
use uuid::Uuid;

/// Days of dormancy at most: ten years.
const DORMANT_MAX: i64 = 3_650;

/// A page of players.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn list(ledger: &Ledger, body: &PlayersListBody) -> Result<PlayersListData, Failure> {
    let limit = page::limit(body.limit)?;
    let asset = body.asset.as_deref().map_or(Some(Asset::Usdt), Asset::named);
    let asset = asset.ok_or_else(|| Failure::invalid("asset"))?.name();
    let now = ledger.clock().now();
    let until = body.dormant.map(|days| since(days, now)).transpose()?;
    let order = order(body, asset)?;
    let found = activities::list(ledger.pool(), order, until, (limit, body.sums == Some(true))).await?;
    let next = page::next(&found.rows, limit, |row| match order {
        Order::Balance { .. } => page::cursor(held(row, asset), row.player.0),
        Order::Dormancy { .. } => page::cursor(row.active_on.0.into(), row.player.0),
    });
    let mut list = Vec::with_capacity(found.rows.len());
    for row in found.rows {
        list.push(shown(ledger, row, now).await?);
    }
    Ok(PlayersListData {
        at: at(ledger, &found.positions).await?,
        list,
        sums: found.sums.map(period::summed),
        next,
    })
}

/// The last day that is at least so many days ago.
fn since(days: i64, now: Timestamp) -> Result<Day, Failure> {
    let days = Some(days).filter(|days| (1..=DORMANT_MAX).contains(days));
    let days = days.and_then(|days| i32::try_from(days).ok());
    let days = days.ok_or_else(|| Failure::invalid("dormant"))?;
    Ok(Day(now.day().0 - days))
}

fn order<'a>(body: &PlayersListBody, asset: &'a str) -> Result<Order<'a>, Failure> {
    let after = page::place(body.before.as_deref())?;
    match body.order.as_deref() {
        None | Some("balance") => Ok(Order::Balance { asset, after }),
        Some("dormancy") => {
            let day = |(day, player): (i64, Uuid)| Some((Day(i32::try_from(day).ok()?), player));
            let read = after.map(|place| day(place).ok_or_else(|| Failure::invalid("before")));
            Ok(Order::Dormancy {
                after: read.transpose()?,
            })
        }
        Some(_) => Err(Failure::invalid("order")),
    }
}

fn held(row: &Listed, asset: &str) -> i64 {
    row.balances.get(asset).copied().unwrap_or_default()
}

async fn shown(ledger: &Ledger, row: Listed, now: Timestamp) -> Result<PlayerListed, Fault> {
    let state = ledger.players().load(&StreamId::player(row.player)).await?.state;
    let held = row.balances.into_iter().filter(|(_, held)| *held != 0);
    Ok(PlayerListed {
        player: row.player.to_string(),
        tg_id: state.registration.tg_id.to_string(),
        scode: state.registration.scode.to_string(),
        held: held
            .map(|(asset, amount)| PlayerHeld {
                asset,
                amount: amount.to_string(),
            })
            .collect(),
        registered_at_ms: row.registered_at.0,
        active_on: row.active_on.to_string(),
        vip: state.vip.tier(now),
        frozen: state.freeze.is_frozen,
    })
}

async fn at(ledger: &Ledger, positions: &[i64]) -> Result<At, Fault> {
    let by_log = positions.iter().enumerate();
    Ok(At {
        positions: by_log.map(|(log, position)| (log.to_string(), *position)).collect(),
        time_ms: recorded_at(ledger.pool(), positions).await?,
    })
}
