//! `ledger export`: a range of the books in files that anybody can check.

use super::{Failure, database, moment, progress, subject};
use crate::config::Settings;
use domain::ids::PlayerId;
use ledger::balance::AsOf;
use ledger::export::{ExportError, Form, Query, write};
use ledger::trial::Period;
use std::path::{Path, PathBuf};

/// Write events and postings into a folder that `ledger verify --bundle` checks without any database.
///
/// Everything of all logs ends at the newest signed checkpoint, which the manifest holds: the files then prove
/// that nothing is missing. It may run beside a working server; memory does not grow with the export.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// A folder that is not there yet, or is empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// One JSON object a line, or comma-separated with a heading
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "ndjson")]
    format: Format,
    /// One player's streams and accounts alone: an id, or tg: and a messenger id
    #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
    player: Option<PlayerId>,
    /// Begin after this, in every log: a position, or a time (RFC 3339). Absent: with the log
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    from: Option<AsOf>,
    /// End with this, in every log. Absent: with the newest signed checkpoint, or now when there is none
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    to: Option<AsOf>,
    /// Print the manifest
    #[arg(long)]
    json: bool,
}

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Format {
    Ndjson,
    Csv,
}

impl Export {
    /// Writes and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        empty_folder(&self.out)?;
        let (opened, pool) = database::open_to_read(settings).await?;
        let query = Query {
            player: self.player.map(|player| player.0),
            period: Period {
                after: self.from,
                until: self.to.unwrap_or(AsOf::Latest),
            },
            form: match self.format {
                Format::Ndjson => Form::Ndjson,
                Format::Csv => Form::Csv,
            },
        };
        let sign = progress::spinner("exporting");
        let written = write(&pool, &query, &self.out, &mut |rows| sign.set_position(rows)).await;
        sign.finish_and_clear();
        pool.close().await;
        opened.close().await?;
        let manifest = written.map_err(|error| match error {
            ExportError::Fault(fault) => database::failure(fault),
            ExportError::File(fault) => Failure::Usage(format!("{fault}.")),
        })?;
        if self.json {
            let text = serde_json::to_string(&manifest).map_err(|fault| Failure::Fault(fault.into()))?;
            println!("{text}");
            return Ok(());
        }
        for file in &manifest.files {
            println!(
                "{}: {} rows, {} bytes",
                self.out.join(&file.name).display(),
                file.rows,
                file.bytes
            );
        }
        println!("Check it with: ledger verify --bundle {}", self.out.display());
        Ok(())
    }
}

/// What is there already is never written over.
fn empty_folder(path: &Path) -> Result<(), Failure> {
    let unfit = |why: String| Failure::Usage(format!("--out {} cannot be used: {why}.", path.display()));
    std::fs::create_dir_all(path).map_err(|fault| unfit(fault.to_string()))?;
    let mut entries = std::fs::read_dir(path).map_err(|fault| unfit(fault.to_string()))?;
    match entries.next() {
        None => Ok(()),
        Some(_) => Err(unfit("it is not empty".into())),
    }
}
