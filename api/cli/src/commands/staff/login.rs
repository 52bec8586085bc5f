//! `ledger staff login`: a session of an account, kept in the data directory for the acts that follow.

use super::client::Client;
use crate::commands::{Failure, staff};
use anyhow::Context;
use serde_json::json;
use settings::Settings;
use std::io::{BufRead, IsTerminal, Write, stdin};
use std::process::Command;

/// The password when nobody is there to type it.
const PASSWORD: &str = "LEDGER_STAFF_PASSWORD";

/// Log in; the password is asked for, or read from the standard input or LEDGER_STAFF_PASSWORD.
#[derive(clap::Args, Debug)]
pub struct Login {
    /// The account
    #[arg(value_parser = staff::name)]
    name: String,
    /// Where the staff service is; LEDGER_STAFF_HTTP when absent
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// Six digits of the second factor; asked for when absent
    #[arg(long, value_name = "CODE")]
    code: Option<String>,
}

impl Login {
    /// Does it.
    pub async fn run(self, settings: &Settings, json: bool) -> Result<(), Failure> {
        let password = match std::env::var(PASSWORD) {
            Ok(password) => password,
            Err(_) => secret("Password: ")?,
        };
        let code = match self.code {
            Some(code) => code,
            None => line("Code of the second factor: ")?,
        };
        let login = json!({ "name": self.name, "password": password, "totp": code.trim() });
        let answer = Client::log_in(settings, self.url, &login).await?;
        if json {
            answer.print(true);
        } else {
            println!("{} is logged in.", self.name);
        }
        Ok(())
    }
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
