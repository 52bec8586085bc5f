//! `ledger migrate`: the schema, the first configuration, the first capital.

use super::{Failure, database};
use ledger::{Clock, Ledger, Options};
use settings::Settings;
use settings::genesis;

/// Bring the database's schema up to date and record what every database begins with.
///
/// Safe to run again and beside working servers. Fixes the number of partitions when the database is
/// new, and the mode. Development gets the demo configuration and an opening capital; production gets no
/// money, and a configuration that lets nobody play for any until staff open countries and channels.
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
                opened.description,
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
    ledger::schema::migrate(&opened.connect, settings.store.partitions)
        .await
        .map_err(database::failure)?;
    check_mode(settings, opened).await?;
    let options = Options {
        database: opened.connect.clone(),
        master_key: secrets.master_key,
        clock: Clock::system(),
        allow_unsafe_server: false,
        player_answers: api::player_answers::player_answers(),
    };
    let ledger = Ledger::connect(options).await.map_err(database::failure)?;
    genesis::run(&ledger, settings.service.mode).await?;
    Ok(ledger)
}

/// A database is made for one mode: demo money and logins for everybody have no place beside strangers' money.
async fn check_mode(settings: &Settings, opened: &database::Opened) -> Result<(), Failure> {
    let (name, mode) = ("mode", settings.service.mode.name());
    let made_for = ledger::schema::fixed(&opened.connect, name, mode)
        .await
        .map_err(database::failure)?;
    if made_for == mode {
        return Ok(());
    }
    let why = format!("this database was made with LEDGER_MODE={made_for}, which cannot change to {mode}.");
    Err(Failure::Usage(why))
}
