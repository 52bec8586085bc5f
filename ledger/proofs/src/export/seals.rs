//! MACs in an export: one for each event, and remembered refusals with theirs.
//!
//! | file | holds |
//! |---|---|
//! | `seals.*` | for each exported event, in the same order: its place, the id of the key, the tag |
//! | `refusals.*` | each remembered refusal of the range, with all that its MAC covers |
//!
//! A MAC shows who wrote a row, to whoever has the key: hashes and signatures show only that nothing was changed since.
//! Without the key nothing can be said about them but that each event has one place for it. Knows no key itself.

use super::sheet::{self, Files, RowsOf, SheetFault};
use super::{Manifest, RefusalRow, SealRow};
use crate::Recorded;
use std::iter::Peekable;

/// Who has the key of the MACs.
pub trait Macs {
    /// Checks what stands beside an event: the key's id and the tag; nothing where it has none.
    ///
    /// # Errors
    /// What does not fit, in words.
    fn event(&self, event: &Recorded, stored: Option<&[u8]>) -> Result<(), String>;

    /// The same of a remembered refusal.
    ///
    /// # Errors
    /// As there.
    fn refusal(&self, refusal: &RefusalRow, stored: Option<&[u8]>) -> Result<(), String>;
}

/// The MACs that an export carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealed {
    pub events: u64,
    pub refusals: u64,
    /// They were made anew with the key; else nobody looked whether they fit.
    pub checked: bool,
}

/// The files of MACs while the events are read; nothing of an export without them.
pub(super) struct Seals<'a> {
    rows: Option<Peekable<RowsOf<SealRow>>>,
    macs: Option<&'a dyn Macs>,
    events: u64,
}

impl<'a> Seals<'a> {
    pub(super) fn open(
        files: &dyn Files,
        manifest: &Manifest,
        macs: Option<&'a dyn Macs>,
    ) -> Result<Seals<'a>, SheetFault> {
        let rows = match &manifest.seals {
            Some([seals, _]) => Some(sheet::seals(files, &seals.name, manifest.form)?.peekable()),
            None => None,
        };
        Ok(Seals { rows, macs, events: 0 })
    }

    /// The MAC of the next event of a log.
    pub(super) fn take(&mut self, event: &Recorded) -> Result<(), SheetFault> {
        let Some(rows) = &mut self.rows else { return Ok(()) };
        let row = rows.next().transpose()?;
        let is_of = |row: &SealRow| (row.partition, row.position) == (event.partition, event.position);
        let Some(row) = row.filter(is_of) else {
            return Err(SheetFault("its MAC is missing".into()));
        };
        self.events += 1;
        match self.macs {
            Some(macs) => stored(&row.key, &row.mac)
                .and_then(|mac| macs.event(event, mac.as_deref()))
                .map_err(SheetFault),
            None => Ok(()),
        }
    }

    /// Every event is read: what the files hold, once the refusals are read too.
    pub(super) fn finish(mut self, files: &dyn Files, manifest: &Manifest) -> Result<Option<Sealed>, SheetFault> {
        let Some([seals, refusals]) = &manifest.seals else {
            return Ok(None);
        };
        let is_more = self.rows.as_mut().is_some_and(|rows| rows.next().is_some());
        if is_more || seals.rows != self.events {
            return Err(SheetFault(format!("{}: there is a MAC of no event", seals.name)));
        }
        let mut count = 0;
        for row in sheet::refusals(files, &refusals.name, manifest.form)? {
            let row = row?;
            count += 1;
            let fits = self.macs.map_or(Ok(()), |macs| {
                stored(&row.key, &row.mac).and_then(|mac| macs.refusal(&row, mac.as_deref()))
            });
            let (log, id) = (row.partition, row.request_id);
            fits.map_err(|why| SheetFault(format!("partition {log}, the answer to request {id}: {why}")))?;
        }
        if count != refusals.rows {
            return Err(SheetFault(format!(
                "{} has not the rows of the manifest",
                refusals.name
            )));
        }
        Ok(Some(Sealed {
            events: self.events,
            refusals: count,
            checked: self.macs.is_some(),
        }))
    }
}

/// The bytes as they stand in a table; nothing where there were none.
fn stored(key: &str, mac: &str) -> Result<Option<Vec<u8>>, String> {
    let bytes = hex::decode(format!("{key}{mac}")).map_err(|_| "its MAC is not hexadecimal")?;
    Ok(Some(bytes).filter(|bytes| !bytes.is_empty()))
}
