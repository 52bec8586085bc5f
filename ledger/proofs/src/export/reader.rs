//! The rows of an export as they are read: each event and posting compared with what the ones before it leave.

use super::check::{Found, not};
use super::seals::Seals;
use super::shares::Shares;
use super::sheet::{RowsOf, SheetFault};
use super::{EventRow, LogRange, PostingRow};
use crate::authority::Authority;
use crate::leaf::ROOT;
use crate::{Recorded, Tree, postings_of};
use domain::posting::{Account, Posting};
use std::collections::{BTreeMap, HashMap};
use std::iter::Peekable;
use uuid::Uuid;

type Rows<T> = Peekable<RowsOf<T>>;

/// Events between two reports of progress.
const PROGRESS_EVERY: u64 = 4_096;

/// The last event of a stream.
pub(super) struct Last {
    version: i64,
    leaf: [u8; 32],
    at: i64,
}

pub(super) struct Reader<'a> {
    /// Called with the number of events recomputed.
    pub(super) progress: &'a mut dyn FnMut(u64),
    pub(super) events: Rows<EventRow>,
    pub(super) postings: Rows<PostingRow>,
    pub(super) player: Option<Uuid>,
    /// No event was recorded later, in milliseconds; known where the end is signed.
    pub(super) time_max: Option<i64>,
    /// The last event of each stream.
    pub(super) streams: HashMap<(String, String), Last>,
    /// The last balance of each account.
    pub(super) after: HashMap<(i32, Uuid, String), i64>,
    pub(super) sums: BTreeMap<String, i128>,
    pub(super) seen: (u64, u64),
    pub(super) shares: Shares,
    pub(super) authority: Authority,
    pub(super) seals: Seals<'a>,
}

fn next_in<T>(rows: &mut Rows<T>, is_in: impl Fn(&T) -> bool) -> Found<Option<T>> {
    rows.next_if(|row| row.as_ref().map_or(true, is_in)).transpose()
}

impl Reader<'_> {
    /// The events of a log, in the order of their positions; the tree over their leaves.
    pub(super) fn log(&mut self, range: &LogRange) -> Found<Tree> {
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
            tree.add(self.leaf(&event, previous, range).map_err(at)?);
            self.legs(&event, range).map_err(at)?;
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
    fn leaf(&mut self, event: &Recorded, previous: [u8; 32], range: &LogRange) -> Found<[u8; 32]> {
        let computed = event.leaf_after(&previous);
        if event.leaf != computed {
            return Err(not("the leaf is not the hash of the event"));
        }
        let is_first = event.sequence == 1 && previous == ROOT;
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let last = Last {
            version: event.sequence,
            leaf: computed,
            at: event.recorded_at_ms,
        };
        let before = self.streams.insert(stream, last);
        let follows = match &before {
            Some(last) => last.leaf == previous && last.version.checked_add(1) == Some(event.sequence),
            // A stream lies in one log: where that is exported from its begin, so is the stream.
            None if range.after == 0 => is_first,
            None => is_first || event.sequence > 1 && previous != ROOT,
        };
        if !follows {
            return Err(not("the stream does not go on here"));
        }
        if before.is_some_and(|last| last.at > event.recorded_at_ms) {
            return Err(not("time runs back in the stream"));
        }
        if self.time_max.is_some_and(|latest| latest < event.recorded_at_ms) {
            return Err(not("its time is later than that of the checkpoint that covers it"));
        }
        Ok(computed)
    }

    /// The event's postings, which must be those that it declares.
    fn legs(&mut self, event: &Recorded, range: &LogRange) -> Found<()> {
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
            // An account of a log that is exported from its begin had nothing before its first posting.
            let before = before.or((self.player.is_none() && range.after == 0).then_some(0));
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
