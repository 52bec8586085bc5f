//! The books: trial balance, balance sheet and income statement, accounts, statements, each as of a moment.

mod financials;
mod usdt;

pub use financials::{Columns, financials};

use super::entries::shown;
use super::read::{self, Moment, typed};
use crate::wire::at::Balance;
use crate::wire::books::{
    AccountRow, BooksAccountsBody, BooksAccountsData, BooksStatementBody, BooksStatementData, BooksTrialBody,
    BooksTrialData, TrialRow, TrialSum,
};
use crate::wire::finding::StaffFinding;
use api::error::Failure;
use domain::finding::Finding;
use ledger::balance::{AccountBalance, AsOf, as_of};
use ledger::entries::Filter;
use ledger::statement::{Movement, movements, owners_of};
use ledger::trial::TrialLine;
use ledger::walk::{self, Range};
use ledger::{Ledger, trial};
use projections::turnovers;
use std::collections::BTreeMap;
use uuid::Uuid;

/// The trial balance of a period.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn trial(ledger: &Ledger, body: &BooksTrialBody) -> Result<BooksTrialData, Failure> {
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let from = read::from(ledger, body.from.as_deref(), &until).await?;
    let range = read::range(from.as_ref(), &until);
    let lines = turnovers::trial(ledger.pool(), &range.after, &range.until).await?;
    let sums: Vec<TrialSum> = sums(&lines);
    Ok(BooksTrialData {
        at: until.at,
        from: from.map(|from| from.at),
        list: lines.iter().map(trial_row).collect(),
        holds: sums.iter().all(|sum| sum.holds),
        sums,
    })
}

fn trial_row(line: &TrialLine) -> TrialRow {
    TrialRow {
        account: line.account.clone(),
        asset: line.asset.clone(),
        opening: line.opening.to_string(),
        debit: line.debit.to_string(),
        credit: line.credit.to_string(),
        closing: line.closing().to_string(),
    }
}

fn sums(lines: &[TrialLine]) -> Vec<TrialSum> {
    let closings = trial::sums(lines);
    let sum_of = |asset: &str, closing: i128| {
        let own = || lines.iter().filter(|line| line.asset == asset);
        let opening: i128 = own().map(|line| line.opening).sum();
        let debit: i128 = own().map(|line| line.debit).sum();
        let credit: i128 = own().map(|line| line.credit).sum();
        TrialSum {
            asset: asset.to_owned(),
            opening: opening.to_string(),
            debit: debit.to_string(),
            credit: credit.to_string(),
            closing: closing.to_string(),
            holds: opening == 0 && closing == 0 && debit == credit,
        }
    };
    closings.iter().map(|(asset, sum)| sum_of(asset, *sum)).collect()
}

/// Accounts as of a moment.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn accounts(ledger: &Ledger, body: &BooksAccountsBody) -> Result<BooksAccountsData, Failure> {
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let account = read::name(body.account.as_deref(), "account")?;
    let owner = typed::owner(ledger, body.owner.as_deref()).await?;
    let (list, next) = match (owner, account) {
        (Some(owner), account) => (of_owner(ledger, owner, account.as_deref(), &until).await?, None),
        (None, Some(account)) => by_owner(ledger, &account, body, &until).await?,
        (None, None) => (of_all(ledger, &until).await?, None),
    };
    Ok(BooksAccountsData {
        at: until.at,
        list,
        next,
    })
}

async fn of_owner(
    ledger: &Ledger,
    owner: Uuid,
    account: Option<&str>,
    until: &Moment,
) -> Result<Vec<AccountRow>, Failure> {
    let balances = balances(ledger, owner, account, until).await?;
    Ok(balances.into_iter().map(|one| row(owner, one)).collect())
}

fn row(owner: Uuid, one: AccountBalance) -> AccountRow {
    AccountRow {
        owner: Some(read::owner_text(owner).unwrap_or_else(|| "house".into())),
        account: one.account,
        asset: one.asset,
        balance: one.balance.to_string(),
        position: Some(one.position),
    }
}

/// The balances of an owner, which lie in several logs where others owe.
async fn balances(
    ledger: &Ledger,
    owner: Uuid,
    account: Option<&str>,
    until: &Moment,
) -> Result<Vec<AccountBalance>, Failure> {
    let mut all: BTreeMap<String, AccountBalance> = BTreeMap::new();
    for (partition, bound) in (0..).zip(&until.bounds) {
        let found = as_of(ledger.pool(), partition, owner, AsOf::Position(*bound)).await?;
        for one in found {
            if account.is_some_and(|account| account != one.account) {
                continue;
            }
            match all.get_mut(&one.account) {
                Some(known) => {
                    known.balance += one.balance;
                    known.position = known.position.max(one.position);
                }
                None => {
                    all.insert(one.account.clone(), one);
                }
            }
        }
    }
    Ok(all.into_values().collect())
}

async fn of_all(ledger: &Ledger, until: &Moment) -> Result<Vec<AccountRow>, Failure> {
    let lines = turnovers::trial(ledger.pool(), &vec![0; until.bounds.len()], &until.bounds).await?;
    let row = |line: &TrialLine| AccountRow {
        owner: None,
        account: line.account.clone(),
        asset: line.asset.clone(),
        balance: line.closing().to_string(),
        position: None,
    };
    Ok(lines.iter().map(row).collect())
}

/// One account by its owners, in the order of their ids.
async fn by_owner(
    ledger: &Ledger,
    account: &str,
    body: &BooksAccountsBody,
    until: &Moment,
) -> Result<(Vec<AccountRow>, Option<String>), Failure> {
    let limit = read::limit(body.limit)?;
    let before = |text: &str| match text {
        "house" => Ok(Uuid::nil()),
        text => read::id(text).ok_or_else(|| Failure::invalid("before")),
    };
    let after = body.before.as_deref().map(before).transpose()?;
    let owners = owners_of(ledger.pool(), account, after, &until.bounds, limit + 1).await?;
    let next = (owners.len() > limit).then(|| owners[limit - 1]);
    let mut list = Vec::new();
    for owner in owners.into_iter().take(limit) {
        list.extend(of_owner(ledger, owner, Some(account), until).await?);
    }
    let text = |owner| read::owner_text(owner).unwrap_or_else(|| "house".into());
    Ok((list, next.map(text)))
}

/// The statement of an owner: opening, what moved, closing, and whether they add up.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn statement(ledger: &Ledger, body: &BooksStatementBody) -> Result<BooksStatementData, Failure> {
    let owner = typed::owner(ledger, Some(&body.owner)).await?.unwrap_or_default();
    let account = read::name(body.account.as_deref(), "account")?;
    let way = read::way(body.before.as_deref(), None)?;
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let from = read::from(ledger, body.from.as_deref(), &until).await?;
    let range = read::range(from.as_ref(), &until);
    let opening = match &from {
        Some(from) => balances(ledger, owner, account.as_deref(), from).await?,
        None => Vec::new(),
    };
    let closing = balances(ledger, owner, account.as_deref(), &until).await?;
    let moved = movements(ledger.pool(), owner, account.as_deref(), &range).await?;
    let filter = Filter {
        owner: Some(owner),
        account,
        ..Filter::default()
    };
    let found = page(ledger, &filter, &range, way, body.limit).await?;
    let cursors: Vec<_> = found.lines.iter().map(|line| line.cursor).collect();
    let (next, _) = read::ends(&cursors, way, found.has_more, found.reached);
    let problem = problem(&opening, &moved, &closing);
    Ok(BooksStatementData {
        at: until.at,
        from: from.map(|from| from.at),
        opening: opening.into_iter().map(balance).collect(),
        lines: shown(ledger, found.lines).await?,
        closing: closing.into_iter().map(balance).collect(),
        total: moved.values().map(|moved| moved.lines).sum(),
        next,
        holds: problem.is_none(),
        problem: problem.as_ref().map(Finding::to_string),
        finding: problem.map(StaffFinding::from),
    })
}

async fn page(
    ledger: &Ledger,
    filter: &Filter,
    range: &Range,
    way: walk::Way,
    limit: Option<u32>,
) -> Result<walk::Found<ledger::entries::Line>, Failure> {
    Ok(walk::page(ledger.pool(), filter, range, way, read::limit(limit)?).await?)
}

fn balance(one: AccountBalance) -> Balance {
    Balance {
        account: one.account,
        asset: one.asset,
        balance: one.balance.to_string(),
        position: one.position,
    }
}

/// Running balances at both ends against the sum of all amounts between them.
fn problem(
    opening: &[AccountBalance],
    moved: &BTreeMap<String, Movement>,
    closing: &[AccountBalance],
) -> Option<Finding> {
    let of = |balances: &[AccountBalance]| -> BTreeMap<String, i128> {
        let balances = balances.iter();
        balances.map(|one| (one.account.clone(), one.balance.into())).collect()
    };
    let (mut expected, closing) = (of(opening), of(closing));
    for (account, moved) in moved {
        *expected.entry(account.clone()).or_default() += moved.sum;
    }
    let accounts = expected.keys().chain(closing.keys());
    let wrong = accounts
        .into_iter()
        .find(|account| expected.get(*account) != closing.get(*account))?;
    let (computed, written) = (expected.get(wrong), closing.get(wrong));
    let of = |sum: Option<&i128>| sum.map_or_else(|| "nothing".to_owned(), ToString::to_string);
    let text = format!(
        "{wrong}: opening and lines are {}, the closing is {}",
        of(computed),
        of(written)
    );
    let finding = Finding::new("statement_off", text).with("account", wrong);
    Some(finding.with_known("sum", computed).with_known("closing", written))
}

#[cfg(test)]
mod tests;
