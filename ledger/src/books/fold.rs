//! A page of the log as rows of the books.

use crate::error::Fault;
use crate::read::log_page::LogPage;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What a page changes of accounts, in the order of the table's key, and its legs in the order of the log.
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

/// Net change of an account.
struct Net {
    asset: &'static str,
    delta: i64,
    position: i64,
}

impl Folded {
    pub(super) fn of(page: &LogPage) -> Result<Folded, Fault> {
        let mut legs = Legs::default();
        let mut numbers: BTreeMap<(Uuid, &'static str), i32> = BTreeMap::new();
        let mut nets: Vec<Net> = Vec::new();
        for event in page {
            let postings = event.postings()?;
            for (leg, posting) in (0_i16..).zip(postings.legs()) {
                let account = (posting.account.owner(), posting.account.name());
                let number = *numbers.entry(account).or_insert(nets.len() as i32);
                let asset = posting.account.asset().name();
                legs.add((number, event.position), (leg, posting.amount));
                net(&mut nets, number as usize, (asset, posting.amount), event.position)?;
            }
        }
        legs.fill_later(&nets)?;
        let mut changes = Changes::default();
        for ((owner, account), number) in numbers {
            let Net { asset, delta, position } = nets[number as usize];
            changes.number.push(number);
            changes.owner.push(owner);
            changes.account.push(account);
            changes.asset.push(asset);
            changes.delta.push(delta);
            changes.position.push(position);
        }
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

impl Legs {
    fn add(&mut self, (number, position): (i32, i64), (leg, amount): (i16, i64)) {
        self.number.push(number);
        self.position.push(position);
        self.leg.push(leg);
        self.amount.push(amount);
    }

    /// Fills `later`: what an account's legs come to, less those up to here.
    fn fill_later(&mut self, nets: &[Net]) -> Result<(), Fault> {
        let mut left: Vec<i64> = nets.iter().map(|net| net.delta).collect();
        for (number, amount) in self.number.iter().zip(&self.amount) {
            let left = &mut left[*number as usize];
            *left = left.checked_sub(*amount).ok_or_else(overflow)?;
            self.later.push(*left);
        }
        Ok(())
    }
}
