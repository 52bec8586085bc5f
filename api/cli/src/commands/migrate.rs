//! `ledger migrate`: the schema, the first configuration, the first capital.

use super::amount::counted;
use super::{Failure, database};
use ledger::{Clock, EventLog, Ledger, Options, logins};
use settings::genesis;
use settings::{Mode, Settings};
use sqlx::postgres::PgConnectOptions;

/// The fact of the genesis that says what a database is for.
const MODE: &str = "mode";

/// Bring the database's schema up to date and record what every database begins with.
///
/// Safe to run again and beside working servers. It logs in with LEDGER_MIGRATE_URL and makes the login of DATABASE_URL,
/// which the service uses and which owns nothing. Fixes the number of partitions when the database is
/// new, and the mode. Development gets the demo configuration and an opening capital; production gets no
/// money, and a configuration that lets nobody play for any until staff open countries and channels.
#[derive(clap::Args, Debug)]
pub struct Migrate {
    /// Take over a database of an earlier version, whose events carry no MAC or do not name their natural keys: vouch
    /// for everything that stands in it, once, after it was verified. No server may run meanwhile
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
            database::try_owner(&opened).await?;
            if self.adopt {
                adopt(settings, &opened).await?;
            }
            let ledger = prepare(settings, &opened).await?;
            println!(
                "{} The schema is up to date, {}.",
                opened.description,
                counted(ledger.partitions(), "partition")
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
    ledger::schema::migrate(opened.owner()?, settings.store.partitions)
        .await
        .map_err(database::failure)?;
    let pool = ledger::schema::pool(opened.owner()?.clone())
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
    let adopted = ledger::adopt::adopt(opened.owner()?, &master_key)
        .await
        .map_err(database::failure)?;
    println!(
        "The database was verified. Events that got their MACs: {adopted}. The natural keys of before are vouched for."
    );
    Ok(())
}

/// A ledger on a database that was migrated and has its genesis. Whoever has the owner's login migrates it before;
/// whoever has not starts on a schema that is up to date.
pub async fn prepare(settings: &Settings, opened: &database::Opened) -> Result<Ledger, Failure> {
    let ledger = connect(settings, opened, Clock::system()).await?;
    genesis::run(&ledger, settings.service.mode).await?;
    Ok(ledger)
}

/// The same under a clock that somebody else moves, and before the genesis.
pub async fn connect(settings: &Settings, opened: &database::Opened, clock: Clock) -> Result<Ledger, Failure> {
    let owner = migrated(settings, opened).await?;
    let options = Options {
        database: opened.servers.clone(),
        allow_owner_login: opened.is_one_login && owner.is_some(),
        owner,
        master_keys: settings.master_keys()?,
        clock,
        allow_unsafe_server: false,
        synchronous: settings.service.synchronous,
        player_answers: api::player_answers::player_answers(),
    };
    Ledger::connect(options).await.map_err(database::failure)
}

/// Brings the schema up to date with the owner's login, where there is one, and makes the service's. The owner's login
/// stays with the process in development alone.
async fn migrated(settings: &Settings, opened: &database::Opened) -> Result<Option<PgConnectOptions>, Failure> {
    let partitions = settings.store.partitions;
    let owner = match &opened.owner {
        Some(owner) if !opened.is_one_login || logins::may_migrate(owner).await.map_err(database::failure)? => owner,
        _ => {
            let current = ledger::schema::require_current(&opened.connect, partitions).await;
            current.map_err(database::failure)?;
            let mode = ledger::schema::known(&opened.connect, MODE).await;
            let unfinished = || Failure::Usage("This database is not made to its end: run `ledger migrate`.".into());
            same_mode(settings, &mode.map_err(database::failure)?.ok_or_else(unfinished)?)?;
            return Ok(None);
        }
    };
    let done = ledger::schema::migrate(owner, partitions).await;
    done.map_err(database::failure)?;
    if !opened.is_one_login {
        logins::admit(owner, &opened.connect).await.map_err(database::failure)?;
        same_database(owner, &opened.connect).await?;
    }
    let mode = ledger::schema::fixed(owner, MODE, settings.service.mode.name()).await;
    same_mode(settings, &mode.map_err(database::failure)?)?;
    Ok(Some(owner.clone()).filter(|_| settings.service.mode == Mode::Development))
}

/// Both logins must lead to one database: else one would be migrated and another served.
async fn same_database(owner: &PgConnectOptions, service: &PgConnectOptions) -> Result<(), Failure> {
    let id = async |login| ledger::schema::known(login, "id").await.map_err(database::failure);
    if id(owner).await? == id(service).await? {
        return Ok(());
    }
    let why = "DATABASE_URL and LEDGER_MIGRATE_URL lead to different databases.";
    Err(Failure::Usage(why.to_owned()))
}

/// A database is made for one mode: demo money and logins for everybody have no place beside strangers' money.
fn same_mode(settings: &Settings, made_for: &str) -> Result<(), Failure> {
    let mode = settings.service.mode.name();
    if made_for == mode {
        return Ok(());
    }
    let why = format!("this database was made with LEDGER_MODE={made_for}, which cannot change to {mode}.");
    Err(Failure::Usage(why))
}
