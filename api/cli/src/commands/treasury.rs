//! `ledger treasury`: the house's own money, through the staff service. One account proposes to book what was paid into
//! custody as money for prizes, or to set some of it apart for promotions; another approves (domain §1, api §7.18).

use super::Failure;
use super::staff::client::Client;
use super::staff::key::Signing;
use clap::Subcommand;
use domain::money::Usdt;
use serde_json::json;
use settings::Settings;

/// Propose money for the prize reserve, or out of it for the promo budget.
#[derive(clap::Args, Debug)]
pub struct Treasury {
    #[command(subcommand)]
    act: Act,
    /// Print the data of the answer as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Propose to book what the house paid into custody as money for prizes; `ledger proposals approve` books it
    Fund {
        #[command(flatten)]
        funding: Funding,
        /// The transaction of a payment of nobody (`ledger rail unmatched`) that is this money: it is booked out of the
        /// suspense account, whole. Without it, the chain has to have so much beside what came
        #[arg(long)]
        tx: Option<String>,
    },
    /// Propose to set money of the prize reserve apart for promotions; `ledger proposals approve` books it
    Promote(Funding),
    /// Open the stakes that closed because what the house has did not cover what it owes
    OpenStakes(Opening),
}

#[derive(clap::Args, Debug)]
struct Opening {
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

#[derive(clap::Args, Debug)]
struct Funding {
    /// How much, in USDT, for example 25000.50
    #[arg(value_parser = usdt)]
    amount: Usdt,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

fn usdt(text: &str) -> Result<Usdt, String> {
    Usdt::parse(text).map_err(|error| error.to_string())
}

impl Treasury {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let client = Client::open(settings)?;
        let (to, funding, tx) = match self.act {
            Act::Fund { funding, tx } => ("reserve", funding, tx),
            Act::Promote(funding) => ("promo_budget", funding, None),
            Act::OpenStakes(Opening { reason, signing }) => {
                let answer = signing.act(&client, "treasury/open_stakes", &reason, json!({})).await?;
                answer.print(self.json);
                return Ok(());
            }
        };
        let mut body = json!({ "to": to, "amount": funding.amount.minor().to_string() });
        if let Some(tx) = tx {
            body["tx"] = json!(tx);
        }
        let signing = &funding.signing;
        let answer = signing.act(&client, "treasury/propose", &funding.reason, body).await?;
        answer.print(self.json);
        Ok(())
    }
}
