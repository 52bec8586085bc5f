//! `ledger liabilities`: what the players are owed, signed in a form in which each of them finds his own amount.

use super::checkpoint::{newest, read, vkey_of, write};
use super::{Failure, amount, database, moment, subject};
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use domain::ids::PlayerId;
use domain::money::Asset;
use ledger::notary::liabilities::{Extent, Proof, Statement, Trees, entries, published};
use ledger::notary::{Signed, Unproven, Vkey, signed};
use ledger::{EventLog, Fault};
use projections::turnovers;
use serde_json::{Value, json};
use settings::Settings;
use settings::table::Table;
use std::path::{Path, PathBuf};

/// Longest statement or proof that is read.
const BYTES_MAX: u64 = 100_000;

/// Prove what the players are owed.
///
/// A signed statement says the total of each asset at a checkpoint, as the root of a Merkle sum tree over all players.
/// Whoever has a proof sees that an amount is in that total. Nobody sees whether a player without a proof was left out,
/// nor whether the house has what it owes: compare the total with custody on the chain.
#[derive(clap::Args, Debug)]
pub struct Liabilities {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    Build(Build),
    Prove(Prove),
    Verify(Verify),
}

/// Sign what the players are owed at the newest checkpoint.
///
/// The totals are compared with the balance sheet of the same moment; exit code 1 when they differ.
#[derive(clap::Args, Debug)]
struct Build {
    /// Write the statement to this file
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    out: Option<PathBuf>,
    /// Publish it as well: everybody reads it at `/liabilities`, and each player's proof is of it in the app
    #[arg(long)]
    publish: bool,
    /// Print one JSON object, with the note in it
    #[arg(long)]
    json: bool,
}

/// Make the proof of one player: the tree of the statement is built again from the books.
///
/// Exit code 1 when they no longer come to what was stated.
#[derive(clap::Args, Debug)]
struct Prove {
    /// What `ledger liabilities build` signed
    #[arg(long, value_name = "FILE")]
    statement: PathBuf,
    /// The player: an id, or tg: and a messenger id
    #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
    player: PlayerId,
    #[arg(long, value_name = "ASSET", value_parser = asset())]
    asset: Asset,
    /// Write the proof to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Check a statement, and a proof against it. Needs no database, no network and no secret.
///
/// Exit code 1 when one of them does not hold.
#[derive(clap::Args, Debug)]
struct Verify {
    /// What `ledger liabilities build` signed
    #[arg(long, value_name = "FILE")]
    statement: PathBuf,
    /// What `ledger liabilities prove` made. Absent: the statement alone
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// The key to trust, as `ledger checkpoint --vkey` printed it
    #[arg(long, value_name = "KEY", value_parser = Vkey::parse)]
    vkey: Vkey,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Reads an asset by its name; another word is answered with the list of them.
fn asset() -> impl TypedValueParser<Value = Asset> {
    PossibleValuesParser::new(Asset::ALL.map(Asset::name)).try_map(|name| Asset::named(&name).ok_or("no asset"))
}

impl Liabilities {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        match self.act {
            Act::Build(build) => database::reading(settings, async |pool| build.run(pool).await).await,
            Act::Prove(prove) => database::reading(settings, async |pool| prove.run(pool).await).await,
            Act::Verify(verify) => verify.run(),
        }
    }
}

impl Build {
    async fn run(self, pool: &EventLog) -> Result<(), Failure> {
        vkey_of(pool).await?;
        let (checkpoint, _) = newest(pool).await?;
        let extent = Extent::of(&checkpoint.checkpoint);
        let built = Trees::build(pool, &checkpoint, &extent).await;
        let built = built.map_err(database::failure)?;
        let note = built.sign(pool).map_err(database::failure)?;
        let differing = differing(pool, built.statement()).await;
        let differing = differing.map_err(database::failure)?;
        if self.json {
            println!("{}", json_of(built.statement(), &note));
        } else {
            print(&built);
        }
        for asset in &differing {
            eprintln!("The total of {} is not that of the balance sheet.", asset.name());
        }
        if !differing.is_empty() {
            return Err(Failure::Found);
        }
        if self.publish {
            let total = |asset| built.statement().owed(asset).map_or(0, |owed| owed.total.into());
            let published = published::publish(pool, &extent, total).await;
            published.map_err(database::failure)?;
        }
        self.out.map_or(Ok(()), |path| write(&path, &note))
    }
}

/// Assets in which the trees do not come to what the balance sheet of the moment says.
async fn differing(pool: &EventLog, statement: &Statement) -> Result<Vec<Asset>, Fault> {
    let sizes = statement.extent.events.iter().map(|events| *events as i64);
    let sheet = turnovers::amounts(pool, &sizes.collect::<Vec<_>>()).await?;
    let differs = |asset: &Asset| {
        let booked: i128 = entries(*asset).map(|entry| sheet.of(entry)).sum();
        statement
            .owed(*asset)
            .is_none_or(|owed| i128::from(owed.total) != booked)
    };
    Ok(Asset::ALL.into_iter().filter(differs).collect())
}

fn print(built: &Trees) {
    let statement = built.statement();
    let at = moment::write(statement.extent.time);
    println!("Owed to players at checkpoint {} of {at}:", statement.checkpoint);
    let mut table = Table::new(&["asset", "players", "total"]);
    for owed in &statement.owed {
        table.row(vec![
            owed.asset.name().to_owned(),
            built.players(owed.asset).to_string(),
            amount::written(owed.asset.name(), owed.total.into()),
        ]);
    }
    print!("{table}");
}

fn json_of(statement: &Statement, note: &str) -> Value {
    let owed = statement.owed.iter().map(|owed| {
        let total = amount::written(owed.asset.name(), owed.total.into());
        json!({ "asset": owed.asset, "total": total, "root": owed.root.to_string() })
    });
    json!({
        "checkpoint": statement.checkpoint, "time": moment::write(statement.extent.time),
        "owed": owed.collect::<Vec<_>>(), "note": note,
    })
}

impl Prove {
    async fn run(self, pool: &EventLog) -> Result<(), Failure> {
        let vkey = vkey_of(pool).await?;
        let unfit = |why: Unproven| Failure::Usage(format!("{}: {why}.", self.statement.display()));
        let stated = Statement::open(&read(&self.statement, BYTES_MAX)?, &vkey).map_err(unfit)?;
        let next = i64::try_from(stated.checkpoint).unwrap_or(i64::MAX).saturating_add(1);
        let found = signed::before(pool, next, 1).await.map_err(database::failure)?;
        let is_stated = |(checkpoint, _): &&(Signed, _)| stated.is_of(checkpoint, &vkey).is_ok();
        let Some((checkpoint, _)) = found.iter().find(is_stated) else {
            eprintln!(
                "This database does not have the checkpoint {} of the statement.",
                stated.checkpoint
            );
            return Err(Failure::Found);
        };
        let built = Trees::build(pool, checkpoint, &stated.extent).await;
        let built = built.map_err(database::failure)?;
        if *built.statement() != stated {
            eprintln!(
                "The books no longer come to what was stated at checkpoint {}.",
                stated.checkpoint
            );
            return Err(Failure::Found);
        }
        let nothing = || {
            Failure::Usage(format!(
                "The player was owed no {} at that checkpoint.",
                self.asset.name()
            ))
        };
        let proof = built.prove(self.player.0, self.asset).ok_or_else(nothing)?;
        let text = serde_json::to_string(&proof).map_err(|fault| Failure::Fault(fault.into()))?;
        match &self.out {
            Some(path) => write(path, &format!("{text}\n")),
            None => {
                println!("{text}");
                Ok(())
            }
        }
    }
}

impl Verify {
    fn run(self) -> Result<(), Failure> {
        let note = read(&self.statement, BYTES_MAX)?;
        let proof = self.proof.as_deref().map(proof_in).transpose()?;
        let shown = Statement::open(&note, &self.vkey).and_then(|statement| {
            let proven = proof.as_ref().map_or(Ok(()), |proof| proof.verify(&statement));
            proven.map(|()| statement)
        });
        match (&shown, self.json) {
            (Ok(statement), true) => println!("{}", found(statement, proof.as_ref())),
            (Err(why), true) => println!("{}", json!({ "ok": false, "why": why.to_string() })),
            (Ok(statement), false) => say(statement, proof.as_ref()),
            (Err(why), false) => println!("DOES NOT HOLD: {why}."),
        }
        shown.map(|_| ()).map_err(|_| Failure::Found)
    }
}

fn proof_in(path: &Path) -> Result<Proof, Failure> {
    let unfit = |why: serde_json::Error| Failure::Usage(format!("{} is not a proof: {why}.", path.display()));
    serde_json::from_str(&read(path, BYTES_MAX)?).map_err(unfit)
}

fn found(statement: &Statement, proof: Option<&Proof>) -> Value {
    let own = proof.map(|proof| {
        let own = amount::written(proof.asset.name(), proof.amount.into());
        json!({ "player": proof.player, "asset": proof.asset, "amount": own })
    });
    json!({ "ok": true, "statement": json_of(statement, &statement.text()), "proven": own })
}

fn say(statement: &Statement, proof: Option<&Proof>) {
    let at = moment::write(statement.extent.time);
    println!(
        "{} states for checkpoint {} of {at}:",
        statement.origin, statement.checkpoint
    );
    for owed in &statement.owed {
        let total = amount::written(owed.asset.name(), owed.total.into());
        println!("  players are owed {total} {}", owed.asset.name());
    }
    if let Some(proof) = proof {
        let own = amount::written(proof.asset.name(), proof.amount.into());
        println!(
            "Proven: {own} {} of player {} are in that total.",
            proof.asset.name(),
            proof.player
        );
    }
}
