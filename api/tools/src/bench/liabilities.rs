//! Case `liabilities`: what all players are owed, stated and published, as at a daily close; and a player's proof of it.

use super::Meter;
use super::ours::{self, fill, players};
use super::report::Figure;
use anyhow::Context;
use domain::ids::PlayerId;
use domain::money::Asset;
use ledger::balance::{AsOf, bounds, total};
use ledger::notary::Notary;
use ledger::notary::liabilities::Extent;
use ledger::{Ledger, books};
use std::path::PathBuf;
use std::time::Instant;

/// Proofs that are timed.
const PROOFS: usize = 200;

/// Measures it among all players of the memory case.
///
/// # Errors
/// When the ledger fails, or a proof does not hold.
pub async fn run(meter: &mut Meter) -> anyhow::Result<()> {
    let count = meter.players;
    let database = meter.scratch.database("liabilities").await?;
    let ledger = ours::found(database, meter.partitions).await?;
    meter.progress(format!("liabilities: registering {count} players"));
    let ids = players(&ledger, 1, count).await?;
    fill(&ledger, &ids, count).await?;
    meter.progress("liabilities: signing the log");
    let extent = signed(&ledger, meter.scratch.checkpoints("liabilities")).await?;
    // At a close they are milliseconds behind; here a million players came at once.
    books::settle(ledger.pool()).await?;
    let coins = total(ledger.pool(), "coin_paid").await? + total(ledger.pool(), "coin_promo").await?;
    meter.progress("liabilities: stating");
    let began = Instant::now();
    let booked = |asset| i128::from(if asset == Asset::Coin { coins } else { 0 });
    let note = ledger.publish_liabilities(&extent, booked).await?;
    note.context("no checkpoint covers the log")?;
    let stated_ms = began.elapsed().as_millis();
    let (proof_us, proof_bytes) = proofs(&ledger, &ids).await?;
    let figure = Figure::new("liabilities", 1)
        .with("players", count)
        .with("stated_ms", stated_ms as u64)
        .with("proof_us", proof_us)
        .with("proof_bytes", proof_bytes);
    meter.record(figure);
    ledger.close().await;
    Ok(())
}

/// A checkpoint over everything that was appended.
async fn signed(ledger: &Ledger, folder: PathBuf) -> anyhow::Result<Extent> {
    let (pool, clock) = (ledger.pool().clone(), ledger.clock().clone());
    let mut notary = Notary::open(pool, clock, folder).await?;
    let until = bounds(ledger.pool(), AsOf::Latest).await?;
    let extent = Extent {
        events: until.into_iter().map(i64::unsigned_abs).collect(),
        time: ledger.clock().now(),
    };
    while !(notary.newest()).is_some_and(|newest| extent.is_within(&newest.checkpoint)) {
        notary.round().await?;
    }
    Ok(extent)
}

/// How long a proof takes on average, in microseconds, and the longest one in bytes of JSON.
async fn proofs(ledger: &Ledger, players: &[PlayerId]) -> anyhow::Result<(u64, usize)> {
    let some: Vec<PlayerId> = players
        .iter()
        .copied()
        .step_by((players.len() / PROOFS).max(1))
        .collect();
    let (began, mut proven) = (Instant::now(), Vec::with_capacity(some.len()));
    for player in &some {
        let share = ledger
            .prove_liabilities(*player)
            .await?
            .context("nothing is published")?;
        proven.push(share);
    }
    let each_us = began.elapsed().as_micros() / some.len().max(1) as u128;
    let mut longest = 0;
    for (player, share) in some.iter().zip(&proven) {
        share.statement.check_share(player.0, &share.proofs)?;
        for proof in &share.proofs {
            longest = longest.max(serde_json::to_vec(proof)?.len());
        }
    }
    Ok((each_us as u64, longest))
}
