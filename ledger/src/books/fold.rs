//! A page of the log as rows of the books.

use crate::error::Fault;
use crate::read::log_page::LogPage;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What a page changes of accounts, and its legs; both in the order of their table's key, so that rows which are written
/// one after the other lie together in its index.
pub(super) struct Folded {
    pub changes: Changes,
    pub legs: Legs,
}

/// Columns of `balances`, with the change instead of the balance.
#[derive(Default)]
pub(super) struct Changes {
    /// By which legs name the account, within the page.
    pub number: Vec<i32>,
    pub owner: Vec<Uuid>,
    pub account: Vec<&'static str>,
    pub asset: Vec<&'static str>,
    pub delta: Vec<i64>,
    /// Of the account's last event in the page.
    pub position: Vec<i64>,
}

/// Columns of `postings`, with what later legs of the page add to the account instead of the balance after.
#[derive(Default)]
pub(super) struct Legs {
    /// Of the account.
    pub number: Vec<i32>,
    pub position: Vec<i64>,
    pub leg: Vec<i16>,
    pub amount: Vec<i64>,
    pub later: Vec<i64>,
}

/// A row of them.
struct Leg {
    number: i32,
    position: i64,
    leg: i16,
    amount: i64,
    later: i64,
}

/// Net change of an account.
struct Net {
    asset: &'static str,
    delta: i64,
    position: i64,
}

impl Folded {
    pub(super) fn of(page: &LogPage) -> Result<Folded, Fault> {
        let mut legs = Vec::new();
        let mut numbers: BTreeMap<(Uuid, &'static str), i32> = BTreeMap::new();
        let mut nets: Vec<Net> = Vec::new();
        for event in page {
            let postings = event.postings()?;
            for (leg, posting) in (0_i16..).zip(postings.legs()) {
                let account = (posting.account.owner(), posting.account.name());
                let number = *numbers.entry(account).or_insert(nets.len() as i32);
                let asset = posting.account.asset().name();
                legs.push(Leg {
                    number,
                    position: event.position,
                    leg,
                    amount: posting.amount,
                    later: 0,
                });
                net(&mut nets, number as usize, (asset, posting.amount), event.position)?;
            }
        }
        fill_later(&mut legs, &nets)?;
        let mut changes = Changes::default();
        let mut rank = vec![0; nets.len()];
        for ((owner, account), number) in numbers {
            rank[number as usize] = changes.number.len();
            let Net { asset, delta, position } = nets[number as usize];
            changes.number.push(number);
            changes.owner.push(owner);
            changes.account.push(account);
            changes.asset.push(asset);
            changes.delta.push(delta);
            changes.position.push(position);
        }
        legs.sort_by_key(|leg| rank[leg.number as usize]);
        let legs = Legs::of(&legs);
        Ok(Folded { changes, legs })
    }
}

/// Adds an amount to the net change of an account, which may be the next new one.
fn net(nets: &mut Vec<Net>, number: usize, (asset, amount): (&'static str, i64), position: i64) -> Result<(), Fault> {
    if number == nets.len() {
        let delta = 0;
        nets.push(Net { asset, delta, position });
    }
    let net = &mut nets[number];
    net.delta = net.delta.checked_add(amount).ok_or_else(overflow)?;
    net.position = position;
    Ok(())
}

fn overflow() -> Fault {
    Fault::Law("the sum of an account's legs in a page does not fit".into())
}

/// What an account's legs come to, less those up to each of them.
fn fill_later(legs: &mut [Leg], nets: &[Net]) -> Result<(), Fault> {
    let mut left: Vec<i64> = nets.iter().map(|net| net.delta).collect();
    for leg in legs {
        let left = &mut left[leg.number as usize];
        *left = left.checked_sub(leg.amount).ok_or_else(overflow)?;
        leg.later = *left;
    }
    Ok(())
}

impl Legs {
    fn of(rows: &[Leg]) -> Legs {
        let mut legs = Legs::default();
        for row in rows {
            legs.number.push(row.number);
            legs.position.push(row.position);
            legs.leg.push(row.leg);
            legs.amount.push(row.amount);
            legs.later.push(row.later);
        }
        legs
    }
}
