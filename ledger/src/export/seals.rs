//! MACs beside an export: the one of each event, and remembered refusals with theirs; and checking them with the key.
//!
//! Answers of accepted requests are not exported: their MACs say who wrote them, and what they did stands in the events.

use super::sheet::{Folder, Sheet};
use super::write::{close, declare, fetch};
use super::{ExportError, FileNote, Form, LogRange, MANIFEST, Manifest, RefusalRow, SealRow, SheetFault, Shown};
use crate::append::rows::RequestRow;
use crate::event_log::EventLog;
use crate::keys::MasterKeys;
use crate::mac::{ID_LEN, MacKeys};
use crate::notary::Vkey;
use proofs::export::check_sealed;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::path::Path;
use uuid::Uuid;

/// The cursor's name.
const REFUSALS: &str = "exported_refusals";

/// The two files under construction.
pub(super) struct Seals {
    events: Sheet,
    refusals: Sheet,
}

impl Seals {
    pub(super) fn create(folder: &Path, form: Form) -> Result<Seals, SheetFault> {
        Ok(Seals {
            events: Sheet::create::<SealRow>(folder, "seals", form)?,
            refusals: Sheet::create::<RefusalRow>(folder, "refusals", form)?,
        })
    }

    /// The MAC of an exported event.
    pub(super) fn add(&mut self, event: (i32, i64), row: &PgRow) -> Result<(), ExportError> {
        let ((partition, position), (key, mac)) = (event, written(row.try_get("mac")?));
        let row = SealRow {
            partition,
            position,
            key,
            mac,
        };
        Ok(self.events.add(&row)?)
    }

    /// What the streams of a range refused, up to the time of its last event. With a key, each MAC is checked.
    pub(super) async fn refusals_of(
        &mut self,
        log: &EventLog,
        snapshot: &mut PgConnection,
        player: Option<Uuid>,
        range: &LogRange,
    ) -> Result<(), ExportError> {
        let (partition, after, until) = (range.partition, range.after, range.until);
        let own = player.map_or_else(String::new, |player| format!("and scope = '{player}'"));
        let at = |position| {
            format!("(select recorded_at_ms from events where partition = {partition} and position = {position})")
        };
        let statement = format!(
            "select scope, request_id, digest, code, message, answer, version, recorded_at_ms, mac from requests
              where partition = {partition} and code <> 0 and recorded_at_ms > coalesce({}, 0)
                and recorded_at_ms <= {} {own}
              order by recorded_at_ms, scope, request_id",
            at(after),
            at(until)
        );
        declare(snapshot, REFUSALS, &statement).await?;
        loop {
            let page = fetch(snapshot, REFUSALS).await?;
            for row in &page {
                self.refusals.add(&refusal(log, partition, row)?)?;
            }
            if page.len() < super::write::PAGE {
                return close(snapshot, REFUSALS).await;
            }
        }
    }

    pub(super) fn finish(self) -> Result<[FileNote; 2], SheetFault> {
        Ok([self.events.finish()?, self.refusals.finish()?])
    }
}

fn refusal(log: &EventLog, partition: i32, row: &PgRow) -> Result<RefusalRow, ExportError> {
    let request = RequestRow::read(row, row.try_get("scope")?, row.try_get("request_id")?)?;
    let stored: Option<Vec<u8>> = row.try_get("mac")?;
    if let Some(key) = log.key() {
        key.check_request(partition, &request, stored.as_deref())?;
    }
    let (key, mac) = written(stored);
    Ok(RefusalRow {
        partition,
        scope: request.scope,
        request_id: request.request_id,
        digest: hex::encode(request.digest),
        code: request.code,
        message: request.message,
        answer: request.answer,
        version: request.version,
        recorded_at_ms: request.recorded_at_ms,
        key,
        mac,
    })
}

/// The key's id and the tag; nothing where a row has none.
fn written(stored: Option<Vec<u8>>) -> (String, String) {
    let stored = stored.unwrap_or_default();
    let (key, mac) = stored.split_at(ID_LEN.min(stored.len()));
    (hex::encode(key), hex::encode(mac))
}

/// Checks the files of a folder and, with the master keys of their database, who wrote what they hold: each MAC is made
/// anew. A key that is not among these is somebody else's.
///
/// # Errors
/// The first thing that does not hold, in a sentence without its end.
pub fn check_macs(folder: &Path, trusted: Option<&Vkey>, masters: &MasterKeys) -> Result<Shown, SheetFault> {
    let path = folder.join(MANIFEST);
    let unfit = |why: String| SheetFault(format!("{}: {why}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|why| unfit(why.to_string()))?;
    let manifest: Manifest = serde_json::from_str(&text).map_err(|why| unfit(why.to_string()))?;
    let macs = MacKeys::of_all(masters, &manifest.origin);
    check_sealed(&Folder(folder.to_owned()), trusted, Some(&macs), &mut |_, _| ())
}
