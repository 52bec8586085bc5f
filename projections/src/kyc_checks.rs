//! View `kyc_checks`: identity checks that wait for a decision, and approvals whose document
//! comes to its end. Holds no personal data: that lies in the vault.

use crate::page::{Between, Waiting};
use crate::view::{View, ViewEvent, Writing, column, facts_of};
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::{KycCheck, KycEvent, Status};
use domain::time::{Day, Timestamp};
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 3] = ["KycSubmitted", "KycDecided", "KycReset"];

/// Of how many of the newest decisions the usual time is the median (ASSUMED).
const USUAL_OF: i64 = 50;
/// With fewer decisions there is no usual time (ASSUMED).
const USUAL_FROM: i64 = 5;

#[derive(Clone, Copy, Debug)]
pub struct KycChecks;

/// A check that waits for a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCheck {
    pub player: PlayerId,
    pub submission: SubmissionId,
    /// The document's country.
    pub country: String,
    /// How many images there are.
    pub images: i16,
    pub submitted_at: Timestamp,
}

impl View for KycChecks {
    fn name(&self) -> &'static str {
        "kyc_checks"
    }

    // By kind, not by event: a submission writes the whole row, and only the last event of a check in the page counts.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of(page, &EVENTS)?;
            submit(transaction, &facts).await?;
            settle(transaction, &facts).await
        })
    }
}

const fn status_name(status: Status) -> &'static str {
    match status {
        Status::None => "none",
        Status::UnderReview => "under_review",
        Status::Failed => "failed",
        Status::Approved => "approved",
        Status::Rejected => "rejected",
    }
}

async fn submit(transaction: &mut PgConnection, facts: &[ViewEvent<'_, KycCheck>]) -> Result<(), Fault> {
    let mut last = BTreeMap::new();
    for fact in facts {
        if let KycEvent::KycSubmitted {
            submission,
            country,
            images,
            at,
            ..
        } = fact.event
        {
            let key = (fact.recorded.partition, fact.owner);
            last.insert(key, (submission.0, country.as_str(), i16::from(*images), at.0));
        }
    }
    if last.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = last.into_iter().collect();
    sqlx::query(
        "insert into kyc_checks (partition, player, submission, status, country, images, submitted_at_ms)
         select k.partition, k.player, k.submission, 'under_review', k.country, k.images, k.submitted_at_ms
           from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::smallint[], $6::bigint[])
             as k(partition, player, submission, country, images, submitted_at_ms)
         on conflict (partition, player) do update
            set submission = excluded.submission, status = excluded.status, country = excluded.country,
                images = excluded.images, submitted_at_ms = excluded.submitted_at_ms, expires_on = null,
                decided_at_ms = null",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, player), _)| *player))
    .bind(column(&rows, |(_, (submission, ..))| *submission))
    .bind(column(&rows, |(_, (_, country, ..))| *country))
    .bind(column(&rows, |(_, (_, _, images, _))| *images))
    .bind(column(&rows, |(_, (.., at_ms))| *at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// A status, the last day of the document, and the moment of the decision.
type Settled<'a> = (&'a str, Option<String>, Option<i64>);

/// What the last event of each check in the page says, a submission included.
async fn settle(transaction: &mut PgConnection, facts: &[ViewEvent<'_, KycCheck>]) -> Result<(), Fault> {
    let mut last: BTreeMap<(i32, Uuid), Settled<'_>> = BTreeMap::new();
    for fact in facts {
        let Some((status, _)) = fact.event.status() else {
            continue;
        };
        let (expires_on, decided_at_ms) = match fact.event {
            KycEvent::KycDecided { expires_on, .. } => (
                expires_on.map(|day: Day| day.to_string()),
                Some(fact.recorded.recorded_at_ms),
            ),
            _ => (None, None),
        };
        let key = (fact.recorded.partition, fact.owner);
        last.insert(key, (status_name(status), expires_on, decided_at_ms));
    }
    if last.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = last.into_iter().collect();
    sqlx::query(
        "update kyc_checks
            set status = latest.status, expires_on = latest.expires_on, decided_at_ms = latest.decided_at_ms
           from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::bigint[])
             as latest(partition, player, status, expires_on, decided_at_ms)
          where kyc_checks.partition = latest.partition and kyc_checks.player = latest.player",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, player), _)| *player))
    .bind(column(&rows, |(_, (status, ..))| *status))
    .bind(column(&rows, |(_, (_, expires_on, _))| expires_on.clone()))
    .bind(column(&rows, |(_, (.., decided_at_ms))| *decided_at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// How long a decision usually takes, in milliseconds: the median of the newest ones; none while they are too few to
/// say anything.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn usual_ms(pool: &PgPool) -> Result<Option<i64>, Fault> {
    let row = sqlx::query(
        "select percentile_disc(0.5) within group (order by took_ms), count(*)
           from (select decided_at_ms - submitted_at_ms as took_ms from kyc_checks
                  where decided_at_ms is not null order by decided_at_ms desc limit $1) as newest",
    )
    .bind(USUAL_OF)
    .fetch_one(pool)
    .await?;
    let (median, count): (Option<i64>, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(median.filter(|_| count >= USUAL_FROM))
}

/// Checks that wait for a decision, oldest first, of those that were sent within a time, behind one of them.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn under_review(
    pool: &PgPool,
    between: Between,
    after: Option<(Timestamp, PlayerId)>,
    limit: i64,
) -> Result<Vec<WaitingCheck>, Fault> {
    let rows = sqlx::query(
        "select player, submission, country, images, submitted_at_ms from kyc_checks
          where status = 'under_review' and ($1::bigint is null or (submitted_at_ms, player) > ($1, $2))
            and submitted_at_ms > $4 and submitted_at_ms <= $5
          order by submitted_at_ms, player limit $3",
    )
    .bind(after.map(|(at, _)| at.0))
    .bind(after.map(|(_, player)| player.0))
    .bind(limit)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    let check = |row: &PgRow| {
        Ok(WaitingCheck {
            player: PlayerId(row.try_get(0)?),
            submission: SubmissionId(row.try_get(1)?),
            country: row.try_get(2)?,
            images: row.try_get(3)?,
            submitted_at: Timestamp(row.try_get(4)?),
        })
    };
    Ok(rows.iter().map(check).collect::<Result<_, sqlx::Error>>()?)
}

/// All checks that wait for a decision, of those that were submitted within a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn waiting(pool: &PgPool, between: Between) -> Result<Waiting, Fault> {
    let row = sqlx::query(
        "select count(*), 0::bigint, min(submitted_at_ms) from kyc_checks
          where status = 'under_review' and submitted_at_ms > $1 and submitted_at_ms <= $2",
    )
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_one(pool)
    .await?;
    Waiting::of(&row)
}

/// Approvals whose document's last day is before `today`.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn overdue(pool: &PgPool, today: Day, limit: i64) -> Result<Vec<PlayerId>, Fault> {
    let rows = sqlx::query(
        "select player from kyc_checks
          where status = 'approved' and expires_on < $1 order by expires_on, player limit $2",
    )
    .bind(today.to_string())
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let player = |row: &PgRow| Ok(PlayerId(row.try_get(0)?));
    Ok(rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?)
}
