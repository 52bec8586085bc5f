//! The log of server seeds, read from the facts: every commitment when it was made, every seed when it was revealed
//! (domain §2.6). Whose they are is not in it. No view: positions never change, so a range of them never does.

use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::stream::Stream;
use ledger::feed::Recorded;
use ledger::{EventLog, Fault, feed};

/// Events of a log that one page covers.
pub const PAGE: u64 = 1_024;
/// What an event of players says of seeds.
const EVENTS: [&str; 2] = ["PlayerRegistered", "SeedRotated"];

/// One line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedLine {
    /// Of the event.
    pub position: i64,
    pub what: Seed,
}

/// What happened to a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seed {
    /// Its hash was written down.
    Committed { commit: String },
    /// It is retired and public.
    Revealed { commit: String, seed: String },
}

/// The lines of a page of a log, from page 0 on, up to the position `end`.
///
/// # Errors
/// [`Fault`] of the database, or of an event that was not written here.
pub async fn page(log: &EventLog, partition: i32, page: u64, end: u64) -> Result<Vec<SeedLine>, Fault> {
    let first = page.saturating_mul(PAGE);
    let limit = end.saturating_sub(first).min(PAGE);
    let (after, limit) = (
        i64::try_from(first).unwrap_or(i64::MAX),
        i64::try_from(limit).unwrap_or(0),
    );
    let mut lines = Vec::new();
    for event in feed::read(log.key(), log, partition, after, limit).await? {
        lines.extend(of(&event)?);
    }
    Ok(lines)
}

/// Positions of the newest event of a player that said anything of seeds, and of the one before, newest first. Read
/// backwards through the player's stream: as many events as he made since.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn places(log: &EventLog, partition: u16, player: PlayerId) -> Result<Vec<i64>, Fault> {
    let places = sqlx::query_scalar(
        "select position from events
          where partition = $1 and aggregate_type = $2 and aggregate_id = $3 and event_type = any($4)
          order by sequence desc limit 2",
    )
    .bind(i32::from(partition))
    .bind(Player::TYPE)
    .bind(player.to_string())
    .bind(EVENTS.as_slice())
    .fetch_all(&**log)
    .await?;
    Ok(places)
}

fn of(event: &Recorded) -> Result<Vec<SeedLine>, Fault> {
    if event.aggregate_type != Player::TYPE || !EVENTS.contains(&event.event_type.as_str()) {
        return Ok(Vec::new());
    }
    let committed = |commit: String| Seed::Committed { commit };
    let said = match event.decode::<Event>()? {
        Event::PlayerRegistered(registered) => vec![committed(registered.commit), committed(registered.next_commit)],
        Event::SeedRotated(rotated) => vec![
            Seed::Revealed {
                commit: rotated.old_commit,
                seed: rotated.old_seed,
            },
            committed(rotated.next_commit),
        ],
        // The list above names no other.
        _ => Vec::new(),
    };
    let position = event.position;
    Ok(said.into_iter().map(|what| SeedLine { position, what }).collect())
}
