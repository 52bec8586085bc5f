//! View `achievements`: what players reached, and when first. None of it pays anything.
//!
//! Rows are made for what one event decides; what takes several species is counted in [`crate::catches`], and a place
//! of a week in [`crate::week_places`], when it is read, so that no view depends on another one's rows.

use crate::catches::Caught;
use crate::view::{View, Writing, column, facts_of};
use domain::ids::PlayerId;
use domain::paytable::LEVELS;
use domain::player::{Event, Player};
use domain::rank::MARKED;
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 3] = ["CastResolved", "SignedIn", "InviteValidated"];

/// What an achievement takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// So many species caught.
    Species(u32),
    /// A cast at this level or deeper.
    Depth(u8),
    /// So many days checked in without a gap.
    CheckIns(u32),
    /// A friend whose invite counts.
    Friend,
    /// One of so many first places of a week of species.
    WeekPlace(u32),
}

/// All achievements in the order in which they are shown (ASSUMED). A name is permanent: rows are kept under it.
pub const ACHIEVEMENTS: [(&str, Takes); 10] = [
    ("first_catch", Takes::Species(1)),
    ("species_10", Takes::Species(10)),
    ("species_20", Takes::Species(20)),
    // Every species of the paytable; a test compares.
    ("species_all", Takes::Species(25)),
    ("depth_10", Takes::Depth(10)),
    ("depth_20", Takes::Depth(20)),
    ("depth_bottom", Takes::Depth(LEVELS)),
    ("week_checked_in", Takes::CheckIns(7)),
    ("first_friend", Takes::Friend),
    ("week_podium", Takes::WeekPlace(MARKED)),
];

#[derive(Clone, Copy, Debug)]
pub struct Achievements;

impl View for Achievements {
    fn name(&self) -> &'static str {
        "achievements"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let mut reached: BTreeMap<(i32, Uuid, &str), i64> = BTreeMap::new();
            for fact in facts_of::<Player>(page, &EVENTS)? {
                for (name, takes) in ACHIEVEMENTS {
                    if takes.is_met_by(fact.event) {
                        let key = (fact.recorded.partition, fact.owner, name);
                        reached.entry(key).or_insert(fact.recorded.recorded_at_ms);
                    }
                }
            }
            insert(transaction, &reached.into_iter().collect::<Vec<_>>()).await
        })
    }
}

impl Takes {
    /// Whether one event is enough, whatever came before.
    fn is_met_by(self, event: &Event) -> bool {
        match (self, event) {
            (Takes::Depth(level), Event::CastResolved(cast)) => cast.level >= level,
            (Takes::CheckIns(days), Event::SignedIn(signed)) => signed.streak >= days,
            (Takes::Friend, Event::InviteValidated(_)) => true,
            // Species and places are counted when they are read; other events reach nothing.
            _ => false,
        }
    }
}

/// What was reached before keeps its time.
async fn insert(transaction: &mut PgConnection, rows: &[((i32, Uuid, &str), i64)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into achievements (partition, player, achievement, reached_at_ms)
         select * from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[])
             on conflict (partition, player, achievement) do nothing",
    )
    .bind(column(rows, |((partition, ..), _)| *partition))
    .bind(column(rows, |((_, player, _), _)| *player))
    .bind(column(rows, |((.., name), _)| *name))
    .bind(column(rows, |(_, at_ms)| *at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// When a player reached each of [`ACHIEVEMENTS`], in their order; `caught` in the order of the first catches, and when
/// the player first stood among the marked places of a week.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of(
    pool: &PgPool,
    partition: u16,
    player: PlayerId,
    caught: &[Caught],
    placed_at: Option<Timestamp>,
) -> Result<Vec<(&'static str, Takes, Option<Timestamp>)>, Fault> {
    let rows = sqlx::query("select achievement, reached_at_ms from achievements where partition = $1 and player = $2")
        .bind(i32::from(partition))
        .bind(player.0)
        .fetch_all(pool)
        .await?;
    let mut reached = BTreeMap::new();
    for row in rows {
        reached.insert(row.try_get::<String, _>(0)?, Timestamp(row.try_get(1)?));
    }
    let reached_at = |name: &str, takes| match takes {
        Takes::Species(count) => caught.get(count as usize - 1).map(|last| last.first_at),
        Takes::WeekPlace(_) => placed_at,
        Takes::Depth(_) | Takes::CheckIns(_) | Takes::Friend => reached.get(name).copied(),
    };
    Ok(ACHIEVEMENTS
        .iter()
        .map(|&(name, takes)| (name, takes, reached_at(name, takes)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::paytable::Paytable;
    use std::collections::BTreeSet;

    #[test]
    fn the_last_of_the_species_is_the_last_of_the_paytable() {
        let table = Paytable::standard();
        let species: BTreeSet<&String> = table
            .bands
            .iter()
            .flat_map(|band| &band.fish)
            .map(|fish| &fish.id)
            .collect();
        assert!(ACHIEVEMENTS.contains(&("species_all", Takes::Species(species.len() as u32))));
    }

    #[test]
    fn a_name_stands_once() {
        let names: BTreeSet<&str> = ACHIEVEMENTS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), ACHIEVEMENTS.len());
    }
}
