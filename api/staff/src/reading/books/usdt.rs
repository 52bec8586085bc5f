//! The columns of a statement in USDT.

use super::Columns;
use crate::wire::books::{FinancialLine, InUsdt, StoredRate, UsdtLine, UsdtSums};
use domain::chart::{Amounts, Chart, Rate, Rates, UsdtTotals};
use domain::time::Month;

impl Columns {
    /// The same columns at the rates that the closing of a month stores.
    pub fn in_usdt(&self, chart: &Chart, month: Month, rates: &Rates) -> InUsdt {
        let valued = |amounts: &Amounts| amounts.valued(chart, rates);
        let columns = Columns {
            opening: valued(&self.opening),
            moved: valued(&self.moved),
            closing: valued(&self.closing),
            prior: self.prior.as_ref().map(valued),
        };
        let used: Vec<_> = chart.entries.iter().filter(|entry| self.is_used(entry)).collect();
        let (opening, moved, closing) = (
            columns.opening.in_usdt(chart),
            columns.moved.in_usdt(chart),
            columns.closing.in_usdt(chart),
        );
        let prior = columns.prior.as_ref().map(|prior| prior.in_usdt(chart));
        // Half a millionth for each line, at most.
        let is_small = |sums: &UsdtTotals| sums.rounding.unsigned_abs() * 2 <= used.len() as u128;
        InUsdt {
            month: month.to_string(),
            rates: rates.0.iter().map(stored).collect(),
            lines: used.iter().map(|entry| columns.line(entry).into()).collect(),
            converted: used
                .iter()
                .filter(|entry| entry.is_conversion())
                .map(|entry| entry.code)
                .collect(),
            holds: [opening, moved, closing].iter().chain(&prior).all(is_small),
            opening: opening.into(),
            moved: moved.into(),
            closing: closing.into(),
            prior: prior.map(UsdtSums::from),
        }
    }
}

fn stored(rate: &Rate) -> StoredRate {
    StoredRate {
        asset: rate.asset.name().to_owned(),
        numerator: rate.numerator.to_string(),
        denominator: rate.denominator.to_string(),
    }
}

impl From<FinancialLine> for UsdtLine {
    fn from(line: FinancialLine) -> UsdtLine {
        UsdtLine {
            code: line.code,
            opening: line.opening,
            moved: line.moved,
            closing: line.closing,
            prior: line.prior,
        }
    }
}

impl From<UsdtTotals> for UsdtSums {
    fn from(sums: UsdtTotals) -> UsdtSums {
        UsdtSums {
            assets: sums.totals.assets.to_string(),
            liabilities: sums.totals.liabilities.to_string(),
            equity: sums.totals.equity.to_string(),
            income: sums.totals.income.to_string(),
            expenses: sums.totals.expenses.to_string(),
            converted: sums.converted.to_string(),
            result: sums.result().to_string(),
            rounding: sums.rounding.to_string(),
        }
    }
}
