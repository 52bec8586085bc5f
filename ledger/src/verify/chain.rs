//! The log itself: positions, hash chains, readable events, balanced postings,
//! floors. Folds on the way what the tables beside it must hold.

use super::books::PostingRow;
use super::requests::Answers;
use super::sums::{Fingerprints, Sums};
use super::{Check, Finding, claims, finding, postings_of};
use crate::error::Fault;
use crate::leaf::{HashedFields, ROOT};
use crate::mac::MacKeys;
use crate::read::feed::{COLUMNS, Recorded, page_of, recorded};
use domain::money::Asset;
use domain::posting::{Account, Postings};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use tokio::sync::mpsc;
use uuid::Uuid;

/// Events read at once.
const PAGE: i64 = 5_000;
/// Pages read ahead of the fold.
const AHEAD: usize = 4;

/// What the log says, and where it contradicts itself.
pub(super) struct Folded {
    pub events: u64,
    /// The position of the books: rows are expected up to it.
    reached: i64,
    prints: Fingerprints,
    /// All posting rows that the books must have.
    pub postings: Sums,
    /// All accepted answers that the requests must have.
    pub answers: Answers,
    /// All natural keys that the table must have, beside those that were taken over.
    pub claims: Sums,
    /// Balance and last position of every account.
    balances: Balances,
    /// As the books must have them, once the fold has passed their position.
    behind: Option<Balances>,
    pub positions: Option<Finding>,
    /// Without a key nothing is looked at.
    pub macs: Option<Finding>,
    key: Option<MacKeys>,
    pub chain: Option<Finding>,
    pub readable: Option<Finding>,
    pub laws: Option<Finding>,
    /// The last event of each stream, by type and key.
    streams: HashMap<String, HashMap<String, Last>>,
}

/// Version, leaf and time of an event.
type Last = (i64, [u8; 32], i64);

type Balances = HashMap<(Uuid, &'static str), (Asset, i64, i64)>;

/// What a fold begins with: the key, if there is one, the fingerprints of this verification, and the books' position.
pub(super) type Start = (Option<MacKeys>, Fingerprints, i64);

pub(super) async fn heads(connection: &mut PgConnection) -> Result<Vec<(i32, i64)>, Fault> {
    let rows = sqlx::query("select partition, position from heads order by partition")
        .fetch_all(connection)
        .await?;
    Ok(rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?)
}

/// Reads a partition from its first event to its last, while another thread folds what was read.
pub(super) async fn run(
    connection: &mut PgConnection,
    start: Start,
    (partition, head): (i32, i64),
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Folded, Fault> {
    let (pages, read) = mpsc::channel(AHEAD);
    let folding = tokio::task::spawn_blocking(move || fold(start, read));
    let read = pass_on(connection, partition, &pages, progress).await;
    drop(pages);
    let folded = folding
        .await
        .map_err(|broken| Fault::Law(format!("the fold broke: {broken}")))?;
    read?;
    let mut folded = folded?;
    let counted = folded.events as i64;
    if counted != head && folded.positions.is_none() {
        let what = format!("the head says {head} events, the log holds {counted}");
        folded.positions = Some(finding("positions", partition, Some(counted.min(head) + 1), what));
    }
    if folded.reached > head && folded.positions.is_none() {
        let what = format!("the books have read {} events, the head says {head}", folded.reached);
        folded.positions = Some(finding("positions", partition, Some(head + 1), what));
    }
    Ok(folded)
}

/// Sends every page of the partition.
async fn pass_on(
    connection: &mut PgConnection,
    partition: i32,
    pages: &mpsc::Sender<Vec<PgRow>>,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<(), Fault> {
    let statement = page_of(COLUMNS);
    let (mut last, mut events) = (i64::MIN, 0);
    loop {
        let rows = sqlx::query(&statement)
            .bind(partition)
            .bind(last)
            .bind(PAGE)
            .fetch_all(&mut *connection)
            .await?;
        let Some(row) = rows.last() else { return Ok(()) };
        last = row.try_get(1)?;
        events += rows.len() as u64;
        // A fold that ended early says why itself.
        if pages.send(rows).await.is_err() {
            return Ok(());
        }
        progress(events);
    }
}

fn fold(start: Start, mut read: mpsc::Receiver<Vec<PgRow>>) -> Result<Folded, Fault> {
    let mut folded = Folded::new(start);
    while let Some(rows) = read.blocking_recv() {
        for row in &rows {
            folded.take(&recorded(row)?, row.try_get("mac")?);
        }
    }
    folded.answers.end();
    Ok(folded)
}

impl Folded {
    fn new((key, prints, reached): Start) -> Folded {
        Folded {
            events: 0,
            reached,
            answers: Answers::new(&prints),
            claims: Sums::default(),
            prints,
            postings: Sums::default(),
            balances: Balances::new(),
            behind: None,
            positions: None,
            macs: None,
            key,
            chain: None,
            readable: None,
            laws: None,
            streams: HashMap::new(),
        }
    }

    fn take(&mut self, event: &Recorded, mac: Option<&[u8]>) {
        self.events += 1;
        let expected = self.events as i64;
        let hashed = event.hash();
        if let Some(Err(fault)) = self.key.as_ref().map(|key| key.check_hashed(event, &hashed, mac)) {
            let found = finding("macs", event.partition, Some(event.position), fault.to_string());
            self.macs.get_or_insert(found);
        }
        if event.position != expected && self.positions.is_none() {
            let what = format!("position {expected} is missing, {} follows", event.position);
            self.positions = Some(finding("positions", event.partition, Some(expected), what));
        }
        if let Err(what) = self.link(event, &hashed) {
            let found = finding("hash chain", event.partition, Some(event.position), what);
            self.chain.get_or_insert(found);
        }
        self.answers.take(event);
        for claim in crate::claims::of_event(event) {
            self.claims.add(claim.position, claims::printed(&self.prints, &claim));
        }
        match postings_of(event) {
            Ok(postings) => self.post(event, &postings),
            Err(what) => {
                let found = finding("events read back", event.partition, Some(event.position), what);
                self.readable.get_or_insert(found);
            }
        }
    }

    fn link(&mut self, event: &Recorded, hashed: &HashedFields) -> Result<(), String> {
        let leaf = <[u8; 32]>::try_from(event.leaf.as_slice()).unwrap_or(ROOT);
        let (sequence, previous, time) = self.last_of(event, (event.sequence, leaf, event.recorded_at_ms));
        let name = || format!("{} {}", event.aggregate_type, event.aggregate_id);
        if event.sequence != sequence + 1 {
            let found = event.sequence;
            return Err(format!("{}: version {found} follows version {sequence}", name()));
        }
        if event.recorded_at_ms < time {
            let found = event.sequence;
            return Err(format!("{}: version {found} is older than the one before", name()));
        }
        if hashed.after(&previous) == leaf {
            Ok(())
        } else {
            Err(format!(
                "{}: the leaf of version {} does not fit",
                name(),
                event.sequence
            ))
        }
    }

    /// The last event of the stream before this one, which takes its place.
    fn last_of(&mut self, event: &Recorded, this: Last) -> Last {
        if !self.streams.contains_key(&event.aggregate_type) {
            self.streams.insert(event.aggregate_type.clone(), HashMap::new());
        }
        let before = (0, ROOT, i64::MIN);
        let Some(streams) = self.streams.get_mut(&event.aggregate_type) else {
            return before;
        };
        match streams.get_mut(&event.aggregate_id) {
            Some(last) => std::mem::replace(last, this),
            None => streams.insert(event.aggregate_id.clone(), this).unwrap_or(before),
        }
    }

    fn post(&mut self, event: &Recorded, postings: &Postings) {
        let unbalanced = Asset::ALL.into_iter().find(|&asset| postings.sum(asset) != 0);
        if let Some(asset) = unbalanced {
            self.break_law(event, format!("postings do not balance in {}", asset.name()));
        }
        let is_in_books = event.position <= self.reached;
        if !is_in_books && self.behind.is_none() {
            self.behind = Some(self.balances.clone());
        }
        for (leg, posting) in postings.legs().iter().enumerate() {
            let (owner, account) = (posting.account.owner(), posting.account.name());
            let entry = self.balances.entry((owner, account));
            let (_, balance, position) = entry.or_insert((posting.account.asset(), 0, 0));
            let Some(after) = balance.checked_add(posting.amount) else {
                return self.break_law(event, format!("{account} of {owner} overflows"));
            };
            (*balance, *position) = (after, event.position);
            if after < 0 && matches!(posting.account, Account::Player(..)) {
                self.break_law(event, format!("{account} of {owner} falls to {after}"));
            }
            if !is_in_books {
                continue;
            }
            let row = PostingRow {
                position: event.position,
                leg: leg as i16,
                owner,
                account,
                asset: posting.account.asset().name(),
                amount: posting.amount,
                after,
            };
            self.postings.add(row.position, row.printed(&self.prints));
        }
    }

    /// Expected balance and last position of every account in the books.
    pub(super) fn balances(&self) -> &Balances {
        self.behind.as_ref().unwrap_or(&self.balances)
    }

    fn break_law(&mut self, event: &Recorded, what: String) {
        let found = finding("laws", event.partition, Some(event.position), what);
        self.laws.get_or_insert(found);
    }

    pub(super) fn checks(&self) -> Vec<Check> {
        let check = |name, finding: &Option<Finding>| Check {
            name,
            compared: self.events,
            finding: finding.clone(),
        };
        let mut checks = vec![
            check("positions", &self.positions),
            check("hash chain", &self.chain),
            check("events read back", &self.readable),
            check("laws", &self.laws),
        ];
        checks.extend(self.key.as_ref().map(|_| check("macs", &self.macs)));
        checks
    }
}
