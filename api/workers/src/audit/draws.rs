//! The law of the draws: every dive whose seed was revealed is recomputed from its seeds, and is what was recorded.
//!
//! Players are read one after the other, each from the first event to the last, so no more is held than the dives of
//! one player that wait for their reveal. Nothing of the service's state is used: seed, client seed, nonces and paytable
//! stand in the events, [`super::dive`] does the rest.
//!
//! Knows nothing of who asks, and makes no statement about a dive whose seed is still sealed.

use super::LawResult;
use super::dive::recompute;
use super::dive_log::Dives;
use super::entry::{law, rows};
use super::tables::Tables;
use domain::config::ConfigDocument;
use domain::paytable::Paytable;
use domain::player::Event;
use ledger::{CONFIG_STREAM, EventLog, Fault, StreamId, replay, upcast};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};

const PLAYED: &str = "
    select aggregate_id, event_type, event_version, payload, partition || '/' || position
      from events
     where aggregate_type = 'player'
       and event_type in ('DiveStarted', 'CastResolved', 'DiveClosed', 'DiveVoided', 'SeedRotated')
     order by aggregate_id, sequence";

/// Every paytable that was ever approved.
///
/// # Errors
/// [`Fault`] when the configuration cannot be read.
pub async fn tables(log: &EventLog) -> Result<Tables, Fault> {
    let (_, config) = replay::stream::<ConfigDocument>(log, &StreamId::house(CONFIG_STREAM)).await?;
    let approved = config.current.iter().flat_map(|config| config.paytables.values());
    Ok(Tables::new(approved.map(|table| Paytable::clone(table))))
}

/// Recomputes every revealed dive of the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection, tables: &Tables) -> Result<LawResult, Fault> {
    let mut walk = Walk::new(tables);
    rows(database, PLAYED, |row| walk.take(row)).await?;
    Ok(walk.result)
}

struct Walk<'a> {
    tables: &'a Tables,
    player: String,
    dives: Dives,
    result: LawResult,
}

impl Walk<'_> {
    fn new(tables: &Tables) -> Walk<'_> {
        Walk {
            tables,
            player: String::new(),
            dives: Dives::default(),
            result: law("I-36d", "a revealed dive drew and paid what its seeds say"),
        }
    }

    fn take(&mut self, row: &PgRow) -> Result<(), sqlx::Error> {
        let player: &str = row.try_get(0)?;
        if player != self.player {
            player.clone_into(&mut self.player);
            self.dives = Dives::default();
        }
        let payload = row.try_get_raw(3)?.as_str().map_err(sqlx::Error::Decode)?;
        let Ok(event) = upcast::read::<Event>(row.try_get(1)?, row.try_get(2)?, payload) else {
            self.object(row.try_get(4)?);
            return Ok(());
        };
        match self.dives.take(&event) {
            Ok(revealed) => {
                for (dive, detail) in revealed {
                    self.result.compared += 1;
                    if !recompute(&detail, self.tables).is_ok_and(|comparison| comparison.differences.is_empty()) {
                        self.object(dive.to_string());
                    }
                }
            }
            Err(_) => self.object(row.try_get(4)?),
        }
        Ok(())
    }

    fn object(&mut self, place: String) {
        self.result.broken += 1;
        self.result.first.get_or_insert(place);
    }
}
