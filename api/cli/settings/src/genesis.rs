//! What every database begins with: the first configuration and, in development, money to play with.
//!
//! Every command here carries a request id that is fixed for ever, so a genesis that was cut short
//! goes on where it stopped and a second one changes nothing.

use crate::Mode;
use anyhow::{Context, bail};
use domain::config::promotion::{Reward, Task, TaskKind};
use domain::config::{Config, GENESIS, Publish, Text};
use domain::ids::{PlayerId, derived};
use domain::money::{Coin, Diamond, Gusd, Usdt};
use domain::player::adjustment::Adjust;
use domain::posting::{House, Purse};
use domain::treasury::{FundPromoBudget, FundReserve, TreasuryCommand};
use ledger::{CONFIG_STREAM, Ledger, Plain, RESERVE_STREAM, Reply, Request, StreamId};
use uuid::Uuid;

/// Opening capital of the demo world: 50,000 USDT carries stakes up to 10,000 coins (domain §2.5).
const CAPITAL: Usdt = Usdt::from_minor(50_000_000_000);
/// Marketing money of the demo world: a hundred days of the smallest unlock pool (domain §2.8).
const PROMO_BUDGET: Usdt = Usdt::from_minor(500_000_000);
/// How long a new address waits in the demo world; a day is the product's default.
const ADDRESS_WAIT_MS: i64 = 10_000;
/// Who acts in the demo world: nobody of staff, whose money two members decide. Two names, because money needs two people.
const PROPOSER: &str = "demo-world";
const APPROVER: &str = "demo-world-approver";

/// Publishes the first configuration when there is none, and funds the reserve of a development database.
///
/// # Errors
/// When the ledger refuses or fails; running it again is safe.
pub async fn run(ledger: &Ledger, mode: Mode) -> anyhow::Result<()> {
    let id = StreamId::house(CONFIG_STREAM);
    if ledger.config().load(&id).await?.version == 0 {
        let body = match mode {
            Mode::Development => demo(),
            Mode::Production => Config::production(),
        };
        let publish = Publish {
            body: Box::new(body),
            author: GENESIS.into(),
            approver: GENESIS.into(),
            replaces: 0,
        };
        let reply = ledger
            .config()
            .execute(&id, publish, fixed("publish the first configuration"), Plain)
            .await;
        accepted(reply.context("the first configuration")?)?;
    }
    if mode == Mode::Development {
        fund(ledger).await?;
    }
    Ok(ledger.refresh().await?)
}

/// The demo configuration with a short wait of addresses, and with a task that the messenger is asked about; in `ledger up` its stand-in answers.
fn demo() -> Config {
    let mut config = Config::demo();
    // A visitor sees a withdrawal through to the chain.
    config.withdraw.address_wait_ms = ADDRESS_WAIT_MS;
    config.promotion.tasks.push(Task {
        task_id: "join_channel".into(),
        kind: TaskKind::TgChannel {
            channel: "fishing_demo".into(),
        },
        title: Text::new("Our channel", "官方频道"),
        desc: Text::new("Join the channel", "加入官方频道"),
        // The stand-in has no page to open.
        link: None,
        reward: Reward {
            coin: Coin::from_minor(200),
            diamond: Diamond::from_minor(1),
            gusd_bonus: Gusd::ZERO,
        },
        stock: None,
        from: None,
        to: None,
    });
    config
}

/// Money for prizes and, out of it, for promotions.
async fn fund(ledger: &Ledger) -> anyhow::Result<()> {
    let (proposer, approver) = (PROPOSER.to_owned(), APPROVER.to_owned());
    let reserve = FundReserve {
        amount: CAPITAL,
        proposer: proposer.clone(),
        approver: approver.clone(),
        reason: "opening capital of the demo world".into(),
    };
    let promo_budget = FundPromoBudget {
        amount: PROMO_BUDGET,
        proposer,
        approver,
        reason: "promotions of the demo world".into(),
    };
    let (id, treasury) = (StreamId::house(RESERVE_STREAM), ledger.treasury());
    let reply = treasury
        .execute(&id, reserve.into(), fixed("fund the reserve"), Plain)
        .await;
    accepted(reply.context("the opening capital")?)?;
    // The budget comes out of the reserve, which has to be known to hold it.
    ledger.refresh().await?;
    let reply = treasury
        .execute(
            &id,
            TreasuryCommand::FundPromoBudget(promo_budget),
            fixed("fund the promo budget"),
            Plain,
        )
        .await;
    accepted(reply.context("the promo budget")?)
}

/// Gives a demo player something to play with, once for ever: a staff adjustment that stays visible as such.
///
/// # Errors
/// When the ledger refuses or fails; running it again is safe.
pub async fn give(ledger: &Ledger, player: PlayerId, purse: Purse, delta: i64, counter: House) -> anyhow::Result<()> {
    let adjust = Adjust {
        purse,
        delta,
        counter,
        case_id: "demo world".into(),
        proposer: PROPOSER.into(),
        approver: APPROVER.into(),
        tx: None,
        restates: None,
    };
    let request = Request::system(
        "system:demo",
        derived(&format!("demo gift of {}", purse.name()), player.0),
    );
    let reply = ledger
        .players()
        .execute(&StreamId::player(player), adjust.into(), request, Plain)
        .await;
    accepted(reply.context("a gift of the demo world")?)
}

fn fixed(purpose: &str) -> Request {
    Request::system("system:genesis", derived(purpose, Uuid::nil()))
}

fn accepted(reply: Reply) -> anyhow::Result<()> {
    if !reply.is_accepted() {
        bail!("refused with code {}: {}", reply.code, reply.message);
    }
    Ok(())
}
