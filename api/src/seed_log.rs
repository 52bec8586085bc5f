//! The public log of server seeds (domain §2.6): when each was committed to, and the seed itself once it is revealed, as
//! notes that the notary signed. Anybody follows it and finds a seed that stays hidden, and a reveal that was not
//! committed to before. Whose a seed is is not in it: who knows his commitment finds it.
//!
//! | path | is |
//! |---|---|
//! | `/seeds` | the logs, how many events of each the published checkpoint covers, and how many pages that is |
//! | `/seeds/<partition>/<page>` | the lines of 1,024 events, from page 0 on |
//!
//! ```text
//! ledger/<database>/seeds
//! partition 0
//! events 1 1024
//! checkpoint 17
//! committed <position> <commitment>
//! revealed <position> <commitment> <seed>
//! ```

use crate::app::App;
use crate::checkpoints::{TEXT, broken, found, missing, published};
use crate::wire::seeds::SeedLog;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use domain::ids::PlayerId;
use ledger::Fault;
use ledger::notary::{Checkpoint, Signed};
use projections::seed_log::{self, PAGE, Seed};
use std::fmt::Write;

/// An unfinished page grows.
const A_SECOND: &str = "public, max-age=1";
/// A full page says the same under every later checkpoint.
const A_DAY: &str = "public, max-age=86400";

/// Adds the paths.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes
        .route("/seeds", get(index))
        .route("/seeds/{partition}/{page}", get(page))
}

async fn index(State(app): State<App>) -> Response {
    answer(index_of(&app).await)
}

async fn page(State(app): State<App>, Path((partition, page)): Path<(u16, u32)>) -> Response {
    answer(page_of(&app, i32::from(partition), u64::from(page)).await)
}

fn answer(note: Result<Option<(&'static str, String)>, Fault>) -> Response {
    match note {
        Ok(Some((keep, note))) => found(TEXT, keep, note),
        Ok(None) => missing(),
        Err(fault) => broken(&fault),
    }
}

/// Where the seeds of a player stand in it, for whoever asked for that.
pub(crate) async fn asked(app: &App, player: PlayerId, asked: Option<bool>) -> Result<Option<SeedLog>, Fault> {
    if asked != Some(true) {
        return Ok(None);
    }
    let ledger = app.ledger();
    let partition = ledger.partition_of(player.0);
    let mut places = seed_log::places(ledger.pool(), partition, player).await?.into_iter();
    let Some(newest) = places.next() else { return Ok(None) };
    Ok(Some(SeedLog {
        partition,
        newest,
        // The registration announced both seeds.
        committed: places.next().unwrap_or(newest),
        page: PAGE,
        vkey: ledger.notary_key()?.of_seeds().to_string(),
    }))
}

/// The checkpoint up to which the log is public.
async fn covered(app: &App) -> Result<Option<Checkpoint>, Fault> {
    let Some(published) = published(app).await? else {
        return Ok(None);
    };
    let vkey = app.ledger().notary_key()?;
    let opened = Signed::open(&published.checkpoint, &vkey);
    let opened = opened.map_err(|why| Fault::Contradiction(format!("the published checkpoint: {why}")))?;
    Ok(Some(opened.checkpoint))
}

async fn index_of(app: &App) -> Result<Option<(&'static str, String)>, Fault> {
    let Some(checkpoint) = covered(app).await? else {
        return Ok(None);
    };
    let mut text = format!("{}/seeds\ncheckpoint {}\n", checkpoint.origin, checkpoint.number);
    for (partition, log) in checkpoint.logs.iter().enumerate() {
        // Writing into a string cannot fail.
        let _ = writeln!(
            text,
            "partition {partition} events {} pages {}",
            log.size,
            log.size.div_ceil(PAGE)
        );
    }
    Ok(Some((A_SECOND, app.ledger().sign_seeds(&text)?)))
}

async fn page_of(app: &App, partition: i32, page: u64) -> Result<Option<(&'static str, String)>, Fault> {
    let Some(checkpoint) = covered(app).await? else {
        return Ok(None);
    };
    let (first, next) = (page * PAGE, (page + 1) * PAGE);
    let size = match checkpoint.log(partition) {
        Ok(log) if log.size > first => log.size,
        _ => return Ok(None),
    };
    let lines = seed_log::page(app.ledger().pool(), partition, page, size).await?;
    let mut text = format!(
        "{}/seeds\npartition {partition}\nevents {} {}\ncheckpoint {}\n",
        checkpoint.origin,
        first + 1,
        size.min(next),
        checkpoint.number
    );
    for line in lines {
        // Writing into a string cannot fail.
        let _ = match line.what {
            Seed::Committed { commit } => writeln!(text, "committed {} {commit}", line.position),
            Seed::Revealed { commit, seed } => writeln!(text, "revealed {} {commit} {seed}", line.position),
        };
    }
    let keep = if size >= next { A_DAY } else { A_SECOND };
    Ok(Some((keep, app.ledger().sign_seeds(&text)?)))
}
