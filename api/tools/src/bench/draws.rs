//! Case `draws`: every cast whose seed was revealed, recomputed from the log as `ledger verify` and `ledger audit` do it
//! (law I-36d).
//!
//! One unit is a cast: read from the table, drawn from its seed, compared. Memory does not grow with the log: no more is
//! held than the dives of one player between two reveals.

use super::Meter;
use super::casts::{Casts, divers};
use super::contest::Contestant;
use super::load::Client;
use super::ours::{self, execute, in_parallel, must, request};
use super::reading::timed;
use super::report::Figure;
use anyhow::ensure;
use domain::ids::PlayerId;
use domain::paytable::LEVELS;
use domain::player::seeds::RotateSeed;
use ledger::{Ledger, Plain};
use workers::audit::draws;

/// Players who dived.
const PLAYERS: usize = 500;
/// Dives of each, down to the last level: 370,000 casts in all.
const DIVES: usize = 20;
/// Players at once.
const WIDTH: usize = 64;

/// Measures it on a log of revealed dives.
///
/// # Errors
/// When the ledger fails, or a dive does not recompute.
pub async fn run(meter: &mut Meter) -> anyhow::Result<()> {
    let count = (PLAYERS / meter.scale).max(1);
    let database = meter.scratch.database("draws").await?;
    let ledger = ours::found(database, meter.partitions).await?;
    meter.progress(format!("draws: {count} players make {DIVES} dives each"));
    let players = divers(&ledger, 1, count).await?;
    in_parallel(count, WIDTH, |index| dive(ledger.clone(), players[index])).await?;
    let contestants = [Contestant::new("draws", || timed(recompute(&ledger, count * DIVES)))];
    let series = meter.contest.hold("draws", &contestants).await?;
    meter.record(Figure::rate("draws", 1, &series[0]));
    ledger.close().await;
    Ok(())
}

/// Plays all dives of a player and reveals their seed.
async fn dive(ledger: Ledger, player: PlayerId) -> anyhow::Result<()> {
    for mut client in Casts::clients(&ledger, &[player], 1) {
        for _ in 0..DIVES * usize::from(LEVELS) {
            client.prepare().await?;
            client.step().await?;
        }
    }
    let rotate = RotateSeed {
        client_seed: "bench".into(),
        fresh_commit: ledger.seal_seed(player).await?,
    };
    must(execute(&ledger, player, rotate.into(), request(), Plain).await?)
}

/// Recomputes them; answers how many casts there were.
async fn recompute(ledger: &Ledger, dives: usize) -> anyhow::Result<u64> {
    let tables = draws::tables(ledger.pool()).await?;
    let mut snapshot = ledger.pool().begin().await?;
    let law = draws::check(&mut snapshot, &tables).await?;
    ensure!(
        law.holds() && law.compared == dives as i64,
        "draws that do not fit: {law:?}"
    );
    Ok(dives as u64 * u64::from(LEVELS))
}
