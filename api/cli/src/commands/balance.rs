//! `ledger balance`: what a player had, now or at any moment of the log.

use super::period::check_come;
use super::{Failure, amount, database, moment, subject};
use domain::ids::PlayerId;
use ledger::EventLog;
use ledger::balance::{AccountBalance, AsOf, as_of, bounds};
use serde_json::json;
use settings::Settings;
use settings::table::Table;
use std::collections::BTreeMap;

/// Show a player's accounts, now or as of an earlier moment.
///
/// The answer is the last posting of each account up to that moment; accounts that had none are not listed.
#[derive(clap::Args, Debug)]
pub struct Balance {
    /// The player: an id, or tg: and a messenger id
    #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
    player: PlayerId,
    /// After the event with this position in every log, or after the last event up to this time (RFC 3339, for example 2025-01-31T12:00:00Z)
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    as_of: Option<AsOf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// An account over all logs: what friends bring is accrued in their logs and received in the player's own.
pub(super) struct Account {
    pub(super) account: String,
    pub(super) asset: String,
    /// Minor units.
    pub(super) balance: i128,
    /// Of the last posting counted.
    pub(super) position: i64,
}

/// The accounts of several logs as one, by name.
pub(super) fn together<'a>(logs: impl IntoIterator<Item = &'a AccountBalance>) -> Vec<Account> {
    let mut accounts: BTreeMap<&str, Account> = BTreeMap::new();
    for one in logs {
        let account = accounts.entry(&one.account).or_insert_with(|| Account {
            account: one.account.clone(),
            asset: one.asset.clone(),
            balance: 0,
            position: 0,
        });
        account.balance += i128::from(one.balance);
        account.position = account.position.max(one.position);
    }
    accounts.into_values().collect()
}

impl Balance {
    /// Reads and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let accounts = database::reading(settings, async |pool| self.accounts(pool).await).await?;
        self.print(&accounts);
        Ok(())
    }

    async fn accounts(&self, pool: &EventLog) -> Result<Vec<Account>, Failure> {
        check_come(pool, &[("--as-of", self.as_of)]).await?;
        let moment = self.as_of.unwrap_or(AsOf::Latest);
        let bounds = bounds(pool, moment).await.map_err(database::failure)?;
        let mut logs = Vec::new();
        for (partition, bound) in (0..).zip(bounds) {
            let log = as_of(pool, partition, self.player.0, AsOf::Position(bound)).await;
            logs.extend(log.map_err(database::failure)?);
        }
        Ok(together(&logs))
    }

    fn print(&self, accounts: &[Account]) {
        if self.json {
            let listed: Vec<_> = accounts
                .iter()
                .map(|line| json!({ "account": line.account, "asset": line.asset, "balance": written(line), "position": line.position }))
                .collect();
            println!("{}", json!({ "player": self.player, "accounts": listed }));
            return;
        }
        let mut table = Table::new(&["account", "balance", "asset", "position"]);
        for line in accounts {
            table.row(vec![
                line.account.clone(),
                written(line),
                line.asset.clone(),
                line.position.to_string(),
            ]);
        }
        print!("{table}");
    }
}

fn written(line: &Account) -> String {
    amount::written(&line.asset, line.balance)
}
