//! View `cases`: what members of staff look into, open or closed. What was written in a case is read from the case's own
//! stream, and how far it is as well before anything is decided.

use crate::page::{Between, Waiting};
use crate::view::{View, ViewEvent, Writing, column, facts};
use domain::case::{Case, CaseEvent, State};
use domain::ids::{CaseId, PlayerId};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub struct Cases;

/// A case of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseRow {
    pub case: CaseId,
    pub number: String,
    pub title: String,
    /// Whom it concerns.
    pub player: Option<PlayerId>,
    pub assignee: Option<String>,
    pub state: String,
    pub opened_at: Timestamp,
    /// The last thing that happened in it.
    pub changed_at: Timestamp,
}

impl View for Cases {
    fn name(&self) -> &'static str {
        "cases"
    }

    // By kind, not by event: a case is opened before anything else, and only its last state in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts::<Case>(page)?;
            insert(transaction, &facts).await?;
            settle(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Case>]) -> Result<(), Fault> {
    let opened = facts.iter().filter_map(|fact| match fact.event {
        CaseEvent::CaseOpened {
            no, title, player, at, ..
        } => Some((fact, no.as_str(), title.as_str(), player.map(|player| player.0), at.0)),
        _ => None,
    });
    let rows: Vec<_> = opened.collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into cases (partition, case_id, number, opened_at_ms, title, player, assignee, state, changed_at_ms)
         select c.*, null, 'open', c.opened_at_ms
           from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::uuid[])
             as c(partition, case_id, number, opened_at_ms, title, player)",
    )
    .bind(column(&rows, |(fact, ..)| fact.recorded.partition))
    .bind(column(&rows, |(fact, ..)| fact.owner))
    .bind(column(&rows, |(_, number, ..)| *number))
    .bind(column(&rows, |(.., at_ms)| *at_ms))
    .bind(column(&rows, |(_, _, title, ..)| *title))
    .bind(column(&rows, |(_, _, _, player, _)| *player))
    .execute(transaction)
    .await?;
    Ok(())
}

/// What a page makes of a case.
#[derive(Default)]
struct Last<'a> {
    /// The new assignee, who may be nobody; nothing where the page gives it to no one.
    given: Option<Option<&'a str>>,
    state: Option<State>,
    at_ms: i64,
}

async fn settle(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Case>]) -> Result<(), Fault> {
    let mut last: BTreeMap<_, Last<'_>> = BTreeMap::new();
    for fact in facts {
        let of_case = last.entry((fact.recorded.partition, fact.owner)).or_default();
        of_case.at_ms = match fact.event {
            CaseEvent::CaseOpened { at, .. }
            | CaseEvent::CaseCommented { at, .. }
            | CaseEvent::CaseAttached { at, .. } => at.0,
            CaseEvent::CaseAssigned { to, at, .. } => {
                of_case.given = Some(to.as_deref());
                at.0
            }
            CaseEvent::CaseClosed { at, .. } => {
                of_case.state = Some(State::Closed);
                at.0
            }
            CaseEvent::CaseReopened { at, .. } => {
                of_case.state = Some(State::Open);
                at.0
            }
        };
    }
    if last.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = last.into_iter().collect();
    sqlx::query(
        "update cases set assignee = case when latest.is_given then latest.assignee else cases.assignee end,
                          state = coalesce(latest.state, cases.state),
                          changed_at_ms = latest.at_ms
           from unnest($1::int[], $2::uuid[], $3::bool[], $4::text[], $5::text[], $6::bigint[])
             as latest(partition, case_id, is_given, assignee, state, at_ms)
          where cases.partition = latest.partition and cases.case_id = latest.case_id",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, case), _)| *case))
    .bind(column(&rows, |(_, last)| last.given.is_some()))
    .bind(column(&rows, |(_, last)| last.given.flatten()))
    .bind(column(&rows, |(_, last)| last.state.map(State::name)))
    .bind(column(&rows, |(_, last)| last.at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Which cases are listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    pub state: Option<State>,
    pub assignee: Option<&'a str>,
    pub player: Option<PlayerId>,
    /// When they were opened.
    pub between: Between,
    /// Older than this one.
    pub before: Option<(i64, CaseId)>,
}

/// Cases, newest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn list(pool: &PgPool, wanted: Wanted<'_>, limit: i64) -> Result<Vec<CaseRow>, Fault> {
    let rows = sqlx::query(
        "select case_id, number, title, player, assignee, state, opened_at_ms, changed_at_ms from cases
          where ($1::text is null or state = $1) and ($2::text is null or assignee = $2)
            and ($3::uuid is null or player = $3)
            and ($4::bigint is null or (opened_at_ms, case_id) < ($4, $5))
            and opened_at_ms > $7 and opened_at_ms <= $8
          order by opened_at_ms desc, case_id desc limit $6",
    )
    .bind(wanted.state.map(State::name))
    .bind(wanted.assignee)
    .bind(wanted.player.map(|player| player.0))
    .bind(wanted.before.map(|(at_ms, _)| at_ms))
    .bind(wanted.before.map(|(_, case)| case.0))
    .bind(limit)
    .bind(wanted.between.after_ms)
    .bind(wanted.between.until_ms)
    .fetch_all(pool)
    .await?;
    let case = |row: &PgRow| {
        Ok(CaseRow {
            case: CaseId(row.try_get(0)?),
            number: row.try_get(1)?,
            title: row.try_get(2)?,
            player: row.try_get::<Option<_>, _>(3)?.map(PlayerId),
            assignee: row.try_get(4)?,
            state: row.try_get(5)?,
            opened_at: Timestamp(row.try_get(6)?),
            changed_at: Timestamp(row.try_get(7)?),
        })
    };
    Ok(rows.iter().map(case).collect::<Result<_, sqlx::Error>>()?)
}

/// All cases that are open.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn open(pool: &PgPool) -> Result<Waiting, Fault> {
    let row = sqlx::query("select count(*), 0::bigint, min(opened_at_ms) from cases where state = 'open'")
        .fetch_one(pool)
        .await?;
    Waiting::of(&row)
}
