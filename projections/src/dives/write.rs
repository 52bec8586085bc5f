//! The writer of `dives`.

use super::{Dives, fund_name};
use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::DiveId;
use domain::player::{Event, Player};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::PgConnection;
use std::collections::BTreeMap;

/// What changes the view.
const EVENTS: [&str; 4] = ["DiveStarted", "CastResolved", "DiveClosed", "DiveVoided"];

impl View for Dives {
    fn name(&self) -> &'static str {
        "dives"
    }

    // By kind, not by event: a dive starts before anything else, and the other two change different columns.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of(page, &EVENTS)?;
            insert(transaction, &facts).await?;
            touch(transaction, &facts).await?;
            close(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::DiveStarted(started) => Some(started),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into dives (partition, player, dive, started_position, stake, fund, start_level, commit,
                            started_at_ms, touched_at_ms)
         select d.*, d.started_at_ms
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[], $7::smallint[],
                       $8::text[], $9::bigint[])
             as d(partition, player, dive, started_position, stake, fund, start_level, commit, started_at_ms)",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, started)| started.dive.0))
    .bind(column(&rows, |(fact, _)| fact.recorded.position))
    .bind(column(&rows, |(_, started)| started.stake.minor()))
    .bind(column(&rows, |(_, started)| fund_name(started.fund)))
    .bind(column(&rows, |(_, started)| i16::from(started.start_level)))
    .bind(column(&rows, |(_, started)| started.commit.as_str()))
    .bind(column(&rows, |(_, started)| started.at.0))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Only the last cast of a dive in the page counts.
async fn touch(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let casts = of_kind(facts, |event| match event {
        Event::CastResolved(cast) => Some(cast),
        _ => None,
    });
    let key = |fact: &ViewEvent<'_, Player>, dive: DiveId| (fact.recorded.partition, fact.owner, dive.0);
    let last: BTreeMap<_, _> = casts
        .iter()
        .map(|(fact, cast)| (key(fact, cast.dive), cast.at.0))
        .collect();
    if last.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = last.into_iter().collect();
    sqlx::query(
        "update dives set touched_at_ms = latest.at_ms
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[]) as latest(partition, player, dive, at_ms)
          where dives.partition = latest.partition and dives.player = latest.player and dives.dive = latest.dive",
    )
    .bind(column(&rows, |((partition, ..), _)| *partition))
    .bind(column(&rows, |((_, player, _), _)| *player))
    .bind(column(&rows, |((.., dive), _)| *dive))
    .bind(column(&rows, |(_, at_ms)| *at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn close(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::DiveClosed(closed) => Some(&closed.dive),
        Event::DiveVoided(voided) => Some(&voided.dive),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update dives set closed = ended.payload::json
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[]) as ended(partition, player, dive, payload)
          where dives.partition = ended.partition and dives.player = ended.player and dives.dive = ended.dive",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, dive)| dive.0))
    .bind(column(&rows, |(fact, _)| fact.recorded.payload.as_str()))
    .execute(transaction)
    .await?;
    Ok(())
}
