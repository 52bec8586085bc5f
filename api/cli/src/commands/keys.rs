//! `ledger keys rotate`: another master key takes the place of the one before.

use super::{Failure, database};
use clap::Subcommand;
use ledger::Fault;
use ledger::keys::rotate::{Rotated, rotate};
use ledger::keys::{Keys as Derived, MasterKeys};
use serde_json::json;
use settings::Settings;
use sqlx::{Connection, PgConnection};

/// The master key: change it.
#[derive(clap::Args, Debug)]
pub struct Keys {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    Rotate(Rotate),
}

/// Retire the master key before, and make everything anew that is sealed or vouched for under it: keys of personal data,
/// seeds, snapshots, remembered answers, sessions.
///
/// To be run beside the working service, as the database's owner (LEDGER_MIGRATE_URL), once every process runs with the
/// new LEDGER_MASTER_KEY and names the one before in LEDGER_OTHER_MASTER_KEYS. Interrupted, it goes on when it is run
/// again. Afterwards no process needs the key before: what checks the MACs of its events is kept in the database, sealed
/// under the new one.
#[derive(clap::Args, Debug)]
struct Rotate {
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Keys {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let Act::Rotate(asked) = self.act;
        let masters = settings.master_keys()?;
        let opened = database::open(settings).await?;
        let done = async {
            database::try_owner(&opened).await?;
            let mut owner = PgConnection::connect_with(opened.owner()?)
                .await
                .map_err(|fault| database::failure(fault.into()))?;
            let rotated = rotated(&mut owner, &masters).await.map_err(database::failure);
            owner.close().await.map_err(|fault| database::failure(fault.into()))?;
            rotated
        };
        let done = done.await;
        opened.close().await?;
        let rotated = done?;
        match asked.json {
            true => println!("{}", json_of(&rotated)),
            false => print(&rotated),
        }
        Ok(())
    }
}

async fn rotated(owner: &mut PgConnection, masters: &MasterKeys) -> Result<Rotated, Fault> {
    let mut rotated = rotate(owner, masters).await?;
    let keys = Derived::open(owner, masters).await?;
    let players = api::auth::session::renew(owner, keys.macs()).await?;
    let staff = staff::session::renew(owner, keys.macs()).await?;
    let payments = rails::incoming::renew(owner, keys.macs()).await?;
    rotated.renewed.extend([
        ("sessions of players", players),
        ("sessions of staff", staff),
        ("payments that came", payments),
    ]);
    Ok(rotated)
}

fn json_of(rotated: &Rotated) -> serde_json::Value {
    let retired = rotated.retired.iter();
    let retired = retired.map(|(key, until)| json!({ "key": key, "until": until }));
    let renewed = rotated
        .renewed
        .iter()
        .map(|(what, rows)| json!({ "what": what, "rows": rows }));
    json!({ "retired": retired.collect::<Vec<_>>(), "renewed": renewed.collect::<Vec<_>>() })
}

fn print(rotated: &Rotated) {
    for (what, rows) in &rotated.renewed {
        println!("{rows} {what} are made anew.");
    }
    for (key, until) in &rotated.retired {
        let ends = (0..)
            .zip(until)
            .map(|(log, end): (usize, &i64)| format!("{end} of partition {log}"));
        let ends: Vec<String> = ends.collect();
        println!(
            "The key {key} is retired: its MACs count for events up to position {}, and for answers remembered with them.",
            ends.join(", ")
        );
    }
    println!("Nothing needs a retired key any more but backups from before: take it out of LEDGER_OTHER_MASTER_KEYS.");
}
