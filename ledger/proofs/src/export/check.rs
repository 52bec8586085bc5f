//! Checking an export from its files alone: nothing in it is believed, everything is recomputed.
//!
//! | file | must be |
//! |---|---|
//! | each | as long, of as many rows and of the hash that the manifest says |
//! | events | in order; of everybody: without a gap; each leaf the hash of its fields and of the leaf before |
//! | postings | exactly those that the events declare; their running balances follow each other; sums as declared |
//! | shares of lucky packets | those that the packet's revealed seed draws (`shares.rs`) |
//! | what staff did | by the laws of authority ([`crate::authority`]): in an export of everything all eight, of a range those that streams of members keep which begin in it |
//! | MACs | one for each event; made anew by whoever has the key (`seals.rs`) |
//! | manifest | at a signed checkpoint: the root over the exported leaves is the signed one |

use super::seals::{Macs, Sealed, Seals};
use super::shares::Shares;
use super::sheet::{self, Files, RowsOf, SheetFault, measure, text};
use super::{Anchor, EventRow, LogRange, MANIFEST, Manifest, PostingRow, VERSION};
use crate::authority::{Authority, Extent, Judged};
use crate::leaf::ROOT;
use crate::{Recorded, Signed, Tree, Vkey, postings_of};
use domain::posting::{Account, Posting};
use std::collections::{BTreeMap, HashMap};
use std::iter::Peekable;
use uuid::Uuid;

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

type Found<T> = Result<T, SheetFault>;
type Rows<T> = Peekable<RowsOf<T>>;

/// Events between two reports of progress.
const PROGRESS_EVERY: u64 = 4_096;

fn not(what: impl Into<String>) -> SheetFault {
    SheetFault(what.into())
}

/// Checks an export, believing `trusted` for its signature, else the key that came with it; `progress` is called now
/// and then with the number of events recomputed and their total.
///
/// # Errors
/// The first thing that does not hold, in a sentence without its end.
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
    let [events, postings] = &manifest.files;
    let mut reader = Reader {
        events: sheet::events(files, &events.name, manifest.form)?.peekable(),
        postings: sheet::postings(files, &postings.name, manifest.form)?.peekable(),
        progress: &mut |seen| progress(seen, events.rows),
        player: manifest.player,
        leaves: HashMap::new(),
        after: HashMap::new(),
        sums: BTreeMap::new(),
        seen: (0, 0),
        shares: Shares::default(),
        authority: Authority::of(extent(&manifest)),
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
    let checkpoint = match &manifest.checkpoint {
        Some(anchor) => anchored(&manifest, anchor, trusted, &roots)?,
        None => None,
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

/// The checkpoint's number, when the exported leaves are all that it covers.
fn anchored(manifest: &Manifest, anchor: &Anchor, trusted: Option<&Vkey>, roots: &[Tree]) -> Found<Option<u64>> {
    let own = Vkey::parse(&anchor.vkey).map_err(|why| not(format!("the checkpoint's key: {why}")))?;
    let signed =
        Signed::open(&anchor.note, trusted.unwrap_or(&own)).map_err(|why| not(format!("the checkpoint: {why}")))?;
    let checkpoint = signed.checkpoint;
    if checkpoint.origin != manifest.origin || checkpoint.logs.len() != roots.len() {
        return Err(not("the checkpoint is of another database"));
    }
    if !is_whole(manifest) {
        return Ok(None);
    }
    for (partition, (signed, exported)) in checkpoint.logs.iter().zip(roots).enumerate() {
        if signed.size != exported.size() || signed.root != exported.root() {
            return Err(not(format!(
                "the events of partition {partition} are not those that checkpoint {} covers",
                checkpoint.number
            )));
        }
    }
    Ok(Some(checkpoint.number))
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

struct Reader<'a> {
    /// Called with the number of events recomputed.
    progress: &'a mut dyn FnMut(u64),
    events: Rows<EventRow>,
    postings: Rows<PostingRow>,
    player: Option<Uuid>,
    /// The last leaf of each stream.
    leaves: HashMap<(String, String), [u8; 32]>,
    /// The last balance of each account.
    after: HashMap<(i32, Uuid, String), i64>,
    sums: BTreeMap<String, i128>,
    seen: (u64, u64),
    shares: Shares,
    authority: Authority,
    seals: Seals<'a>,
}

fn next_in<T>(rows: &mut Rows<T>, is_in: impl Fn(&T) -> bool) -> Found<Option<T>> {
    rows.next_if(|row| row.as_ref().map_or(true, is_in)).transpose()
}

impl Reader<'_> {
    fn log(&mut self, range: &LogRange) -> Found<Tree> {
        let mut tree = Tree::default();
        let mut last = range.after;
        let mut events = 0;
        while let Some(event) = next_in(&mut self.events, |event| event.partition == range.partition)? {
            let at = format!("partition {} position {}", event.partition, event.position);
            let is_next = event.position == last + 1;
            if event.position <= last || event.position > range.until || self.player.is_none() && !is_next {
                return Err(not(format!("{at} is not where the range goes on")));
            }
            last = event.position;
            let at = |why: SheetFault| not(format!("{at}: {why}"));
            let (event, previous) = recorded(event).map_err(at)?;
            tree.add(self.leaf(&event, previous).map_err(at)?);
            self.legs(&event).map_err(at)?;
            self.shares.take(&event).map_err(at)?;
            self.seals.take(&event).map_err(at)?;
            self.authority.take(&event);
            events += 1;
            if events % PROGRESS_EVERY == 0 {
                (self.progress)(self.seen.0 + events);
            }
        }
        if events != range.events || self.player.is_none() && last != range.until {
            return Err(not(format!(
                "partition {} does not reach position {}",
                range.partition, range.until
            )));
        }
        self.seen.0 += events;
        Ok(tree)
    }

    /// The event's leaf, which must be the hash of what is exported and follow the stream's last one.
    fn leaf(&mut self, event: &Recorded, previous: [u8; 32]) -> Found<[u8; 32]> {
        let computed = event.leaf_after(&previous);
        if event.leaf != computed {
            return Err(not("the leaf is not the hash of the event"));
        }
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let follows = match self.leaves.insert(stream, computed) {
            Some(known) => known == previous,
            None => (event.sequence == 1) == (previous == ROOT),
        };
        if follows {
            Ok(computed)
        } else {
            Err(not("the stream does not go on here"))
        }
    }

    /// The event's postings, which must be those that it declares.
    fn legs(&mut self, event: &Recorded) -> Found<()> {
        let (partition, position) = (event.partition, event.position);
        let declared = postings_of(event).map_err(not)?;
        let mut legs: Vec<(i16, &Posting)> = (0..).zip(declared.legs()).collect();
        legs.retain(|(_, leg)| self.player.is_none_or(|player| player == leg.account.owner()));
        for (number, leg) in legs {
            let is_of = |row: &PostingRow| (row.partition, row.position) == (partition, position);
            let row = next_in(&mut self.postings, is_of)?.ok_or_else(|| not("a posting is missing"))?;
            let declared = (
                number,
                leg.account.owner(),
                leg.account.name(),
                leg.account.asset().name(),
                leg.amount,
            );
            if declared != (row.leg, row.owner, row.account.as_str(), row.asset.as_str(), row.amount) {
                return Err(not("a posting is not the one that the event declares"));
            }
            // What friends bring stands in their events: in one player's export such an account has rows missing.
            let is_whole =
                self.player.is_none() || !matches!(leg.account, Account::ReferralDue(_) | Account::InviteDue(_));
            let account = (partition, row.owner, row.account);
            let before = self.after.insert(account, row.after);
            if is_whole && before.is_some_and(|before| before.checked_add(row.amount) != Some(row.after)) {
                return Err(not("a running balance does not follow the one before"));
            }
            *self.sums.entry(row.asset).or_default() += i128::from(row.amount);
            self.seen.1 += 1;
        }
        let more = |row: &PostingRow| (row.partition, row.position) <= (partition, position);
        match next_in(&mut self.postings, more)? {
            Some(_) => Err(not("there is a posting that no event declares")),
            None => Ok(()),
        }
    }
}

/// The event as it would be read from the table, and the leaf before it.
fn recorded(event: EventRow) -> Found<(Recorded, [u8; 32])> {
    let hash = |text: &str| -> Option<[u8; 32]> { hex::decode(text).ok()?.try_into().ok() };
    let no_hash = || not("a leaf is no hash");
    let previous = hash(&event.previous).ok_or_else(no_hash)?;
    let leaf = hash(&event.leaf).ok_or_else(no_hash)?;
    let event = Recorded {
        partition: event.partition,
        position: event.position,
        aggregate_type: event.stream,
        aggregate_id: event.key,
        sequence: event.sequence,
        event_id: event.event_id,
        event_type: event.event_type,
        event_version: event.event_version,
        payload: event.payload,
        metadata: event.metadata,
        recorded_at_ms: event.recorded_at_ms,
        leaf: leaf.to_vec(),
    };
    Ok((event, previous))
}
