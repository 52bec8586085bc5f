//! View `catches`: which species a player has caught, how often, when first and last, and the best of each.
//!
//! A fish counts when it takes the hook: what a mine or a cancelled dive takes afterwards stays in the collection,
//! where it is worth nothing.

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::ids::{DiveId, PlayerId};
use domain::money::Gusd;
use domain::player::fishing::CastResolved;
use domain::player::{Event, Player};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub struct Catches;

/// A species that a player has caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caught {
    pub species: String,
    /// How often.
    pub times: i64,
    pub first_at: Timestamp,
    /// The dive in which it was new.
    pub first_dive: DiveId,
    pub last_at: Timestamp,
    pub best: Best,
}

/// The most valuable catch of a species, the first of equals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// Worth on the hook.
    pub value: Gusd,
    pub level: u8,
    pub at: Timestamp,
}

impl View for Catches {
    fn name(&self) -> &'static str {
        "catches"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move { add(transaction, &gathered(&facts_of(page, &["CastResolved"])?)).await })
    }
}

/// The catches of a page by partition, player and species.
fn gathered(facts: &[ViewEvent<'_, Player>]) -> Vec<((i32, Uuid), Caught)> {
    let casts = of_kind(facts, |event| match event {
        Event::CastResolved(cast) => Some(cast),
        // Nothing else puts a fish on the line.
        _ => None,
    });
    let mut rows: BTreeMap<(i32, Uuid, &str), Caught> = BTreeMap::new();
    for (fact, cast) in casts {
        let Some(species) = cast.id.as_deref() else { continue };
        match rows.entry((fact.recorded.partition, fact.owner, species)) {
            Entry::Vacant(row) => drop(row.insert(Caught::once(species, cast))),
            Entry::Occupied(mut row) => row.get_mut().again(cast),
        }
    }
    rows.into_iter()
        .map(|((partition, player, _), caught)| ((partition, player), caught))
        .collect()
}

impl Caught {
    fn once(species: &str, cast: &CastResolved) -> Caught {
        Caught {
            species: species.to_owned(),
            times: 1,
            first_at: cast.at,
            first_dive: cast.dive,
            last_at: cast.at,
            best: Best::of(cast),
        }
    }

    fn again(&mut self, cast: &CastResolved) {
        self.times += 1;
        self.last_at = cast.at;
        if cast.value > self.best.value {
            self.best = Best::of(cast);
        }
    }
}

impl Best {
    fn of(cast: &CastResolved) -> Best {
        Best {
            value: cast.value,
            level: cast.level,
            at: cast.at,
        }
    }
}

async fn add(transaction: &mut PgConnection, rows: &[((i32, Uuid), Caught)]) -> Result<(), Fault> {
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into catches as known (partition, player, species, caught, first_at_ms, first_dive, last_at_ms,
                                       best_value, best_level, best_at_ms)
         select * from unnest($1::int[], $2::uuid[], $3::text[], $4::bigint[], $5::bigint[], $6::uuid[], $7::bigint[],
                              $8::bigint[], $9::smallint[], $10::bigint[])
             on conflict (partition, player, species) do update
            set caught = known.caught + excluded.caught,
                last_at_ms = excluded.last_at_ms,
                best_value = greatest(known.best_value, excluded.best_value),
                best_level = case when excluded.best_value > known.best_value
                                  then excluded.best_level else known.best_level end,
                best_at_ms = case when excluded.best_value > known.best_value
                                  then excluded.best_at_ms else known.best_at_ms end",
    )
    .bind(column(rows, |((partition, _), _)| *partition))
    .bind(column(rows, |((_, player), _)| *player))
    .bind(column(rows, |(_, caught)| caught.species.clone()))
    .bind(column(rows, |(_, caught)| caught.times))
    .bind(column(rows, |(_, caught)| caught.first_at.0))
    .bind(column(rows, |(_, caught)| caught.first_dive.0))
    .bind(column(rows, |(_, caught)| caught.last_at.0))
    .bind(column(rows, |(_, caught)| caught.best.value.minor()))
    .bind(column(rows, |(_, caught)| i16::from(caught.best.level)))
    .bind(column(rows, |(_, caught)| caught.best.at.0))
    .execute(transaction)
    .await?;
    Ok(())
}

/// What a player has caught, in the order of the first catches.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of(pool: &PgPool, partition: u16, player: PlayerId) -> Result<Vec<Caught>, Fault> {
    let rows = sqlx::query(
        "select species, caught, first_at_ms, first_dive, last_at_ms, best_value, best_level, best_at_ms
           from catches where partition = $1 and player = $2 order by first_at_ms, species",
    )
    .bind(i32::from(partition))
    .bind(player.0)
    .fetch_all(pool)
    .await?;
    Ok(rows.iter().map(row_of).collect::<Result<_, sqlx::Error>>()?)
}

fn row_of(row: &PgRow) -> Result<Caught, sqlx::Error> {
    Ok(Caught {
        species: row.try_get(0)?,
        times: row.try_get(1)?,
        first_at: Timestamp(row.try_get(2)?),
        first_dive: DiveId(row.try_get(3)?),
        last_at: Timestamp(row.try_get(4)?),
        best: Best {
            value: Gusd::from_minor(row.try_get(5)?),
            level: u8::try_from(row.try_get::<i16, _>(6)?).unwrap_or(1),
            at: Timestamp(row.try_get(7)?),
        },
    })
}
