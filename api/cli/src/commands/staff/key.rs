//! `ledger staff key`: a key of one's own for approvals, acts and proposals on the command line (api §7.19). The file holds the secret, as
//! one line of hexadecimal that only its owner reads; the service learns the public key alone.

use super::client::{Answer, Client};
use super::name;
use crate::commands::Failure;
use anyhow::Context;
use clap::Subcommand;
use domain::staff::Statement;
use domain::staff::key::act_digest;
use domain::staff::subject;
use ledger::approval::{FileKey, LOGIN};
use rand::RngExt;
use serde_json::{Value, json};
use settings::Settings;
use std::fs;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use uuid::Uuid;

/// With which key an approval is signed.
#[derive(clap::Args, Debug, Default)]
pub struct Signing {
    /// File of the own key, made by `ledger staff key new`; approvals, acts, proposals and logins are signed with it
    #[arg(long, env = "LEDGER_STAFF_KEY", value_name = "FILE")]
    key: Option<PathBuf>,
}

/// What is approved, by the names of the call's body.
pub struct Approves<'a> {
    pub call: &'a str,
    pub subject: &'a str,
    pub digest: &'a str,
}

impl Signing {
    /// Approves, with a signature if there is a key.
    ///
    /// # Errors
    /// A file that holds no key, the refusal, or a service that does not answer.
    pub async fn approve(
        &self,
        client: &Client,
        reason: &str,
        mut body: Value,
        what: Approves<'_>,
    ) -> Result<Answer, Failure> {
        let request = Uuid::new_v4();
        if let Some(file) = &self.key {
            body["signature"] = signature(client, &read(file)?, &what, request).await?;
        }
        (body["reason"], body["req_id"]) = (json!(reason), json!(request));
        client.repeat(what.call, &body).await
    }
}

impl Signing {
    /// What one person does or proposes, with a signature if there is a key.
    ///
    /// # Errors
    /// As [`Signing::approve`].
    pub async fn act(&self, client: &Client, call: &str, reason: &str, mut body: Value) -> Result<Answer, Failure> {
        (body["reason"], body["req_id"]) = (json!(reason), json!(Uuid::new_v4()));
        self.any(client, call, body).await
    }

    /// Any call with its whole body: signed if it is an act of one person and there is a key.
    ///
    /// # Errors
    /// As [`Signing::approve`].
    pub async fn any(&self, client: &Client, call: &str, mut body: Value) -> Result<Answer, Failure> {
        let request = body["req_id"].as_str().and_then(|id| id.parse().ok());
        if let (Some(file), Some(subject), Some(request)) = (&self.key, subject::of_call(call, &body), request) {
            let digest = &act_digest(call, &subject, body["reason"].as_str().unwrap_or_default().trim());
            let what = Approves {
                call,
                subject: &subject,
                digest,
            };
            body["signature"] = signature(client, &read(file)?, &what, request).await?;
        }
        client.repeat(call, &body).await
    }

    /// The answer to the challenge of a login.
    ///
    /// # Errors
    /// No key, or a file that holds none.
    pub fn log_in(&self, challenge: &Value) -> Result<Value, Failure> {
        let file = self.key.as_ref().ok_or_else(|| {
            Failure::Usage("The account has a key: name its file with --key, or log in at the console.".into())
        })?;
        let text = |field: &str| challenge[field].as_str().unwrap_or_default();
        let request = text("session").parse().unwrap_or_default();
        let statement = Statement {
            call: LOGIN,
            subject: text("name"),
            digest: text("digest"),
            account: text("name"),
            request,
        };
        let signature = signed(&read(file)?, &statement)?;
        Ok(json!({
            "name": text("name"), "session": request, "issued_ms": challenge["issued_ms"], "digest": text("digest"),
            "signature": signature,
        }))
    }
}

fn signed(key: &FileKey, statement: &Statement) -> Result<Value, Failure> {
    let signed = key.sign(statement);
    let signed = signed.ok_or_else(|| Failure::Usage("What is approved has a line break in its name.".into()))?;
    Ok(json!(signed))
}

/// A signature in the name of who is logged in.
async fn signature(client: &Client, key: &FileKey, what: &Approves<'_>, request: Uuid) -> Result<Value, Failure> {
    let account = client.read("session/me", json!({})).await?.text("/name");
    let statement = Statement {
        call: what.call,
        subject: what.subject,
        digest: what.digest,
        account: &account,
        request,
    };
    signed(key, &statement)
}

fn read(file: &Path) -> Result<FileKey, Failure> {
    let unfit = || {
        format!(
            "{} is no key file, such as `ledger staff key new` makes.",
            file.display()
        )
    };
    let text = fs::read_to_string(file)
        .map_err(|error| Failure::Usage(format!("{} cannot be read: {error}.", file.display())))?;
    let seed = hex::decode(text.trim()).ok().and_then(|seed| seed.try_into().ok());
    let seed: [u8; 32] = seed.ok_or_else(|| Failure::Usage(unfit()))?;
    Ok(FileKey::of_seed(&seed))
}

/// Makes, proposes, approves and revokes keys.
#[derive(Subcommand, Debug)]
pub enum Key {
    /// Make a key in a file that only its owner reads; it signs nothing before it was proposed and approved
    New {
        /// The file, which must not exist
        file: PathBuf,
    },
    /// Propose the key of a file for the own account
    Propose {
        /// The file
        file: PathBuf,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Let a key of another account sign
    Approve(Which),
    /// End a key of another account for ever
    Revoke(Which),
}

/// A key of an account.
#[derive(clap::Args, Debug)]
pub struct Which {
    /// The account
    #[arg(value_parser = name)]
    account: String,
    /// The key's id, which its owner reads out
    id: String,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

impl Which {
    fn body(&self) -> Value {
        json!({ "account": self.account, "key": self.id })
    }
}

impl Key {
    /// The call that it is, or the file that it makes, which needs no session: then nothing is answered.
    ///
    /// # Errors
    /// A file that exists or holds no key, no session, the refusal, or a service that does not answer.
    pub async fn run(&self, settings: &Settings) -> Result<Option<Answer>, Failure> {
        let answer = match self {
            Key::New { file } => return make(file).map(|()| None),
            Key::Propose { file, reason } => propose(&Client::open(settings)?, file, reason).await?,
            Key::Approve(which) => {
                let what = Approves {
                    call: "keys/approve",
                    subject: &which.account,
                    digest: &which.id,
                };
                let client = Client::open(settings)?;
                which
                    .signing
                    .approve(&client, &which.reason, which.body(), what)
                    .await?
            }
            Key::Revoke(which) => {
                let client = Client::open(settings)?;
                let signing = &which.signing;
                signing.act(&client, "keys/revoke", &which.reason, which.body()).await?
            }
        };
        Ok(Some(answer))
    }
}

/// Prints the id, which a second person compares.
fn make(file: &Path) -> Result<(), Failure> {
    let seed: [u8; 32] = rand::rng().random();
    let mut options = fs::OpenOptions::new();
    let opened = options.write(true).create_new(true).mode(0o600).open(file);
    let mut opened = opened.map_err(|error| Failure::Usage(format!("{} cannot be made: {error}.", file.display())))?;
    let written = writeln!(opened, "{}", hex::encode(seed)).and_then(|()| opened.sync_all());
    written.with_context(|| format!("{} cannot be written", file.display()))?;
    println!("{}", FileKey::of_seed(&seed).key().id());
    Ok(())
}

async fn propose(client: &Client, file: &Path, reason: &str) -> Result<Answer, Failure> {
    let (key, request) = (read(file)?, Uuid::new_v4());
    let (account, id) = (
        client.read("session/me", json!({})).await?.text("/name"),
        key.key().id(),
    );
    let what = Approves {
        call: "keys/propose",
        subject: &account,
        digest: &id,
    };
    let signature = signature(client, &key, &what, request).await?;
    let body = json!({ "key": key.key(), "signature": signature, "reason": reason, "req_id": request });
    client.repeat(what.call, &body).await
}
