//! `ledger migrate`: the schema, the first configuration, the first capital.

use super::{Failure, database};
use ledger::{Clock, EventLog, Ledger, Options};
use settings::Settings;
use settings::genesis;

/// Bring the database's schema up to date and record what every database begins with.
///
/// Safe to run again and beside working servers. Fixes the number of partitions when the database is
/// new, and the mode. Development gets the demo configuration and an opening capital; production gets no
/// money, and a configuration that lets nobody play for any until staff open countries and channels.
#[derive(clap::Args, Debug)]
pub struct Migrate {
    /// Take over a database of a version whose events carry no MAC: vouch for everything that stands in it, once,
    /// after it was verified. No server may run meanwhile
    #[arg(long)]
    adopt: bool,
}

impl Migrate {
    /// Migrates and prints what was done.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        // Before anything is started: in production a missing secret ends here.
        settings.secrets()?;
        let opened = database::open(settings).await?;
        let done = async {
            if self.adopt {
                adopt(settings, &opened).await?;
            }
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

/// Verifies a database without MACs and gives every fact of it one.
async fn adopt(settings: &Settings, opened: &database::Opened) -> Result<(), Failure> {
    let master_key = settings.secrets()?.master_key;
    ledger::schema::migrate(&opened.connect, settings.store.partitions)
        .await
        .map_err(database::failure)?;
    let pool = ledger::schema::pool(opened.connect.clone())
        .await
        .map_err(database::failure)?;
    let log = EventLog::without_key(pool);
    let report = ledger::verify::run(&log, &mut |_, _| {}).await;
    log.close().await;
    if let Some(finding) = report.map_err(database::failure)?.first() {
        let (check, what) = (finding.check, &finding.what);
        return Err(Failure::Usage(format!(
            "Nothing was taken over, the database does not verify: {check}: {what}."
        )));
    }
    let adopted = ledger::adopt::adopt(&opened.connect, &master_key)
        .await
        .map_err(database::failure)?;
    println!("{adopted} events were verified and have their MACs now.");
    Ok(())
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
        synchronous: settings.service.synchronous,
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
