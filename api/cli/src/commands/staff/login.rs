//! `ledger staff login`: a session of an account, kept in the data directory for the acts that follow. Beside it what an
//! owner does with the own credentials: `ledger staff activate` and `ledger staff password`.

use super::client::Client;
use super::key::Signing;
use crate::commands::{Failure, staff};
use ::staff::credentials;
use anyhow::Context;
use domain::time::Timestamp;
use serde_json::json;
use settings::Settings;
use std::io::{BufRead, IsTerminal, Write, stdin};
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

/// The password when nobody is there to type it.
const PASSWORD: &str = "LEDGER_STAFF_PASSWORD";
/// The password that takes its place.
const NEW_PASSWORD: &str = "LEDGER_STAFF_NEW_PASSWORD";
/// What asks for six digits.
const CODE: &str = "Code of the second factor: ";

/// Log in; the password is asked for, or read from the standard input or LEDGER_STAFF_PASSWORD.
#[derive(clap::Args, Debug)]
pub struct Login {
    /// The account
    #[arg(value_parser = staff::name)]
    name: String,
    /// Where the staff service is; LEDGER_STAFF_HTTP when absent
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Six digits of the second factor, asked for when absent; after too many wrong logins from this address two codes in
    /// a row, the one that is shown and the next
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
    #[command(flatten)]
    signing: Signing,
}

impl Login {
    /// Does it.
    pub async fn run(self, settings: &Settings, json: bool) -> Result<(), Failure> {
        let password = password(PASSWORD, "Password: ")?;
        let code = self.code.map_or_else(|| line(CODE), Ok)?;
        let login = json!({ "name": self.name, "password": password, "totp": code.trim() });
        let client = Client::visitor(settings, self.url);
        let me = client.log_in(&login, &self.signing).await?;
        if json {
            println!("{me}");
        } else {
            println!("{} is logged in.", self.name);
        }
        Ok(())
    }
}

/// Activate the own account with the code from whoever made it: choose a password, which is asked for or read as at the
/// login, and get the secret of a second factor.
#[derive(clap::Args, Debug)]
pub struct Activate {
    /// The account
    #[arg(value_parser = staff::name)]
    name: String,
    /// The code, which is good once
    #[arg(long, value_name = "CODE")]
    code: String,
    /// Where the staff service is; LEDGER_STAFF_HTTP when absent
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// A secret for the second factor that an authenticator has already, in base 32; a new one is printed when absent
    #[arg(long, value_name = "SECRET")]
    secret: Option<String>,
}

impl Activate {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let password = password(PASSWORD, "A password of your own, 12 characters or more: ")?;
        let (secret, totp) = match self.secret {
            Some(secret) => {
                let totp = credentials::code(&secret, now());
                (secret, totp.unwrap_or_default())
            }
            None => {
                let (secret, url) = credentials::new_secret(&self.name);
                println!("second factor  {secret}\n               {url}");
                (secret, line(CODE)?)
            }
        };
        let chosen = json!({
            "name": self.name, "code": self.code, "password": password, "totp_secret": secret, "totp": totp.trim(),
        });
        Client::visitor(settings, self.url)
            .read("session/activate", chosen)
            .await?;
        println!("{} is activated: `ledger staff login {}`.", self.name, self.name);
        Ok(())
    }
}

/// Change the own password; other sessions of the account end. Both are asked for, or read from LEDGER_STAFF_PASSWORD and
/// LEDGER_STAFF_NEW_PASSWORD.
#[derive(clap::Args, Debug)]
pub struct Password {
    /// Six digits of the second factor; asked for when absent
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

impl Password {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let client = Client::open(settings)?;
        let old = password(PASSWORD, "Present password: ")?;
        let new = password(NEW_PASSWORD, "New password, 12 characters or more: ")?;
        let code = self.code.map_or_else(|| line(CODE), Ok)?;
        let change = json!({ "password": old, "totp": code.trim(), "new_password": new });
        client.read("session/password", change).await?;
        println!("The password is changed.");
        Ok(())
    }
}

fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

fn password(setting: &str, prompt: &str) -> anyhow::Result<String> {
    std::env::var(setting).map_or_else(|_| secret(prompt), Ok)
}

/// Asks for a line; a terminal does not show what is typed.
fn secret(prompt: &str) -> anyhow::Result<String> {
    if !stdin().is_terminal() {
        return line("");
    }
    let echo = |word: &str| Command::new("stty").arg(word).status();
    echo("-echo").context("the terminal cannot hide a password: set LEDGER_STAFF_PASSWORD")?;
    let typed = line(prompt);
    echo("echo").context("the terminal shows nothing: type `stty echo`")?;
    eprintln!();
    typed
}

fn line(prompt: &str) -> anyhow::Result<String> {
    if stdin().is_terminal() {
        eprint!("{prompt}");
        std::io::stderr().flush()?;
    }
    let mut line = String::new();
    stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
