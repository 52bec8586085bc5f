//! `ledger prove`: proofs about the log, as bundles that anybody can check without this database.

use super::checkpoint::{held, newest, write};
use super::{Failure, database, moment, progress};
use ledger::Fault;
use ledger::notary::{Bundle, prove};
use settings::Settings;
use sqlx::PgPool;
use std::path::PathBuf;
use uuid::Uuid;

/// Prove that an event is in the log, or that the log has only grown since an older checkpoint.
///
/// A bundle holds everything that checking takes: the event or both checkpoints, the hashes, the signed note.
/// `ledger verify --bundle FILE --vkey KEY` checks it on any machine. Exit code 1 when the database is no
/// longer what was signed, so that there is nothing to prove.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("claim").required(true).args(["event", "position", "from"])))]
pub struct Prove {
    /// The event with this id; the log is searched for it
    #[arg(long, value_name = "ID")]
    event: Option<Uuid>,
    /// The event at this position
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u64).range(1..))]
    position: Option<u64>,
    /// The partition of the position
    #[arg(long, value_name = "N", default_value = "0", requires = "position")]
    partition: u16,
    /// The checkpoint to prove the event against. Absent: the newest one
    #[arg(long, value_name = "FILE", conflicts_with = "from")]
    against: Option<PathBuf>,
    /// The older checkpoint: everything that it covers is still there and unchanged
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The newer checkpoint. Absent: the newest one
    #[arg(long, value_name = "FILE", requires = "from")]
    to: Option<PathBuf>,
    /// Print the bundle, one JSON object
    #[arg(long)]
    json: bool,
    /// Write the bundle to this file
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    out: Option<PathBuf>,
}

impl Prove {
    /// Proves and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let bundle = database::reading(settings, async |pool| self.bundle(pool).await).await?;
        let proven = bundle.verify(None).map_err(|why| Failure::Fault(why.into()))?;
        let text = serde_json::to_string(&bundle).map_err(|fault| Failure::Fault(fault.into()))?;
        if self.json {
            println!("{text}");
            return Ok(());
        }
        let checkpoint = &proven.checkpoint;
        let at = moment::write(checkpoint.time);
        println!("Proven: {}, by checkpoint {} of {at}.", proven.what, checkpoint.number);
        self.out
            .as_ref()
            .map_or(Ok(()), |path| write(path, &format!("{text}\n")))
    }

    async fn bundle(&self, pool: &PgPool) -> Result<Bundle, Failure> {
        let (newest, vkey) = newest(pool).await?;
        let file = |path: &Option<PathBuf>| path.as_ref().map(|path| held(path, &vkey)).transpose();
        let (against, old, new) = (file(&self.against)?, file(&self.from)?, file(&self.to)?);
        let mut connection = pool.acquire().await.map_err(|fault| database::failure(fault.into()))?;
        let made = match (&old, self.position, self.event) {
            (Some(old), ..) => prove::consistency(&mut connection, old, new.as_ref().unwrap_or(&newest), &vkey).await,
            (None, position, event) => {
                let (partition, position) = match (position, event) {
                    (Some(position), _) => (i32::from(self.partition), position),
                    (None, event) => place(prove::find(&mut connection, event.unwrap_or_default())).await?,
                };
                let against = against.as_ref().unwrap_or(&newest);
                prove::inclusion(&mut connection, against, &vkey, partition, position).await
            }
        };
        made.map_err(database::failure)
    }
}

/// Where an event is, which may take a while to find.
async fn place(search: impl Future<Output = Result<Option<(i32, u64)>, Fault>>) -> Result<(i32, u64), Failure> {
    let sign = progress::spinner("looking for the event");
    let found = search.await;
    sign.finish_and_clear();
    let none = || Failure::Usage("There is no event with this id.".into());
    found.map_err(database::failure)?.ok_or_else(none)
}
