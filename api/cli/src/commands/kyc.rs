//! `ledger kyc`: identity checks that wait for a person.

use settings::table::Table;
use super::{Failure, database, moment, staff, subject};
use settings::Settings;
use anyhow::Context;
use api::kyc;
use api::uploads::Uploads;
use clap::{Subcommand, ValueEnum};
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::{Decide, Open, Verdict};
use domain::time::Day;
use ledger::{Ledger, StreamId};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
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
        /// Who looks; recorded for ever
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
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
    /// Take a verdict back: the player may submit again
    Reset {
        /// The player: an id, or tg: and a messenger id
        #[arg(value_parser = subject::player)]
        player: PlayerId,
        /// Who decides
        #[arg(long, value_name = "NAME", value_parser = staff::name)]
        by: String,
        /// Why; recorded for ever, so never what a document says
        #[arg(long, value_name = "TEXT")]
        reason: String,
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
            Act::Show {
                player,
                by,
                reason,
                images,
            } => {
                let uploads = Uploads::new(ledger, &settings.storage);
                let look = Look {
                    by,
                    reason,
                    images: images.as_deref(),
                };
                show(ledger, &uploads, *player, look).await
            }
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
            Act::Reset { player, by, reason } => reset(ledger, *player, by, reason).await,
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

/// A look at personal data.
struct Look<'a> {
    by: &'a str,
    reason: &'a str,
    images: Option<&'a Path>,
}

/// Every look is an event, recorded before anything is shown (case T-55, law I-40).
async fn show(ledger: &Ledger, uploads: &Uploads, player: PlayerId, look: Look<'_>) -> Result<(), Failure> {
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
    let opened = Open {
        submission,
        by: look.by.to_owned(),
        reason: look.reason.to_owned(),
        with_images: look.images.is_some(),
    };
    staff::accepted(kyc::open(ledger, player, opened, staff::request(look.by)).await)?;
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
        ("same images", sharing(uploads, player, &form.id_urls).await?),
    ] {
        table.row(vec![field.to_owned(), value]);
    }
    print!("{table}");
    match look.images {
        Some(folder) => write_images(uploads, player, &form.id_urls, folder).await,
        None => Ok(()),
    }
}

/// Other players who submitted one of these very images.
async fn sharing(uploads: &Uploads, player: PlayerId, keys: &[String]) -> Result<String, Failure> {
    let mut others = BTreeSet::new();
    for key in keys {
        others.extend(uploads.others_with(player, key).await.map_err(database::failure)?);
    }
    let names: Vec<String> = others.iter().map(ToString::to_string).collect();
    Ok(if names.is_empty() {
        "nobody else's".to_owned()
    } else {
        names.join(" ")
    })
}

async fn write_images(uploads: &Uploads, player: PlayerId, keys: &[String], folder: &Path) -> Result<(), Failure> {
    let place = || format!("{} cannot be written", folder.display());
    fs::DirBuilder::new().mode(0o700).create(folder).with_context(place)?;
    for key in keys {
        if let Some(bytes) = uploads.read(player, key).await.map_err(database::failure)? {
            fs::write(folder.join(format!("{key}.jpg")), bytes).with_context(place)?;
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
    stands(ledger, player).await
}

async fn reset(ledger: &Ledger, player: PlayerId, by: &str, reason: &str) -> Result<(), Failure> {
    let (request, by, reason) = (staff::request(by), by.to_owned(), reason.to_owned());
    staff::accepted(kyc::reset(ledger, player, by, reason, request).await)?;
    stands(ledger, player).await
}

async fn stands(ledger: &Ledger, player: PlayerId) -> Result<(), Failure> {
    let check = ledger.kyc_checks().load(&StreamId::player(player)).await;
    let status = check.map_err(database::failure)?.state.status;
    println!("The check of {player} has status {} now.", status.code());
    Ok(())
}
