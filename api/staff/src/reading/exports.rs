//! Exports as jobs: files in a folder of the house, made by the code of `ledger export`, fetched one by one.
//!
//! Memory does not grow with an export, few run at once, and what nobody fetched within a day is removed by the next.

use super::read::{self, typed};
use crate::jobs::{Jobs, Progress};
use crate::wire::exports::{ExportFile, ExportsInfoData, ExportsStartBody};
use crate::wire::job::{JobInfoBody, JobState};
use api::error::Failure;
use ledger::balance::AsOf;
use ledger::export::journal::{self, Tool};
use ledger::export::{ExportError, Form, MANIFEST, Manifest, Query};
use ledger::trial::Period;
use ledger::walk::Range;
use ledger::{Fault, Ledger};
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// How long files wait to be fetched.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// A finished export.
#[derive(Debug)]
pub struct Export {
    format: String,
    files: Vec<ExportFile>,
    checkpoint: Option<String>,
}

/// Exports that were asked for, and where their files are. Clones share them.
#[derive(Clone)]
pub struct Exports {
    jobs: Jobs<Export>,
    folder: PathBuf,
}

/// What is written.
enum Plan {
    Sheets(Query),
    Journal(Tool, Range),
}

impl Exports {
    /// Exports whose files go into this folder.
    pub fn new(folder: PathBuf) -> Exports {
        let jobs = Jobs::default();
        Exports { jobs, folder }
    }

    /// Begins an export.
    ///
    /// # Errors
    /// -1006 with the field that is wrong, -1008 while as many run as may; a fault of the database.
    pub async fn start(&self, ledger: &Ledger, by: &str, body: &ExportsStartBody) -> Result<JobState, Failure> {
        let plan = plan(ledger, body).await?;
        let (work, base, format) = (ledger.clone(), self.folder.clone(), body.format.clone());
        let id = self.jobs.begin(ledger.clock(), by, move |id, progress| async move {
            forget_old(&base).await;
            let folder = base.join(id.to_string());
            tokio::fs::create_dir_all(&folder)
                .await
                .map_err(|why| unwritable(&folder, &why))?;
            let mut export = write(&work, &plan, &folder, &progress).await?;
            export.format = format;
            Ok(export)
        })?;
        Ok(self.jobs.look(&id.to_string())?.0)
    }

    /// How far an export is.
    ///
    /// # Errors
    /// -1006 `id`.
    pub fn info(&self, body: &JobInfoBody) -> Result<ExportsInfoData, Failure> {
        let (job, export) = self.jobs.look(&body.id)?;
        let export = export.as_deref();
        Ok(ExportsInfoData {
            job,
            format: export.map_or_else(String::new, |export| export.format.clone()),
            files: export.map_or_else(Vec::new, |export| export.files.clone()),
            checkpoint: export.and_then(|export| export.checkpoint.clone()),
        })
    }

    /// Where a file of a finished export is; nothing for any other name.
    pub fn file(&self, id: Uuid, name: &str) -> Option<PathBuf> {
        let (_, export) = self.jobs.look(&id.to_string()).ok()?;
        let file = export?.files.iter().find(|file| file.name == name)?.name.clone();
        Some(self.folder.join(id.to_string()).join(file))
    }
}

async fn plan(ledger: &Ledger, body: &ExportsStartBody) -> Result<Plan, Failure> {
    let player = typed::a_player(ledger, body.player.as_deref(), "player").await?;
    let form = match body.format.as_str() {
        "ndjson" => Form::Ndjson,
        "csv" => Form::Csv,
        "parquet" => Form::Parquet,
        "hledger" | "beancount" if player.is_some() => return Err(Failure::invalid("player")),
        "hledger" => return Ok(Plan::Journal(Tool::Hledger, whole(ledger, body).await?)),
        "beancount" => return Ok(Plan::Journal(Tool::Beancount, whole(ledger, body).await?)),
        _ => return Err(Failure::invalid("format")),
    };
    let until = read::asked(ledger, body.as_of.as_deref(), "as_of").await?;
    Ok(Plan::Sheets(Query {
        player: player.map(|player| player.0),
        period: Period {
            after: read::asked(ledger, body.from.as_deref(), "from").await?,
            until: until.unwrap_or(AsOf::Latest),
        },
        form,
        with_seals: false,
    }))
}

async fn whole(ledger: &Ledger, body: &ExportsStartBody) -> Result<Range, Failure> {
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let from = read::from(ledger, body.from.as_deref(), &until).await?;
    Ok(read::range(from.as_ref(), &until))
}

async fn write(ledger: &Ledger, plan: &Plan, folder: &Path, progress: &Progress) -> Result<Export, Failure> {
    let mut report = |rows: u64| progress.report(rows, 0);
    match plan {
        Plan::Sheets(query) => {
            let written = ledger::export::write(ledger.pool(), query, folder, &mut report).await;
            of_sheets(&written.map_err(failed)?, folder).await
        }
        Plan::Journal(tool, range) => {
            let written = journal::write(ledger.pool(), range, *tool, folder, &mut report).await;
            let journal = written.map_err(failed)?;
            Ok(Export {
                format: String::new(),
                files: vec![file_of(
                    &journal.file.name,
                    journal.file.rows,
                    journal.file.bytes,
                    Some(journal.file.sha256),
                )],
                checkpoint: None,
            })
        }
    }
}

async fn of_sheets(manifest: &Manifest, folder: &Path) -> Result<Export, Failure> {
    let path = folder.join(MANIFEST);
    let length = tokio::fs::metadata(&path)
        .await
        .map_err(|why| unwritable(&path, &why))?
        .len();
    let sheets = manifest.files.iter();
    let mut files: Vec<ExportFile> = sheets
        .map(|file| file_of(&file.name, file.rows, file.bytes, Some(file.sha256.clone())))
        .collect();
    files.push(file_of(MANIFEST, 0, length, None));
    Ok(Export {
        format: String::new(),
        files,
        checkpoint: manifest.checkpoint.as_ref().map(|anchor| anchor.note.clone()),
    })
}

fn file_of(name: &str, rows: u64, bytes: u64, sha256: Option<String>) -> ExportFile {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    ExportFile {
        name: name.to_owned(),
        rows: whole(rows),
        bytes: whole(bytes),
        sha256,
    }
}

fn failed(error: ExportError) -> Failure {
    match error {
        ExportError::Fault(fault) => fault.into(),
        ExportError::File(fault) => Failure::Fault(Fault::Unknown(fault.to_string())),
    }
}

fn unwritable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::Fault(Fault::Setting(format!("{} cannot be used: {why}", path.display())))
}

/// Removes what waited long enough. What cannot be removed now is removed by the next export.
async fn forget_old(base: &Path) {
    let Ok(mut entries) = tokio::fs::read_dir(base).await else {
        return;
    };
    while let Ok(Some(entry)) = entries.next_entry().await {
        let age = entry
            .metadata()
            .await
            .ok()
            .and_then(|meta| meta.modified().ok())
            .and_then(|at| at.elapsed().ok());
        if age.is_some_and(|age| age > KEPT) {
            tokio::fs::remove_dir_all(entry.path()).await.ok();
        }
    }
}
