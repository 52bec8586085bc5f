//! One stream: its chain, the accounts that it alone writes, and for a player the state that serves.

use super::counted;
use crate::jobs::Progress;
use crate::wire::replays::ReplayRow;
use api::error::Failure;
use domain::finding::Finding;
use domain::player::Player;
use domain::posting::{Account, Purse};
use domain::stream::{Stream, StreamEvent as _};
use ledger::balance::{AsOf, as_of};
use ledger::feed;
use ledger::leaf::ROOT;
use ledger::streams::{self, ForStream, Listed};
use ledger::{Fault, Ledger, StreamId, log};
use std::collections::BTreeMap;
use std::pin::Pin;

/// Replays a stream up to the bounds.
///
/// # Errors
/// -1006 `stream` for a type that is not there; a fault of the database, or of an event that does not read back.
pub async fn replay(
    ledger: &Ledger,
    kind: &str,
    key: &str,
    until: &[i64],
    progress: &Progress,
) -> Result<Vec<ReplayRow>, Failure> {
    let work = Work {
        ledger: ledger.clone(),
        id: StreamId::parse(key),
        until: until.to_vec(),
        progress: progress.clone(),
    };
    match streams::of_type(kind, work) {
        Some(rows) => Ok(rows.await?),
        None => Err(Failure::invalid("stream")),
    }
}

struct Work {
    ledger: Ledger,
    id: StreamId,
    until: Vec<i64>,
    progress: Progress,
}

impl ForStream for Work {
    type Answer = Pin<Box<dyn Future<Output = Result<Vec<ReplayRow>, Fault>> + Send>>;

    fn run<S: Listed>(self) -> Self::Answer {
        Box::pin(async move { self.fold::<S>().await })
    }
}

/// What a stream folds to.
struct Folded<S> {
    state: S,
    sums: BTreeMap<Purse, i64>,
    events: i64,
    broken: Option<Finding>,
}

impl Work {
    async fn fold<S: Stream>(self) -> Result<Vec<ReplayRow>, Fault> {
        let log = self.ledger.partition_of(self.id.owner);
        let until = self.until.get(usize::from(log)).copied().unwrap_or(0);
        let version = log::version_at(self.ledger.pool(), S::TYPE, &self.id.key, until).await?;
        let folded = self.events::<S>(version).await?;
        let mut rows = vec![counted("chain of hashes", folded.events, folded.broken.clone())];
        if S::TYPE == Player::TYPE {
            rows.extend(self.accounts(&folded.sums, log, until).await?);
            rows.extend(self.state(&folded, version).await?);
        }
        Ok(rows)
    }

    async fn events<S: Stream>(&self, version: i64) -> Result<Folded<S>, Fault> {
        let mut folded = Folded {
            state: S::default(),
            sums: BTreeMap::new(),
            events: 0,
            broken: None,
        };
        let mut previous = ROOT;
        while folded.events < version {
            let wanted = feed::PAGE_MAX.min(version - folded.events);
            let page = feed::read_stream_page(self.ledger.pool(), S::TYPE, &self.id.key, folded.events, wanted).await?;
            if page.is_empty() {
                break;
            }
            for recorded in page {
                let leaf = recorded.leaf_after(&previous);
                if recorded.leaf != leaf && folded.broken.is_none() {
                    let what = format!("version {}: the leaf is not the hash of the event", recorded.sequence);
                    let finding = Finding::new("version_leaf_differs", what);
                    folded.broken = Some(finding.with("version", recorded.sequence));
                }
                previous = recorded.leaf.clone().try_into().unwrap_or(leaf);
                let event: S::Event = recorded.decode()?;
                folded.state.evolve(&event);
                for leg in event.postings(self.id.owner).legs() {
                    if let Account::Player(_, purse) = leg.account {
                        *folded.sums.entry(purse).or_default() += leg.amount;
                    }
                }
                folded.events += 1;
            }
            self.progress
                .report(folded.events.unsigned_abs(), version.unsigned_abs());
        }
        Ok(folded)
    }

    /// Purses are written by the player's own stream alone, so their sums are balances.
    async fn accounts(&self, sums: &BTreeMap<Purse, i64>, log: u16, until: i64) -> Result<Vec<ReplayRow>, Fault> {
        let live = as_of(self.ledger.pool(), log, self.id.owner, AsOf::Position(until)).await?;
        let row = |purse: Purse| {
            let folded = sums.get(&purse).copied();
            let live = live
                .iter()
                .find(|one| one.account == purse.name())
                .map(|one| one.balance);
            let text = |balance: Option<i64>| balance.map_or_else(|| "nothing".to_owned(), |minor| minor.to_string());
            (folded.is_some() || live.is_some()).then(|| ReplayRow {
                what: format!("account {}", purse.name()),
                asset: Some(purse.asset().name().to_owned()),
                folded: text(folded),
                live: text(live),
                compared: 1,
                equal: folded == live,
                first: None,
                finding: None,
            })
        };
        Ok(Purse::ALL.into_iter().filter_map(row).collect())
    }

    /// The state that serves, when nothing was recorded since.
    async fn state<S: Stream>(&self, folded: &Folded<S>, version: i64) -> Result<Option<ReplayRow>, Fault> {
        let live = self.ledger.players().load(&self.id).await?;
        if i64::try_from(live.version) != Ok(version) {
            return Ok(None);
        }
        let written = |error: serde_json::Error| Fault::Law(format!("a state does not write: {error}"));
        let (folded, live) = (
            serde_json::to_value(&folded.state).map_err(written)?,
            serde_json::to_value(&live.state).map_err(written)?,
        );
        let equal = folded == live;
        let differs = "the state that serves is not the fold of the events";
        let first = (!equal).then(|| Finding::new("state_differs", differs));
        Ok(Some(
            ReplayRow {
                what: "state".into(),
                asset: None,
                folded: format!("version {version}"),
                live: format!("version {version}"),
                compared: 1,
                equal,
                first: None,
                finding: None,
            }
            .differing(first),
        ))
    }
}
