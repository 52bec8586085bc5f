//! `ledger statement`: what a player's accounts had, what moved them, what they have.

use super::table::Table;
use super::{Failure, amount, database, moment, subject};
use crate::config::Settings;
use domain::ids::PlayerId;
use domain::time::Timestamp;
use ledger::balance::{AccountBalance, AsOf};
use ledger::statement::{self, StatementLine};
use ledger::stream_id::partition_of;
use ledger::trial::Period;
use serde_json::{Value, json};

/// Show every amount that moved on a player's accounts, between what they had and what they have.
///
/// That opening and lines add up to the closing is checked; exit code 1 when they do not.
#[derive(clap::Args, Debug)]
pub struct Statement {
    /// The player: an id, or tg: and a messenger id
    #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
    player: PlayerId,
    /// The statement begins after this: a position of the player's log, or a time (RFC 3339). Absent: with the log
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    from: Option<AsOf>,
    /// The statement ends with this. Absent: now
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    to: Option<AsOf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl Statement {
    /// Reads, checks and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let (opened, pool) = database::open_to_read(settings).await?;
        let period = Period {
            after: self.from,
            until: self.to.unwrap_or(AsOf::Latest),
        };
        let read = async {
            let partitions = database::partitions(&pool).await?;
            let partition = partition_of(self.player.0, partitions);
            statement::statement(&pool, partition, self.player.0, period)
                .await
                .map_err(database::failure)
        };
        let read = read.await;
        pool.close().await;
        opened.close().await?;
        let statement = read?;
        let problem = statement.problem();
        if self.json {
            let value = json!({
                "player": self.player, "ok": problem.is_none(), "problem": problem,
                "opening": balances(&statement.opening), "closing": balances(&statement.closing),
                "lines": statement.lines.iter().map(listed).collect::<Vec<_>>(),
            });
            println!("{value}");
        } else {
            print_table(&statement);
            let word = problem.as_ref().map_or("Adds up", |problem| problem.as_str());
            println!("{} lines. {word}.", statement.lines.len());
        }
        if problem.is_none() { Ok(()) } else { Err(Failure::Found) }
    }
}

fn money(asset: &str, minor: i64) -> String {
    amount::written(asset, minor.into())
}

fn balances(of: &[AccountBalance]) -> Value {
    of.iter()
        .map(|one| json!({ "account": one.account, "asset": one.asset, "balance": money(&one.asset, one.balance) }))
        .collect()
}

fn listed(line: &StatementLine) -> Value {
    json!({
        "position": line.position, "at": moment::write(Timestamp(line.at_ms)), "event": line.event,
        "account": line.account, "asset": line.asset, "amount": money(&line.asset, line.amount),
        "after": money(&line.asset, line.after),
    })
}

fn print_table(statement: &statement::Statement) {
    let mut table = Table::new(&["position", "time", "event", "account", "amount", "after", "asset"]);
    let balance = |word: &str, one: &AccountBalance| {
        let (account, asset) = (one.account.clone(), one.asset.clone());
        let after = money(&one.asset, one.balance);
        vec![
            one.position.to_string(),
            String::new(),
            word.to_owned(),
            account,
            String::new(),
            after,
            asset,
        ]
    };
    for one in &statement.opening {
        table.row(balance("opening", one));
    }
    for line in &statement.lines {
        table.row(vec![
            line.position.to_string(),
            moment::write(Timestamp(line.at_ms)),
            line.event.clone(),
            line.account.clone(),
            money(&line.asset, line.amount),
            money(&line.asset, line.after),
            line.asset.clone(),
        ]);
    }
    for one in &statement.closing {
        table.row(balance("closing", one));
    }
    print!("{table}");
}
