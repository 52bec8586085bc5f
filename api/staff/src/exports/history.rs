//! Which files left the house: read from the log, so it is whole for ever, whatever became of the files.

use super::lists;
use super::tables;
use crate::call::StaffScope;
use crate::reading::read::{self, period};
use crate::wire::exports::{ExportFile, ExportLine, ExportsHistoryBody, ExportsHistoryData};
use api::error::Failure;
use domain::staff::{ExportedFile, Run, StaffEvent, may};
use ledger::feed::Recorded;
use ledger::log::{self, Filter};
use ledger::{Fault, walk};
use uuid::Uuid;

/// What is read.
const EVENTS: [&str; 2] = ["ExportMade", "ExportMissed"];

/// A page of it.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub(crate) async fn list(scope: &StaffScope, body: &ExportsHistoryBody) -> Result<ExportsHistoryData, Failure> {
    let ledger = scope.app.ledger();
    let asked = (body.from.as_deref(), body.until.as_deref());
    let (until, range) = period::within(ledger, body.as_of.as_deref(), asked).await?;
    let filter = Filter {
        types: EVENTS.map(str::to_owned).to_vec(),
        ..Filter::default()
    };
    let way = read::way(body.before.as_deref(), None)?;
    let found = walk::page(ledger.pool(), &filter, &range, way, read::limit(body.limit)?).await?;
    let cursors: Vec<_> = found.lines.iter().map(log::cursor).collect();
    let (next, _) = read::ends(&cursors, way, found.has_more, found.reached);
    let mut list = Vec::with_capacity(found.lines.len());
    for recorded in &found.lines {
        list.extend(line(scope, recorded).await?);
    }
    Ok(ExportsHistoryData {
        at: until.at,
        list,
        next,
    })
}

async fn line(scope: &StaffScope, recorded: &Recorded) -> Result<Option<ExportLine>, Failure> {
    let line = match recorded.decode::<StaffEvent>().map_err(Fault::from)? {
        StaffEvent::ExportMade {
            export,
            what,
            filters,
            format,
            reason,
            files,
            run,
            by,
            at,
        } => ExportLine {
            export: Some(export.to_string()),
            at_ms: at.0,
            by,
            is_there: is_there(scope, export, &what).await,
            what,
            filters,
            format,
            reason,
            rows: files.first().map_or(0, |file| whole(file.rows)),
            files: files.iter().map(shown).collect(),
            schedule: run.map(|run| run.schedule.to_string()),
            due_ms: run.map(|run| run.due.0),
            problem: None,
        },
        StaffEvent::ExportMissed {
            run: Run { schedule, due },
            what,
            filters,
            format,
            reason,
            by,
            problem,
            at,
        } => ExportLine {
            export: None,
            at_ms: at.0,
            by,
            is_there: false,
            what,
            filters,
            format,
            reason,
            rows: 0,
            files: Vec::new(),
            schedule: Some(schedule.to_string()),
            due_ms: Some(due.0),
            problem: Some(problem),
        },
        // `EVENTS` keeps all others out.
        _ => return Ok(None),
    };
    Ok(Some(line))
}

/// This process has the files, and the member may read what they hold.
async fn is_there(scope: &StaffScope, export: Uuid, what: &str) -> bool {
    let allowed = lists::named(what).map(tables::allowed).unwrap_or_default();
    let may_read = allowed.iter().all(|roles| may(&scope.member.roles, roles).is_ok());
    may_read && scope.jobs.exports.kept(export).await.is_some()
}

fn whole(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn shown(file: &ExportedFile) -> ExportFile {
    ExportFile {
        name: file.name.clone(),
        rows: whole(file.rows),
        bytes: whole(file.bytes),
        sha256: file.sha256.clone(),
    }
}
