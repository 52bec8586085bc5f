//! A range of the log: every event, its place in its stream's chain, and every leg that it declares.

use super::counted;
use crate::jobs::Progress;
use crate::wire::replays::ReplayRow;
use api::error::Failure;
use domain::finding::Finding;
use ledger::entries::{self, Written};
use ledger::feed::{self, Recorded};
use ledger::leaf::ROOT;
use ledger::verify::postings_of;
use ledger::walk::Range;
use ledger::{EventLog, Fault, Ledger, log};
use std::collections::{BTreeMap, HashMap};
use uuid::Uuid;

/// Events of a page.
const PAGE: i64 = 1_000;

/// Sums of an account over all owners.
#[derive(Default)]
struct Sums {
    folded: i128,
    live: i128,
    legs: i64,
    first: Option<Finding>,
}

#[derive(Default)]
struct Replay {
    /// The last leaf of each stream of the range.
    leaves: HashMap<(String, String), [u8; 32]>,
    /// The last balance of each account of the range.
    balances: HashMap<(i32, Uuid, String), i64>,
    accounts: BTreeMap<(String, String), Sums>,
    events: i64,
    broken: Option<Finding>,
}

/// Replays a range of all logs.
///
/// # Errors
/// A fault of the database, or of an event that does not read back.
pub async fn replay(ledger: &Ledger, range: &Range, progress: &Progress) -> Result<Vec<ReplayRow>, Failure> {
    let lengths = range
        .after
        .iter()
        .zip(&range.until)
        .map(|(after, until)| (until - after).max(0));
    let total = lengths.sum::<i64>().unsigned_abs();
    let mut replay = Replay::default();
    for ((partition, after), until) in (0..).zip(&range.after).zip(&range.until) {
        let mut position = *after;
        while position < *until {
            let wanted = PAGE.min(until - position);
            let page = feed::read(None, ledger.pool(), partition, position, wanted).await?;
            let Some(last) = page.last() else { break };
            position = last.position;
            replay.page(ledger.pool(), partition, &page).await?;
            progress.report(replay.events.unsigned_abs(), total);
        }
    }
    Ok(replay.rows())
}

/// What does not fit about an event, with its place.
fn finding_at(event: &Recorded, code: &str, what: &str) -> Finding {
    let (partition, position) = (event.partition, event.position);
    let text = format!("partition {partition}, position {position}{what}");
    Finding::new(code, text)
        .with("partition", partition)
        .with("position", position)
}

impl Replay {
    async fn page(&mut self, pool: &EventLog, partition: i32, page: &[Recorded]) -> Result<(), Fault> {
        let (low, high) = (
            page.first().map_or(0, |event| event.position),
            page.last().map_or(0, |event| event.position),
        );
        let mut written: HashMap<i64, Vec<Written>> = HashMap::new();
        for leg in entries::written(pool, partition, low, high).await? {
            written.entry(leg.position).or_default().push(leg);
        }
        for event in page {
            self.chain(pool, event).await?;
            let legs = written.remove(&event.position).unwrap_or_default();
            self.legs(pool, event, legs).await?;
            self.events += 1;
        }
        Ok(())
    }

    async fn chain(&mut self, pool: &EventLog, event: &Recorded) -> Result<(), Fault> {
        let stream = (event.aggregate_type.clone(), event.aggregate_id.clone());
        let previous = match self.leaves.get(&stream) {
            Some(leaf) => *leaf,
            None => {
                let before = log::leaf_before(pool, event).await?;
                before.and_then(|leaf| leaf.try_into().ok()).unwrap_or(ROOT)
            }
        };
        let leaf = event.leaf_after(&previous);
        if event.leaf != leaf && self.broken.is_none() {
            self.broken = Some(finding_at(
                event,
                "leaf_differs",
                ": the leaf is not the hash of the event",
            ));
        }
        // Goes on from what is stored, so that one changed event is one finding.
        self.leaves
            .insert(stream, event.leaf.clone().try_into().unwrap_or(leaf));
        Ok(())
    }

    async fn legs(&mut self, pool: &EventLog, event: &Recorded, written: Vec<Written>) -> Result<(), Fault> {
        let declared = postings_of(event).map_err(|reason| event.unreadable(reason))?;
        let mut expected = BTreeMap::new();
        for (number, leg) in (0_i16..).zip(declared.legs()) {
            let account = leg.account;
            let sums = self.sums(account.name(), account.asset().name());
            sums.folded += i128::from(leg.amount);
            sums.legs += 1;
            expected.insert(number, (account.owner(), account.name(), leg.amount));
        }
        for leg in written {
            let known = expected.remove(&leg.leg);
            let before = self.before(pool, event, leg.owner, &leg.account).await?;
            let sums = self.sums(&leg.account, &leg.asset);
            sums.live += i128::from(leg.amount);
            let is_declared = known == Some((leg.owner, leg.account.as_str(), leg.amount));
            if !(is_declared && before + leg.amount == leg.after) && sums.first.is_none() {
                let place = finding_at(event, "leg_differs", &format!(", leg {}", leg.leg));
                sums.first = Some(place.with("leg", leg.leg));
            }
            let account = (event.partition, leg.owner, leg.account);
            self.balances.insert(account, leg.after);
        }
        for (number, (_, account, _)) in expected {
            let asset = declared.legs().iter().find(|leg| leg.account.name() == account);
            let asset = asset.map_or("", |leg| leg.account.asset().name());
            let place = finding_at(event, "leg_missing", &format!(", leg {number} is missing"));
            let first = &mut self.sums(account, asset).first;
            first.get_or_insert(place.with("leg", number));
        }
        Ok(())
    }

    fn sums(&mut self, account: &str, asset: &str) -> &mut Sums {
        self.accounts.entry((asset.to_owned(), account.to_owned())).or_default()
    }

    /// The balance before a leg: that after the last one of the range, else that of the last one before the range.
    async fn before(&self, pool: &EventLog, event: &Recorded, owner: Uuid, account: &str) -> Result<i64, Fault> {
        let key = (event.partition, owner, account.to_owned());
        if let Some(known) = self.balances.get(&key) {
            return Ok(*known);
        }
        if event.position == 1 {
            return Ok(0);
        }
        entries::balance_before(pool, event.partition, (owner, account), event.position).await
    }

    fn rows(self) -> Vec<ReplayRow> {
        let chain = counted("chains of hashes", self.events, self.broken);
        let accounts = self.accounts.into_iter().map(|((asset, account), sums)| {
            ReplayRow {
                what: format!("account {account}"),
                asset: Some(asset),
                folded: sums.folded.to_string(),
                live: sums.live.to_string(),
                compared: sums.legs,
                equal: sums.folded == sums.live && sums.first.is_none(),
                first: None,
                finding: None,
            }
            .differing(sums.first)
        });
        [chain].into_iter().chain(accounts).collect()
    }
}
