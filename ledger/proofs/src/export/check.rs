//! Checking an export from its files alone: nothing in it is believed, everything is recomputed.
//!
//! | file | must be |
//! |---|---|
//! | each | as long, of as many rows and of the hash that the manifest says |
//! | events | in order; of everybody: without a gap; each leaf the hash of its fields and of the leaf before; no time runs back in a stream, or is later than the checkpoint's by more than a minute |
//! | postings | exactly those that the events declare; their running balances follow each other; sums as declared |
//! | shares of lucky packets | those that the packet's revealed seed draws (`shares.rs`) |
//! | what staff did | by the laws of authority ([`crate::authority`]): in an export of everything all eight, of a range those that streams of members keep which begin in it |
//! | `dictionary.json` | where there is one, this program's text |
//! | MACs | one for each event; made anew by whoever has the key (`seals.rs`) |
//! | manifest | at a signed checkpoint: the root over the exported leaves is the signed one |
//!
//! Whoever names a key trusts what it signed, so that an export that no checkpoint of this key covers is refused then: it
//! may be written anew from its first row to its last, and fits. Without a key it is checked whether its rows fit each other.

use super::reader::Reader;
use super::seals::{Macs, Sealed, Seals};
use super::shares::Shares;
use super::sheet::{self, Files, SheetFault, measure, text};
use super::{LogRange, MANIFEST, Manifest, VERSION, dictionary};
use crate::authority::{Authority, Extent, Judged, MINUTE_MS};
use crate::{Signed, Tree, Vkey};
use std::collections::{BTreeMap, HashMap};

/// What an export proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What it says it is.
    pub manifest: Manifest,
    /// Events that were recomputed.
    pub events: u64,
    /// Postings that were compared.
    pub postings: u64,
    /// The number of the signed checkpoint whose roots it has; none when it ends elsewhere.
    pub checkpoint: Option<u64>,
    /// What was judged of staff, all of which holds.
    pub authority: Judged,
    /// Its MACs; none of an export without them.
    pub sealed: Option<Sealed>,
}

pub(super) type Found<T> = Result<T, SheetFault>;

pub(super) fn not(what: impl Into<String>) -> SheetFault {
    SheetFault(what.into())
}

/// Checks an export, believing `trusted` for its signature, else the key that came with it; `progress` is called now
/// and then with the number of events recomputed and their total.
///
/// # Errors
/// The first thing that does not hold, in a sentence without its end. With `trusted` also that nothing which it signed
/// covers the export.
pub fn check(files: &dyn Files, trusted: Option<&Vkey>, progress: &mut dyn FnMut(u64, u64)) -> Found<Shown> {
    check_sealed(files, trusted, None, progress)
}

/// The same, and with the key of its MACs also who wrote each event and each refusal that it holds.
///
/// # Errors
/// As [`check`].
pub fn check_sealed(
    files: &dyn Files,
    trusted: Option<&Vkey>,
    macs: Option<&dyn Macs>,
    progress: &mut dyn FnMut(u64, u64),
) -> Found<Shown> {
    let manifest = described(files)?;
    dictionary::check(files)?;
    let signed = signed(&manifest, trusted)?;
    let signed_at = signed.as_ref().map(|signed| signed.checkpoint.time.0);
    let [events, postings] = &manifest.files;
    let mut reader = Reader {
        events: sheet::events(files, &events.name, manifest.form)?.peekable(),
        postings: sheet::postings(files, &postings.name, manifest.form)?.peekable(),
        progress: &mut |seen| progress(seen, events.rows),
        player: manifest.player,
        streams: HashMap::new(),
        after: HashMap::new(),
        sums: BTreeMap::new(),
        seen: (0, 0),
        shares: Shares::default(),
        authority: Authority::of(extent(&manifest)).signed_at(signed_at),
        time_max: signed_at.map(|at| at.saturating_add(MINUTE_MS)),
        seals: Seals::open(files, &manifest, macs)?,
    };
    let roots = manifest
        .logs
        .iter()
        .map(|range| reader.log(range))
        .collect::<Found<Vec<Tree>>>()?;
    if reader.events.next().is_some() || reader.postings.next().is_some() {
        return Err(not("there are rows beyond the ranges of the manifest"));
    }
    let sums: BTreeMap<String, String> = reader
        .sums
        .iter()
        .map(|(asset, sum)| (asset.clone(), sum.to_string()))
        .collect();
    if reader.seen != (events.rows, postings.rows) || sums != manifest.sums {
        return Err(not("rows or sums are not those of the manifest"));
    }
    if manifest.player.is_none() && reader.sums.values().any(|sum| *sum != 0) {
        return Err(not("the postings do not sum to zero"));
    }
    let sealed = reader.seals.finish(files, &manifest)?;
    let authority = kept(reader.authority)?;
    let checkpoint = match signed {
        Some(signed) if is_whole(&manifest) => Some(anchored(&signed, &roots)?),
        Some(_) | None => None,
    };
    let (events, postings) = reader.seen;
    Ok(Shown {
        manifest,
        events,
        postings,
        checkpoint,
        authority,
        sealed,
    })
}

/// The manifest, when it is of today and the files are those that it describes.
fn described(files: &dyn Files) -> Found<Manifest> {
    let manifest: Manifest =
        serde_json::from_str(&text(files, MANIFEST)?).map_err(|why| not(format!("{MANIFEST}: {why}")))?;
    if manifest.version != VERSION {
        return Err(not(format!(
            "{MANIFEST} is of version {}, not {VERSION}",
            manifest.version
        )));
    }
    // Printed where somebody reads the verdict, so it must not move the cursor or hide what stands beside it.
    if manifest.origin.is_empty() || !manifest.origin.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(not(format!("{MANIFEST} names no database: {:?}", manifest.origin)));
    }
    let is_log = |(partition, range): (i32, &LogRange)| {
        range.partition == partition && 0 <= range.after && range.after <= range.until
    };
    // The checkpoint has the logs by their numbers, so each range is compared with the log that it names.
    if manifest.logs.is_empty() || !(0..).zip(&manifest.logs).all(is_log) {
        return Err(not(format!("{MANIFEST} does not name a range of each log in order")));
    }
    let sealed = manifest.seals.iter().flatten();
    let described = manifest.files.iter().chain(sealed);
    for (file, kind) in described.zip(["events", "postings", "seals", "refusals"]) {
        let name = format!("{kind}.{}", manifest.form.ending());
        if file.name != name || measure(files, &name)? != (file.bytes, file.sha256.clone()) {
            return Err(not(format!("{name} is not the file that the manifest describes")));
        }
    }
    Ok(manifest)
}

/// The checkpoint at which the export says that it ends, on the word of the trusted key, else of the one beside it.
fn signed(manifest: &Manifest, trusted: Option<&Vkey>) -> Found<Option<Signed>> {
    if let Some(trusted) = trusted.filter(|trusted| trusted.name != manifest.origin) {
        let (origin, name) = (&manifest.origin, &trusted.name);
        return Err(not(format!("the export is of {origin}, the trusted key of {name}")));
    }
    let why = match manifest {
        Manifest { player: Some(_), .. } => "one player's rows",
        manifest if !is_whole(manifest) => "a range that does not begin with the logs",
        _ => "rows that end at no checkpoint",
    };
    let Some(anchor) = &manifest.checkpoint else {
        return trusted.map_or(Ok(None), |_| Err(uncovered(why)));
    };
    let own = Vkey::parse(&anchor.vkey).map_err(|why| not(format!("the checkpoint's key: {why}")))?;
    let signed =
        Signed::open(&anchor.note, trusted.unwrap_or(&own)).map_err(|why| not(format!("the checkpoint: {why}")))?;
    if signed.checkpoint.origin != manifest.origin || signed.checkpoint.logs.len() != manifest.logs.len() {
        return Err(not("the checkpoint is of another database"));
    }
    if trusted.is_some() && !is_whole(manifest) {
        return Err(uncovered(why));
    }
    Ok(Some(signed))
}

fn uncovered(what: &str) -> SheetFault {
    not(format!(
        "nothing that the trusted key signed covers this export: it holds {what}; checked without a key, such rows are \
         only compared with each other"
    ))
}

/// The checkpoint's number, when the exported leaves are all that it covers.
fn anchored(signed: &Signed, roots: &[Tree]) -> Found<u64> {
    let checkpoint = &signed.checkpoint;
    for (partition, (signed, exported)) in checkpoint.logs.iter().zip(roots).enumerate() {
        if signed.size != exported.size() || signed.root != exported.root() {
            return Err(not(format!(
                "the events of partition {partition} are not those that checkpoint {} covers",
                checkpoint.number
            )));
        }
    }
    Ok(checkpoint.number)
}

/// Whether an export is of everybody, from the begin of every log.
fn is_whole(manifest: &Manifest) -> bool {
    manifest.player.is_none() && manifest.logs.iter().all(|range| range.after == 0)
}

/// What the laws of authority can be asked of. Logs end where somebody looked at each, not at one moment.
fn extent(manifest: &Manifest) -> Extent {
    match manifest.logs.len() {
        _ if !is_whole(manifest) => Extent::Range,
        0 | 1 => Extent::Whole,
        _ => Extent::Prefixes,
    }
}

/// The laws of authority, which hold.
fn kept(authority: Authority) -> Found<Judged> {
    let judged = authority.judge();
    let broken = judged.laws.iter().find_map(|law| Some((law.id, law.first?)));
    match broken {
        Some((id, (place, why))) => {
            let (partition, position) = (place.partition, place.position);
            Err(not(format!(
                "partition {partition} position {position}: {why} (law {id})"
            )))
        }
        None => Ok(judged),
    }
}

#[cfg(test)]
mod made;
#[cfg(test)]
mod tests;
