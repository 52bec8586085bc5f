//! What the views answer: lists and their pages, seeds after their reveal, teams, histories.

use domain::ids::DiveId;
use domain::player::seeds::RotateSeed;
use domain::player::signin::SignIn;
use ledger::testing::players::{dive, give_coins, invited, must, open_the_house, partition, register, state};
use ledger::testing::{database, ledger, on_one_and_four_partitions, open};
use projections::cursor::position;
use projections::dives::End;
use projections::page::Between;
use projections::runner::{drain, step};
use projections::{FOLLOWING, dives, history, players, team_records};
use uuid::Uuid;

on_one_and_four_partitions![
    dives_are_listed_newest_first_with_their_results_and_pages_meet,
    a_dives_seed_is_shown_only_after_its_reveal_and_only_to_its_player,
    a_team_counts_both_levels_and_its_records_show_what_waits,
    history_lines_add_up_to_the_balance_and_pages_meet,
    a_view_run_by_two_processes_counts_every_event_once,
];

async fn dives_are_listed_newest_first_with_their_results_and_pages_meet(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    give_coins(&ledger, player, 10_000).await;
    let log = partition(&ledger, player);
    let mut made = Vec::new();
    for casts in 0..7 {
        made.push(dive(&ledger, player, casts).await);
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    made.reverse();
    let mut listed = Vec::new();
    loop {
        let before = listed.last().map(|row: &dives::DiveRow| row.dive);
        let page = dives::page(ledger.pool(), log, player, before, 3)
            .await
            .expect("a page");
        assert_eq!(page.has_more, listed.len() + page.lines.len() < made.len());
        listed.extend(page.lines);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(listed.iter().map(|row| row.dive).collect::<Vec<_>>(), made, "I-22");
    assert!(matches!(&listed[0].end, Some(End::Closed(closed)) if closed.casts == 6));
    let unknown = dives::page(ledger.pool(), log, player, Some(DiveId(Uuid::new_v4())), 3)
        .await
        .expect("a page");
    assert!(unknown.lines.is_empty() && !unknown.has_more);
}

async fn a_dives_seed_is_shown_only_after_its_reveal_and_only_to_its_player(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    let other = register(&ledger, 2).await;
    give_coins(&ledger, player, 1_000).await;
    let dive = dive(&ledger, player, 5).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let detail = dives::detail(ledger.pool(), partition(&ledger, player), player, dive)
        .await
        .expect("read")
        .expect("a dive");
    assert_eq!((detail.casts.len(), detail.server_seed), (5, None));
    assert_eq!(
        dives::detail(ledger.pool(), partition(&ledger, player), other, dive)
            .await
            .expect("read"),
        None,
        "T-31"
    );
    let fresh_commit = ledger.seal_seed(player).await.expect("seed");
    must(
        &ledger,
        player,
        RotateSeed {
            client_seed: "mine".into(),
            fresh_commit,
        },
    )
    .await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let detail = dives::detail(ledger.pool(), partition(&ledger, player), player, dive)
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

async fn a_team_counts_both_levels_and_its_records_show_what_waits(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let top = register(&ledger, 1).await;
    let middle = invited(&ledger, 2, top).await;
    let low = invited(&ledger, 3, middle).await;
    for player in [middle, low] {
        give_coins(&ledger, player, 1_000).await;
        dive(&ledger, player, 5).await;
    }
    drain(&ledger, FOLLOWING).await.expect("drained");
    let counts = players::team(ledger.pool(), top).await.expect("counts");
    assert_eq!((counts.friends, counts.friends_l2), (1, 1));
    let config = ledger.current_config();
    let shown = team_records::shown(&ledger, &config.team).await.expect("a moment");
    let page = team_records::page(ledger.pool(), top, (shown, Between::default()), None, 10)
        .await
        .expect("a page");
    let invite = page.lines.first().expect("an invite").record.clone();
    assert_eq!(
        (page.lines.len(), invite.friend, invite.diamonds.minor()),
        (1, Some(middle), 2)
    );
    let now = ledger.clock().now();
    let pending = team_records::pending(ledger.pool(), top, shown, &config.team, now).await;
    assert_eq!(pending.expect("a sum").diamonds, invite.diamonds);
}

async fn history_lines_add_up_to_the_balance_and_pages_meet(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let player = register(&ledger, 1).await;
    give_coins(&ledger, player, 300).await;
    must(&ledger, player, SignIn).await;
    for _ in 0..3 {
        dive(&ledger, player, 4).await;
    }
    let coins = state(&ledger, player).await.wallet.coins().minor();
    let mut lines = Vec::new();
    loop {
        let before = lines.last().map(|line: &history::HistoryLine| line.id.clone());
        let page = history::page(
            ledger.pool(),
            partition(&ledger, player),
            player,
            Some("coin"),
            before,
            4,
        )
        .await
        .expect("a page");
        lines.extend(page.lines);
        if !page.has_more {
            break;
        }
    }
    assert_eq!(lines.first().map(|line| line.after), Some(coins), "I-21");
    assert_eq!(lines.iter().map(|line| line.delta).sum::<i64>(), coins);
    for pair in lines.windows(2) {
        assert_eq!(
            pair[1].after + pair[0].delta,
            pair[0].after,
            "coins of both kinds continue"
        );
    }
    assert_eq!(lines.len(), 14);
}

async fn a_view_run_by_two_processes_counts_every_event_once(partitions: u16) {
    let database = database(partitions).await;
    let clock = ledger::Clock::fixed(ledger::testing::GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    for tg_id in 1..=30 {
        register(&ledgers[0], tg_id).await;
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
    let mut seen = 0;
    for log in 0..i32::from(partitions) {
        seen += position(&ledgers[0], &players::Players, log).await.expect("a position");
        assert_eq!(step(&ledgers[1], &players::Players, log).await.expect("a step"), 0);
    }
    assert_eq!(seen, 30);
}
