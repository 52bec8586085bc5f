//! `ledger erasure`: the end of an account, and the certificate that its personal data is gone. Proposing the end and
//! taking it back go through the staff service; the certificate needs the database, its check the file alone.

use super::checkpoint::write;
use super::staff::client::Client;
use super::staff::key::Signing;
use super::{Failure, database, moment, staff, subject};
use anyhow::Context;
use clap::Subcommand;
use domain::ids::PlayerId;
use domain::time::Timestamp;
use ledger::Ledger;
use ledger::notary::{Certificate, Vkey, certificate};
use serde_json::json;
use settings::Settings;
use std::path::{Path, PathBuf};

/// Longest certificate that is read.
const BYTES_MAX: u64 = 100_000;

/// Propose the end of an account for a player, take it back, certify it, check a certificate.
#[derive(clap::Args, Debug)]
pub struct Erasure {
    #[command(subcommand)]
    act: Act,
    /// Print the data of an answer of the staff service as JSON
    #[arg(long, global = true)]
    json: bool,
}

/// Whose account, and why.
#[derive(clap::Args, Debug)]
struct Asked {
    /// The player: an id, or tg: and a messenger id
    #[arg(value_parser = subject::player)]
    player: PlayerId,
    /// Why; recorded for ever, so never what a document says
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Propose the end: once another person approved it, personal data is destroyed after the waiting time
    Request(Asked),
    /// Take the request back, when it was a mistake
    Cancel(Asked),
    /// Print the signed certificate: which key was destroyed, what remains. Exit code 1 while something is left
    Certify {
        /// The player: an id, or tg: and a messenger id
        #[arg(value_parser = subject::player)]
        player: PlayerId,
        /// Write the certificate to this file
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Check a certificate, without this database
    Verify {
        /// The certificate
        file: PathBuf,
        /// The key of `ledger checkpoint --vkey`
        #[arg(long, value_name = "KEY")]
        vkey: String,
    },
}

impl Erasure {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        match self.act {
            Act::Request(asked) => asked.call(settings, "erasure/request", self.json).await,
            Act::Cancel(asked) => asked.call(settings, "erasure/cancel", self.json).await,
            Act::Certify { player, out } => {
                let days = settings.store.backup_days;
                staff::on_ledger(settings, async |ledger| {
                    certify(ledger, player, days, out.as_deref()).await
                })
                .await
            }
            Act::Verify { file, vkey } => verify(&file, &vkey),
        }
    }
}

impl Asked {
    async fn call(self, settings: &Settings, call: &str, json: bool) -> Result<(), Failure> {
        let body = json!({ "player": self.player.to_string() });
        let client = Client::open(settings)?;
        self.signing.act(&client, call, &self.reason, body).await?.print(json);
        Ok(())
    }
}

async fn certify(ledger: &Ledger, player: PlayerId, days: u16, out: Option<&Path>) -> Result<(), Failure> {
    let now = ledger.clock().now();
    let certified = certificate::certify(ledger.pool(), ledger.vault(), player.0, days, now).await;
    match certified.map_err(database::failure)? {
        Err(why) => {
            eprintln!("{why}.");
            Err(Failure::Found)
        }
        Ok(note) => match out {
            Some(path) => write(path, &note),
            None => {
                print!("{note}");
                Ok(())
            }
        },
    }
}

fn verify(file: &Path, vkey: &str) -> Result<(), Failure> {
    let usage = |why: ledger::notary::Unproven| Failure::Usage(format!("{why}."));
    let vkey = Vkey::parse(vkey).map_err(usage)?;
    let reading = || format!("{} cannot be read", file.display());
    let length = std::fs::metadata(file).with_context(reading)?.len();
    if length > BYTES_MAX {
        return Err(Failure::Usage(format!(
            "{} is no certificate: it is too long.",
            file.display()
        )));
    }
    let note = std::fs::read_to_string(file).with_context(reading)?;
    let certificate = match Certificate::open(&note, &vkey) {
        Ok(certificate) => certificate,
        Err(why) => {
            println!("Not proven: {why}.");
            return Err(Failure::Found);
        }
    };
    println!("{}", sentences(&certificate));
    Ok(())
}

fn sentences(certificate: &Certificate) -> String {
    let (end, mut lines) = (&certificate.recorded, Vec::new());
    lines.push(format!(
        "Proven: the personal data of {} is destroyed; found so at {}.",
        certificate.subject,
        moment::write(Timestamp(certificate.issued_at_ms))
    ));
    lines.push(format!(
        "The end was recorded at {} as event {}, position {} of partition {}.",
        moment::write(Timestamp(end.at_ms)),
        end.event_id,
        end.position,
        end.partition
    ));
    for destroyed in &certificate.destroyed {
        lines.push(format!(
            "Destroyed: the key with the hash {} and {} sealed records.",
            destroyed.key_sha256, destroyed.records
        ));
    }
    for remaining in &certificate.remains {
        lines.push(format!(
            "Remains: {} {} ({}).",
            remaining.count, remaining.what, remaining.why
        ));
    }
    if let Some(backups) = &certificate.backups {
        lines.push(format!(
            "Backups from before keep, until {} at the latest: {}.",
            moment::write(Timestamp(backups.until_ms)),
            backups.what
        ));
    }
    lines.join("\n")
}
