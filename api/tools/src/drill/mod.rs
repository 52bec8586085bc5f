//! `ledger drill payouts`: withdrawals paid on a local chain while workers die and nodes misbehave, and a count of
//! what went wrong. `ledger drill failover` is in `failover`.
//!
//! | file | what |
//! |---|---|
//! | here | the command and its last line |
//! | `world` | a scratch database, players who ask for money |
//! | `test_chain` | a chain of its own with two nodes |
//! | `plan` | what goes wrong in a round, out of the seed |
//! | `worker` | a process of its own that pays: the product's code, killed by name or at random |
//! | `verdict` | what the chain paid beside what the ledger says; reads nothing that a worker reported |
//!
//! A round: some withdrawals are asked for; workers with faults; then one without. In the end each withdrawal
//! must be paid once or given back with a proof, and chain and books agree to the last micro-unit.

mod failover;
mod plan;
mod test_chain;
mod verdict;
mod worker;
mod world;

pub use worker::DrillWorker;

use clap::Subcommand;
use domain::money::Usdt;
use plan::Plan;
use rails::Caps;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use settings::Settings;
use settings::{Failure, progress};
use verdict::Verdict;
use world::World;

/// Rehearse what must never go wrong, on databases and a chain of its own.
#[derive(clap::Args, Debug)]
pub struct Drill {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Kill payout workers at every named crash point and at random, lose replies, reorder, bounce and let messages expire
    Payouts {
        /// The rail that pays
        #[arg(long, value_enum, default_value_t = OnRail::Ton)]
        rail: OnRail,
        /// Rounds; the matrix of named crash points is repeated
        #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        rounds: u32,
        /// Decides everything that is left to chance; a random one is printed
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        /// Print the counts as one line of JSON
        #[arg(long)]
        json: bool,
        /// Let workers pay a second time now and then: a drill that does not notice is worth nothing
        #[arg(long, hide = true)]
        pay_twice: bool,
    },
    Failover(failover::Failover),
}

/// The rail of a drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum OnRail {
    /// USDT on the local TON chain.
    Ton,
    /// A token on an EVM chain; needs the packages of api/rails/local_chain/evm.
    Evm,
}

/// What a drill has to pay with.
const CAPITAL: Usdt = Usdt::from_minor(100_000_000_000);
/// A drill pays as fast as it can.
const NO_CAPS: Caps = Caps {
    hour: CAPITAL,
    wallet: CAPITAL,
};

impl Drill {
    /// Goes through the rounds; a problem is exit code 1.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        let (rail, rounds, seed, json, pay_twice) = match self.what {
            What::Payouts {
                rail,
                rounds,
                seed,
                json,
                pay_twice,
            } => (rail, rounds, seed, json, pay_twice),
            What::Failover(failover) => return failover.run(settings).await,
        };
        let seed = seed.unwrap_or_else(|| rand::rng().random());
        tracing::info!(seed, rounds, "the drill begins");
        let mut world = World::open(settings, rail).await?;
        let went = go(&mut world, rounds, seed, pay_twice).await;
        let closed = world.close().await;
        let verdict = went?;
        closed?;
        if json {
            println!("{}", verdict.json());
        } else {
            println!("seed {seed}\n{verdict}");
        }
        if verdict.is_clean() {
            Ok(())
        } else {
            Err(Failure::Found)
        }
    }
}

async fn go(world: &mut World, rounds: u32, seed: u64, pay_twice: bool) -> anyhow::Result<Verdict> {
    let mut dice = StdRng::seed_from_u64(seed);
    let mut verdict = Verdict::default();
    let bar = progress::bar(u64::from(rounds));
    for round in 0..rounds {
        let mut plan = Plan::of(round, &mut dice);
        plan.pay_twice = pay_twice;
        let asked = world.ask(&plan, &mut dice).await?;
        world.play(&plan, &asked).await?;
        verdict.look(world, &asked).await?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    verdict.close(world).await?;
    Ok(verdict)
}
