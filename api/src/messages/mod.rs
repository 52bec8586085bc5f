//! Sends what waits in the outbox (domain §3.17), once a second.
//!
//! ```text
//! outbox ─ claim ─▶ player as now ─ gets it? ─▶ text ─▶ messenger ─▶ end, or put back with a growing wait
//! ```
//! Any number of processes may send: a row is claimed by one, and all together claim at most [`PER_SECOND`]. The
//! messenger is an outside system, so a message arrives at least once: the row ends after the messenger took the
//! message, and a process that dies in between lets it be sent once more when its claim runs out
//! ([`projections::message_outbox`]). Neither texts nor addresses are logged.

mod text;

use crate::app::App;
use crate::messenger::Delivery;
use domain::ids::PlayerId;
use domain::player::messages::NoteMessagesBlocked;
use domain::time::Timestamp;
use ledger::{Fault, StreamId};
use metrics::{counter, gauge};
use projections::message_outbox::{self as outbox, Claimed, Outcome};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use workers::schedule;

/// How often the outbox is looked at.
const EVERY: Duration = Duration::from_secs(1);
/// Messages of all processes in a second. ASSUMED from the messenger's documentation of bots, which asks for no more
/// than about 30 a second.
const PER_SECOND: i64 = 25;
/// Wait after the first attempt without an answer; it doubles with each further one.
const WAIT_MS: i64 = 10_000;
/// Longest wait between two attempts (ASSUMED: a messenger that was down for hours is found again within one).
const WAIT_MAX_MS: i64 = 3_600_000;
/// Who records that a player blocked the bot.
const ACTOR: &str = "system:messages";

/// Messages that the messenger took.
pub const SENT: &str = "message_sent_total";
/// Messages that ended otherwise, by reason.
pub const FAILED: &str = "message_failed_total";
/// Messages in the outbox.
pub const WAITING: &str = "message_waiting";
/// Age of the oldest of them that is no reminder.
pub const OLDEST: &str = "message_oldest_ms";
/// The reasons of [`FAILED`].
const REASONS: [Outcome; 3] = [Outcome::Blocked, Outcome::Refused, Outcome::TooLate];

/// Sends until `stop` turns true.
pub async fn run(app: App, stop: watch::Receiver<bool>) {
    counter!(SENT).increment(0);
    for reason in REASONS {
        count_failed(reason, 0);
    }
    schedule::run("message_outbox", EVERY, stop, || tick(&app)).await;
}

/// One look at the outbox: ends what is too late, sends what is due, removes what is old. Without a messenger nothing is
/// claimed.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(app: &App) -> Result<(), Fault> {
    let (pool, now) = (app.ledger().pool(), app.now());
    count_failed(Outcome::TooLate, outbox::give_up(pool, now).await?);
    if app.messenger().can_send() {
        let mut sending = JoinSet::new();
        for claimed in outbox::claim(pool, now, PER_SECOND).await? {
            sending.spawn(deliver(app.clone(), claimed));
        }
        while let Some(sent) = sending.join_next().await {
            if let Err(broken) = sent {
                tracing::error!(%broken, "the task of a message panicked; its claim runs out");
            }
        }
    }
    outbox::sweep(pool, now).await?;
    show(outbox::waiting(pool, app.now()).await?);
    Ok(())
}

#[expect(clippy::cast_precision_loss, reason = "figures for graphs, not for books")]
fn show(waiting: outbox::Waiting) {
    gauge!(WAITING).set(waiting.messages as f64);
    gauge!(OLDEST).set(waiting.oldest_ms as f64);
}

fn count_failed(reason: Outcome, messages: u64) {
    counter!(FAILED, "reason" => reason.name()).increment(messages);
}

/// Delivers one message. After a fault its claim runs out, and it is tried again.
async fn deliver(app: App, claimed: Claimed) {
    if let Err(fault) = attempt(&app, &claimed).await {
        let kind = claimed.message.notice.kind();
        tracing::error!(player.id = %claimed.message.player, kind, %fault, "a message was not delivered");
    }
}

async fn attempt(app: &App, claimed: &Claimed) -> Result<(), Fault> {
    let message = &claimed.message;
    let to = StreamId::player(message.player);
    let player = app.ledger().players().load(&to).await?.state;
    // Asked again: what was chosen may have been taken back since.
    if !player.receives(&message.notice, &app.context()) {
        return ends(app, claimed, Outcome::Unwanted).await;
    }
    let text = text::of(&message.notice, player.language(), &app.settings().links);
    match app.messenger().send(player.registration.tg_id, &text).await {
        Delivery::Sent => {
            counter!(SENT).increment(1);
            ends(app, claimed, Outcome::Sent).await
        }
        Delivery::Refused => ends(app, claimed, Outcome::Refused).await,
        Delivery::Blocked => {
            note_block(app, message.player).await;
            ends(app, claimed, Outcome::Blocked).await
        }
        Delivery::Wait(silence) => {
            let silence_ms = i64::try_from(silence.as_millis()).unwrap_or(WAIT_MAX_MS);
            put_back(app, claimed, app.now().plus_ms(silence_ms), true).await
        }
        Delivery::NoAnswer => put_back(app, claimed, app.now().plus_ms(wait_ms(claimed.attempt)), false).await,
    }
}

/// The wait after an attempt without an answer.
fn wait_ms(attempt: i32) -> i64 {
    let doublings = u32::try_from(attempt - 1).unwrap_or_default().min(16);
    (WAIT_MS << doublings).min(WAIT_MAX_MS)
}

/// Silent already, or recorded now; a fault is logged there, and the next message finds the same.
async fn note_block(app: &App, player: PlayerId) {
    schedule::issue(app.ledger(), ACTOR, player, NoteMessagesBlocked).await;
}

async fn ends(app: &App, claimed: &Claimed, outcome: Outcome) -> Result<(), Fault> {
    let message = &claimed.message;
    if REASONS.contains(&outcome) {
        count_failed(outcome, 1);
    }
    tracing::debug!(player.id = %message.player, kind = message.notice.kind(), outcome = outcome.name(), "a message ended");
    outbox::end(app.ledger().pool(), message, outcome, app.now()).await
}

async fn put_back(app: &App, claimed: &Claimed, due: Timestamp, all_wait: bool) -> Result<(), Fault> {
    let (kind, attempt) = (claimed.message.notice.kind(), claimed.attempt);
    tracing::debug!(player.id = %claimed.message.player, kind, attempt, all_wait, "a message is tried again later");
    outbox::put_back(app.ledger().pool(), claimed, due, all_wait).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        let waits: Vec<i64> = [1, 2, 3, 9, 10, 1_000].map(wait_ms).to_vec();
        assert_eq!(waits, [10_000, 20_000, 40_000, 2_560_000, WAIT_MAX_MS, WAIT_MAX_MS]);
    }
}
