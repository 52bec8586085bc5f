//! The following views against real PostgreSQL: exactly once, in order, rebuilt equal.

use domain::config::{Config, Publish};
use domain::ids::{DiveId, PlayerId, Scode};
use domain::money::Usdt;
use domain::player::adjustment::Adjust;
use domain::player::fishing::{Cast, StartDive, Surface};
use domain::player::registration::{Inviter, Register};
use domain::player::seeds::RotateSeed;
use domain::player::signin::SignIn;
use domain::player::{Command, Player};
use domain::posting::{House, Purse};
use domain::treasury::FundReserve;
use ledger::testing::{database, ledger, open};
use ledger::{CONFIG_STREAM, Ledger, Plain, Request, StreamId};
use projections::dives::End;
use projections::cursor::position;
use projections::runner::{drain, step};
use projections::{FOLLOWING, dives, history, players};
use uuid::Uuid;

async fn house(ledger: &Ledger) {
    let (proposer, approver, reason) = ("ana".to_owned(), "bo".to_owned(), "capital".to_owned());
    let fund = FundReserve {
        amount: Usdt::from_minor(50_000_000_000),
        proposer,
        approver,
        reason,
    };
    let reply = ledger
        .treasury()
        .execute(&StreamId::house("reserve"), fund, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
    let mut body = Box::new(Config::standard());
    body.game.min_cast_ms = 0;
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
    assert!(reply.expect("a reply").is_accepted());
    ledger.refresh().await.expect("refreshed");
}

async fn act(ledger: &Ledger, player: PlayerId, command: impl Into<Command>) {
    let id = StreamId::player(player);
    let reply = ledger
        .players()
        .execute(&id, command.into(), Request::default(), Plain)
        .await
        .expect("a reply");
    assert!(reply.is_accepted(), "{reply:?}");
}

async fn register(ledger: &Ledger, tg_id: i64, inviter: Option<PlayerId>) -> PlayerId {
    ledger.clock().advance_ms(1_000);
    let player = PlayerId::of_messenger(tg_id);
    let commits = [
        ledger.seal_seed(player).await.expect("seed"),
        ledger.seal_seed(player).await.expect("seed"),
    ];
    let scode = Scode::mint(player, ledger.partition_of(player.0), 0);
    let inviter = match inviter {
        None => None,
        Some(inviter) => {
            let state = ledger
                .players()
                .load(&StreamId::player(inviter))
                .await
                .expect("loaded")
                .state;
            let upline = state.registration.inviter.map(|upline| upline.player);
            let (scode, registered_at) = (state.registration.scode, state.registration.registered_at);
            Some(Inviter {
                player: inviter,
                scode,
                registered_at,
                upline,
            })
        }
    };
    act(
        ledger,
        player,
        Register {
            player,
            tg_id,
            scode,
            lang: "en".into(),
            inviter,
            commits,
        },
    )
    .await;
    player
}

async fn give(ledger: &Ledger, player: PlayerId, coins: i64) {
    let adjust = Adjust {
        purse: Purse::CoinPaid,
        delta: coins,
        counter: House::CoinIssueShop,
        case_id: "test".into(),
        proposer: "ana".into(),
        approver: "bo".into(),
    };
    act(ledger, player, adjust).await;
}

async fn dive(ledger: &Ledger, player: PlayerId, casts: u32) -> DiveId {
    let dive = DiveId(Uuid::new_v4());
    act(
        ledger,
        player,
        StartDive {
            dive,
            stake: 10,
            start_level: 1,
        },
    )
    .await;
    for seq in 1..=casts {
        act(
            ledger,
            player,
            Cast {
                dive,
                seq,
                shield: false,
            },
        )
        .await;
    }
    act(ledger, player, Surface { dive }).await;
    dive
}

#[tokio::test(flavor = "multi_thread")]
async fn dives_are_listed_newest_first_with_their_results_and_pages_meet() {
    let ledger = ledger(1).await;
    house(&ledger).await;
    let player = register(&ledger, 1, None).await;
    give(&ledger, player, 10_000).await;
    let mut made = Vec::new();
    for casts in 0..7 {
        made.push(dive(&ledger, player, casts).await);
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    made.reverse();
    let mut listed = Vec::new();
    loop {
        let before = listed.last().map(|row: &dives::DiveRow| row.dive);
        let page = dives::page(ledger.pool(), 0, player, before, 3).await.expect("a page");
        assert_eq!(page.has_more, listed.len() + page.lines.len() < made.len());
        listed.extend(page.lines);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(listed.iter().map(|row| row.dive).collect::<Vec<_>>(), made, "I-22");
    assert!(matches!(&listed[0].end, Some(End::Closed(closed)) if closed.casts == 6));
    let unknown = dives::page(ledger.pool(), 0, player, Some(DiveId(Uuid::new_v4())), 3)
        .await
        .expect("a page");
    assert!(unknown.lines.is_empty() && !unknown.has_more);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dives_seed_is_shown_only_after_its_reveal_and_only_to_its_player() {
    let ledger = ledger(1).await;
    house(&ledger).await;
    let player = register(&ledger, 1, None).await;
    let other = register(&ledger, 2, None).await;
    give(&ledger, player, 1_000).await;
    let dive = dive(&ledger, player, 5).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let detail = dives::detail(ledger.pool(), 0, player, dive)
        .await
        .expect("read")
        .expect("a dive");
    assert_eq!((detail.casts.len(), detail.server_seed), (5, None));
    assert_eq!(
        dives::detail(ledger.pool(), 0, other, dive).await.expect("read"),
        None,
        "T-31"
    );
    let fresh_commit = ledger.seal_seed(player).await.expect("seed");
    act(
        &ledger,
        player,
        RotateSeed {
            client_seed: "mine".into(),
            fresh_commit,
        },
    )
    .await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let detail = dives::detail(ledger.pool(), 0, player, dive)
        .await
        .expect("read")
        .expect("a dive");
    let seed = detail
        .server_seed
        .as_deref()
        .and_then(domain::draw::ServerSeed::parse)
        .expect("a seed");
    assert_eq!(seed.commit(), detail.started.commit);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_team_counts_both_levels_and_what_is_owed() {
    let ledger = ledger(4).await;
    house(&ledger).await;
    let top = register(&ledger, 1, None).await;
    let middle = register(&ledger, 2, Some(top)).await;
    let low = register(&ledger, 3, Some(middle)).await;
    for player in [middle, low] {
        give(&ledger, player, 1_000).await;
        dive(&ledger, player, 5).await;
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    let counts = players::team(ledger.pool(), top, ledger.clock().now())
        .await
        .expect("counts");
    assert_eq!((counts.friends, counts.friends_l2, counts.valid_invites), (1, 1, 1));
    assert_eq!((counts.pending_diamonds.minor(), counts.diamonds_today.minor()), (2, 2));
    assert_eq!(counts.pending_usdt, counts.rebate_total);
}

#[tokio::test(flavor = "multi_thread")]
async fn history_lines_add_up_to_the_balance_and_pages_meet() {
    let ledger = ledger(1).await;
    house(&ledger).await;
    let player = register(&ledger, 1, None).await;
    give(&ledger, player, 300).await;
    act(&ledger, player, SignIn).await;
    for _ in 0..3 {
        dive(&ledger, player, 4).await;
    }
    let state: Player = ledger
        .players()
        .load(&StreamId::player(player))
        .await
        .expect("loaded")
        .state;
    let mut lines = Vec::new();
    loop {
        let before = lines.last().map(|line: &history::HistoryLine| line.id.clone());
        let page = history::page(ledger.pool(), 0, player, Some("coin"), before, 4)
            .await
            .expect("a page");
        lines.extend(page.lines);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(
        lines.first().map(|line| line.after),
        Some(state.wallet.coins().minor()),
        "I-21"
    );
    assert_eq!(
        lines.iter().map(|line| line.delta).sum::<i64>(),
        state.wallet.coins().minor()
    );
    for pair in lines.windows(2) {
        assert_eq!(
            pair[1].after + pair[0].delta,
            pair[0].after,
            "coins of both kinds continue"
        );
    }
    assert_eq!(lines.len(), 14);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_run_by_two_processes_counts_every_event_once() {
    let database = database(1).await;
    let clock = ledger::Clock::fixed(ledger::testing::GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    for tg_id in 1..=30 {
        register(&ledgers[0], tg_id, None).await;
    }
    let both = ledgers
        .clone()
        .map(|ledger| tokio::spawn(async move { drain(&ledger, FOLLOWING).await }));
    for task in both {
        // An event taken twice would break the view's own key.
        task.await.expect("a task").expect("drained");
    }
    let listed = players::page(ledgers[0].pool(), Uuid::nil(), 100)
        .await
        .expect("players");
    assert_eq!(listed.len(), 30, "I-19");
    assert_eq!(
        position(&ledgers[0], &players::Players, 0).await.expect("a position"),
        30
    );
    assert_eq!(step(&ledgers[1], &players::Players, 0).await.expect("a step"), 0);
}
