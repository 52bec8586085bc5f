//! View `staff_actions`: what members of staff set about, and whose personal data they looked at.

use crate::view::{View, Writing, column, facts_of};
use domain::ids::StaffId;
use domain::staff::{Staff, StaffEvent};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::feed::Recorded;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgPool, Row};

/// What changes the view.
const EVENTS: [&str; 2] = ["StaffActed", "StaffReadPersonal"];

#[derive(Clone, Copy, Debug)]
pub struct StaffActions;

/// Something that a member set about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Where it is recorded.
    pub partition: i32,
    /// Where it is recorded.
    pub position: i64,
    pub member: StaffId,
    pub call: String,
    /// What it is about.
    pub subject: Option<String>,
    pub reason: String,
    pub at: Timestamp,
}

struct Line<'a> {
    recorded: &'a Recorded,
    member: StaffId,
    call: String,
    subject: Option<String>,
    reason: String,
    at: Timestamp,
}

impl View for StaffActions {
    fn name(&self) -> &'static str {
        "staff_actions"
    }

    fn write<'a>(&'a self, transaction: &'a mut sqlx::PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let lines = lines(page)?;
            if lines.is_empty() {
                return Ok(());
            }
            sqlx::query(
                "insert into staff_actions (partition, position, member, kind, call, subject, reason, at_ms)
                 select * from unnest($1::int[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
                                      $8::bigint[])",
            )
            .bind(column(&lines, |line| line.recorded.partition))
            .bind(column(&lines, |line| line.recorded.position))
            .bind(column(&lines, |line| line.member.0))
            .bind(column(&lines, |line| line.recorded.event_type.clone()))
            .bind(column(&lines, |line| line.call.clone()))
            .bind(column(&lines, |line| line.subject.clone()))
            .bind(column(&lines, |line| line.reason.clone()))
            .bind(column(&lines, |line| line.at.0))
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

fn lines(page: &LogPage) -> Result<Vec<Line<'_>>, Fault> {
    let mut lines = Vec::new();
    for fact in facts_of::<Staff>(page, &EVENTS)? {
        // Accounts and sessions are no actions: `EVENTS` keeps them out.
        lines.extend(Said::of(fact.event.clone()).map(|said| Line {
            recorded: fact.recorded,
            member: StaffId(fact.owner),
            call: said.call,
            subject: said.subject,
            reason: said.reason.unwrap_or_default(),
            at: said.at,
        }));
    }
    Ok(lines)
}

/// What an event says that a member did or looked at by a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    pub call: String,
    /// What it is about.
    pub subject: Option<String>,
    /// Not every look asks for one.
    pub reason: Option<String>,
    pub at: Timestamp,
}

impl Said {
    /// Nothing for events of accounts and sessions.
    pub fn of(event: StaffEvent) -> Option<Said> {
        let (call, subject, reason, at) = match event {
            StaffEvent::StaffActed {
                call,
                subject,
                reason,
                at,
                ..
            } => (call, subject, Some(reason), at),
            StaffEvent::StaffReadPersonal {
                call,
                player,
                reason,
                at,
                ..
            } => (call, Some(player.to_string()), Some(reason), at),
            StaffEvent::StaffLooked {
                call,
                subject,
                reason,
                at,
                ..
            } => (call, subject, reason, at),
            _ => return None,
        };
        Some(Said {
            call,
            subject,
            reason,
            at,
        })
    }
}

/// Actions of one call, newest first; of one subject if it is named.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of_call(pool: &PgPool, call: &str, subject: Option<&str>, limit: i64) -> Result<Vec<Action>, Fault> {
    let rows = sqlx::query(
        "select partition, position, member, call, subject, reason, at_ms from staff_actions
          where call = $1 and ($2::text is null or subject = $2)
          order by at_ms desc, partition, position desc limit $3",
    )
    .bind(call)
    .bind(subject)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let action = |row: &PgRow| {
        Ok(Action {
            partition: row.try_get(0)?,
            position: row.try_get(1)?,
            member: StaffId(row.try_get(2)?),
            call: row.try_get(3)?,
            subject: row.try_get(4)?,
            reason: row.try_get(5)?,
            at: Timestamp(row.try_get(6)?),
        })
    };
    Ok(rows.iter().map(action).collect::<Result<_, sqlx::Error>>()?)
}
