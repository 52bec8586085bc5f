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
    pub owner: Vec<Uuid>,
    pub account: Vec<&'static str>,
    pub position: Vec<i64>,
    pub leg: Vec<i16>,
    pub asset: Vec<&'static str>,
    pub amount: Vec<i64>,
    pub later: Vec<i64>,
}

/// Net change by account: asset, sum, position of its last event.
type Net = BTreeMap<(Uuid, &'static str), (&'static str, i64, i64)>;

impl Folded {
    pub(super) fn of(page: &LogPage) -> Result<Folded, Fault> {
        let mut legs = Legs::default();
        for event in page {
            let postings = event.postings()?;
            for (leg, posting) in (0_i16..).zip(postings.legs()) {
                legs.owner.push(posting.account.owner());
                legs.account.push(posting.account.name());
                legs.position.push(event.position);
                legs.leg.push(leg);
                legs.asset.push(posting.account.asset().name());
                legs.amount.push(posting.amount);
            }
        }
        let net = legs.net()?;
        let mut changes = Changes::default();
        for ((owner, account), (asset, delta, position)) in net {
            changes.owner.push(owner);
            changes.account.push(account);
            changes.asset.push(asset);
            changes.delta.push(delta);
            changes.position.push(position);
        }
        Ok(Folded { changes, legs })
    }
}

impl Legs {
    /// Nets the legs by account and fills `later`, walking the page backwards.
    fn net(&mut self) -> Result<Net, Fault> {
        let mut net = Net::new();
        self.later = vec![0; self.amount.len()];
        for index in (0..self.amount.len()).rev() {
            let account = net.entry((self.owner[index], self.account[index]));
            let (_, later, _) = account.or_insert((self.asset[index], 0, self.position[index]));
            self.later[index] = *later;
            let overflow = || Fault::Law(format!("the sum of {} does not fit", self.account[index]));
            *later = later.checked_add(self.amount[index]).ok_or_else(overflow)?;
        }
        Ok(net)
    }
}
