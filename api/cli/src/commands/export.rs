//! `ledger export`: a range of the books in files that anybody can check.

use super::amount::counted;
use super::period::check_come;
use super::{Failure, database, moment, progress, subject};
use domain::ids::PlayerId;
use ledger::EventLog;
use ledger::balance::{AsOf, bounds};
use ledger::export::journal::{self, Tool};
use ledger::export::{ExportError, Form, Query, write};
use ledger::trial::Period;
use ledger::walk::Range;
use settings::Settings;
use std::path::{Path, PathBuf};

/// Write events and postings into a folder that `ledger verify --bundle` checks without any database.
///
/// Everything of all logs ends at the newest signed checkpoint, which the manifest holds: the files then prove
/// that nothing is missing. It may run beside a working server; memory does not grow with the export.
///
/// The formats hledger and beancount write the whole books as one journal of plain-text accounting instead, which
/// those tools read and add up by themselves.
#[derive(clap::Args, Debug)]
pub struct Export {
    /// A folder that is not there yet, or is empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// One JSON object a line, comma-separated with a heading, or Apache Parquet; or a journal for hledger or beancount
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
    /// Also write the MAC of every event, and remembered refusals with theirs, for who has the master key
    #[arg(long)]
    with_seals: bool,
    /// Print the manifest
    #[arg(long)]
    json: bool,
}

/// How rows are written.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Format {
    Ndjson,
    Csv,
    Parquet,
    Hledger,
    Beancount,
}

/// What a format writes.
enum Kind {
    Sheets(Form),
    Journal(Tool),
}

impl Format {
    const fn kind(self) -> Kind {
        match self {
            Format::Ndjson => Kind::Sheets(Form::Ndjson),
            Format::Csv => Kind::Sheets(Form::Csv),
            Format::Parquet => Kind::Sheets(Form::Parquet),
            Format::Hledger => Kind::Journal(Tool::Hledger),
            Format::Beancount => Kind::Journal(Tool::Beancount),
        }
    }
}

impl Export {
    /// Writes and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let kind = self.format.kind();
        if matches!(kind, Kind::Journal(_)) && self.player.is_some() {
            return Err(Failure::Usage(
                "One player's accounts are no journal that balances: leave out --player.".into(),
            ));
        }
        if matches!(kind, Kind::Journal(_)) && self.with_seals {
            return Err(Failure::Usage(
                "A journal has no place for MACs: leave out --with-seals.".into(),
            ));
        }
        let written = database::reading(settings, async |pool| {
            check_come(pool, &[("--from", self.from), ("--to", self.to)]).await?;
            empty_folder(&self.out)?;
            let sign = progress::spinner("exporting");
            let mut report = |rows: u64| sign.set_position(rows);
            let written = match kind {
                Kind::Sheets(form) => self.sheets(pool, form, &mut report).await,
                Kind::Journal(tool) => self.journal(pool, tool, &mut report).await,
            };
            sign.finish_and_clear();
            written
        });
        println!("{}", written.await?);
        Ok(())
    }

    /// Events and postings with their manifest; what is printed of it.
    async fn sheets(
        &self,
        pool: &EventLog,
        form: Form,
        report: &mut (dyn FnMut(u64) + Send),
    ) -> Result<String, Failure> {
        let query = Query {
            player: self.player.map(|player| player.0),
            period: Period {
                after: self.from,
                until: self.to.unwrap_or(AsOf::Latest),
            },
            form,
            with_seals: self.with_seals,
        };
        let manifest = write(pool, &query, &self.out, report).await.map_err(failed)?;
        if self.json {
            return serde_json::to_string(&manifest).map_err(|fault| Failure::Fault(fault.into()));
        }
        let line = |name: &str, rows, bytes| {
            let path = self.out.join(name);
            format!("{}: {}, {bytes} bytes\n", path.display(), counted(rows, "row"))
        };
        let files = manifest.files.iter().chain(manifest.seals.iter().flatten());
        let lines: String = files.map(|file| line(&file.name, file.rows, file.bytes)).collect();
        Ok(format!(
            "{lines}Check it with: ledger verify --bundle {}{}",
            self.out.display(),
            if self.with_seals { " --with-seals" } else { "" }
        ))
    }

    /// The books as a journal; what is printed of it.
    async fn journal(
        &self,
        pool: &EventLog,
        tool: Tool,
        report: &mut (dyn FnMut(u64) + Send),
    ) -> Result<String, Failure> {
        let until = bounds(pool, self.to.unwrap_or(AsOf::Latest))
            .await
            .map_err(database::failure)?;
        let after = bounds(pool, self.from.unwrap_or(AsOf::Position(0)))
            .await
            .map_err(database::failure)?;
        let range = Range { after, until };
        let written = journal::write(pool, &range, tool, &self.out, report)
            .await
            .map_err(failed)?;
        if self.json {
            return serde_json::to_string(&written.file).map_err(|fault| Failure::Fault(fault.into()));
        }
        let (path, check) = (
            written.path.display(),
            match tool {
                Tool::Hledger => "hledger balancesheetequity -f",
                Tool::Beancount => "bean-check",
            },
        );
        Ok(format!(
            "{path}: {}, {} bytes\nCheck it with: {check} {path}",
            counted(written.file.rows, "posting"),
            written.file.bytes
        ))
    }
}

fn failed(error: ExportError) -> Failure {
    match error {
        ExportError::Fault(fault) => database::failure(fault),
        ExportError::File(fault) => Failure::Usage(format!("{fault}.")),
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
