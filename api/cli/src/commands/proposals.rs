//! `ledger proposals`: changes that wait for a second person, through the staff service.

use super::Failure;
use super::staff::client::{Answer, Client};
use super::staff::key::{Approves, Signing};
use clap::Subcommand;
use serde_json::json;
use settings::Settings;

/// Proposals that are listed at most.
const LISTED_MAX: u8 = 200;

/// List proposals; look at, approve or reject one.
#[derive(clap::Args, Debug)]
pub struct Proposals {
    #[command(subcommand)]
    act: Act,
    /// Print the data of the answer as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Proposals that wait, newest first
    List {
        /// Also those that were decided
        #[arg(long)]
        all: bool,
        /// Only this kind, such as adjustment or config
        #[arg(long, value_name = "KIND")]
        kind: Option<String>,
        /// `next` of the page before
        #[arg(long, value_name = "CURSOR")]
        before: Option<String>,
    },
    /// One proposal whole, with the facts of this moment
    Show {
        /// Its id, as the list shows it
        proposal: String,
    },
    /// Approve a proposal of somebody else; it is executed at once
    Approve {
        #[command(flatten)]
        which: Which,
        /// The digest that `show` printed, or its first 16 letters: the approval is bound to what was seen
        #[arg(long, value_name = "DIGEST")]
        seen: String,
    },
    /// Turn a proposal down; its maker takes the own one back
    Reject(Which),
}

#[derive(clap::Args, Debug)]
struct Which {
    /// Its id, as the list shows it
    proposal: String,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

impl Proposals {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let client = Client::open(settings)?;
        let answer = match self.act {
            Act::List { all, kind, before } => {
                let state = (!all).then_some("waiting");
                let body = json!({ "state": state, "kind": kind, "limit": LISTED_MAX, "before": before });
                client.read("proposals/list", body).await?
            }
            Act::Show { proposal } => info(&client, &proposal).await?,
            Act::Approve { which, seen } => {
                let digest = Client::seen(&info(&client, &which.proposal).await?, "/proposal/digest", &seen)?;
                approve(&client, &which.signing, &which.proposal, &digest, &which.reason).await?
            }
            Act::Reject(which) => reject(&client, &which.signing, &which.proposal, &which.reason).await?,
        };
        answer.print(self.json);
        Ok(())
    }
}

/// One proposal.
///
/// # Errors
/// The refusal, or a service that does not answer.
pub async fn info(client: &Client, proposal: &str) -> Result<Answer, Failure> {
    client.read("proposals/info", json!({ "proposal": proposal })).await
}

/// A second person's yes.
///
/// # Errors
/// As [`info`].
pub async fn approve(
    client: &Client,
    signing: &Signing,
    proposal: &str,
    digest: &str,
    reason: &str,
) -> Result<Answer, Failure> {
    let body = json!({ "proposal": proposal, "digest": digest });
    let what = Approves {
        call: "proposals/approve",
        subject: proposal,
        digest,
    };
    signing.approve(client, reason, body, what).await
}

/// A no, or the maker's own retreat.
///
/// # Errors
/// As [`info`].
pub async fn reject(client: &Client, signing: &Signing, proposal: &str, reason: &str) -> Result<Answer, Failure> {
    let body = json!({ "proposal": proposal });
    signing.act(client, "proposals/reject", reason, body).await
}
