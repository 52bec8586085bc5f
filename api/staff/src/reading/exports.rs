//! Exports as jobs: files in a folder of the house, made by the code of `ledger export` or from a list of the service
//! ([`crate::exports`]), recorded with their hashes and fetched one by one.
//!
//! Memory does not grow with an export, few run at once, and what nobody fetched in time is removed by the next.

use super::read::{self, period, typed};
use crate::call::StaffScope;
use crate::exports::kept::{self, unwritable};
use crate::exports::lists::List;
use crate::exports::pages;
use crate::exports::table::{Form as TableForm, Table};
use crate::exports::taking::{self, BOOKS, KEPT_MS, Taking};
use crate::jobs::{Jobs, Progress};
use crate::permissions;
use crate::session::Member;
use crate::wire::exports::{ExportFile, ExportsInfoData, ExportsStartBody};
use crate::wire::job::{JobInfoBody, JobState};
use api::error::Failure;
use ledger::balance::AsOf;
use ledger::export::journal::{self, Tool};
use ledger::export::{DICTIONARY, ExportError, Form, MANIFEST, Manifest, Query};
use ledger::trial::Period;
use ledger::walk::Range;
use ledger::{Fault, Ledger};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use uuid::Uuid;

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

    /// Begins an export of the books.
    ///
    /// # Errors
    /// -1006 with the field that is wrong, -1008 while as many run as may; a fault of the database.
    pub async fn start(&self, ledger: &Ledger, by: &Member, body: &ExportsStartBody) -> Result<JobState, Failure> {
        let plan = plan(ledger, body).await?;
        let (work, exports, taking) = (ledger.clone(), self.clone(), of_books(by, body));
        let id = self
            .jobs
            .begin(ledger.clock(), &by.name, move |id, progress| async move {
                let folder = exports.begin(id).await?;
                let written = write(&work, &plan, &folder, &progress).await;
                exports.end(&work, id, &taking, written).await
            })?;
        Ok(self.jobs.look(&id.to_string())?.0)
    }

    /// Begins an export of a list.
    ///
    /// # Errors
    /// -1008 while as many run as may.
    pub(crate) fn table(
        &self,
        scope: &StaffScope,
        list: &'static List,
        form: TableForm,
        taking: Taking,
    ) -> Result<JobState, Failure> {
        let (work, exports, by) = (scope.clone(), self.clone(), scope.member.name.clone());
        let id = self
            .jobs
            .begin(scope.app.ledger().clock(), &by, move |id, progress| async move {
                exports.make(&work, (id, &progress), (list, form), &taking).await
            })?;
        Ok(self.jobs.look(&id.to_string())?.0)
    }

    /// Makes an export of a list.
    ///
    /// # Errors
    /// What the list's call refuses, a finding about its size, or that the member may no longer; then there are no files.
    pub(crate) async fn make(
        &self,
        scope: &StaffScope,
        (id, progress): (Uuid, &Progress),
        (list, form): (&'static List, TableForm),
        taking: &Taking,
    ) -> Result<Export, Failure> {
        let ledger = scope.app.ledger();
        let folder = self.begin(id).await?;
        let written = rows(scope, (list, form), &taking.filters, &folder, progress).await;
        self.end(ledger, id, taking, written).await
    }

    /// An empty folder for an export.
    async fn begin(&self, id: Uuid) -> Result<PathBuf, Failure> {
        kept::forget_old(&self.folder).await;
        let folder = self.folder.join(id.to_string());
        let made = tokio::fs::create_dir_all(&folder).await;
        made.map_err(|why| unwritable(&folder, &why))?;
        Ok(folder)
    }

    /// Records what was written and lets it be fetched; takes it away again if it is not to be.
    async fn end(
        &self,
        ledger: &Ledger,
        id: Uuid,
        taking: &Taking,
        written: Result<Export, Failure>,
    ) -> Result<Export, Failure> {
        let folder = self.folder.join(id.to_string());
        let ended = async {
            let export = written?;
            taking.record(ledger, id, &export.files).await?;
            kept::keep(&folder, &taking.kept()).await?;
            Ok(Export {
                format: taking.format.clone(),
                ..export
            })
        };
        let ended = ended.await;
        if ended.is_err() {
            tokio::fs::remove_dir_all(&folder).await.ok();
        }
        ended
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

    /// What is known of an export whose files are there and may still be fetched.
    pub(crate) async fn kept(&self, id: Uuid) -> Option<kept::Kept> {
        kept::of(&self.folder, id).await
    }

    /// Where a file of an export is; nothing for any other name.
    pub(crate) async fn file(&self, id: Uuid, name: &str) -> Option<PathBuf> {
        kept::file(&self.folder, id, name).await
    }
}

/// What is recorded of an export of the books.
fn of_books(by: &Member, body: &ExportsStartBody) -> Taking {
    let range = [
        ("from", &body.from),
        ("until", &body.until),
        ("as_of", &body.as_of),
        ("player", &body.player),
    ];
    let said = range
        .into_iter()
        .filter_map(|(field, text)| Some((field.to_owned(), text.clone()?.into())));
    Taking {
        member: by.clone(),
        allowed: vec![permissions::roles("exports", "start")],
        what: BOOKS.into(),
        filters: said.collect(),
        format: body.format.clone(),
        reason: body.reason.clone(),
        run: None,
        kept_ms: KEPT_MS,
    }
}

/// Writes the rows of a list.
async fn rows(
    scope: &StaffScope,
    (list, form): (&List, TableForm),
    filters: &Map<String, Value>,
    folder: &Path,
    progress: &Progress,
) -> Result<Export, Failure> {
    let mut table = Table::create(folder, &list.file(), form, &list.columns)?;
    let rows_of = pages::write(scope, list, filters, &mut table, progress).await?;
    // A workbook is packed at its end, which takes the processor for a while.
    let written = tokio::task::spawn_blocking(move || table.finish(&rows_of)).await;
    let written = written.map_err(|broken| Failure::Fault(Fault::Unknown(broken.to_string())))??;
    let mut files = Vec::new();
    for file in written {
        let path = folder.join(&file.name);
        let (bytes, sha256) = taking::measured(&path).map_err(|why| unwritable(&path, &why))?;
        files.push(file_of(&file.name, file.rows, bytes, Some(sha256)));
    }
    let (format, checkpoint) = (form.name().to_owned(), None);
    Ok(Export {
        format,
        files,
        checkpoint,
    })
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
    let earlier = body.until.as_deref().map(period::end).transpose()?;
    let as_of = read::asked(ledger, body.as_of.as_deref(), "as_of").await?;
    if earlier.is_some() && as_of.is_some() {
        return Err(Failure::invalid("until"));
    }
    Ok(Plan::Sheets(Query {
        player: player.map(|player| player.0),
        period: Period {
            after: read::begin(ledger, body.from.as_deref()).await?,
            until: earlier.or(as_of).unwrap_or(AsOf::Latest),
        },
        form,
        with_seals: false,
    }))
}

async fn whole(ledger: &Ledger, body: &ExportsStartBody) -> Result<Range, Failure> {
    let asked = (body.from.as_deref(), body.until.as_deref());
    Ok(period::within(ledger, body.as_of.as_deref(), asked).await?.1)
}

async fn write(ledger: &Ledger, plan: &Plan, folder: &Path, progress: &Progress) -> Result<Export, Failure> {
    let mut report = |rows: u64| progress.report(rows, 0);
    match plan {
        Plan::Sheets(query) => {
            let written = ledger::export::write(ledger.pool(), query, folder, &mut report).await;
            of_sheets(&written.map_err(failed)?, folder)
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

fn of_sheets(manifest: &Manifest, folder: &Path) -> Result<Export, Failure> {
    let sheets = manifest.files.iter();
    let mut files: Vec<ExportFile> = sheets
        .map(|file| file_of(&file.name, file.rows, file.bytes, Some(file.sha256.clone())))
        .collect();
    for (name, is_hashed) in [(DICTIONARY, true), (MANIFEST, false)] {
        let path = folder.join(name);
        let (bytes, sha256) = taking::measured(&path).map_err(|why| unwritable(&path, &why))?;
        files.push(file_of(name, 0, bytes, is_hashed.then_some(sha256)));
    }
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
