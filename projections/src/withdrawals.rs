//! View `withdrawals`: what a player asked to be paid, and what staff gave back of a player's coupons, newest first; and
//! what is under way, for whoever reviews and sends. The state of one is read from its own stream, not from here:
//! that is never behind.

use crate::page::{self, Between, Page, Waiting};
use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::{PlayerId, WithdrawalId};
use domain::player::withdrawal::WithdrawalRequested;
use domain::player::{Event, Player};
use domain::stream::Stream as _;
use domain::time::Timestamp;
use domain::withdrawal::{State, Withdrawal, WithdrawalEvent};
use ledger::feed;
use ledger::log_page::LogPage;
use ledger::{Fault, StreamId};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::borrow::Cow;
use std::collections::HashMap;

mod sum;

pub use sum::{Which, sum};

/// What changes the view.
const EVENTS: [&str; 4] = [
    "WithdrawalRequested",
    "CouponRefunded",
    "WithdrawalSettled",
    "WithdrawalRefunded",
];

/// Withdrawals whose steps are read at once where all are counted.
const SUMMED: i64 = 500;

#[derive(Clone, Copy, Debug)]
pub struct Withdrawals;

/// A withdrawal of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct WithdrawalRow {
    pub withdrawal: WithdrawalId,
    /// What was asked for.
    pub requested: WithdrawalRequested,
}

/// A change of a withdrawal's state, or more facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// How far it is since.
    pub state: State,
    pub at: Timestamp,
    /// The transaction that was seen.
    pub tx: Option<String>,
    pub reason: Option<String>,
}

impl View for Withdrawals {
    fn name(&self) -> &'static str {
        "withdrawals"
    }

    // By kind, not by event: a withdrawal is asked for before anything else, and its end changes another column.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of(page, &EVENTS)?;
            insert(transaction, &facts).await?;
            end(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows: Vec<_> = facts.iter().filter_map(|fact| Some((fact, asked(fact)?))).collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into withdrawals (partition, player, withdrawal, requested_position, requested_at_ms, requested)
         select w.partition, w.player, w.withdrawal, w.requested_position, w.requested_at_ms, w.requested::json
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bigint[], $5::bigint[], $6::text[])
             as w(partition, player, withdrawal, requested_position, requested_at_ms, requested)",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, asked)| asked.withdrawal.0))
    .bind(column(&rows, |(fact, _)| fact.recorded.position))
    .bind(column(&rows, |(_, asked)| asked.at.0))
    .bind(column(&rows, |(_, asked)| asked.requested.clone().into_owned()))
    .execute(transaction)
    .await?;
    Ok(())
}

/// What is to be paid.
struct Asked<'f> {
    withdrawal: WithdrawalId,
    at: Timestamp,
    /// The event, as a request has it.
    requested: Cow<'f, str>,
}

/// What an event asks to be paid: a player's own request, or coupons that are given back to whoever paid them.
fn asked<'f>(fact: &'f ViewEvent<'_, Player>) -> Option<Asked<'f>> {
    let (request, at, requested) = match fact.event {
        Event::WithdrawalRequested(asked) => (&asked.request, asked.at, fact.recorded.payload.as_str().into()),
        Event::CouponRefunded(refunded) => {
            let (request, at) = (refunded.payout.as_ref()?, refunded.at);
            let asked = WithdrawalRequested {
                request: request.clone(),
                at,
            };
            let asked = serde_json::to_string(&Event::from(asked)).expect("an event writes");
            (request, at, asked.into())
        }
        _ => return None,
    };
    Some(Asked {
        withdrawal: request.terms.withdrawal,
        at,
        requested,
    })
}

async fn end(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        Event::WithdrawalSettled(settled) => Some(&settled.withdrawal),
        Event::WithdrawalRefunded(refunded) => Some(&refunded.withdrawal),
        _ => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update withdrawals set is_over = true
           from unnest($1::int[], $2::uuid[], $3::uuid[]) as ended(partition, player, withdrawal)
          where withdrawals.partition = ended.partition and withdrawals.player = ended.player
            and withdrawals.withdrawal = ended.withdrawal",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(fact, _)| fact.owner))
    .bind(column(&rows, |(_, withdrawal)| withdrawal.0))
    .execute(transaction)
    .await?;
    Ok(())
}

/// A player's withdrawals before `before`, newest first: what the player asked to be paid, and with `with_refunds` the
/// coupons that staff gave back.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn page(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    before: Option<WithdrawalId>,
    (size, with_refunds): (i64, bool),
) -> Result<Page<WithdrawalRow>, Fault> {
    let rows = sqlx::query(
        "select withdrawal, requested::text from withdrawals
          where partition = $1 and player = $2
            and ($5 or requested->'WithdrawalRequested'->'request'->'refund' is null)
            and requested_position < coalesce(
                (select requested_position from withdrawals where partition = $1 and player = $2 and withdrawal = $3),
                case when $3 is null then 9223372036854775807 else 0 end)
          order by requested_position desc
          limit $4",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(before.map(|withdrawal| withdrawal.0))
    .bind(page::limit(size))
    .bind(with_refunds)
    .fetch_all(pool)
    .await?;
    let lines = rows.iter().map(row_of).collect::<Result<_, _>>()?;
    Ok(Page::of(lines, size))
}

/// One withdrawal of a player. Somebody else's is an unknown one.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    withdrawal: WithdrawalId,
) -> Result<Option<WithdrawalRow>, Fault> {
    let row = sqlx::query(
        "select withdrawal, requested::text from withdrawals
          where partition = $1 and player = $2 and withdrawal = $3",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .bind(withdrawal.0)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(row_of).transpose()
}

/// Withdrawals that are neither paid nor back, oldest first, after one of them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn under_way(pool: &PgPool, after: Option<&WithdrawalRow>, limit: i64) -> Result<Vec<WithdrawalRow>, Fault> {
    let cursor = after.map(|after| (after.requested.at, after.withdrawal));
    under_way_after(pool, cursor, Between::default(), limit).await
}

/// The same after a moment and an id, of those that were asked for within a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn under_way_after(
    pool: &PgPool,
    after: Option<(Timestamp, WithdrawalId)>,
    between: Between,
    limit: i64,
) -> Result<Vec<WithdrawalRow>, Fault> {
    let rows = sqlx::query(
        "select withdrawal, requested::text from withdrawals
          where not is_over and ($1 is null or (requested_at_ms, withdrawal) > ($1, $2))
            and requested_at_ms > $4 and requested_at_ms <= $5
          order by requested_at_ms, withdrawal limit $3",
    )
    .bind(after.map(|(at, _)| at.0))
    .bind(after.map(|(_, withdrawal)| withdrawal.0))
    .bind(limit)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    rows.iter().map(row_of).collect()
}

/// Withdrawals newest first, before a moment and an id, of those that were asked for within a time: all of them, or those
/// alone that are paid or back.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn newest_before(
    pool: &PgPool,
    before: Option<(Timestamp, WithdrawalId)>,
    (between, only_over): (Between, bool),
    limit: i64,
) -> Result<Vec<WithdrawalRow>, Fault> {
    let rows = sqlx::query(
        "select withdrawal, requested::text from withdrawals
          where (is_over or not $4) and ($1::bigint is null or (requested_at_ms, withdrawal) < ($1, $2))
            and requested_at_ms > $5 and requested_at_ms <= $6
          order by requested_at_ms desc, withdrawal desc limit $3",
    )
    .bind(before.map(|(at, _)| at.0))
    .bind(before.map(|(_, withdrawal)| withdrawal.0))
    .bind(limit)
    .bind(only_over)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    rows.iter().map(row_of).collect()
}

/// Withdrawals that wait for a person, oldest first. Those that wait for the chain are passed over, `limit` at a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn in_review(pool: &PgPool, limit: usize) -> Result<Vec<WithdrawalRow>, Fault> {
    let page_size = i64::try_from(limit).unwrap_or(i64::MAX);
    let mut waiting = Vec::new();
    let mut page = under_way(pool, None, page_size).await?;
    while let Some(last) = page.last().cloned() {
        waiting.extend(for_a_person(pool, page).await?);
        if waiting.len() >= limit {
            break;
        }
        page = under_way(pool, Some(&last), page_size).await?;
    }
    waiting.truncate(limit);
    Ok(waiting)
}

/// All withdrawals that wait for a person.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn waiting(pool: &PgPool) -> Result<Waiting, Fault> {
    let mut waiting = Waiting::default();
    let mut page = under_way(pool, None, SUMMED).await?;
    while let Some(last) = page.last().cloned() {
        for row in for_a_person(pool, page).await? {
            waiting.add(row.requested.request.terms.amount, row.requested.at);
        }
        page = under_way(pool, Some(&last), SUMMED).await?;
    }
    Ok(waiting)
}

/// Those of some that are under way which wait for a person.
async fn for_a_person(pool: &PgPool, rows: Vec<WithdrawalRow>) -> Result<Vec<WithdrawalRow>, Fault> {
    let ids: Vec<WithdrawalId> = rows.iter().map(|row| row.withdrawal).collect();
    let steps = steps(pool, &ids).await?;
    let state = |row: &WithdrawalRow| steps.get(&row.withdrawal)?.last().map(|step| step.state);
    let waiting = rows
        .into_iter()
        .filter(|row| state(row).is_none_or(|state| state == State::Review));
    Ok(waiting.collect())
}

fn row_of(row: &PgRow) -> Result<WithdrawalRow, Fault> {
    let payload: String = row.try_get(1)?;
    let requested = match serde_json::from_str(&payload) {
        Ok(Event::WithdrawalRequested(requested)) => requested,
        _ => return Err(Fault::Law("a withdrawal of the list does not read back".into())),
    };
    Ok(WithdrawalRow {
        withdrawal: WithdrawalId(row.try_get(0)?),
        requested,
    })
}

/// What happened to withdrawals, from their own streams: up to a page of them, with one query.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn steps(pool: &PgPool, withdrawals: &[WithdrawalId]) -> Result<HashMap<WithdrawalId, Vec<Step>>, Fault> {
    let keys: Vec<String> = withdrawals.iter().map(ToString::to_string).collect();
    let mut found: HashMap<WithdrawalId, Vec<Step>> = HashMap::with_capacity(keys.len());
    for recorded in feed::read_streams(pool, Withdrawal::TYPE, &keys).await? {
        let withdrawal = WithdrawalId(StreamId::parse(&recorded.aggregate_id).owner);
        let steps = found.entry(withdrawal).or_default();
        let before = steps.last().map_or(State::Review, |step| step.state);
        steps.push(step_of(&recorded.decode()?, before, Timestamp(recorded.recorded_at_ms)));
    }
    Ok(found)
}

fn step_of(event: &WithdrawalEvent, before: State, at: Timestamp) -> Step {
    let state = match event {
        WithdrawalEvent::Requested { .. }
        | WithdrawalEvent::ReturnOpened { .. }
        | WithdrawalEvent::RiskFlagged { .. } => State::Review,
        WithdrawalEvent::ReviewStarted { .. }
        | WithdrawalEvent::ApprovalGiven { .. }
        | WithdrawalEvent::ReceiptMismatched { .. }
        | WithdrawalEvent::MismatchCleared { .. } => before,
        WithdrawalEvent::Approved { .. } | WithdrawalEvent::SlotClosed { .. } => State::Approved,
        WithdrawalEvent::Sent { .. } => State::Sent,
        WithdrawalEvent::Broadcast { .. } => State::Broadcast,
        WithdrawalEvent::Confirmed { .. } => State::Confirmed,
        WithdrawalEvent::Failed { .. } => State::Failed,
        WithdrawalEvent::Rejected { .. } => State::Rejected,
    };
    let tx = match event {
        WithdrawalEvent::Broadcast { tx } => Some(tx.clone()),
        WithdrawalEvent::Confirmed { receipt, .. } => Some(receipt.tx.clone()),
        _ => None,
    };
    let reason = match event {
        WithdrawalEvent::Failed { reason, .. } | WithdrawalEvent::Rejected { reason, .. } => Some(reason.clone()),
        _ => None,
    };
    Step { state, at, tx, reason }
}

/// SQL that holds for a withdrawal that is paid or back; `withdrawal` is the expression that names it.
pub fn is_over(withdrawal: &str) -> String {
    format!("exists (select from withdrawals w where w.withdrawal = {withdrawal} and w.is_over)")
}
