//! The standby that LEDGER_READ_URL names, for commands that only read: which one it is, and how far it is.

use super::{Opened, address, refused_by, servers_of};
use crate::{Database, Failure, Settings};
use ledger::standby;
use sqlx::PgPool;
use sqlx::postgres::PgPoolOptions;

/// The setting.
pub(super) const NAME: &str = "LEDGER_READ_URL";

/// The standby of this address that is the furthest; the owner's login is not needed to read.
///
/// # Errors
/// One sentence where no standby can be reached.
pub(super) async fn furthest(url: &str) -> Result<Opened, Failure> {
    let servers = servers_of(url, NAME)?;
    let chosen = standby::choose(&servers).await;
    let chosen = chosen.map_err(|fault| refused_by(NAME, fault))?;
    let host = chosen.connect.get_host();
    if !chosen.is_standby {
        return Err(Failure::Usage(format!(
            "{NAME} names no standby: the server on {host} is a primary; name a standby, or leave the setting out."
        )));
    }
    Ok(Opened {
        description: format!("The standby on {host}."),
        servers: chosen.connect.clone().into(),
        connect: chosen.connect,
        owner: None,
        is_one_login: false,
        embedded: None,
    })
}

/// Whether this is a standby. If so, waits until it has what the primary had when the command began, and says on stderr
/// how far it is.
pub(super) async fn report(settings: &Settings, server: &PgPool) -> Result<bool, sqlx::Error> {
    let state = "select pg_is_in_recovery(), extract(epoch from now() - pg_last_xact_replay_timestamp())::float8";
    let (is_standby, seconds): (bool, Option<f64>) = sqlx::query_as(state).fetch_one(server).await?;
    if !is_standby {
        return Ok(false);
    }
    let said = match written(settings).await {
        Some(written) => match standby::reach(server, written, standby::WORK_WAIT).await? {
            0 => "it has all that the primary had when this command began".to_owned(),
            lacks => format!("it is {lacks} bytes of changes behind the primary"),
        },
        None => {
            let last = seconds.map_or("never".to_owned(), |seconds| format!("{seconds:.1} s ago"));
            format!("no primary says how far it is; the last transaction that it has was committed {last}")
        }
    };
    eprintln!("Reading a standby: {said}.");
    Ok(true)
}

/// How far the primary of DATABASE_URL is; nothing where that leads to none.
async fn written(settings: &Settings) -> Option<i64> {
    let (Database::Url(url), Some(_)) = (&settings.store.database, &settings.store.read) else {
        return None;
    };
    let servers = address(url, "DATABASE_URL").await.ok()?;
    let pool = PgPoolOptions::new().max_connections(1);
    let pool = pool.connect_with(servers.primary().clone()).await.ok()?;
    let written = standby::written(&pool).await.ok();
    pool.close().await;
    written
}
