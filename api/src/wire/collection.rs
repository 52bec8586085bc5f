//! The collection of fish and what was reached: a record of play, worth nothing in any asset.

use super::body::body;
use domain::paytable::Paytable;
use domain::time::Timestamp;
use projections::achievements::Takes;
use projections::catches::Caught;
use serde::Serialize;
use utoipa::ToSchema;

body! {
    /// Asks for the collection.
    CollectionInfoBody(ts, token, min_position?) {}
}

body! {
    /// Asks for the board of the weekly event: species of fish caught since Monday.
    CollectionRankBody(ts, token, min_position?) {}
}

/// The collection as it stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionInfoData {
    /// Every species of the paytable from the surface down, then those that only an older paytable had.
    pub species: Vec<CollectionSpecies>,
    /// How many of them were caught.
    pub caught: u32,
    /// In the order in which they are shown.
    pub achievements: Vec<CollectionAchievement>,
}

/// A species of fish.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionSpecies {
    /// Species.
    pub id: String,
    /// First level where it lives; null when no level has it any more.
    #[schema(required)]
    pub from: Option<u8>,
    /// Last level where it lives; null when no level has it any more.
    #[schema(required)]
    pub to: Option<u8>,
    /// The player's catches of it; null before the first.
    #[schema(required)]
    pub record: Option<CollectionRecord>,
}

/// A player's catches of a species. A fish counts when it takes the hook, whatever happens to it afterwards.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionRecord {
    /// How often.
    pub times: i64,
    /// First caught, in milliseconds.
    pub first_at: i64,
    /// The dive in which it was new.
    pub first_dive_id: String,
    /// Last caught, in milliseconds.
    pub last_at: i64,
    /// Worth of the best one on the hook, 2 decimals.
    pub best_value: String,
    /// Where the best one was caught.
    pub best_level: u8,
    /// When, in milliseconds.
    pub best_at: i64,
}

/// What an achievement counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AchievementOf {
    /// Species caught.
    Species,
    /// The deepest level played.
    Depth,
    /// Days checked in without a gap.
    CheckIns,
    /// Friends whose invite counts.
    Friends,
    /// A place among so many first ones of a week of species.
    WeekPlace,
}

/// Something that can be reached once. It pays nothing.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CollectionAchievement {
    /// Its permanent name.
    pub id: String,
    /// What it counts.
    pub of: AchievementOf,
    /// How many it takes.
    pub target: u32,
    /// When it was reached, in milliseconds; null before.
    #[schema(required)]
    pub reached_at: Option<i64>,
}

impl CollectionInfoData {
    /// What was caught, set in the order of a paytable, and what was reached.
    pub fn of(
        table: &Paytable,
        caught: &[Caught],
        achievements: &[(&'static str, Takes, Option<Timestamp>)],
    ) -> CollectionInfoData {
        let living = table.bands.iter().flat_map(|band| {
            let levels = (Some(band.levels[0]), Some(band.levels[1]));
            band.fish.iter().map(move |fish| (fish.id.as_str(), levels))
        });
        let mut species: Vec<CollectionSpecies> = Vec::new();
        for (id, (from, to)) in living {
            // One that lives in several bands is one species.
            match species.iter_mut().find(|known| known.id == id) {
                Some(known) => known.to = to,
                None => species.push(CollectionSpecies::of(id, from, to, caught)),
            }
        }
        for gone in caught {
            if !species.iter().any(|known| known.id == gone.species) {
                species.push(CollectionSpecies::of(&gone.species, None, None, caught));
            }
        }
        CollectionInfoData {
            caught: u32::try_from(caught.len()).unwrap_or(u32::MAX),
            species,
            achievements: achievements.iter().map(achievement).collect(),
        }
    }
}

impl CollectionSpecies {
    fn of(id: &str, from: Option<u8>, to: Option<u8>, caught: &[Caught]) -> CollectionSpecies {
        CollectionSpecies {
            id: id.to_owned(),
            from,
            to,
            record: caught
                .iter()
                .find(|known| known.species == id)
                .map(CollectionRecord::from),
        }
    }
}

impl From<&Caught> for CollectionRecord {
    fn from(caught: &Caught) -> CollectionRecord {
        CollectionRecord {
            times: caught.times,
            first_at: caught.first_at.0,
            first_dive_id: caught.first_dive.to_string(),
            last_at: caught.last_at.0,
            best_value: caught.best.value.to_string(),
            best_level: caught.best.level,
            best_at: caught.best.at.0,
        }
    }
}

fn achievement(&(id, takes, reached_at): &(&'static str, Takes, Option<Timestamp>)) -> CollectionAchievement {
    let (of, target) = match takes {
        Takes::Species(count) => (AchievementOf::Species, count),
        Takes::Depth(level) => (AchievementOf::Depth, level.into()),
        Takes::CheckIns(days) => (AchievementOf::CheckIns, days),
        Takes::Friend => (AchievementOf::Friends, 1),
        Takes::WeekPlace(places) => (AchievementOf::WeekPlace, places),
    };
    CollectionAchievement {
        id: id.to_owned(),
        of,
        target,
        reached_at: reached_at.map(|at| at.0),
    }
}
