//! `ledger kyc`: identity checks that wait for a person.

use super::table::Table;
use super::{Failure, database, moment, staff, subject};
use crate::config::Settings;
use anyhow::Context;
use api::kyc;
use api::uploads::Uploads;
use clap::{Subcommand, ValueEnum};
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::{Decide, Verdict};
use domain::time::Day;
use ledger::{Ledger, StreamId};
use std::fs;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// Checks that are listed at most.
const LISTED_MAX: i64 = 200;

/// List identity checks that wait, look at one, decide one.
#[derive(clap::Args, Debug)]
pub struct Kyc {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Checks under review, oldest first; no personal data
    List,
    /// Show the form of a check under review, and write its images into a folder
    Show {
        /// The player: an id, or tg: and a messenger id
        #[arg(value_parser = subject::player)]
        player: PlayerId,
        /// Who looks
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
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
        verdict: Word,
        /// Why not, in names such as image_unreadable; several may be given
        #[arg(long, value_name = "REASON")]
        reason: Vec<String>,
        /// Who decides
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// The player that the staff member is, if any
        #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
        own: Option<PlayerId>,
        /// The last day of the document, YYYY-MM-DD
        #[arg(long, value_name = "DAY", value_parser = read_day)]
        expires_on: Option<Day>,
    },
}

/// A verdict as it is typed.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Word {
    /// The identity is proved
    Approve,
    /// Not like this; another try is welcome
    Retry,
    /// Not at all
    Reject,
}

impl From<Word> for Verdict {
    fn from(word: Word) -> Verdict {
        match word {
            Word::Approve => Verdict::Approve,
            Word::Retry => Verdict::Retry,
            Word::Reject => Verdict::Reject,
        }
    }
}

fn read_day(text: &str) -> Result<Day, String> {
    Day::try_from(text.to_owned())
}

impl Kyc {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        staff::on_ledger(settings, async |ledger| match &self.act {
            Act::List => list(ledger).await,
            Act::Show { player, by, images } => show(ledger, *player, by, images.as_deref()).await,
            Act::Decide {
                player,
                submission,
                verdict,
                reason,
                by,
                own,
                expires_on,
            } => {
                let decide = Decide {
                    submission: SubmissionId(*submission),
                    verdict: (*verdict).into(),
                    reasons: reason.clone(),
                    by: by.clone(),
                    own: *own,
                    expires_on: *expires_on,
                };
                settle(ledger, *player, decide).await
            }
        })
        .await
    }
}

async fn list(ledger: &Ledger) -> Result<(), Failure> {
    let checks = projections::kyc_checks::under_review(ledger.pool(), LISTED_MAX).await;
    let mut table = Table::new(&["player", "submission", "country", "images", "submitted at"]);
    for check in checks.map_err(database::failure)? {
        table.row(vec![
            check.player.to_string(),
            check.submission.to_string(),
            check.country,
            check.images.to_string(),
            moment::write(check.submitted_at),
        ]);
    }
    print!("{table}");
    Ok(())
}

/// Every look is logged with the name of whoever looks (case T-55).
async fn show(ledger: &Ledger, player: PlayerId, by: &str, images: Option<&Path>) -> Result<(), Failure> {
    let check = ledger.kyc_checks().load(&StreamId::player(player)).await;
    let check = check.map_err(database::failure)?.state;
    let nothing = || {
        Failure::Usage(format!(
            "There is no form of {player}: none was submitted, or it was erased."
        ))
    };
    let submission = check.submission.ok_or_else(nothing)?;
    let form = kyc::form_of(ledger, player, submission)
        .await
        .map_err(database::failure)?;
    let form = form.ok_or_else(nothing)?;
    tracing::warn!(player.id = %player, submission.id = %submission, by, "an identity form was opened");
    let mut table = Table::new(&["field", "value"]);
    for (field, value) in [
        ("submission", submission.to_string()),
        ("status", check.status.code().to_string()),
        ("id_name", form.id_name),
        ("id_type", form.id_type.to_string()),
        ("id_no", form.id_no),
        ("country", form.country),
        ("tel", form.tel),
        ("email", form.email),
        ("images", form.id_urls.join(" ")),
    ] {
        table.row(vec![field.to_owned(), value]);
    }
    print!("{table}");
    match images {
        Some(folder) => write_images(ledger, player, &form.id_urls, folder).await,
        None => Ok(()),
    }
}

async fn write_images(ledger: &Ledger, player: PlayerId, keys: &[String], folder: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::DirBuilderExt;
    let place = || format!("{} cannot be written", folder.display());
    fs::DirBuilder::new().mode(0o700).create(folder).with_context(place)?;
    let uploads = Uploads::new(ledger);
    for key in keys {
        if let Some(bytes) = uploads.read(player, key).await.map_err(database::failure)? {
            fs::write(folder.join(key), bytes).with_context(place)?;
        }
    }
    println!(
        "Images are in {}: delete them when the check is decided.",
        folder.display()
    );
    Ok(())
}

async fn settle(ledger: &Ledger, player: PlayerId, decide: Decide) -> Result<(), Failure> {
    let request = staff::request(&decide.by);
    staff::accepted(kyc::decide(ledger, player, decide, request).await)?;
    let check = ledger.kyc_checks().load(&StreamId::player(player)).await;
    let status = check.map_err(database::failure)?.state.status;
    println!("The check of {player} has status {} now.", status.code());
    Ok(())
}
