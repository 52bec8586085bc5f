//! View `proposals`: changes that wait for a second person, and those that were decided. What is proposed is read from
//! the proposal's own stream, not from here.

use crate::page::Between;
use crate::view::{View, ViewEvent, Writing, column, facts};
use domain::ids::ProposalId;
use domain::proposal::{Kind, Proposal, ProposalEvent, State};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub struct Proposals;

/// A proposal of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposalRow {
    pub proposal: ProposalId,
    /// When it was made.
    pub at: Timestamp,
}

impl View for Proposals {
    fn name(&self) -> &'static str {
        "proposals"
    }

    // By kind, not by event: a proposal is made before anything else, and only its last state in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts::<Proposal>(page)?;
            insert(transaction, &facts).await?;
            settle(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Proposal>]) -> Result<(), Fault> {
    let made = facts.iter().filter_map(|fact| match fact.event {
        ProposalEvent::Proposed { kind, maker, at, .. } => Some((fact, kind.name(), maker.as_str(), at.0)),
        _ => None,
    });
    let rows: Vec<_> = made.collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into proposals (partition, proposal, proposed_position, proposed_at_ms, kind, maker, state)
         select p.*, 'waiting' from unnest($1::int[], $2::uuid[], $3::bigint[], $4::bigint[], $5::text[], $6::text[]) as p",
    )
    .bind(column(&rows, |(fact, ..)| fact.recorded.partition))
    .bind(column(&rows, |(fact, ..)| fact.owner))
    .bind(column(&rows, |(fact, ..)| fact.recorded.position))
    .bind(column(&rows, |(.., at_ms)| *at_ms))
    .bind(column(&rows, |(_, kind, ..)| *kind))
    .bind(column(&rows, |(_, _, maker, _)| *maker))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn settle(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Proposal>]) -> Result<(), Fault> {
    let mut last = BTreeMap::new();
    for fact in facts {
        let state = match fact.event {
            ProposalEvent::Proposed { .. } => continue,
            ProposalEvent::Approved { .. } => State::Approved,
            ProposalEvent::Rejected { .. } => State::Rejected,
            ProposalEvent::Withdrawn { .. } => State::Withdrawn,
            ProposalEvent::Done { .. } => State::Done,
        };
        last.insert((fact.recorded.partition, fact.owner), state.name());
    }
    if last.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = last.into_iter().collect();
    sqlx::query(
        "update proposals set state = latest.state
           from unnest($1::int[], $2::uuid[], $3::text[]) as latest(partition, proposal, state)
          where proposals.partition = latest.partition and proposals.proposal = latest.proposal",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, proposal), _)| *proposal))
    .bind(column(&rows, |(_, state)| *state))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Which proposals are listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    pub state: Option<&'a str>,
    pub kind: Option<Kind>,
    pub maker: Option<&'a str>,
    /// When they were made.
    pub between: Between,
    /// Older than this one.
    pub before: Option<(i64, ProposalId)>,
}

/// Proposals, newest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn list(pool: &PgPool, wanted: Wanted<'_>, limit: i64) -> Result<Vec<ProposalRow>, Fault> {
    let rows = sqlx::query(
        "select proposal, proposed_at_ms from proposals
          where ($1::text is null or state = $1) and ($2::text is null or kind = $2)
            and ($3::bigint is null or (proposed_at_ms, proposal) < ($3, $4))
            and ($6::text is null or maker = $6)
            and proposed_at_ms > $7 and proposed_at_ms <= $8
          order by proposed_at_ms desc, proposal desc limit $5",
    )
    .bind(wanted.state)
    .bind(wanted.kind.map(Kind::name))
    .bind(wanted.before.map(|(at_ms, _)| at_ms))
    .bind(wanted.before.map(|(_, proposal)| proposal.0))
    .bind(limit)
    .bind(wanted.maker)
    .bind(wanted.between.after_ms)
    .bind(wanted.between.until_ms)
    .fetch_all(pool)
    .await?;
    let proposal = |row: &PgRow| {
        Ok(ProposalRow {
            proposal: ProposalId(row.try_get(0)?),
            at: Timestamp(row.try_get(1)?),
        })
    };
    Ok(rows.iter().map(proposal).collect::<Result<_, sqlx::Error>>()?)
}

/// How many wait for a second person; of one maker alone where one is named.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn waiting(pool: &PgPool, maker: Option<&str>) -> Result<i64, Fault> {
    let row =
        sqlx::query("select count(*) from proposals where state = 'waiting' and ($1::text is null or maker = $1)")
            .bind(maker)
            .fetch_one(pool)
            .await?;
    Ok(row.try_get(0)?)
}
