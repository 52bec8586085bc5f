//! Verbs on test players and on their house, through the same command handlers as in production.
//!
//! What is not accepted fails the test, except for [`act`], which hands the reply on.

use crate::{CONFIG_STREAM, Ledger, Plain, RESERVE_STREAM, Reply, Request, StreamId};
use domain::config::{Config, Publish};
use domain::ids::{DiveId, PlayerId, Scode};
use domain::money::Usdt;
use domain::player::adjustment::Adjust;
use domain::player::fishing::{Cast, StartDive, Surface};
use domain::player::registration::{AcceptTerms, Inviter, Register};
use domain::player::{Command, Player};
use domain::posting::{House, Purse};
use domain::treasury::FundReserve;
use uuid::Uuid;

/// What [`fund`] puts into the reserve: more than any test pays out.
const RESERVE: Usdt = Usdt::from_minor(50_000_000_000);
/// A limit on loss that no test reaches.
const LOSS_DAY: Usdt = Usdt::from_minor(1_000_000_000_000_000);

/// Funds the reserve and lets casts follow each other without a pause and without a limit on loss.
pub async fn open_the_house(ledger: &Ledger) {
    let mut config = Config::standard();
    config.game.min_cast_ms = 0;
    config.game.loss_day = LOSS_DAY;
    publish(ledger, config).await;
    fund(ledger).await;
}

/// Puts capital into the prize reserve.
pub async fn fund(ledger: &Ledger) {
    let fund = FundReserve {
        amount: RESERVE,
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "opening capital".into(),
    };
    let reserve = StreamId::house(RESERVE_STREAM);
    let reply = ledger.treasury().execute(&reserve, fund.into(), staff(), Plain).await;
    accepted(reply.expect("funded"));
    ledger.refresh().await.expect("refreshed");
}

/// Publishes the next configuration.
pub async fn publish(ledger: &Ledger, config: Config) {
    let id = StreamId::house(CONFIG_STREAM);
    let current = ledger.config().load(&id).await.expect("loaded").state.current;
    let publish = Publish {
        body: Box::new(config),
        author: "ana".into(),
        approver: "bo".into(),
        replaces: current.map_or(0, |config| config.version),
    };
    let reply = ledger.config().execute(&id, publish, staff(), Plain).await;
    accepted(reply.expect("published"));
    ledger.refresh().await.expect("refreshed");
}

/// Registers the player of a messenger account.
pub async fn register(ledger: &Ledger, tg_id: i64) -> PlayerId {
    enrol(ledger, tg_id, None).await
}

/// Registers a player who came by another's code, a second later than whatever happened last:
/// an inviter must be older.
pub async fn invited(ledger: &Ledger, tg_id: i64, inviter: PlayerId) -> PlayerId {
    ledger.clock().advance_ms(1_000);
    let registration = state(ledger, inviter).await.registration;
    // The machine's clock moves by itself.
    while ledger.clock().now() <= registration.registered_at {
        tokio::task::yield_now().await;
    }
    let inviter = Inviter {
        player: inviter,
        scode: registration.scode,
        registered_at: registration.registered_at,
        upline: registration.inviter.map(|upline| upline.player),
    };
    enrol(ledger, tg_id, Some(inviter)).await
}

async fn enrol(ledger: &Ledger, tg_id: i64, inviter: Option<Inviter>) -> PlayerId {
    let player = PlayerId::of_messenger(tg_id);
    let commits = [
        ledger.seal_seed(player).await.expect("a seed"),
        ledger.seal_seed(player).await.expect("the next seed"),
    ];
    let register = Register {
        player,
        tg_id,
        scode: Scode::mint(player, ledger.partition_of(player.0), 0),
        lang: "en".into(),
        inviter: inviter.map(Into::into),
        commits,
    };
    must(ledger, player, register).await;
    player
}

/// Lets a player accept the terms in force, unless that was done: play, spending and cash-out ask for it.
pub async fn accept_terms(ledger: &Ledger, player: PlayerId) {
    let version = ledger.current_config().product.terms_version.clone();
    if state(ledger, player).await.registration.terms.as_ref() != Some(&version) {
        must(ledger, player, AcceptTerms { version }).await;
    }
}

/// A player's newest state.
pub async fn state(ledger: &Ledger, player: PlayerId) -> Player {
    let loaded = ledger.players().load(&StreamId::player(player)).await;
    loaded.expect("loaded").state
}

/// The log that a player's facts are in.
pub fn partition(ledger: &Ledger, player: PlayerId) -> u16 {
    ledger.partition_of(player.0)
}

/// A messenger account, not the player's own, whose facts belong in the same log.
pub fn neighbour(ledger: &Ledger, player: PlayerId) -> i64 {
    let is_near = |tg_id: &i64| {
        let other = PlayerId::of_messenger(*tg_id);
        other != player && partition(ledger, other) == partition(ledger, player)
    };
    (1..).find(is_near).expect("accounts without end")
}

/// A request of somebody who is named.
pub fn staff() -> Request {
    Request {
        actor: "test".into(),
        ..Request::default()
    }
}

/// Lets a player do something, whatever the reply.
pub async fn act(ledger: &Ledger, player: PlayerId, command: impl Into<Command>) -> Reply {
    let reply = ledger
        .players()
        .execute(&StreamId::player(player), command.into(), staff(), Plain)
        .await;
    reply.expect("a reply")
}

/// Lets a player do something that is accepted.
pub async fn must(ledger: &Ledger, player: PlayerId, command: impl Into<Command>) {
    accepted(act(ledger, player, command).await);
}

/// Gives a player money, as staff do; a negative amount takes it.
pub async fn give(ledger: &Ledger, player: PlayerId, purse: Purse, minor: i64) {
    must(ledger, player, adjustment(purse, minor)).await;
}

/// Gives a player bought coins.
pub async fn give_coins(ledger: &Ledger, player: PlayerId, coins: i64) {
    must(ledger, player, adjust(coins)).await;
}

/// A correction of the bought coins.
pub fn adjust(coins: i64) -> Adjust {
    adjustment(Purse::CoinPaid, coins)
}

fn adjustment(purse: Purse, delta: i64) -> Adjust {
    let counter = match purse {
        Purse::CoinPaid => House::CoinIssueShop,
        Purse::CoinPromo => House::CoinIssueFree,
        Purse::Diamond => House::DiamondIssueTask,
        Purse::Gusd => House::GusdIssuePaid,
        Purse::GusdBonus => House::GusdIssueBonus,
        Purse::Usdt | Purse::UsdtHold => House::UsdtReserve,
        Purse::Coupon => House::CouponIssue,
    };
    Adjust {
        purse,
        delta,
        counter,
        case_id: "a test".into(),
        proposer: "ana".into(),
        approver: "bo".into(),
        tx: None,
        restates: None,
    }
}

/// A player with coins and an open dive at the given stake.
pub async fn diver(ledger: &Ledger, tg_id: i64, coins: i64, stake: i64) -> (PlayerId, DiveId) {
    let player = register(ledger, tg_id).await;
    give_coins(ledger, player, coins).await;
    (player, start_dive(ledger, player, stake).await)
}

/// Starts a dive at level 1, with the terms accepted.
pub async fn start_dive(ledger: &Ledger, player: PlayerId, stake: i64) -> DiveId {
    accept_terms(ledger, player).await;
    let dive = DiveId(Uuid::new_v4());
    let start = StartDive {
        dive,
        stake,
        start_level: 1,
        device_value: dive.0.simple().to_string(),
    };
    must(ledger, player, start).await;
    dive
}

/// The cast number `seq` of a dive, without a shield.
pub fn cast(dive: DiveId, seq: u32) -> Command {
    let shield = false;
    Cast { dive, seq, shield }.into()
}

/// A whole dive of so many casts at a stake of 10.
pub async fn dive(ledger: &Ledger, player: PlayerId, casts: u32) -> DiveId {
    let dive = start_dive(ledger, player, 10).await;
    for seq in 1..=casts {
        must(ledger, player, cast(dive, seq)).await;
    }
    must(ledger, player, Surface { dive }).await;
    dive
}

#[track_caller]
fn accepted(reply: Reply) {
    assert!(reply.is_accepted(), "{reply:?}");
}
