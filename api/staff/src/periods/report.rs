//! Statements of a period, from the recorded sums of months.

use super::restate::CORRECTED;
use super::{MonthFigures, by_log};
use crate::reading::books::Columns;
use crate::report::{breaks_of_period, line};
use crate::wire::books::InUsdt;
use crate::wire::periods::{PeriodBreaks, PeriodCash, PeriodClosing, PeriodReport, PeriodRestated};
use domain::chart::{Amounts, Chart, Class, Entry};
use domain::money::Asset;
use domain::period::{Cash, Closing, Moved, Span};
use domain::time::Month;
use ledger::Fault;
use ledger::trial::{TrialLine, sums};
use std::collections::BTreeMap;

/// The statements of a period. `months` are all up to its end, in order.
///
/// # Errors
/// [`Fault::Law`] names an account that is not in the chart.
pub fn report(span: Span, months: &[MonthFigures]) -> Result<PeriodReport, Fault> {
    let chart = Chart::built_in();
    let parts = Parts::of(span, months);
    let (before, own, prior) = (amounts(&parts.before)?, amounts(&parts.own)?, amounts(&parts.prior)?);
    let mut closing = before.clone();
    parts.own.iter().try_for_each(|month| add(&mut closing, month))?;
    let columns = Columns {
        opening: before,
        moved: own,
        closing,
        prior: (!parts.prior.is_empty()).then_some(prior),
    };
    let accounts = trial(&parts);
    let usdt = usdt(&columns, &parts.own);
    let sums_by_asset: Vec<_> = Asset::ALL.map(|asset| columns.sum(chart, asset)).into();
    let cash = cash(&parts)?;
    let custody: i128 = of_custody(&parts.own).sum();
    let came: i128 = flows(&parts.own).map(|flow| i128::from(flow.amount)).sum();
    let zero = sums(&accounts).values().all(|sum| *sum == 0);
    let used = |entry: &&Entry| columns.is_used(entry);
    Ok(PeriodReport {
        period: span.to_string(),
        closings: parts
            .own
            .iter()
            .filter_map(|month| month.closed.as_ref())
            .map(closing_of)
            .collect(),
        positions: positions(&parts.own),
        holds: zero
            && came == custody
            && sums_by_asset.iter().all(|sum| sum.holds)
            && usdt.as_ref().is_none_or(|usdt| usdt.holds),
        accounts: accounts.iter().map(line).collect(),
        chart: chart.version.clone(),
        entries: chart
            .entries
            .iter()
            .filter(used)
            .map(|entry| columns.line(entry))
            .collect(),
        sums: sums_by_asset,
        usdt,
        cash,
        breaks: breaks(&parts.own),
        restated: restated(&parts.own, |_| true)?,
    })
}

/// What later months restate of a period.
///
/// # Errors
/// [`Fault::Law`] names an account that is not in the chart.
pub fn later(span: Span, months: &[MonthFigures]) -> Result<Vec<PeriodRestated>, Fault> {
    let after: Vec<&MonthFigures> = months.iter().filter(|month| month.period > span.last()).collect();
    restated(&after, |month| span.has(month))
}

/// Months by what they are for a period.
struct Parts<'a> {
    before: Vec<&'a MonthFigures>,
    own: Vec<&'a MonthFigures>,
    prior: Vec<&'a MonthFigures>,
}

impl<'a> Parts<'a> {
    fn of(span: Span, months: &'a [MonthFigures]) -> Parts<'a> {
        let of = |is_it: &dyn Fn(Month) -> bool| months.iter().filter(|month| is_it(month.period)).collect();
        let prior = span.prior();
        Parts {
            before: of(&|month| month < span.first()),
            own: of(&|month| span.has(month)),
            prior: of(&|month| prior.has(month)),
        }
    }
}

/// Those of the last month: what was open before it and is open no more was never open at the period's end.
fn breaks(own: &[&MonthFigures]) -> Option<PeriodBreaks> {
    let last = own.last()?;
    let end = last.period.next().first().start();
    last.breaks.as_ref().map(|breaks| breaks_of_period(breaks, end))
}

/// At the rates of the last month.
fn usdt(columns: &Columns, own: &[&MonthFigures]) -> Option<InUsdt> {
    let last = own.last()?;
    let rates = last.rates.as_ref()?;
    Some(columns.in_usdt(Chart::built_in(), last.period, rates))
}

fn unlisted(account: impl ToString) -> Fault {
    Fault::Law(account.to_string())
}

fn add(amounts: &mut Amounts, month: &MonthFigures) -> Result<(), Fault> {
    month.figures.add_to(amounts, Chart::built_in()).map_err(unlisted)
}

fn amounts(months: &[&MonthFigures]) -> Result<Amounts, Fault> {
    let mut amounts = Amounts::default();
    months.iter().try_for_each(|month| add(&mut amounts, month))?;
    Ok(amounts)
}

fn entry_of(account: &str, event: &str) -> Result<&'static Entry, Fault> {
    let entry = Chart::built_in().entry(account, event);
    entry.ok_or_else(|| unlisted(format!("the chart of accounts has no entry for {account}")))
}

fn moves<'a>(months: &'a [&MonthFigures]) -> impl Iterator<Item = &'a Moved> {
    months.iter().flat_map(|month| &month.figures.moved)
}

fn flows<'a>(months: &'a [&MonthFigures]) -> impl Iterator<Item = &'a Cash> {
    months.iter().flat_map(|month| &month.figures.cash)
}

/// What assets of the chart grew by: custody.
fn of_custody<'a>(months: &'a [&MonthFigures]) -> impl Iterator<Item = i128> + 'a {
    let chart = Chart::built_in();
    let is_asset = |account: &str| chart.of(account).is_some_and(|entry| entry.class == Class::Asset);
    moves(months)
        .filter(move |moved| is_asset(&moved.account))
        .map(|moved| i128::from(moved.debit) - i128::from(moved.credit))
}

/// Every account over all its owners.
fn trial(parts: &Parts) -> Vec<TrialLine> {
    let mut lines: BTreeMap<(String, String), TrialLine> = BTreeMap::new();
    let mut at = |account: &str, add: &dyn Fn(&mut TrialLine)| {
        let asset = Chart::built_in().of(account).map_or("", |entry| entry.asset.name());
        let line = lines
            .entry((asset.to_owned(), account.to_owned()))
            .or_insert_with(|| TrialLine {
                account: account.to_owned(),
                asset: asset.to_owned(),
                ..TrialLine::default()
            });
        add(line);
    };
    for moved in moves(&parts.before) {
        at(&moved.account, &|line| {
            line.opening += i128::from(moved.credit) - i128::from(moved.debit)
        });
    }
    for moved in moves(&parts.own) {
        at(&moved.account, &|line| {
            line.debit += i128::from(moved.debit);
            line.credit += i128::from(moved.credit);
        });
    }
    lines.into_values().collect()
}

/// Custody by counter-entry, beside the period before.
fn cash(parts: &Parts) -> Result<Vec<PeriodCash>, Fault> {
    let by_entry = |months: &[&MonthFigures]| -> Result<BTreeMap<u16, (&'static Entry, i128)>, Fault> {
        let mut sums = BTreeMap::new();
        for flow in flows(months) {
            let entry = entry_of(&flow.account, &flow.event)?;
            sums.entry(entry.code).or_insert((entry, 0)).1 += i128::from(flow.amount);
        }
        Ok(sums)
    };
    let (own, prior) = (by_entry(&parts.own)?, by_entry(&parts.prior)?);
    let all: BTreeMap<u16, &Entry> = own
        .values()
        .chain(prior.values())
        .map(|(entry, _)| (entry.code, *entry))
        .collect();
    let amount = |sums: &BTreeMap<u16, (&Entry, i128)>, code| sums.get(&code).map_or(0, |(_, sum)| *sum).to_string();
    let line = |(code, entry): (u16, &Entry)| PeriodCash {
        code,
        name: entry.name.en.clone(),
        class: entry.class.name().to_owned(),
        amount: amount(&own, code),
        prior: (!parts.prior.is_empty()).then(|| amount(&prior, code)),
    };
    Ok(all.into_iter().map(line).collect())
}

fn restated(months: &[&MonthFigures], wanted: impl Fn(Month) -> bool) -> Result<Vec<PeriodRestated>, Fault> {
    let mut sums: BTreeMap<(Month, Month, u16), (&Entry, i128)> = BTreeMap::new();
    for month in months {
        for one in month.figures.restated.iter().filter(|one| wanted(one.restates)) {
            let entry = entry_of(&one.account, CORRECTED)?;
            let key = (one.restates, month.period, entry.code);
            let credited = i128::from(one.credit) - i128::from(one.debit);
            sums.entry(key).or_insert((entry, 0)).1 += entry.shown(credited);
        }
    }
    let line = |((restates, posted, code), (entry, amount)): ((Month, Month, u16), (&Entry, i128))| PeriodRestated {
        restates: restates.to_string(),
        posted: posted.to_string(),
        code,
        name: entry.name.en.clone(),
        class: entry.class.name().to_owned(),
        asset: entry.asset.name().to_owned(),
        amount: amount.to_string(),
    };
    Ok(sums.into_iter().map(line).collect())
}

fn positions(months: &[&MonthFigures]) -> BTreeMap<String, i64> {
    by_log(months.last().map_or(&[], |month| &month.until))
}

fn closing_of(closed: &Closing) -> PeriodClosing {
    PeriodClosing {
        sequence: closed.sequence,
        period: closed.period.to_string(),
        digest: closed.digest.clone(),
        proposal: closed.agreed.proposal.to_string(),
        proposer: closed.agreed.proposer.clone(),
        approver: closed.agreed.approver.clone(),
        reason: closed.agreed.reason.clone(),
    }
}
