//! `ledger rail`: the house's wallets on chains, and payments that came without an order. Looking at the wallets needs
//! the database alone; everything else goes through the staff service.

use super::staff::client::Client;
use super::{Failure, database, moment, staff};
use clap::Subcommand;
use ledger::Ledger;
use serde_json::json;
use settings::Settings;
use settings::table::Table;
use sqlx::Row;

/// How wallets stand, stop them, let them go on; list payments of nobody, propose the order of one.
#[derive(clap::Args, Debug)]
pub struct Rail {
    #[command(subcommand)]
    act: Act,
    /// Print the data of an answer of the staff service as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Wallets, why one is stopped, and the last comparison of chain and books
    Status,
    /// Send nothing from any wallet until `resume`: what is under way is finished by the chain alone
    Pause(Why),
    /// Let every wallet go on, once somebody has looked
    Resume(Why),
    /// Payments that came and name no order, oldest first
    Unmatched,
    /// Propose the order that a payment was meant for; once a second person approves, it is credited with the next look
    Assign {
        /// The payment's transaction
        tx: String,
        /// The order's number
        order_no: String,
        #[command(flatten)]
        why: Why,
    },
}

#[derive(clap::Args, Debug)]
struct Why {
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

impl Rail {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if matches!(self.act, Act::Status) {
            return staff::on_ledger(settings, status).await;
        }
        let client = Client::open(settings)?;
        let answer = match self.act {
            Act::Status => return Ok(()),
            Act::Pause(why) => client.write("withdrawals/pause", &why.reason, json!({})).await?,
            Act::Resume(why) => client.write("withdrawals/resume", &why.reason, json!({})).await?,
            Act::Unmatched => client.read("topups/unmatched", json!({})).await?,
            Act::Assign { tx, order_no, why } => {
                let body = json!({ "tx": tx, "order_no": order_no });
                client.write("topups/propose_assign", &why.reason, body).await?
            }
        };
        answer.print(self.json);
        Ok(())
    }
}

fn failed(fault: sqlx::Error) -> Failure {
    database::failure(fault.into())
}

async fn status(ledger: &Ledger) -> Result<(), Failure> {
    let rows = sqlx::query(
        "select w.rail, w.wallet, w.next_number, coalesce(w.paused, ''), c.checked_at_ms, c.on_chain, c.in_books,
                c.under_way, c.unbooked
           from payout_wallets w left join rail_checks c using (partition, rail, wallet)
          where w.partition = 0 order by w.rail, w.wallet",
    )
    .fetch_all(ledger.pool())
    .await
    .map_err(failed)?;
    let heads = [
        "rail",
        "wallet",
        "slots",
        "stopped",
        "compared at",
        "on chain",
        "in books",
        "under way",
        "unbooked",
    ];
    let mut table = Table::new(&heads);
    for row in rows {
        let text = |column: usize| row.try_get::<String, _>(column).map_err(failed);
        let number = |column: usize| row.try_get::<Option<i64>, _>(column).map_err(failed);
        let usdt = |column: usize| -> Result<String, Failure> {
            let amount = number(column)?.map(domain::money::Usdt::from_minor);
            Ok(amount.map_or_else(|| "-".to_owned(), |amount| amount.to_string()))
        };
        let compared = number(4)?.map(|at| moment::write(domain::time::Timestamp(at)));
        table.row(vec![
            text(0)?,
            text(1)?,
            number(2)?.unwrap_or_default().to_string(),
            text(3)?,
            compared.unwrap_or_else(|| "-".to_owned()),
            usdt(5)?,
            usdt(6)?,
            usdt(7)?,
            usdt(8)?,
        ]);
    }
    print!("{table}");
    Ok(())
}
