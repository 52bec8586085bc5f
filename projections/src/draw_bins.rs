//! View `draw_bins`: the numbers that casts drew, counted by UTC day, level and fiftieth of the range; for the test
//! that no number is drawn more often than another (domain §2.6).
//!
//! Counted are numbers, not prizes: every paytable cuts the same range, so a change of the paytable changes nothing.

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::draw::DRAW_TOTAL;
use domain::player::{Event, Player};
use domain::time::Day;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;

/// Bins of a level: as many as let a night of some thousand casts fill each (ASSUMED).
pub const BINS: usize = 50;
/// Numbers of a bin.
const WIDTH: u64 = DRAW_TOTAL / BINS as u64;

#[derive(Clone, Copy, Debug)]
pub struct DrawBins;

/// The draws of a level by bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelDraws {
    pub level: i16,
    pub casts: [i64; BINS],
}

impl View for DrawBins {
    fn name(&self) -> &'static str {
        "draw_bins"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move { add(transaction, &facts_of(page, &["CastResolved"])?).await })
    }
}

async fn add(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let cast = of_kind(facts, |event| match event {
        Event::CastResolved(cast) => Some(cast),
        // No other event draws a number of the range.
        _ => None,
    });
    let mut bins: BTreeMap<(i32, i32, i16, i16), i64> = BTreeMap::new();
    for (fact, cast) in cast {
        let bin = (u64::from(cast.t) / WIDTH) as i16;
        let key = (fact.recorded.partition, cast.at.day().0, i16::from(cast.level), bin);
        *bins.entry(key).or_default() += 1;
    }
    if bins.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = bins.into_iter().collect();
    sqlx::query(
        "insert into draw_bins as known (partition, day, level, bin, casts)
         select * from unnest($1::int[], $2::int[], $3::smallint[], $4::smallint[], $5::bigint[])
         on conflict (partition, day, level, bin) do update set casts = known.casts + excluded.casts",
    )
    .bind(column(&rows, |((partition, ..), _)| *partition))
    .bind(column(&rows, |((_, day, ..), _)| *day))
    .bind(column(&rows, |((_, _, level, _), _)| *level))
    .bind(column(&rows, |((.., bin), _)| *bin))
    .bind(column(&rows, |(_, casts)| *casts))
    .execute(transaction)
    .await?;
    Ok(())
}

/// The draws of every level from one day to another, both included, over all logs.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn between(pool: &PgPool, first: Day, last: Day) -> Result<Vec<LevelDraws>, Fault> {
    let rows = sqlx::query(
        "select level, bin, sum(casts)::bigint from draw_bins where day between $1 and $2
          group by level, bin order by level, bin",
    )
    .bind(first.0)
    .bind(last.0)
    .fetch_all(pool)
    .await?;
    let mut levels: Vec<LevelDraws> = Vec::new();
    for row in rows {
        let (level, bin, casts): (i16, i16, i64) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
        if levels.last().is_none_or(|last| last.level != level) {
            let casts = [0; BINS];
            levels.push(LevelDraws { level, casts });
        }
        let bin = usize::try_from(bin).ok();
        if let Some(counted) = bin
            .zip(levels.last_mut())
            .and_then(|(bin, last)| last.casts.get_mut(bin))
        {
            *counted = casts;
        }
    }
    Ok(levels)
}
