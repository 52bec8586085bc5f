//! What the players are owed at a moment, as signed trees ([`proofs::liabilities`]).
//!
//! Owed is what the chart of accounts calls a liability and a player owns: spendable, on hold and accrued. Payouts on
//! their way (`h:usdt_clearing`), USDT behind coupons (`h:usdt_customer`) and payments without an owner
//! (`h:usdt_suspense`) belong to no leaf. The trees come out the same from the same log. What was published is kept
//! ([`published`]), with the pieces of the newest trees.

pub mod proven;
pub mod published;

pub use proofs::liabilities::{Extent, Owed, Proof, Statement};

use super::sign_as;
use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use domain::chart::{Chart, Class, Entry};
use domain::money::Asset;
use hmac::{Hmac, KeyInit, Mac};
use proofs::liabilities::{Leaf, SumTree};
use proofs::{Signed, Unproven, Vkey};
use sha2::Sha256;
use sqlx::Row;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The trees of all assets at one moment.
pub struct Trees {
    statement: Statement,
    trees: Vec<SumTree>,
}

impl Trees {
    /// Builds them from the balances after so many events, all of which `checkpoint` covers.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] for a player who owes, and for a checkpoint that this installation did not sign or that
    /// covers less; otherwise [`Fault`] of the database.
    pub async fn build(pool: &EventLog, checkpoint: &Signed, extent: &Extent) -> Result<Trees, Fault> {
        let blindings = Blindings::of(pool, checkpoint.checkpoint.number, extent)?;
        let mut trees = Vec::with_capacity(Asset::ALL.len());
        for asset in Asset::ALL {
            trees.push(tree(pool, &blindings, asset, extent).await?);
        }
        let owed = trees.iter().map(Owed::of).collect();
        let statement = stated(pool, checkpoint, extent, owed)?;
        Ok(Trees { statement, trees })
    }

    /// What is to be published.
    pub fn statement(&self) -> &Statement {
        &self.statement
    }

    /// The statement as a note that the notary of the database signed.
    ///
    /// # Errors
    /// A text that no note can hold.
    pub fn sign(&self, log: &EventLog) -> Result<String, Fault> {
        sign(log, &self.statement)
    }

    /// How many players are owed something of an asset.
    pub fn players(&self, asset: Asset) -> usize {
        self.tree(asset).map_or(0, SumTree::players)
    }

    /// The proof of one player for one asset; none when nothing is owed.
    pub fn prove(&self, player: Uuid, asset: Asset) -> Option<Proof> {
        self.tree(asset)?.prove(player, &self.statement)
    }

    fn tree(&self, asset: Asset) -> Option<&SumTree> {
        self.trees.iter().find(|tree| tree.asset() == asset)
    }
}

/// The tree of one asset. It is computed beside the threads that answer calls: a million leaves take seconds.
async fn tree(pool: &EventLog, blindings: &Blindings, asset: Asset, extent: &Extent) -> Result<SumTree, Fault> {
    let amounts = amounts(pool, &extent.events, asset).await?;
    let blindings = blindings.clone();
    let built = tokio::task::spawn_blocking(move || {
        let leaf = |(player, amount): (Uuid, i128)| blindings.leaf(asset, player, amount);
        let leaves = amounts.into_iter().map(leaf).collect::<Result<_, Fault>>()?;
        let empty = |number: u64| blindings.of_leaf(asset, &number.to_be_bytes());
        SumTree::of(asset, leaves, empty).map_err(contradiction)
    });
    built
        .await
        .unwrap_or_else(|broken| Err(Fault::Unknown(broken.to_string())))
}

fn stated(log: &EventLog, checkpoint: &Signed, extent: &Extent, owed: Vec<Owed>) -> Result<Statement, Fault> {
    Statement::of(owed, extent.clone(), checkpoint, &log.vkey()?).map_err(contradiction)
}

fn sign(log: &EventLog, statement: &Statement) -> Result<String, Fault> {
    sign_as(Vkey::of_liabilities, &log.keys()?.notary(), &statement.text())
}

/// The entries of the chart that players own.
pub fn entries(asset: Asset) -> impl Iterator<Item = &'static Entry> {
    let is_house = |entry: &Entry| entry.accounts.iter().any(|account| account.starts_with("h:"));
    let entries = Chart::built_in().entries.iter();
    entries.filter(move |entry| entry.asset == asset && entry.class == Class::Liability && !is_house(entry))
}

fn accounts(asset: Asset) -> Vec<&'static str> {
    let accounts = entries(asset).flat_map(|entry| &entry.accounts);
    accounts.map(String::as_str).collect()
}

/// What every player is owed, over all logs: what friends bring is accrued in theirs. The balances without what moved
/// later, so that only the end of the journal is read; one statement sees both at one moment.
async fn amounts(pool: &EventLog, events: &[u64], asset: Asset) -> Result<BTreeMap<Uuid, i128>, Fault> {
    let accounts = accounts(asset);
    let mut amounts: BTreeMap<Uuid, i128> = BTreeMap::new();
    for (partition, events) in (0..).zip(events) {
        let until = *events as i64;
        books::reach(pool, partition, until).await?;
        let rows = sqlx::query(
            "select owner, sum(amount)::bigint
               from (select owner, balance as amount from balances where partition = $1 and account = any($3)
                      union all
                     select owner, -amount from postings
                      where partition = $1 and position > $2 and account = any($3)) as owed
              group by owner having sum(amount) <> 0",
        )
        .bind(partition)
        .bind(until)
        .bind(&accounts)
        .fetch_all(pool)
        .await?;
        for row in rows {
            *amounts.entry(row.try_get(0)?).or_default() += i128::from(row.try_get::<i64, _>(1)?);
        }
    }
    amounts.retain(|_, amount| *amount != 0);
    Ok(amounts)
}

/// The blindings of one statement. Those of another one are others: two statements cannot be laid side by side.
#[derive(Clone)]
struct Blindings {
    mac: Hmac<Sha256>,
}

impl Blindings {
    fn of(log: &EventLog, checkpoint: u64, extent: &Extent) -> Result<Blindings, Fault> {
        let secret = log.keys()?.lasting().liabilities;
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&secret).expect("a key of any length");
        mac.update(&checkpoint.to_be_bytes());
        for events in &extent.events {
            mac.update(&events.to_be_bytes());
        }
        Ok(Blindings { mac })
    }

    fn of_leaf(&self, asset: Asset, of: &[u8]) -> [u8; 32] {
        let mut mac = self.mac.clone();
        mac.update(asset.name().as_bytes());
        mac.update(&[0]);
        mac.update(of);
        mac.finalize().into_bytes().into()
    }

    /// # Errors
    /// [`Fault::Contradiction`] for a player who owes.
    fn leaf(&self, asset: Asset, player: Uuid, amount: i128) -> Result<Leaf, Fault> {
        let below = |_| Fault::Contradiction(format!("player {player} has {amount} {}", asset.name()));
        Ok(Leaf {
            player,
            blinding: self.of_leaf(asset, player.as_bytes()),
            amount: u64::try_from(amount).map_err(below)?,
        })
    }
}

fn contradiction(why: Unproven) -> Fault {
    Fault::Contradiction(why.to_string())
}
