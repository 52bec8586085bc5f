//! `ledger migrate`: the schema, the first configuration, the first capital.

use super::{Failure, database};
use crate::config::Settings;
use crate::genesis;
use ledger::{Clock, Ledger, Options};

/// Bring the database's schema up to date and record what every database begins with.
///
/// Safe to run again and beside working servers. Fixes the number of partitions when the database is
/// new. Development gets the demo configuration and an opening capital; production gets the standard
/// configuration and no money.
#[derive(clap::Args, Debug)]
pub struct Migrate {}

impl Migrate {
    /// Migrates and prints what was done.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        // Before anything is started: in production a missing secret ends here.
        settings.secrets()?;
        let opened = database::open(settings).await?;
        let done = async {
            let ledger = prepare(settings, &opened).await?;
            println!(
                "{} The schema is up to date, {} partitions.",
                opened.told,
                ledger.partitions()
            );
            ledger.close().await;
            Ok(())
        };
        let done = done.await;
        opened.close().await?;
        done
    }
}

/// A ledger on a database that was migrated and has its genesis.
pub async fn prepare(settings: &Settings, opened: &database::Opened) -> Result<Ledger, Failure> {
    let secrets = settings.secrets()?;
    ledger::schema::migrate(&opened.connect, settings.partitions)
        .await
        .map_err(database::failure)?;
    let options = Options {
        database: opened.connect.clone(),
        master_key: secrets.master_key,
        clock: Clock::system(),
        allow_unsafe_server: false,
    };
    let ledger = Ledger::connect(options).await.map_err(database::failure)?;
    genesis::run(&ledger, settings.mode).await?;
    Ok(ledger)
}
