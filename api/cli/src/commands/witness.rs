//! `ledger witness`: a witness of somebody else's log. Needs no database and no secret of the log.

use super::{Failure, checkpoint, serve};
use anyhow::Context;
use ledger::Clock;
use ledger::notary::Vkey;
use ledger::notary::cosignature::Cosigner;
use rand::RngExt;
use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use witness::client::Client;
use witness::follow::{self, Followed, NotFollowed};
use witness::{Witness, server};

/// How often a followed log is looked at (ASSUMED: a history that is shown for less than that is shown to few).
const FOLLOW_EVERY: Duration = Duration::from_secs(5);
/// File of the key in the folder.
const KEY: &str = "key";

/// Cosign what a log signs, as long as it only grows (C2SP tlog-witness).
///
/// Run it where nobody who runs the log has access: another machine, another person. It keeps the newest checkpoint of
/// each log in its folder, cosigns what continues it, and refuses a smaller tree, another history, a log or a key that
/// it does not know. Two histories signed by one key are kept in the folder as `*.fork`.
#[derive(clap::Args, Debug)]
pub struct WitnessCommand {
    /// What the witness is called, by convention an address without a scheme
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Folder of its key, made at the first start, and of what it saw. Whoever loses it has lost a witness
    #[arg(long, value_name = "DIR")]
    folder: PathBuf,
    /// Key of a log that is witnessed, as `ledger checkpoint --vkey` prints it at the log; may be repeated
    #[arg(long, value_name = "KEY", required_unless_present = "print_key")]
    log_key: Vec<String>,
    /// Where logs submit their checkpoints (POST /add-checkpoint)
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8090")]
    listen: String,
    /// Also read what the log publishes under this address, as its readers see it; may be repeated
    #[arg(long, value_name = "URL")]
    follow: Vec<String>,
    /// Look once at every address of --follow and end; exit code 1 when one is not what it was
    #[arg(long, requires = "follow")]
    once: bool,
    /// Print the key that verifies its cosignatures, and end
    #[arg(long, conflicts_with_all = ["once", "follow"])]
    print_key: bool,
}

impl WitnessCommand {
    /// Witnesses until asked to stop.
    pub async fn run(self) -> Result<(), Failure> {
        let cosigner = cosigner(&self.name, &self.folder)?;
        if self.print_key {
            println!("{}", cosigner.key());
            return Ok(());
        }
        let unfit = |why| Failure::Usage(format!("--log-key: {why}."));
        let logs = self.log_key.iter().map(|log| Vkey::parse(log).map_err(unfit));
        let logs = logs.collect::<Result<Vec<Vkey>, Failure>>()?;
        let witness = open(cosigner, logs, &self.folder)?;
        if self.once {
            return self.look_once(&witness).await;
        }
        let unfit = |fault| Failure::Usage(format!("--listen {} cannot be served: {fault}.", self.listen));
        let listener = TcpListener::bind(&self.listen).await.map_err(unfit)?;
        let address = listener.local_addr().map_err(anyhow::Error::from)?;
        let stop = serve::stop_asked();
        println!("Witness {} on http://{address}", witness.key());
        let following = tokio::spawn(attend(witness.clone(), self.follow));
        let served =
            api::serve::serve_routes(server::routes(witness), api::serve::Bounds::default(), listener, stop).await;
        following.abort();
        served.map_err(|fault| Failure::Fault(fault.into()))
    }

    async fn look_once(&self, witness: &Witness) -> Result<(), Failure> {
        let (client, mut found) = (Client::default(), Ok(()));
        for url in &self.follow {
            match follow::round(witness, &client, url).await {
                Ok(Followed { logs, behind: 0 }) => println!("{url}: logs that continue what was cosigned: {logs}."),
                Ok(Followed { logs, behind }) => println!(
                    "{url}: logs that are behind: {behind} of {logs}; what was cosigned begins with them, and is kept."
                ),
                Err(why) => {
                    println!("{url}: NOT COSIGNED: {why}.");
                    found = Err(Failure::Found);
                }
            }
        }
        found
    }
}

async fn attend(witness: Witness, urls: Vec<String>) {
    let client = Client::default();
    while !urls.is_empty() {
        for url in &urls {
            match follow::round(&witness, &client, url).await {
                Ok(Followed { behind: 0, .. }) => {}
                Ok(Followed { behind, .. }) => {
                    tracing::warn!(url, behind, "older trees are published than were cosigned")
                }
                Err(NotFollowed::Unreachable(why)) => tracing::warn!(url, why, "nothing to follow"),
                Err(why) => tracing::error!(url, %why, "the log is not what it was"),
            }
        }
        tokio::time::sleep(FOLLOW_EVERY).await;
    }
}

/// A witness of these logs whose memory is in a folder.
///
/// # Errors
/// A folder that cannot be used.
pub fn open(cosigner: Cosigner, logs: Vec<Vkey>, folder: &Path) -> Result<Witness, Failure> {
    let clock = Clock::system();
    let now = Arc::new(move || clock.now().0.unsigned_abs() / 1_000);
    let unfit = |fault| Failure::Usage(format!("--folder {} cannot be used: {fault}.", folder.display()));
    Witness::open(cosigner, logs, folder.join("logs"), now).map_err(unfit)
}

/// The key in a folder, made when there is none: random, and a secret of nobody else.
///
/// # Errors
/// A name that names no witness, or a file that is no key.
pub fn cosigner(name: &str, folder: &Path) -> Result<Cosigner, Failure> {
    let file = folder.join(KEY);
    let seed = match checkpoint::read(&file, 100) {
        Ok(text) => text,
        Err(_) if !file.exists() => made(&file).with_context(|| format!("{} cannot be made", file.display()))?,
        Err(unreadable) => return Err(unreadable),
    };
    let seed = hex::decode(seed.trim()).ok().and_then(|seed| seed.try_into().ok());
    let seed: [u8; 32] = seed.ok_or_else(|| Failure::Usage(format!("{} is no key of a witness.", file.display())))?;
    Cosigner::of_seed(&seed, name).map_err(|why| Failure::Usage(format!("--name: {why}.")))
}

fn made(file: &Path) -> std::io::Result<String> {
    let seed: [u8; 32] = rand::rng().random();
    let text = format!("{}\n", hex::encode(seed));
    fs::create_dir_all(file.parent().ok_or(ErrorKind::InvalidInput)?)?;
    let mut made = fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(file)?;
    made.write_all(text.as_bytes())?;
    made.sync_all()?;
    Ok(text)
}
