//! `ledger checkpoint`: what was signed last, to be kept where nobody here can reach it.

use super::{Failure, database, moment};
use ledger::EventLog;
use ledger::notary::store::LATEST;
use ledger::notary::witnessed::{Demand, Witnessed};
use ledger::notary::{Signed, Vkey, cosigned, signed};
use serde_json::{Value, json};
use settings::Settings;
use sqlx::PgPool;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Longest checkpoint that is read: more than 1,024 partitions take, each cosigned by 16 witnesses.
const BYTES_MAX: u64 = 8_000_000;
/// Nothing can be published; what to look at.
const NONE_COSIGNED: &str = "No checkpoint was cosigned by enough witnesses: look at LEDGER_WITNESSES and \
    LEDGER_WITNESSES_NEEDED, and in the log of `ledger serve` for witnesses that do not answer or refuse.";

/// Print the newest signed checkpoint: size and root of every log at one moment.
///
/// `ledger serve` signs one every second while something happens. Whoever keeps one elsewhere can find with
/// `ledger verify --checkpoint` whatever is changed later in what it covers, and with `ledger prove --from`
/// that nothing was. It is a signed note (C2SP) of a few lines, fit for a mail or a piece of paper.
#[derive(clap::Args, Debug)]
pub struct Checkpoint {
    /// Print one JSON object, with the note in it
    #[arg(long)]
    json: bool,
    /// Write the note to this file, or in this place of a bucket: `s3://BUCKET/FOLDER/latest`
    #[arg(long, value_name = "FILE|URL")]
    out: Option<PathBuf>,
    /// Print the key that verifies checkpoints, from this installation's master key
    #[arg(long, conflicts_with_all = ["json", "out", "partition"])]
    vkey: bool,
    /// Print what `/checkpoint` publishes: the newest checkpoint that enough witnesses cosigned, with their cosignatures
    #[arg(long, conflicts_with_all = ["json", "partition", "vkey"])]
    witnessed: bool,
    /// Print the note of this partition's log alone, as tools of transparency logs read it (C2SP tlog-checkpoint)
    #[arg(long, value_name = "N", conflicts_with = "json")]
    partition: Option<u16>,
}

impl Checkpoint {
    /// Reads and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let read = async |pool: &EventLog| {
            if self.vkey {
                vkey_of(pool).await.map(|vkey| format!("{vkey}\n"))
            } else {
                self.text(settings, pool).await
            }
        };
        let text = database::reading(settings, read).await?;
        match &self.out {
            Some(path) => put(settings, path, &text).await,
            None => {
                print!("{text}");
                Ok(())
            }
        }
    }

    async fn text(&self, settings: &Settings, pool: &PgPool) -> Result<String, Failure> {
        if self.witnessed {
            let published = cosigned::published(pool, &settings.witnesses.demand()).await;
            let none = || Failure::Usage(NONE_COSIGNED.into());
            return Ok(published.map_err(database::failure)?.ok_or_else(none)?.text());
        }
        if let Some(partition) = self.partition {
            let note = signed::newest_of_log(pool, i32::from(partition))
                .await
                .map_err(database::failure)?;
            return note.ok_or_else(|| Failure::Usage(format!("No checkpoint covers a partition {partition}.")));
        }
        let (newest, vkey) = newest(pool).await?;
        let as_json = || format!("{}\n", json_of(&newest, &vkey));
        Ok(if self.json { as_json() } else { newest.note })
    }
}

/// The key of this installation, which must be the one that signed.
///
/// # Errors
/// A database whose checkpoints another key signed.
pub async fn vkey_of(pool: &EventLog) -> Result<Vkey, Failure> {
    let vkey = pool.vkey().map_err(database::failure)?;
    let newest = signed::newest(&**pool).await.map_err(database::failure)?;
    match newest {
        Some((_, signer)) if signer != vkey => Err(Failure::Usage(
            "LEDGER_MASTER_KEY is not the key under which this database's checkpoints are signed: use the settings of \
             the service that signs this database."
                .into(),
        )),
        _ => Ok(vkey),
    }
}

/// The newest checkpoint of a database with the key that the database says signed it.
///
/// # Errors
/// A database without any.
pub async fn newest(pool: &PgPool) -> Result<(Signed, Vkey), Failure> {
    let none = || Failure::Usage("This database has no checkpoint yet: `ledger serve` signs them.".into());
    signed::newest(pool).await.map_err(database::failure)?.ok_or_else(none)
}

/// A checkpoint that somebody held in a file, believed on the word of `vkey`.
///
/// # Errors
/// A file that cannot be read, or holds nothing that this key signed.
pub fn held(path: &Path, vkey: &Vkey) -> Result<Signed, Failure> {
    witnessed(path, vkey, &Demand::default())
}

/// The same, once enough witnesses have cosigned it.
///
/// # Errors
/// Also a checkpoint that too few cosigned.
pub fn witnessed(path: &Path, vkey: &Vkey, demand: &Demand) -> Result<Signed, Failure> {
    let note = read(path, BYTES_MAX)?;
    believed(&path.display().to_string(), &note, vkey, demand)
}

/// The checkpoint of a note that was found at a place.
///
/// # Errors
/// A note that this key or enough witnesses did not sign.
pub fn believed(place: &str, note: &str, vkey: &Vkey, demand: &Demand) -> Result<Signed, Failure> {
    let unproven = |why| Failure::Usage(format!("{place} is not a checkpoint to believe: {why}."));
    let notes = Witnessed::parse(note).map_err(unproven)?;
    notes.open(vkey, demand).map_err(unproven)
}

/// The text of a file.
///
/// # Errors
/// A file that cannot be read or is too long.
pub fn read(path: &Path, bytes_max: u64) -> Result<String, Failure> {
    let unfit = |why: String| Failure::Usage(format!("{} cannot be read: {why}.", path.display()));
    let mut text = String::new();
    let file = File::open(path).map_err(|fault| unfit(fault.to_string()))?;
    let read = file.take(bytes_max + 1).read_to_string(&mut text);
    match read.map_err(|fault| unfit(fault.to_string()))? {
        length if length as u64 > bytes_max => Err(unfit(format!("it has more than {bytes_max} bytes"))),
        _ => Ok(text),
    }
}

/// Writes the note to a file, or as the newest of a bucket.
async fn put(settings: &Settings, path: &Path, text: &str) -> Result<(), Failure> {
    let (folder, is_newest) = (path.parent().unwrap_or(path), path.ends_with(LATEST));
    let unfit = |fault: std::io::Error| Failure::Usage(format!("{} cannot be written: {fault}.", path.display()));
    let Some(bucket) = settings.checkpoints.bucket_at(folder)? else {
        // As the refusal of a start says it: the folder of checkpoints may be new.
        std::fs::create_dir_all(folder).map_err(unfit)?;
        return write(path, text);
    };
    if !is_newest {
        let sentence = format!(
            "The newest checkpoint of a bucket is called {LATEST:?}: {} is not.",
            path.display()
        );
        return Err(Failure::Usage(sentence));
    }
    bucket.accept(text).await.map_err(unfit)?;
    println!("Written to {}.", path.display());
    Ok(())
}

/// Writes a result to a file.
///
/// # Errors
/// A file that cannot be written.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let unfit = |fault| Failure::Usage(format!("{} cannot be written: {fault}.", path.display()));
    std::fs::write(path, text).map_err(unfit)?;
    println!("Written to {}.", path.display());
    Ok(())
}

fn json_of(signed: &Signed, vkey: &Vkey) -> Value {
    let checkpoint = &signed.checkpoint;
    let log = |(partition, log): (i32, &ledger::notary::LogHead)| json!({ "partition": partition, "size": log.size, "root": log.root.to_string() });
    let partitions: Vec<Value> = (0..).zip(&checkpoint.logs).map(log).collect();
    json!({
        "origin": checkpoint.origin, "number": checkpoint.number, "time": moment::write(checkpoint.time),
        "events": checkpoint.events(), "partitions": partitions, "note": signed.note, "vkey": vkey.to_string(),
    })
}
