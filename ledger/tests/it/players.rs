//! Verbs on test players.

use domain::config::{Config, Publish};
use domain::ids::{DiveId, PlayerId, Scode};
use domain::money::Usdt;
use domain::player::adjustment::Adjust;
use domain::player::registration::Register;
use domain::player::{Command, Player, fishing};
use domain::posting::{House, Purse};
use domain::refusal::Refusal;
use domain::stream::Context;
use domain::treasury::FundReserve;
use ledger::{CONFIG_STREAM, Ledger, Plain, Reply, Request, Shape, StreamId};
use uuid::Uuid;

/// Answers with the version and the coins, so that tests see which state was answered.
pub struct Told;

impl Shape<Player> for Told {
    fn accepted(&self, state: &Player, version: u64, events: &[domain::player::Event], _context: &Context) -> String {
        format!(
            "{{\"version\":{version},\"coins\":{},\"events\":{}}}",
            state.wallet.coins(),
            events.len()
        )
    }

    fn refused(&self, _state: &Player, version: u64, refusal: &Refusal, _context: &Context) -> String {
        format!("{{\"version\":{version},\"refused\":{}}}", refusal.code())
    }
}

pub fn request(id: Uuid) -> Request {
    Request {
        id: Some(id),
        digest: [1; 32],
        actor: "player".into(),
        ..Request::default()
    }
}

/// Funds the reserve and lets casts follow each other without a pause.
pub async fn open_the_house(ledger: &Ledger) {
    let fund = FundReserve {
        amount: Usdt::from_minor(50_000_000_000),
        proposer: "ana".into(),
        approver: "bo".into(),
        reason: "opening capital".into(),
    };
    let treasury = StreamId::house("reserve");
    let reply = ledger
        .treasury()
        .execute(&treasury, fund, Request::default(), Plain)
        .await;
    assert!(reply.expect("funded").is_accepted());
    let mut body = Box::new(Config::standard());
    body.game.min_cast_ms = 0;
    body.game.loss_day = Usdt::from_minor(1_000_000_000_000);
    let publish = Publish {
        body,
        author: "ana".into(),
        approver: "bo".into(),
        replaces: 0,
    };
    let reply = ledger
        .config()
        .execute(&StreamId::house(CONFIG_STREAM), publish, Request::default(), Plain)
        .await;
    assert!(reply.expect("published").is_accepted());
    ledger.refresh().await.expect("refreshed");
}

pub async fn register(ledger: &Ledger, tg_id: i64) -> PlayerId {
    let player = PlayerId::of_messenger(tg_id);
    let commits = [
        ledger.seal_seed(player).await.expect("seed"),
        ledger.seal_seed(player).await.expect("seed"),
    ];
    let scode = Scode::mint(player, ledger.partition_of(player.0), 0);
    let command = Register {
        player,
        tg_id,
        scode,
        lang: "en".into(),
        inviter: None,
        commits,
    };
    let reply = act(ledger, player, command).await;
    assert!(reply.is_accepted(), "{reply:?}");
    player
}

pub async fn act(ledger: &Ledger, player: PlayerId, command: impl Into<Command>) -> Reply {
    let request = Request {
        actor: "test".into(),
        ..Request::default()
    };
    let id = StreamId::player(player);
    ledger
        .players()
        .execute(&id, command.into(), request, Told)
        .await
        .expect("a reply")
}

pub async fn give_coins(ledger: &Ledger, player: PlayerId, coins: i64) {
    let reply = act(ledger, player, adjust(coins)).await;
    assert!(reply.is_accepted(), "{reply:?}");
}

pub fn adjust(coins: i64) -> Adjust {
    Adjust {
        purse: Purse::CoinPaid,
        delta: coins,
        counter: House::CoinIssueShop,
        case_id: "test".into(),
        proposer: "ana".into(),
        approver: "bo".into(),
    }
}

/// A player with coins and an open dive at the given stake.
pub async fn diver(ledger: &Ledger, tg_id: i64, coins: i64, stake: i64) -> (PlayerId, DiveId) {
    let player = register(ledger, tg_id).await;
    give_coins(ledger, player, coins).await;
    let dive = DiveId(Uuid::new_v4());
    let reply = act(
        ledger,
        player,
        fishing::StartDive {
            dive,
            stake,
            start_level: 1,
        },
    )
    .await;
    assert!(reply.is_accepted(), "{reply:?}");
    (player, dive)
}

pub fn cast(dive: DiveId, seq: u32) -> Command {
    fishing::Cast {
        dive,
        seq,
        shield: false,
    }
    .into()
}

pub async fn verified(ledger: &Ledger) -> ledger::verify::Report {
    ledger::verify::run(ledger.pool(), &mut |_, _| {})
        .await
        .expect("a report")
}
