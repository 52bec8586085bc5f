//! Balance sheet and income statement, from the chart of accounts.

use crate::periods::stored_rates;
use crate::reading::read::{self, Moment};
use crate::wire::books::{BooksFinancialsBody, BooksFinancialsData, ClassSums, FinancialLine, FinancialSum};
use api::error::Failure;
use domain::chart::{Amounts, Chart, Entry, Totals};
use domain::money::Asset;
use ledger::Ledger;
use ledger::balance::AsOf;
use projections::turnovers;

/// The balance sheet of a moment and the income statement of the period before it.
///
/// # Errors
/// -1006 with the field that is wrong; a fault of the database.
pub async fn financials(ledger: &Ledger, body: &BooksFinancialsBody) -> Result<BooksFinancialsData, Failure> {
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let from = read::from(ledger, body.from.as_deref(), &until).await?;
    let prior = match &from {
        Some(from) => Some(before(ledger, from, &until).await?),
        None => None,
    };
    let closing = turnovers::amounts(ledger.pool(), &until.bounds).await?;
    let opening = match &from {
        Some(from) => turnovers::amounts(ledger.pool(), &from.bounds).await?,
        None => Amounts::default(),
    };
    let moved_before = match &prior {
        Some(prior) => Some(opening.since(&turnovers::amounts(ledger.pool(), &prior.bounds).await?)),
        None => None,
    };
    let columns = Columns {
        moved: closing.since(&opening),
        opening,
        closing,
        prior: moved_before,
    };
    let chart = Chart::built_in();
    let rates = stored_rates(ledger.pool(), &until.bounds).await?;
    let usdt = rates.map(|(month, rates)| columns.in_usdt(chart, month, &rates));
    let sums: Vec<FinancialSum> = Asset::ALL.map(|asset| columns.sum(chart, asset)).into();
    Ok(BooksFinancialsData {
        at: until.at,
        from: from.map(|from| from.at),
        prior: prior.map(|prior| prior.at),
        chart: chart.version.clone(),
        list: chart.entries.iter().map(|entry| columns.line(entry)).collect(),
        holds: sums.iter().all(|sum| sum.holds) && usdt.as_ref().is_none_or(|usdt| usdt.holds),
        usdt,
        sums,
    })
}

/// Where the period of the same length before a period begins: at the begin of the log at the earliest.
async fn before(ledger: &Ledger, from: &Moment, until: &Moment) -> Result<Moment, Failure> {
    let length = until.at.time_ms - from.at.time_ms;
    read::at(ledger, AsOf::Time((from.at.time_ms - length).max(0)), &from.bounds).await
}

/// What entries held and moved, as statements set it side by side.
pub struct Columns {
    /// Before the period.
    pub opening: Amounts,
    /// In the period.
    pub moved: Amounts,
    /// After the period.
    pub closing: Amounts,
    /// In the period before, if there is one.
    pub prior: Option<Amounts>,
}

impl Columns {
    /// An entry that has no figure but zero is left out where a statement is printed.
    pub fn is_used(&self, entry: &Entry) -> bool {
        let columns = [&self.opening, &self.moved, &self.closing]
            .into_iter()
            .chain(&self.prior);
        columns.into_iter().any(|amounts| amounts.of(entry) != 0)
    }

    /// The line of an entry.
    pub fn line(&self, entry: &Entry) -> FinancialLine {
        FinancialLine {
            code: entry.code,
            key: entry.key.clone(),
            name: entry.name.en.clone(),
            name_zh: entry.name.zh.clone(),
            class: entry.class.name().to_owned(),
            normal: entry.normal.name().to_owned(),
            asset: entry.asset.name().to_owned(),
            accounts: entry.accounts.clone(),
            events: entry.events.clone(),
            tax: entry.tax.clone(),
            opening: self.opening.of(entry).to_string(),
            moved: self.moved.of(entry).to_string(),
            closing: self.closing.of(entry).to_string(),
            prior: self.prior.as_ref().map(|prior| prior.of(entry).to_string()),
        }
    }

    /// The sums of an asset.
    pub fn sum(&self, chart: &Chart, asset: Asset) -> FinancialSum {
        let of = |amounts: &Amounts| amounts.totals(chart, asset);
        let (opening, moved, closing) = (of(&self.opening), of(&self.moved), of(&self.closing));
        FinancialSum {
            asset: asset.name().to_owned(),
            holds: [opening, moved, closing].iter().all(Totals::hold),
            opening: by_class(opening),
            moved: by_class(moved),
            closing: by_class(closing),
            prior: self.prior.as_ref().map(|prior| by_class(of(prior))),
        }
    }
}

fn by_class(totals: Totals) -> ClassSums {
    ClassSums {
        assets: totals.assets.to_string(),
        liabilities: totals.liabilities.to_string(),
        equity: totals.equity.to_string(),
        income: totals.income.to_string(),
        expenses: totals.expenses.to_string(),
        result: totals.result().to_string(),
    }
}
