//! The runner: reads a page after the view's cursor, writes the rows and moves the
//! cursor, all in one transaction.
//!
//! The cursor row is locked while a page is written, so any number of processes
//! may run the same view: one works, the others find nothing to do. An event that
//! a view cannot take stops that view, loudly; it is never skipped.

use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::stream::Stream;
use ledger::crash_point::{Point, reach};
use ledger::feed::{self, PAGE_MAX, Recorded};
use ledger::{Fault, Ledger, StreamId};
use sqlx::{PgConnection, Row};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

/// Pause after a fault before the view tries again.
const FAULT_PAUSE: Duration = Duration::from_secs(1);

/// How long a reader waits for a view at most (ASSUMED: longer would feel like a fault).
const CATCH_UP_MAX: Duration = Duration::from_millis(500);
/// How often a waiting reader looks.
const CATCH_UP_STEP: Duration = Duration::from_millis(10);

/// A player's event with where it was recorded.
#[derive(Clone, Debug)]
pub struct PlayerFact {
    /// As recorded.
    pub recorded: Recorded,
    /// Whose.
    pub player: PlayerId,
    /// What happened.
    pub event: Event,
}

/// The work of writing one page.
pub type Writing<'a> = Pin<Box<dyn Future<Output = Result<(), Fault>> + Send + 'a>>;

/// A view that follows the log.
pub trait View: Send + Sync {
    /// The permanent name of its cursor.
    fn name(&self) -> &'static str;

    /// Writes the rows of one page, in order, in the given transaction.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a [PlayerFact]) -> Writing<'a>;
}

/// Takes one page of a partition; returns how many events it took.
///
/// # Errors
/// [`Fault`]; the view then stands where it stood.
pub async fn step(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<usize, Fault> {
    let mut transaction = ledger.pool().begin().await?;
    sqlx::query("insert into cursors (partition, view) values ($1, $2) on conflict do nothing")
        .bind(partition)
        .bind(view.name())
        .execute(&mut *transaction)
        .await?;
    let cursor = sqlx::query("select position from cursors where partition = $1 and view = $2 for update skip locked")
        .bind(partition)
        .bind(view.name())
        .fetch_optional(&mut *transaction)
        .await?;
    let Some(cursor) = cursor else {
        return Ok(0);
    };
    let page = feed::read(&mut *transaction, partition, cursor.try_get(0)?, PAGE_MAX).await?;
    let Some(last) = page.last().map(|event| event.position) else {
        return Ok(0);
    };
    let read = page.len();
    let facts = page
        .into_iter()
        .filter(|event| event.aggregate_type == Player::TYPE)
        .map(PlayerFact::of);
    let facts = facts.collect::<Result<Vec<_>, _>>()?;
    view.write(&mut transaction, &facts).await?;
    reach(Point::InViewBatch);
    sqlx::query("update cursors set position = $3 where partition = $1 and view = $2")
        .bind(partition)
        .bind(view.name())
        .bind(last)
        .execute(&mut *transaction)
        .await?;
    reach(Point::BeforeViewCommit);
    transaction.commit().await?;
    Ok(read)
}

/// Follows until the views have seen everything that was recorded when this was called.
///
/// # Errors
/// [`Fault`] of the first view that stops.
pub async fn drain(ledger: &Ledger, views: &[&dyn View]) -> Result<(), Fault> {
    for view in views {
        for partition in 0..i32::from(ledger.partitions()) {
            let head = head(ledger, partition).await?;
            while position(ledger, *view, partition).await? < head {
                if step(ledger, *view, partition).await? == 0 {
                    tokio::task::yield_now().await;
                }
            }
        }
    }
    Ok(())
}

/// Follows the log until `stop` resolves to true.
pub async fn follow(
    ledger: Ledger,
    view: &'static dyn View,
    partition: i32,
    mut stop: tokio::sync::watch::Receiver<bool>,
) {
    let mut wakeup = ledger.signal().subscribe();
    while !*stop.borrow() {
        match step(&ledger, view, partition).await {
            Ok(0) => {
                tokio::select! {
                    () = wakeup.wait() => {}
                    _ = stop.changed() => {}
                }
            }
            Ok(_) => {}
            Err(fault) => {
                tracing::error!(view = view.name(), partition, %fault, "the view stands still");
                tokio::time::sleep(FAULT_PAUSE).await;
            }
        }
    }
}

/// How far a view has read a partition.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn position(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<i64, Fault> {
    let row = sqlx::query("select position from cursors where partition = $1 and view = $2")
        .bind(partition)
        .bind(view.name())
        .fetch_optional(ledger.pool())
        .await?;
    Ok(row.map_or(Ok(0), |row| row.try_get(0))?)
}

/// Waits until a view has seen everything recorded before this call: a player reads what the player
/// wrote. False when the view is still behind after [`CATCH_UP_MAX`]; the answer is then older.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn caught_up(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<bool, Fault> {
    let head = head(ledger, partition).await?;
    let mut waited = Duration::ZERO;
    while position(ledger, view, partition).await? < head {
        if waited >= CATCH_UP_MAX {
            return Ok(false);
        }
        tokio::time::sleep(CATCH_UP_STEP).await;
        waited += CATCH_UP_STEP;
    }
    Ok(true)
}

/// The position of the last event of a partition.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn head(ledger: &Ledger, partition: i32) -> Result<i64, Fault> {
    let row = sqlx::query("select position from heads where partition = $1")
        .bind(partition)
        .fetch_one(ledger.pool())
        .await?;
    Ok(row.try_get(0)?)
}

impl PlayerFact {
    fn of(recorded: Recorded) -> Result<PlayerFact, Fault> {
        let event = recorded.decode()?;
        let player = PlayerId(StreamId::parse(&recorded.aggregate_id).owner);
        Ok(PlayerFact {
            recorded,
            player,
            event,
        })
    }
}
