//! The process manager of messages (domain §3.17): from an event of a player to a row of the outbox, in the transaction
//! that moves its cursor. Whoever sends the rows is another (`api::messages`).
//!
//! It also keeps who is to be reminded of the check-in; [`tick`] is the scheduled job that writes the reminders. What is
//! no news any more is not written: a first run over an old log, or one after days of downtime, writes to nobody.

use domain::ids::PlayerId;
use domain::player::messages::{Notice, REMINDER_MS};
use domain::player::{Event, Player};
use domain::stream::Context;
use domain::time::{Day, Timestamp};
use ledger::log_page::LogPage;
use ledger::{Fault, Ledger, StreamId};
use projections::checkin_reminders::{self, Reminded};
use projections::message_outbox::{self, Message};
use projections::view::{View, ViewEvent, Writing, facts_of};
use sqlx::PgConnection;
use std::collections::BTreeMap;
use std::time::Duration;

/// How often the job runs. ASSUMED: a minute late is nothing for a reminder.
pub const EVERY: Duration = Duration::from_secs(60);
/// Players of one transaction of the job.
const PLAYERS_MAX: i64 = 500;
/// The events that it follows: those of [`Notice::EVENTS`], and who is to be reminded.
const EVENTS: [&str; 8] = {
    let [address, coupons, settled, refunded, invite, bonus] = Notice::EVENTS;
    [
        address,
        coupons,
        settled,
        refunded,
        invite,
        bonus,
        "MessagesChosen",
        "DataErased",
    ]
};

/// The follower of the log.
pub struct Messages {
    ledger: Ledger,
}

impl Messages {
    /// Messages to the players of `ledger`.
    pub fn of(ledger: Ledger) -> Messages {
        Messages { ledger }
    }
}

impl View for Messages {
    fn name(&self) -> &'static str {
        "messages"
    }

    fn is_alone(&self) -> bool {
        true
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts: Vec<ViewEvent<'_, Player>> = facts_of(page, &EVENTS)?;
            remember(transaction, &facts).await?;
            let context = self.ledger.context();
            let mut messages = Vec::new();
            for fact in &facts {
                let at = Timestamp(fact.recorded.recorded_at_ms);
                let Some(notice) = Notice::of(fact.event).filter(|notice| context.now < notice.news_until(at)) else {
                    continue;
                };
                let to = Reminded {
                    partition: fact.recorded.partition,
                    player: PlayerId(fact.owner),
                };
                let cause = fact.recorded.event_id.to_string();
                messages.extend(message(&self.ledger, to, cause, notice, &context).await?);
            }
            message_outbox::write(transaction, &messages).await
        })
    }
}

/// A message, if the player gets it.
async fn message(
    ledger: &Ledger,
    to: Reminded,
    cause: String,
    notice: Notice,
    context: &Context,
) -> Result<Option<Message>, Fault> {
    let player = ledger.players().load(&StreamId::player(to.player)).await?.state;
    Ok(player.receives(&notice, context).then(|| Message {
        partition: to.partition,
        player: to.player,
        cause,
        expires_at: notice.news_until(context.now),
        notice,
        written_at: context.now,
    }))
}

/// Who chose reminders and who did not, by the last event of each player. The day of the choice counts as looked at when
/// its reminder was due before.
async fn remember(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let mut last: BTreeMap<Reminded, Option<Day>> = BTreeMap::new();
    for fact in facts {
        let day = match fact.event {
            Event::MessagesChosen(chosen) if chosen.topics.checkin => Some(chosen.at.plus_ms(-REMINDER_MS).day()),
            Event::MessagesChosen(_) | Event::DataErased(_) => None,
            // The other events of the list are messages and change no reminder.
            _ => continue,
        };
        let who = Reminded {
            partition: fact.recorded.partition,
            player: PlayerId(fact.owner),
        };
        last.insert(who, day);
    }
    let chosen: Vec<_> = last.iter().filter_map(|(who, day)| Some((*who, (*day)?))).collect();
    let ended: Vec<_> = last
        .iter()
        .filter(|(_, day)| day.is_none())
        .map(|(who, _)| *who)
        .collect();
    checkin_reminders::add(transaction, &chosen).await?;
    checkin_reminders::remove(transaction, &ended).await
}

/// Writes the reminders of today, once their time has come: each player is looked at once a day.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let context = ledger.context();
    let day = context.now.day();
    if context.now < day.start().plus_ms(REMINDER_MS) {
        return Ok(());
    }
    loop {
        let due = checkin_reminders::due(ledger.pool(), day, PLAYERS_MAX).await?;
        if due.is_empty() {
            return Ok(());
        }
        let mut messages = Vec::new();
        for who in &due {
            let notice = Notice::CheckinOpen { day };
            // A fault with one player must not keep the others waiting: this one is looked at again tomorrow.
            match message(ledger, *who, day.to_string(), notice, &context).await {
                Ok(message) => messages.extend(message),
                Err(fault) => tracing::error!(player.id = %who.player, %fault, "a player was not reminded"),
            }
        }
        let mut transaction = ledger.pool().begin().await?;
        message_outbox::write(&mut transaction, &messages).await?;
        checkin_reminders::handled(&mut transaction, &due, day).await?;
        transaction.commit().await?;
    }
}
