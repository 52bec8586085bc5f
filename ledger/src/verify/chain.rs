//! The log itself: positions, hash chains, readable events, balanced postings,
//! floors. Folds the expected postings and balances on the way.

use super::postings_of;
use super::{Check, Finding, finding};
use crate::error::Fault;
use crate::leaf::ROOT;
use crate::mac::MacKey;
use crate::read::feed::{COLUMNS, Recorded, recorded};
use domain::money::Asset;
use domain::posting::{Account, Postings};
use sha2::{Digest, Sha256};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::{BTreeMap, HashMap};
use tokio::sync::mpsc;
use uuid::Uuid;

/// Events read at once.
const PAGE: i64 = 5_000;
/// Pages read ahead of the fold.
const AHEAD: usize = 4;

/// Positions whose expected postings share one sum; a bad sum is then searched in its range.
pub(crate) const BUCKET: i64 = 256;

/// What the log says, and where it contradicts itself.
#[derive(Default)]
pub(crate) struct Folded {
    pub events: u64,
    /// The position of the books: rows are expected up to it.
    reached: i64,
    /// Sum of the fingerprints of all expected posting rows, by range of positions.
    pub expected: BTreeMap<i64, Sum>,
    /// Balance and last position of every account.
    balances: Balances,
    /// As the books must have them, once the fold has passed their position.
    behind: Option<Balances>,
    pub positions: Option<Finding>,
    /// Without a key nothing is looked at.
    pub macs: Option<Finding>,
    key: Option<MacKey>,
    pub chain: Option<Finding>,
    pub readable: Option<Finding>,
    pub laws: Option<Finding>,
    streams: HashMap<(String, String), (i64, [u8; 32], i64)>,
}

type Balances = HashMap<(Uuid, &'static str), (Asset, i64, i64)>;

/// Number of rows and the wrapping sum of their fingerprints: equal for equal sets of rows in any order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sum {
    pub rows: u64,
    pub fingerprints: u128,
}

impl Sum {
    pub(crate) fn add(&mut self, row: &PostingRow<'_>) {
        self.rows += 1;
        self.fingerprints = self.fingerprints.wrapping_add(row.fingerprint());
    }
}

/// A posting row as stored or expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PostingRow<'a> {
    pub position: i64,
    pub leg: i16,
    pub owner: Uuid,
    pub account: &'a str,
    pub asset: &'a str,
    pub amount: i64,
    pub after: i64,
}

impl PostingRow<'_> {
    fn fingerprint(&self) -> u128 {
        let mut hasher = Sha256::new();
        hasher.update(self.position.to_be_bytes());
        hasher.update(self.leg.to_be_bytes());
        hasher.update(self.owner.as_bytes());
        hasher.update(self.amount.to_be_bytes());
        hasher.update(self.after.to_be_bytes());
        hasher.update([self.account.len() as u8]);
        hasher.update(self.account.as_bytes());
        hasher.update(self.asset.as_bytes());
        let digest: [u8; 32] = hasher.finalize().into();
        digest[..16]
            .iter()
            .fold(0, |number, &byte| number << 8 | u128::from(byte))
    }
}

pub(crate) async fn heads(connection: &mut PgConnection) -> Result<Vec<(i32, i64)>, Fault> {
    let rows = sqlx::query("select partition, position from heads order by partition")
        .fetch_all(connection)
        .await?;
    Ok(rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?)
}

/// Reads a partition from its first event to its last, while another thread folds what was read.
pub(crate) async fn run(
    key: Option<MacKey>,
    connection: &mut PgConnection,
    partition: i32,
    (head, reached): (i64, i64),
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<Folded, Fault> {
    let (pages, read) = mpsc::channel(AHEAD);
    let folding = tokio::task::spawn_blocking(move || fold(key, reached, read));
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
    if reached > head && folded.positions.is_none() {
        let what = format!("the books have read {reached} events, the head says {head}");
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
    let statement =
        format!("select {COLUMNS} from events where partition = $1 and position > $2 order by position limit $3");
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

fn fold(key: Option<MacKey>, reached: i64, mut read: mpsc::Receiver<Vec<PgRow>>) -> Result<Folded, Fault> {
    let mut folded = Folded {
        key,
        reached,
        ..Folded::default()
    };
    while let Some(rows) = read.blocking_recv() {
        for row in &rows {
            folded.take(&recorded(row)?, row.try_get("mac")?);
        }
    }
    Ok(folded)
}

impl Folded {
    fn take(&mut self, event: &Recorded, mac: Option<&[u8]>) {
        self.events += 1;
        let expected = self.events as i64;
        if let Some(Err(fault)) = self.key.as_ref().map(|key| key.check(event, mac)) {
            let found = finding("macs", event.partition, Some(event.position), fault.to_string());
            self.macs.get_or_insert(found);
        }
        if event.position != expected && self.positions.is_none() {
            let what = format!("position {expected} is missing, {} follows", event.position);
            self.positions = Some(finding("positions", event.partition, Some(expected), what));
        }
        if let Err(what) = self.link(event) {
            let found = finding("hash chain", event.partition, Some(event.position), what);
            self.chain.get_or_insert(found);
        }
        match postings_of(event) {
            Ok(postings) => self.post(event, &postings),
            Err(what) => {
                let found = finding("events read back", event.partition, Some(event.position), what);
                self.readable.get_or_insert(found);
            }
        }
    }

    fn link(&mut self, event: &Recorded) -> Result<(), String> {
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let (sequence, previous, time) = self.streams.get(&stream).copied().unwrap_or((0, ROOT, i64::MIN));
        let leaf = <[u8; 32]>::try_from(event.leaf.as_slice()).unwrap_or(ROOT);
        self.streams
            .insert(stream, (event.sequence, leaf, event.recorded_at_ms));
        let name = format!("{} {}", event.aggregate_type, event.aggregate_id);
        if event.sequence != sequence + 1 {
            return Err(format!("{name}: version {} follows version {sequence}", event.sequence));
        }
        if event.recorded_at_ms < time {
            return Err(format!(
                "{name}: version {} is older than the one before",
                event.sequence
            ));
        }
        if event.leaf_after(&previous) == leaf {
            Ok(())
        } else {
            Err(format!("{name}: the leaf of version {} does not fit", event.sequence))
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
            self.expected
                .entry(event.position / BUCKET)
                .or_default()
                .add(&PostingRow {
                    position: event.position,
                    leg: leg as i16,
                    owner,
                    account,
                    asset: posting.account.asset().name(),
                    amount: posting.amount,
                    after,
                });
        }
    }

    /// Expected balance and last position of every account in the books.
    pub(crate) fn balances(&self) -> &Balances {
        self.behind.as_ref().unwrap_or(&self.balances)
    }

    fn break_law(&mut self, event: &Recorded, what: String) {
        let found = finding("laws", event.partition, Some(event.position), what);
        self.laws.get_or_insert(found);
    }

    pub(crate) fn checks(&self) -> Vec<Check> {
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
