//! What the players are owed at a checkpoint, as signed trees ([`proofs::liabilities`]).
//!
//! Owed is what the chart of accounts calls a liability and a player owns: spendable, on hold and accrued. Payouts on
//! their way (`h:usdt_clearing`) and payments without an owner (`h:usdt_customer`) belong to no leaf. The trees come
//! out the same from the same log, so they are kept nowhere.

pub use proofs::liabilities::{Proof, Statement};

use super::{notary_key, sign_as};
use crate::books;
use crate::error::Fault;
use crate::event_log::EventLog;
use crate::seal::key_of_purpose;
use domain::chart::{Chart, Class, Entry};
use domain::money::Asset;
use hmac::{Hmac, KeyInit, Mac};
use proofs::liabilities::{Leaf, SumTree};
use proofs::{Signed, Unproven, Vkey};
use sha2::Sha256;
use sqlx::Row;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The trees of all assets at one checkpoint.
pub struct Trees {
    statement: Statement,
    trees: Vec<(Asset, SumTree)>,
}

impl Trees {
    /// Builds them from the postings of the events that `checkpoint` covers.
    ///
    /// # Errors
    /// [`Fault::Contradiction`] for a player who owes, and for a checkpoint that this installation did not sign;
    /// otherwise [`Fault`] of the database.
    pub async fn build(pool: &EventLog, master_key: &[u8; 32], checkpoint: &Signed) -> Result<Trees, Fault> {
        let key = notary_key(master_key, &checkpoint.checkpoint.origin);
        let secret = key_of_purpose(master_key, "liabilities");
        let mut trees = Vec::with_capacity(Asset::ALL.len());
        for asset in Asset::ALL {
            let blinding = |of: &[u8]| blinding(&secret, checkpoint, asset, of);
            let mut leaves = Vec::new();
            for (player, amount) in amounts(pool, checkpoint, asset).await? {
                let below = || Fault::Contradiction(format!("player {player} has {amount} {}", asset.name()));
                leaves.push(Leaf {
                    player,
                    blinding: blinding(player.as_bytes()),
                    amount: u64::try_from(amount).map_err(|_| below())?,
                });
            }
            let tree = SumTree::of(asset, leaves, |number| blinding(&number.to_be_bytes()));
            trees.push((asset, tree.map_err(contradiction)?));
        }
        let statement = Statement::of(&trees, checkpoint, key.vkey()).map_err(contradiction)?;
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
    pub fn sign(&self, master_key: &[u8; 32], checkpoint: &Signed) -> Result<String, Fault> {
        let origin = &checkpoint.checkpoint.origin;
        sign_as(Vkey::of_liabilities, master_key, origin, &self.statement.text())
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
        let of = self.trees.iter().find(|(of, _)| *of == asset);
        of.map(|(_, tree)| tree)
    }
}

/// The entries of the chart that players own.
pub fn entries(asset: Asset) -> impl Iterator<Item = &'static Entry> {
    let is_house = |entry: &Entry| entry.accounts.iter().any(|account| account.starts_with("h:"));
    let entries = Chart::built_in().entries.iter();
    entries.filter(move |entry| entry.asset == asset && entry.class == Class::Liability && !is_house(entry))
}

/// What every player is owed, over all logs: what friends bring is accrued in theirs.
async fn amounts(pool: &EventLog, checkpoint: &Signed, asset: Asset) -> Result<BTreeMap<Uuid, i128>, Fault> {
    let accounts: Vec<&str> = entries(asset)
        .flat_map(|entry| &entry.accounts)
        .map(String::as_str)
        .collect();
    let mut amounts: BTreeMap<Uuid, i128> = BTreeMap::new();
    for (partition, log) in (0..).zip(&checkpoint.checkpoint.logs) {
        let until = log.size as i64;
        books::reach(pool, partition, until).await?;
        let rows = sqlx::query(
            "select owner, sum(amount)::bigint from postings
              where partition = $1 and position <= $2 and account = any($3)
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

/// Of another checkpoint it is another one: two statements cannot be laid side by side.
fn blinding(secret: &[u8; 32], checkpoint: &Signed, asset: Asset, of: &[u8]) -> [u8; 32] {
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(secret).expect("a key of any length");
    mac.update(&checkpoint.checkpoint.number.to_be_bytes());
    mac.update(asset.name().as_bytes());
    mac.update(&[0]);
    mac.update(of);
    mac.finalize().into_bytes().into()
}

fn contradiction(why: Unproven) -> Fault {
    Fault::Contradiction(why.to_string())
}
