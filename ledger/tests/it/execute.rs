//! The command handler: remembered answers, refusals, natural keys, what a refusal leaves behind.

use crate::players::{
    VersionAndCoins, act, adjust, cast, diver, neighbour, open_the_house, register, request, state, verified,
};
use domain::ids::{PlayerId, Scode};
use domain::player::registration::Register;
use domain::player::signin::SignIn;
use domain::player::{Command, Event, Player};
use domain::refusal::Refusal;
use domain::stream::Context;
use ledger::testing::{ledger, on_one_and_four_partitions, owner_of};
use ledger::{CommandError, Ledger, Request, Shape, StreamId};
use sqlx::Row;
use uuid::Uuid;

on_one_and_four_partitions![
    the_same_request_gets_the_same_answer_and_happens_once,
    a_request_id_with_another_body_is_named_as_such,
    a_key_of_one_player_is_free_for_another,
    a_refusal_leaves_only_its_remembered_answer,
    a_taken_natural_key_is_refused_by_the_features_own_code,
    an_expected_version_that_has_passed_is_refused,
    a_retried_cast_never_rolls_twice,
    a_decision_that_breaks_leaves_the_state_as_the_log_has_it,
    the_app_role_cannot_change_a_fact_and_neither_can_the_owner,
];

async fn count(ledger: &Ledger, table: &str) -> i64 {
    let row = sqlx::query(&format!("select count(*) from {table}"))
        .fetch_one(ledger.pool())
        .await
        .expect("a count");
    row.get(0)
}

async fn the_same_request_gets_the_same_answer_and_happens_once(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = register(&ledger, 1).await;
    let id = StreamId::player(player);
    let request = request(Uuid::now_v7());
    let first = ledger
        .players()
        .execute(&id, adjust(500).into(), request.clone(), VersionAndCoins)
        .await
        .expect("a reply");
    let events = count(&ledger, "events").await;
    let second = ledger
        .players()
        .execute(&id, adjust(500).into(), request, VersionAndCoins)
        .await
        .expect("a reply");
    assert_eq!(
        (&first.data, first.version, first.code),
        (&second.data, second.version, second.code)
    );
    assert!(second.replayed && !first.replayed);
    assert_eq!(count(&ledger, "events").await, events);
    assert!(verified(&ledger).await.is_clean());
}

async fn a_request_id_with_another_body_is_named_as_such(partitions: u16) {
    let ledger = ledger(partitions).await;
    let id = StreamId::player(register(&ledger, 1).await);
    let request = request(Uuid::now_v7());
    ledger
        .players()
        .execute(&id, adjust(500).into(), request.clone(), VersionAndCoins)
        .await
        .expect("a reply");
    let other = Request {
        digest: [2; 32],
        ..request
    };
    let reply = ledger
        .players()
        .execute(&id, adjust(900).into(), other, VersionAndCoins)
        .await;
    assert!(matches!(reply, Err(CommandError::KeyReused)));
}

async fn a_key_of_one_player_is_free_for_another(partitions: u16) {
    let ledger = ledger(partitions).await;
    let key = Uuid::now_v7();
    for tg_id in [1, 2] {
        let id = StreamId::player(register(&ledger, tg_id).await);
        let reply = ledger
            .players()
            .execute(&id, adjust(500).into(), request(key), VersionAndCoins)
            .await
            .expect("a reply");
        assert!(reply.is_accepted() && !reply.replayed, "T-15");
    }
}

async fn a_refusal_leaves_only_its_remembered_answer(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = register(&ledger, 1).await;
    assert!(act(&ledger, player, SignIn).await.is_accepted());
    let before = (
        count(&ledger, "events").await,
        count(&ledger, "postings").await,
        count(&ledger, "balances").await,
    );
    let request = request(Uuid::now_v7());
    let id = StreamId::player(player);
    let refused = ledger
        .players()
        .execute(&id, SignIn.into(), request.clone(), VersionAndCoins)
        .await
        .expect("a reply");
    assert_eq!(refused.code, 4006);
    assert_eq!(
        before,
        (
            count(&ledger, "events").await,
            count(&ledger, "postings").await,
            count(&ledger, "balances").await
        )
    );
    // The refusal depended on the day; a retry a day later still gets the answer it had.
    ledger.clock().advance_ms(86_400_000);
    let again = ledger
        .players()
        .execute(&id, SignIn.into(), request, VersionAndCoins)
        .await
        .expect("a reply");
    assert_eq!((again.code, again.data, again.replayed), (4006, refused.data, true));
    assert!(act(&ledger, player, SignIn).await.is_accepted());
    assert!(verified(&ledger).await.is_clean());
}

async fn a_taken_natural_key_is_refused_by_the_features_own_code(partitions: u16) {
    let ledger = ledger(partitions).await;
    let first = register(&ledger, 1).await;
    let taken = Scode::mint(first, ledger.partition_of(first.0), 0);
    // A code says in which log it is claimed, so only players of that log could mint the same one.
    let tg_id = neighbour(&ledger, first);
    let player = PlayerId::of_messenger(tg_id);
    let commits = [
        ledger.seal_seed(player).await.expect("seed"),
        ledger.seal_seed(player).await.expect("seed"),
    ];
    let register = Register {
        player,
        tg_id,
        scode: taken.clone(),
        lang: "en".into(),
        inviter: None,
        commits,
    };
    let reply = act(&ledger, player, register).await;
    assert_eq!(reply.code, 9003);
    assert_eq!(ledger.find_scode(&taken).await.expect("found"), Some(first));
    assert_eq!(
        ledger
            .players()
            .load(&StreamId::player(player))
            .await
            .expect("loaded")
            .version,
        0
    );
}

async fn an_expected_version_that_has_passed_is_refused(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = register(&ledger, 1).await;
    let id = StreamId::player(player);
    let at = |version| Request {
        expected_version: Some(version),
        ..Request::default()
    };
    let reply = ledger
        .players()
        .execute(&id, adjust(5).into(), at(1), VersionAndCoins)
        .await
        .expect("a reply");
    assert!(reply.is_accepted());
    let reply = ledger
        .players()
        .execute(&id, adjust(5).into(), at(1), VersionAndCoins)
        .await
        .expect("a reply");
    assert_eq!(reply.code, 9003);
}

async fn a_retried_cast_never_rolls_twice(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let (player, dive) = diver(&ledger, 1, 1_000, 10).await;
    let id = StreamId::player(player);
    let request = request(Uuid::now_v7());
    let first = ledger
        .players()
        .execute(&id, cast(dive, 1), request.clone(), VersionAndCoins)
        .await
        .expect("a reply");
    let again = ledger
        .players()
        .execute(&id, cast(dive, 1), request, VersionAndCoins)
        .await
        .expect("a reply");
    assert_eq!(first.data, again.data);
    let state = state(&ledger, player).await;
    assert_eq!((state.seeds.nonce, state.wallet.coins().minor()), (1, 990));
}

/// Fails after the events of the decision were folded into the state.
struct Broken;

impl Shape<Player> for Broken {
    fn accepted(&self, _: &Player, _: u64, _: &[Event], _: &Context) -> String {
        panic!("no answer can be made")
    }

    fn refused(&self, _: &Player, _: u64, _: &Refusal, _: &Context) -> String {
        panic!("no answer can be made")
    }
}

async fn a_decision_that_breaks_leaves_the_state_as_the_log_has_it(partitions: u16) {
    let ledger = ledger(partitions).await;
    let player = register(&ledger, 1).await;
    let before = state(&ledger, player).await;
    for command in [adjust(500).into(), Command::from(SignIn)] {
        let (ledger, id) = (ledger.clone(), StreamId::player(player));
        let broken = tokio::spawn(async move {
            let players = ledger.players();
            players.execute(&id, command, request(Uuid::now_v7()), Broken).await
        });
        assert!(broken.await.expect_err("it breaks").is_panic());
    }
    assert_eq!(state(&ledger, player).await, before);
    assert!(act(&ledger, player, adjust(5)).await.is_accepted());
    assert_eq!(state(&ledger, player).await.wallet.coins().minor(), 5);
    assert!(verified(&ledger).await.is_clean());
}

async fn the_app_role_cannot_change_a_fact_and_neither_can_the_owner(partitions: u16) {
    let ledger = ledger(partitions).await;
    let id = StreamId::player(register(&ledger, 1).await);
    let reply = ledger
        .players()
        .execute(&id, adjust(5).into(), request(Uuid::now_v7()), VersionAndCoins)
        .await
        .expect("a reply");
    assert!(reply.is_accepted());
    ledger::books::reach_heads(ledger.pool()).await.expect("books");
    for statement in [
        "update events set payload = '{}'",
        "delete from events",
        "truncate events",
        "update postings set amount = 1",
        "delete from requests",
        "truncate natural_keys",
    ] {
        let refused = sqlx::query(statement)
            .execute(ledger.pool())
            .await
            .expect_err(statement);
        assert_eq!(
            refused.as_database_error().and_then(|error| error.code()).as_deref(),
            Some("42501"),
            "{statement}"
        );
        let mut owner = owner_of(&ledger).await;
        let refused = sqlx::query(statement).execute(&mut owner).await.expect_err(statement);
        assert!(refused.to_string().contains("append-only"), "{statement}: {refused}");
    }
}
