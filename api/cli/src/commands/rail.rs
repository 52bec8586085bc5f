//! `ledger rail`: the house's wallets on chains, and payments that came without an order.

use settings::table::Table;
use super::{Failure, database, moment, staff};
use settings::Settings;
use rails::incoming;
use rails::slots::{self, Switch};
use clap::Subcommand;
use domain::ids::OrderId;
use ledger::{Ledger, StreamId};
use sqlx::Row;

/// How a wallet stands, stop it, let it go on; list payments of nobody, give one to an order.
#[derive(clap::Args, Debug)]
pub struct Rail {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Wallets, why one is stopped, and the last comparison of chain and books
    Status,
    /// Send nothing from any wallet until `resume`: what is under way is finished by the chain alone
    Pause {
        /// Who stops it
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Let every wallet go on, once somebody has looked
    Resume {
        /// Who lets it go on
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
    },
    /// Payments that came and name no order, oldest first
    Unmatched,
    /// Give a payment to the order that it was meant for; it is credited with the next look
    Assign {
        /// The payment's transaction
        tx: String,
        /// The order's number
        order_no: String,
        /// Who has found out
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
    },
}

impl Rail {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        staff::on_ledger(settings, async |ledger| match &self.act {
            Act::Status => status(ledger).await,
            Act::Pause { by, reason } => switch(ledger, by, Some(reason)).await,
            Act::Resume { by } => switch(ledger, by, None).await,
            Act::Unmatched => unmatched(ledger).await,
            Act::Assign { tx, order_no, by } => assign(ledger, tx, order_no, by).await,
        })
        .await
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

async fn switch(ledger: &Ledger, by: &str, reason: Option<&str>) -> Result<(), Failure> {
    let (wallet, now) = (None, ledger.clock().now());
    let changed = slots::switch(ledger.pool(), Switch { wallet, by, reason }, now).await;
    let changed = changed.map_err(database::failure)?;
    let word = if reason.is_some() { "stopped" } else { "let go on" };
    println!("{changed} wallets are {word}.");
    Ok(())
}

async fn unmatched(ledger: &Ledger) -> Result<(), Failure> {
    let mut table = Table::new(&["transaction", "seen at", "amount", "comment", "sender"]);
    let mut last = None;
    loop {
        let page = incoming::unmatched_after(ledger.pool(), last.as_ref()).await;
        let page = page.map_err(database::failure)?;
        for found in &page {
            table.row(vec![
                found.payment.tx.clone(),
                moment::write(found.seen_at),
                found.payment.amount.to_string(),
                found.payment.comment.clone().unwrap_or_default(),
                found.payment.sender.clone(),
            ]);
        }
        match page.into_iter().next_back() {
            Some(found) => last = Some(found),
            None => break,
        }
    }
    print!("{table}");
    Ok(())
}

async fn assign(ledger: &Ledger, tx: &str, order_no: &str, by: &str) -> Result<(), Failure> {
    let id = StreamId::thing(OrderId::of(order_no).0);
    let order = ledger.topups().load(&id).await.map_err(database::failure)?.state.order;
    if order.is_none_or(|order| order.order_no != order_no) {
        return Err(Failure::Usage(format!("There is no order {order_no}.")));
    }
    let pool = ledger.pool();
    let found = incoming::unmatched_of(pool, tx).await.map_err(database::failure)?;
    let nobodys = || Failure::Usage(format!("There is no payment {tx} that is nobody's."));
    let key = found.ok_or_else(nobodys)?.key();
    if !incoming::claim(pool, &key, order_no, by)
        .await
        .map_err(database::failure)?
    {
        return Err(nobodys());
    }
    println!("The payment belongs to order {order_no} and is credited with the next look.");
    Ok(())
}
