//! `ledger financials`: balance sheet and income statement by the chart of accounts, and whether they add up.

use super::amount::written;
use super::period::Period;
use super::{Failure, database};
use domain::chart::{Amounts, Chart, Class, Entry, Rates, Totals};
use domain::money::Asset;
use domain::time::Month;
use ledger::balance::{AsOf, bounds};
use ledger::{EventLog, Fault};
use projections::turnovers;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use staff::periods::stored_rates;
use staff::reading::books::Columns;
use staff::wire::books::InUsdt;

/// Show the balance sheet of a moment and the income statement of the period before it.
///
/// Assets, liabilities and equity are as of the end, income and expenses of the period. In every asset, assets must be
/// liabilities, equity and result; exit code 1 when they are not. The table leaves out entries that hold nothing.
#[derive(clap::Args, Debug)]
pub struct Financials {
    #[command(flatten)]
    period: Period,
    /// Print one JSON object: {chart, list, sums, usdt}; `usdt` adds the assets up in millionths of a USDT, null before
    /// the first closing that stores rates
    #[arg(long)]
    json: bool,
}

impl Financials {
    /// Sums and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let read = async |pool: &EventLog| {
            self.period.check(pool).await?;
            self.read(pool).await.map_err(database::failure)
        };
        let (opening, closing, rates) = database::reading(settings, read).await?;
        let chart = Chart::built_in();
        let usdt = rates.map(|(month, rates)| in_usdt(&opening, &closing, month, &rates));
        if self.json {
            println!("{}", as_json(chart, &opening, &closing, usdt.as_ref()));
        } else {
            print(chart, &opening, &closing);
            usdt.iter().for_each(print_usdt);
        }
        let hold = |amounts: &Amounts| Asset::ALL.iter().all(|asset| amounts.totals(chart, *asset).hold());
        if hold(&opening) && hold(&closing) {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }

    async fn read(&self, pool: &EventLog) -> Result<Read, Fault> {
        let until = bounds(pool, self.period.as_of.unwrap_or(AsOf::Latest)).await?;
        let after = bounds(pool, self.period.from.unwrap_or(AsOf::Position(0))).await?;
        let after: Vec<i64> = after
            .iter()
            .zip(&until)
            .map(|(after, until)| *after.min(until))
            .collect();
        Ok((
            turnovers::amounts(pool, &after).await?,
            turnovers::amounts(pool, &until).await?,
            stored_rates(pool, &until).await?,
        ))
    }
}

/// Before the period, after it, and the rates of the newest closing by then with its month.
type Read = (Amounts, Amounts, Option<(Month, Rates)>);

fn in_usdt(opening: &Amounts, closing: &Amounts, month: Month, rates: &Rates) -> InUsdt {
    let columns = Columns {
        moved: closing.since(opening),
        opening: opening.clone(),
        closing: closing.clone(),
        prior: None,
    };
    columns.in_usdt(Chart::built_in(), month, rates)
}

/// All assets together: the end, and the period's result.
fn print_usdt(usdt: &InUsdt) {
    let InUsdt {
        month, closing, moved, ..
    } = usdt;
    let money = |minor: &String| {
        minor
            .parse()
            .map_or_else(|_| minor.clone(), |minor| written("usdt", minor))
    };
    println!(
        "All in USDT at the rates stored with {month}: assets {} = liabilities {} + equity {} + result {} + rounding {}; \
         result of the period {}.",
        money(&closing.assets),
        money(&closing.liabilities),
        money(&closing.equity),
        money(&closing.result),
        money(&closing.rounding),
        money(&moved.result)
    );
}

fn as_json(chart: &Chart, opening: &Amounts, closing: &Amounts, usdt: Option<&InUsdt>) -> Value {
    let moved = closing.since(opening);
    let line = |entry: &Entry| {
        let money = |amounts: &Amounts| written(entry.asset.name(), amounts.of(entry));
        json!({
            "code": entry.code, "key": entry.key, "name": entry.name, "class": entry.class, "normal": entry.normal,
            "asset": entry.asset, "accounts": entry.accounts, "events": entry.events, "tax": entry.tax,
            "opening": money(opening), "moved": money(&moved), "closing": money(closing),
        })
    };
    let sums = Asset::ALL.map(|asset| {
        let of = |amounts: &Amounts| by_class(asset, amounts.totals(chart, asset));
        let holds = closing.totals(chart, asset).hold() && opening.totals(chart, asset).hold();
        json!({
            "asset": asset, "opening": of(opening), "moved": of(&moved), "closing": of(closing), "holds": holds,
        })
    });
    json!({
        "chart": chart.version, "sums": sums, "list": chart.entries.iter().map(line).collect::<Vec<_>>(), "usdt": usdt,
    })
}

fn by_class(asset: Asset, totals: Totals) -> Value {
    let money = |minor| written(asset.name(), minor);
    json!({
        "assets": money(totals.assets), "liabilities": money(totals.liabilities), "equity": money(totals.equity),
        "income": money(totals.income), "expenses": money(totals.expenses), "result": money(totals.result()),
    })
}

fn print(chart: &Chart, opening: &Amounts, closing: &Amounts) {
    let moved = closing.since(opening);
    let mut table = Table::new(&["asset", "class", "code", "name", "opening", "moved", "closing"]);
    let is_used = |entry: &&Entry| opening.of(entry) != 0 || closing.of(entry) != 0;
    for entry in Asset::ALL
        .iter()
        .flat_map(|asset| of_asset(chart, *asset))
        .filter(is_used)
    {
        let money = |amounts: &Amounts| written(entry.asset.name(), amounts.of(entry));
        table.row(vec![
            entry.asset.name().to_owned(),
            entry.class.name().to_owned(),
            entry.code.to_string(),
            entry.name.en.clone(),
            money(opening),
            money(&moved),
            money(closing),
        ]);
    }
    print!("{table}");
    for asset in Asset::ALL {
        let money = |minor| written(asset.name(), minor);
        let (at_end, of_period) = (closing.totals(chart, asset), moved.totals(chart, asset));
        println!(
            "{}: assets {} {} liabilities {} + equity {} + result {}; result of the period {}.",
            asset.name(),
            money(at_end.assets),
            if at_end.hold() { "=" } else { "are NOT" },
            money(at_end.liabilities),
            money(at_end.equity),
            money(at_end.result()),
            money(of_period.result())
        );
    }
}

/// The entries of an asset in the order of a balance sheet, then of an income statement.
fn of_asset(chart: &Chart, asset: Asset) -> impl Iterator<Item = &Entry> {
    let classes = [
        Class::Asset,
        Class::Liability,
        Class::Equity,
        Class::Income,
        Class::Expense,
    ];
    classes.into_iter().flat_map(move |class| {
        let entries = chart.entries.iter();
        entries.filter(move |entry| entry.asset == asset && entry.class == class)
    })
}
