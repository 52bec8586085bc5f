//! `ledger treasury`: the house's own money. Who holds it books what was paid into custody for prizes, and sets some of it
//! apart for promotions; two people agree (`ReserveFunded` and `PromoBudgetFunded`, domain §1).

use super::{Failure, database, staff};
use clap::Subcommand;
use domain::money::Usdt;
use domain::treasury::{FundPromoBudget, FundReserve, TreasuryCommand};
use ledger::{Ledger, Plain, RESERVE_STREAM, StreamId};
use settings::Settings;

/// Book money into the prize reserve, or out of it into the promo budget.
#[derive(clap::Args, Debug)]
pub struct Treasury {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Book what the house paid into custody as money for prizes
    Fund(Agreed),
    /// Set money of the prize reserve apart for promotions
    Promote(Agreed),
}

#[derive(clap::Args, Debug)]
struct Agreed {
    /// How much, in USDT, for example 25000.50
    #[arg(value_parser = usdt)]
    amount: Usdt,
    /// Who proposes
    #[arg(long, value_name = "NAME", value_parser = staff::name)]
    by: String,
    /// Who approves: another person
    #[arg(long, value_name = "NAME", value_parser = staff::name)]
    approver: String,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

fn usdt(text: &str) -> Result<Usdt, String> {
    Usdt::parse(text).map_err(|error| error.to_string())
}

impl Treasury {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        staff::on_ledger(settings, async |ledger| match self.act {
            Act::Fund(agreed) => fund(ledger, agreed).await,
            Act::Promote(agreed) => promote(ledger, agreed).await,
        })
        .await
    }
}

async fn fund(ledger: &Ledger, agreed: Agreed) -> Result<(), Failure> {
    let by = agreed.by.clone();
    let fund = FundReserve {
        amount: agreed.amount,
        proposer: agreed.by,
        approver: agreed.approver,
        reason: agreed.reason,
    };
    book(ledger, fund.into(), &by).await?;
    println!("{} USDT more are there for prizes.", agreed.amount);
    Ok(())
}

async fn promote(ledger: &Ledger, agreed: Agreed) -> Result<(), Failure> {
    let by = agreed.by.clone();
    let fund = FundPromoBudget {
        amount: agreed.amount,
        proposer: agreed.by,
        approver: agreed.approver,
        reason: agreed.reason,
    };
    book(ledger, TreasuryCommand::FundPromoBudget(fund), &by).await?;
    println!("{} USDT more are there for promotions.", agreed.amount);
    Ok(())
}

async fn book(ledger: &Ledger, command: TreasuryCommand, by: &str) -> Result<(), Failure> {
    // What the reserve holds is known once it was read.
    ledger.refresh().await.map_err(database::failure)?;
    let id = StreamId::house(RESERVE_STREAM);
    let reply = ledger.treasury().execute(&id, command, staff::request(by), Plain).await;
    staff::accepted(reply).map(|_| ())
}
