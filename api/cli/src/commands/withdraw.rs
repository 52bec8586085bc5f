//! `ledger withdraw`: withdrawals that wait for a person, through the staff service.

use super::Failure;
use super::staff::client::{Answer, Client};
use super::staff::key::{Approves, Signing};
use clap::Subcommand;
use serde_json::json;
use settings::Settings;
use uuid::Uuid;

/// Withdrawals that are listed at most.
const LISTED_MAX: u8 = 200;

/// List withdrawals that wait; look at, approve, flag or reject one.
#[derive(clap::Args, Debug)]
pub struct Withdraw {
    #[command(subcommand)]
    act: Act,
    /// Print the data of the answer as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Withdrawals in review, oldest first, with what the rules found
    List {
        /// Also those that are approved and on their way
        #[arg(long)]
        all: bool,
        /// `next` of the page before
        #[arg(long, value_name = "CURSOR")]
        before: Option<String>,
    },
    /// One withdrawal with everything that a reviewer has to know, and the digest of what an approval is bound to
    Info {
        /// The withdrawal's id
        withdrawal: Uuid,
    },
    /// Let a withdrawal go; above the limit of two people this is the first or the second yes
    Approve {
        #[command(flatten)]
        which: Which,
        /// The digest that `info` showed, or its first 16 letters: the approval is bound to what was seen
        #[arg(long, value_name = "DIGEST")]
        seen: String,
    },
    /// Take an approved withdrawal, of which nothing was sent, back into review: what was agreed to holds no longer
    Flag(Which),
    /// Refuse a withdrawal: all of it goes back to the player, who reads the reason
    Reject(Which),
}

#[derive(clap::Args, Debug)]
struct Which {
    /// The withdrawal's id
    withdrawal: Uuid,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

impl Withdraw {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let client = Client::open(settings)?;
        let answer = match self.act {
            Act::List { all, before } => {
                let state = (!all).then_some("review");
                let body = json!({ "state": state, "limit": LISTED_MAX, "before": before });
                client.read("withdrawals/list", body).await?
            }
            Act::Info { withdrawal } => info(&client, withdrawal).await?,
            Act::Approve { which, seen } => {
                let digest = Client::seen(&info(&client, which.withdrawal).await?, "/digest", &seen)?;
                let body = json!({ "withdrawal": which.withdrawal, "digest": digest });
                let what = Approves {
                    call: "withdrawals/approve",
                    subject: &which.withdrawal.to_string(),
                    digest: &digest,
                };
                which.signing.approve(&client, &which.reason, body, what).await?
            }
            Act::Flag(which) => which.change(&client, "withdrawals/flag").await?,
            Act::Reject(which) => which.change(&client, "withdrawals/reject").await?,
        };
        answer.print(self.json);
        Ok(())
    }
}

async fn info(client: &Client, withdrawal: Uuid) -> Result<Answer, Failure> {
    client
        .read("withdrawals/info", json!({ "withdrawal": withdrawal }))
        .await
}

impl Which {
    async fn change(&self, client: &Client, call: &str) -> Result<Answer, Failure> {
        let body = json!({ "withdrawal": self.withdrawal });
        self.signing.act(client, call, &self.reason, body).await
    }
}
