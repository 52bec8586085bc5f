//! `ledger kyc`: identity checks that wait for a person, through the staff service.

use super::staff::client::Client;
use super::staff::key::Signing;
use super::{Failure, subject};
use anyhow::Context;
use base64::prelude::{BASE64_STANDARD, Engine};
use clap::{Subcommand, ValueEnum};
use domain::ids::PlayerId;
use domain::time::Day;
use serde_json::{Value, json};
use settings::Settings;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// Checks of one page.
const LISTED_MAX: i64 = 200;

/// List identity checks that wait, look at one, decide one, propose to take a verdict back.
#[derive(clap::Args, Debug)]
pub struct Kyc {
    #[command(subcommand)]
    act: Act,
    /// Print the data of the answer as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Checks under review, oldest first; no personal data
    List {
        /// `next` of the page before
        #[arg(long, value_name = "CURSOR")]
        before: Option<String>,
    },
    /// Show the form of a check under review, and write its images into a folder
    Show {
        /// The player: an id, or tg: and a messenger id
        #[arg(value_parser = subject::player)]
        player: PlayerId,
        /// Why, in a name such as review or appeal; recorded for ever
        #[arg(long, value_name = "REASON", default_value = "review")]
        reason: String,
        /// A new folder for the images, readable by its owner alone
        #[arg(long, value_name = "DIR")]
        images: Option<PathBuf>,
    },
    /// Decide a check under review
    Decide {
        /// The player: an id, or tg: and a messenger id
        #[arg(value_parser = subject::player)]
        player: PlayerId,
        /// The submission that was looked at, as the list shows it
        #[arg(long, value_name = "ID")]
        submission: Uuid,
        /// How
        #[arg(long, value_enum)]
        verdict: VerdictArg,
        /// What the player reads, in names such as image_unreadable; several may be given
        #[arg(long, value_name = "NAME")]
        because: Vec<String>,
        /// Why; recorded for ever, so never what a document says
        #[arg(long, value_name = "TEXT")]
        reason: String,
        /// The last day of the document, YYYY-MM-DD
        #[arg(long, value_name = "DAY", value_parser = read_day)]
        expires_on: Option<Day>,
        #[command(flatten)]
        signing: Signing,
    },
    /// Propose to take a verdict back: the player may submit again once another person approved it
    Reset {
        /// The player: an id, or tg: and a messenger id
        #[arg(value_parser = subject::player)]
        player: PlayerId,
        /// Why; recorded for ever, so never what a document says
        #[arg(long, value_name = "TEXT")]
        reason: String,
        #[command(flatten)]
        signing: Signing,
    },
}

/// A verdict as it is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum VerdictArg {
    /// The identity is proved
    Approve,
    /// Not like this; another try is welcome
    Retry,
    /// Not at all
    Reject,
}

impl VerdictArg {
    const fn name(self) -> &'static str {
        match self {
            VerdictArg::Approve => "approve",
            VerdictArg::Retry => "retry",
            VerdictArg::Reject => "reject",
        }
    }
}

fn read_day(text: &str) -> Result<Day, String> {
    Day::try_from(text.to_owned())
}

impl Kyc {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let client = Client::open(settings)?;
        let answer = match self.act {
            Act::List { before } => {
                let body = json!({ "limit": LISTED_MAX, "before": before });
                client.read("kyc/list", body).await?
            }
            Act::Show { player, reason, images } => {
                let look = json!({ "player": player.to_string(), "reason": reason });
                let form = client.read("kyc/open", look.clone()).await?;
                if let Some(folder) = images {
                    write_images(&client, &form.value()["images"], &look, &folder).await?;
                }
                form
            }
            Act::Decide {
                player,
                submission,
                verdict,
                because,
                reason,
                expires_on,
                signing,
            } => {
                let body = json!({
                    "player": player.to_string(),
                    "submission": submission,
                    "verdict": verdict.name(),
                    "reasons": because,
                    "expires_on": expires_on.map(|day| day.to_string()),
                });
                signing.act(&client, "kyc/decide", &reason, body).await?
            }
            Act::Reset {
                player,
                reason,
                signing,
            } => {
                let body = json!({ "player": player.to_string() });
                signing.act(&client, "kyc/reset", &reason, body).await?
            }
        };
        answer.print(self.json);
        Ok(())
    }
}

/// Every image is a look of its own, recorded before it is shown (threat T-55, law I-40).
async fn write_images(client: &Client, keys: &Value, look: &Value, folder: &Path) -> Result<(), Failure> {
    let place = || format!("{} cannot be written", folder.display());
    fs::DirBuilder::new().mode(0o700).create(folder).with_context(place)?;
    let keys = keys.as_array().into_iter().flatten().filter_map(Value::as_str);
    for key in keys {
        let mut body = look.clone();
        body["image"] = json!(key);
        let image = client.read("kyc/image", body).await?;
        let bytes = BASE64_STANDARD
            .decode(image.text("/bytes"))
            .context("the image cannot be read")?;
        // A key becomes the name of a file, so nothing of it may lead elsewhere.
        let name: String = key.chars().filter(char::is_ascii_alphanumeric).collect();
        fs::write(folder.join(format!("{name}.jpg")), bytes).with_context(place)?;
    }
    eprintln!(
        "Images are in {}: delete them when the check is decided.",
        folder.display()
    );
    Ok(())
}
