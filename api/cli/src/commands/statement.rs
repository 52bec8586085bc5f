//! `ledger statement`: what a player's accounts had, what moved them, what they have.
//!
//! What friends bring is accrued in their logs and received in the player's own, so all logs are read. Each must add up
//! by itself; they are shown as one, in the order of time.

use super::balance::{Account, together};
use super::period::check_come;
use super::{Failure, amount, database, moment, subject};
use domain::ids::PlayerId;
use domain::time::Timestamp;
use ledger::EventLog;
use ledger::balance::{AsOf, bounds};
use ledger::statement::{Statement as OfLog, StatementLine, statement};
use ledger::trial::Period;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use std::collections::BTreeMap;
use std::iter::repeat;

/// Show every amount that moved on a player's accounts, between what they had and what they have.
///
/// That opening and lines add up to the closing is checked; exit code 1 when they do not.
#[derive(clap::Args, Debug)]
pub struct Statement {
    /// The player: an id, or tg: and a messenger id
    #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
    player: PlayerId,
    /// The statement begins after this: a position, which is one of every log, or a time (RFC 3339). Absent: with the log
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    from: Option<AsOf>,
    /// The statement ends with this. Absent: now
    #[arg(long, value_name = "POSITION or TIME", value_parser = moment::of_log)]
    to: Option<AsOf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The statements of all logs as one.
struct Whole {
    opening: Vec<Account>,
    lines: Vec<Line>,
    closing: Vec<Account>,
    /// The first thing that does not add up.
    problem: Option<String>,
    /// Lines of several logs say which is theirs; a position alone does not.
    is_of_several: bool,
}

struct Line {
    partition: usize,
    of: StatementLine,
    /// What the account had over all logs.
    after: i128,
}

impl Statement {
    /// Reads, checks and prints.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let logs = database::reading(settings, async |pool| self.logs(pool).await).await?;
        let whole = Whole::of(logs);
        if self.json {
            println!("{}", self.object(&whole));
        } else {
            print_table(&whole);
            let word = whole.problem.as_ref().map_or("Adds up", |problem| problem.as_str());
            println!("{}. {word}.", amount::counted(whole.lines.len(), "line"));
        }
        if whole.problem.is_none() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }

    /// The statement of every log, all of one moment.
    async fn logs(&self, pool: &EventLog) -> Result<Vec<OfLog>, Failure> {
        check_come(pool, &[("--from", self.from), ("--to", self.to)]).await?;
        // The earlier one first: the logs grow meanwhile.
        let after = match self.from {
            Some(moment) => bounds(pool, moment).await.map_err(database::failure)?,
            None => Vec::new(),
        };
        let moment = self.to.unwrap_or(AsOf::Latest);
        let until = bounds(pool, moment).await.map_err(database::failure)?;
        let mut logs = Vec::new();
        for ((partition, after), until) in (0..).zip(after.into_iter().chain(repeat(0))).zip(until) {
            let period = Period {
                after: Some(AsOf::Position(after)),
                until: AsOf::Position(until),
            };
            let log = statement(pool, partition, self.player.0, period).await;
            logs.push(log.map_err(database::failure)?);
        }
        Ok(logs)
    }

    fn object(&self, whole: &Whole) -> Value {
        json!({
            "player": self.player, "ok": whole.problem.is_none(), "problem": whole.problem,
            "opening": balances(&whole.opening), "closing": balances(&whole.closing),
            "lines": whole.lines.iter().map(|line| listed(line, whole.is_of_several)).collect::<Vec<_>>(),
        })
    }
}

impl Whole {
    fn of(logs: Vec<OfLog>) -> Whole {
        let is_of_several = logs.len() > 1;
        let problem = logs.iter().enumerate().find_map(|(partition, log)| {
            let problem = log.problem()?;
            Some(match is_of_several {
                true => format!("In partition {partition} {problem}"),
                false => problem,
            })
        });
        Whole {
            opening: together(logs.iter().flat_map(|log| &log.opening)),
            closing: together(logs.iter().flat_map(|log| &log.closing)),
            lines: merged(logs),
            problem,
            is_of_several,
        }
    }
}

/// The lines of all logs in the order of time; a log's own stay in theirs, whatever the clocks of its writers said.
fn merged(logs: Vec<OfLog>) -> Vec<Line> {
    // What each log says of an account; the account has the sum of it.
    let mut running: BTreeMap<(usize, String), i128> = BTreeMap::new();
    let mut sums: BTreeMap<String, i128> = BTreeMap::new();
    let mut lines = Vec::new();
    for (partition, log) in logs.into_iter().enumerate() {
        for one in log.opening {
            *sums.entry(one.account.clone()).or_default() += i128::from(one.balance);
            running.insert((partition, one.account), one.balance.into());
        }
        let mut latest = i64::MIN;
        for line in log.lines {
            latest = latest.max(line.at_ms);
            lines.push((latest, partition, line));
        }
    }
    lines.sort_by_key(|(at_ms, ..)| *at_ms);
    let line = |(_, partition, of): (i64, usize, StatementLine)| {
        let after = i128::from(of.after);
        let before = running
            .insert((partition, of.account.clone()), after)
            .unwrap_or_default();
        let sum = sums.entry(of.account.clone()).or_default();
        *sum += after - before;
        let after = *sum;
        Line { partition, of, after }
    };
    lines.into_iter().map(line).collect()
}

fn balances(of: &[Account]) -> Value {
    of.iter()
        .map(|one| {
            let balance = amount::written(&one.asset, one.balance);
            json!({ "account": one.account, "asset": one.asset, "balance": balance })
        })
        .collect()
}

fn listed(line: &Line, is_of_several: bool) -> Value {
    let Line { partition, of, after } = line;
    let mut statement = json!({
        "position": of.position, "at": moment::write(Timestamp(of.at_ms)), "event": of.event,
        "account": of.account, "asset": of.asset, "amount": amount::written(&of.asset, of.amount.into()),
        "after": amount::written(&of.asset, *after),
    });
    if is_of_several {
        statement["partition"] = json!(partition);
    }
    statement
}

fn print_table(whole: &Whole) {
    let mut headings = vec!["position", "time", "event", "account", "amount", "after", "asset"];
    if whole.is_of_several {
        headings.insert(0, "partition");
    }
    let mut table = Table::new(&headings);
    let mut row = |partition: String, cells: [String; 7]| {
        let first = whole.is_of_several.then_some(partition);
        table.row(first.into_iter().chain(cells).collect());
    };
    for one in &whole.opening {
        row(String::new(), balance("opening", one));
    }
    for line in &whole.lines {
        row(line.partition.to_string(), moved(line));
    }
    for one in &whole.closing {
        row(String::new(), balance("closing", one));
    }
    print!("{table}");
}

fn balance(word: &str, one: &Account) -> [String; 7] {
    [
        one.position.to_string(),
        String::new(),
        word.to_owned(),
        one.account.clone(),
        String::new(),
        amount::written(&one.asset, one.balance),
        one.asset.clone(),
    ]
}

fn moved(line: &Line) -> [String; 7] {
    let of = &line.of;
    [
        of.position.to_string(),
        moment::write(Timestamp(of.at_ms)),
        of.event.clone(),
        of.account.clone(),
        amount::written(&of.asset, of.amount.into()),
        amount::written(&of.asset, line.after),
        of.asset.clone(),
    ]
}

#[cfg(test)]
mod tests;
