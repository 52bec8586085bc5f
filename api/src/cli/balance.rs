//! `ledger balance`: what a player had, now or at any moment of the log.

use super::table::Table;
use super::{Failure, amount, database, moment, subject};
use crate::config::Settings;
use domain::ids::PlayerId;
use ledger::balance::{AccountBalance, AsOf, as_of};
use serde_json::json;
use sqlx::PgPool;

/// Show a player's accounts, now or as of an earlier moment.
///
/// The answer is the last posting of each account up to that moment; accounts that had none are not listed.
#[derive(clap::Args, Debug)]
pub struct Balance {
    /// The player: an id, or tg: and a messenger id
    #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
    player: PlayerId,
    /// After the event with this position, or after the last event up to this time (RFC 3339, for example 2025-01-31T12:00:00Z)
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    as_of: Option<AsOf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Balance {
    /// Reads and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let (opened, pool) = database::open_to_read(settings).await?;
        let accounts = self.accounts(&pool).await;
        pool.close().await;
        opened.close().await?;
        self.print(&accounts?);
        Ok(())
    }

    async fn accounts(&self, pool: &PgPool) -> Result<Vec<AccountBalance>, Failure> {
        let partitions = database::partitions(pool).await?;
        let owner = self.player.0;
        let partition = ledger::stream_id::partition_of(owner, partitions);
        as_of(pool, partition, owner, self.as_of.unwrap_or(AsOf::Latest))
            .await
            .map_err(database::failure)
    }

    fn print(&self, accounts: &[AccountBalance]) {
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

fn written(line: &AccountBalance) -> String {
    amount::written(&line.asset, line.balance.into())
}
