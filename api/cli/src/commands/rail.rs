//! `ledger rail`: the house's wallets on chains, and payments that came without an order. Looking at the wallets needs
//! the database alone; everything else goes through the staff service.

use super::staff::client::{Answer, Client};
use super::staff::key::Signing;
use super::{Failure, database, moment, subject};
use clap::Subcommand;
use domain::ids::PlayerId;
use ledger::EventLog;
use rails::reconcile::{self, Compared};
use rails::slots;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;

/// Payments of one page.
const LISTED_MAX: u8 = 200;

/// How wallets stand, stop them, let them go on; list payments of nobody, propose whose one is or its
/// return.
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
    Unmatched {
        /// `next` of the page before
        #[arg(long, value_name = "CURSOR")]
        before: Option<String>,
    },
    /// Propose whose a payment is, an order's or a player's; once a second person approves, it is credited with the next
    /// look
    Assign {
        /// The payment's transaction
        tx: String,
        /// The number of the order that it was meant for
        #[arg(required_unless_present = "player")]
        order_no: Option<String>,
        /// The player, for a payment without an order: an id, or tg: and a messenger id
        #[arg(long, value_parser = subject::player, conflicts_with = "order_no")]
        player: Option<PlayerId>,
        #[command(flatten)]
        why: Why,
    },
    /// Propose to send a payment back whole to the address that it came from; once a second person approves, its rail
    /// pays it like every payout
    Return {
        /// The payment's transaction
        tx: String,
        #[command(flatten)]
        why: Why,
    },
}

#[derive(clap::Args, Debug)]
struct Why {
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

impl Why {
    async fn act(&self, client: &Client, call: &str, body: Value) -> Result<Answer, Failure> {
        self.signing.act(client, call, &self.reason, body).await
    }
}

impl Rail {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if matches!(self.act, Act::Status) {
            return database::reading(settings, status).await;
        }
        let client = Client::open(settings)?;
        let answer = match self.act {
            Act::Status => return Ok(()),
            Act::Pause(why) => why.act(&client, "withdrawals/pause", json!({})).await?,
            Act::Resume(why) => why.act(&client, "withdrawals/resume", json!({})).await?,
            Act::Unmatched { before } => {
                let body = json!({ "limit": LISTED_MAX, "before": before });
                client.read("topups/unmatched", body).await?
            }
            Act::Assign {
                tx,
                order_no,
                player,
                why,
            } => {
                let body = match (order_no, player) {
                    (Some(order_no), _) => json!({ "tx": tx, "order_no": order_no }),
                    (None, player) => json!({ "tx": tx, "player": player.map(|player| player.to_string()) }),
                };
                why.act(&client, "topups/propose_assign", body).await?
            }
            Act::Return { tx, why } => why.act(&client, "topups/propose_return", json!({ "tx": tx })).await?,
        };
        answer.print(self.json);
        Ok(())
    }
}

async fn status(log: &EventLog) -> Result<(), Failure> {
    let wallets = slots::wallets(log).await.map_err(database::failure)?;
    let compared = reconcile::last_of_each(log).await.map_err(database::failure)?;
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
    for wallet in wallets {
        let last = compared
            .iter()
            .find(|one| one.rail == wallet.rail && one.wallet == wallet.wallet);
        let shown = |of: fn(&Compared) -> String| last.map_or_else(|| "-".to_owned(), of);
        table.row(vec![
            wallet.rail.clone(),
            wallet.wallet.clone(),
            wallet.next_number.to_string(),
            wallet.paused.map(|paused| paused.why).unwrap_or_default(),
            shown(|last| moment::write(last.at)),
            shown(|last| last.check.on_chain.to_string()),
            shown(|last| last.check.in_books.to_string()),
            shown(|last| last.check.under_way.to_string()),
            shown(|last| last.check.unbooked.to_string()),
        ]);
    }
    print!("{table}");
    let suspense = reconcile::in_suspense(log).await.map_err(database::failure)?;
    println!("in custody and nobody's so far: {suspense} USDT");
    Ok(())
}
