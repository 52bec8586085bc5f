//! Sends to the house's webhook what somebody must look at (api §7.30): alerts as the desk shows them, and queues that
//! wait too long.
//!
//! ```text
//! alerts, queues ─ look ─▶ conditions ─▶ open, more, closed: rows ─ send ─▶ webhook ─▶ ended, or due again
//! ```
//! One process looks and sends, under a leader lock. A second one that does not yet know that it lost the lock changes
//! nothing: rows are written one writer at a time, and a row is claimed by one. A message ends after the receiver took
//! it, so it arrives at least once, each time under the same id. Nobody waits for the receiver: what is not taken shows
//! as an alert here and in figures.
//!
//! Names no player, no account and no transaction: of each kind a count, a sum of USDT and the oldest moment.

mod conditions;
mod news;
pub mod outbox;
pub mod shown;

use api::app::App;
use api::notify::{Delivery, Outcome, begin, count, show};
use ledger::Fault;
use outbox::Claimed;
use projections::leader::{LeaderLocks, Leading};
use sqlx::PgPool;
use std::time::Duration;
use tokio::sync::watch;
use workers::schedule;

/// How often conditions are looked at (ASSUMED: the desk does so every 15 s).
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// How often what is due is sent.
const SEND_EVERY: Duration = Duration::from_secs(1);
/// Messages of one round: a receiver that answers slowly holds up a stop by so many answers at most.
const ROUND_MAX: i64 = 3;
/// Wait after the first attempt that failed; it doubles with each further one.
const WAIT_MS: i64 = 5_000;
/// Longest wait between two attempts (ASSUMED: a receiver that was down is found again within a quarter of an hour).
const WAIT_MAX_MS: i64 = 900_000;

/// Looks and sends while this process leads, until `stop` turns true; nothing without a webhook.
pub async fn run(app: App, stop: watch::Receiver<bool>) {
    begin();
    if !app.notifier().is_on() {
        return;
    }
    let (locks, leading) = LeaderLocks::of(["notifications".to_owned()]);
    let hold = locks.hold_until(PgPool::clone(app.ledger().pool()), stop.clone());
    let work = async {
        // One lock, one leader.
        for leading in leading {
            lead(&app, leading, stop.clone()).await;
        }
    };
    tokio::join!(hold, work);
}

/// Works while this process leads. What is under way when it leads no more is cut off: a claim runs out.
async fn lead(app: &App, mut leading: Leading, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        match leading.now() {
            true => tokio::select! {
                () = work(app, stop.clone()) => {}
                () = leading.changed() => {}
            },
            // The leader shows what waits.
            false => {
                show(0, 0);
                tokio::select! {
                    () = leading.changed() => {}
                    _ = stop.changed() => {}
                }
            }
        }
    }
}

async fn work(app: &App, stop: watch::Receiver<bool>) {
    let looking = schedule::run("notify_look", LOOK_EVERY, stop.clone(), || look(app));
    let sending = schedule::run("notify_send", SEND_EVERY, stop, || send(app));
    tokio::join!(looking, sending);
}

/// Writes a message for each condition that began, grew or ended since the last message about it.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn look(app: &App) -> Result<(), Fault> {
    let found = conditions::all(app).await?;
    outbox::record(app.ledger().pool(), &found, app.now()).await
}

/// Sends what is due, gives up what waited too long, removes what is old.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn send(app: &App) -> Result<(), Fault> {
    let pool = app.ledger().pool();
    count(Outcome::GivenUp, outbox::give_up(pool, app.now()).await?);
    for claimed in outbox::claim(pool, app.now(), ROUND_MAX).await? {
        deliver(app, &claimed).await?;
    }
    outbox::sweep(pool, app.now()).await?;
    let waiting = outbox::waiting(pool, app.now()).await?;
    show(waiting.messages, waiting.oldest_ms);
    Ok(())
}

async fn deliver(app: &App, claimed: &Claimed) -> Result<(), Fault> {
    let (pool, attempt) = (app.ledger().pool(), claimed.attempt);
    let problem = match app.notifier().post(claimed.id, &claimed.body, app.now()).await {
        Delivery::Taken => {
            count(Outcome::Delivered, 1);
            return outbox::end(pool, claimed.id, app.now()).await;
        }
        Delivery::Answered(status) => status.to_string(),
        Delivery::NoAnswer => "no_answer".to_owned(),
    };
    count(Outcome::Failed, 1);
    let id = claimed.id;
    tracing::warn!(notification.id = %id, attempt, problem, "a notification was not taken; it is sent again later");
    let due = app.now().plus_ms(wait_ms(attempt));
    outbox::put_back(pool, claimed, due, &problem).await
}

/// The wait after an attempt that failed.
fn wait_ms(attempt: i32) -> i64 {
    let doublings = u32::try_from(attempt - 1).unwrap_or_default().min(16);
    (WAIT_MS << doublings).min(WAIT_MAX_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_a_quarter_of_an_hour() {
        let waits: Vec<i64> = [1, 2, 3, 8, 9, 1_000].map(wait_ms).to_vec();
        assert_eq!(waits, [5_000, 10_000, 20_000, 640_000, WAIT_MAX_MS, WAIT_MAX_MS]);
    }
}
