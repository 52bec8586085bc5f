//! Leaderboards.

use crate::angler::Angler;
use crate::records::earns;
use crate::team::cancel;
use crate::test_app::TestApp;
use domain::config::Text;
use domain::config::seasons::Season;
use domain::ids::{PlayerId, RankId, WithdrawalId};
use domain::player::freeze::{Freeze, Unfreeze};
use domain::player::limits::{Break, TakeBreak};
use domain::player::team::{CountInvite, Record, RecordKind};
use domain::player::withdrawal::SettleWithdrawal;
use domain::posting::Purse;
use domain::rank::{Board, Entry, Period};
use domain::time::{Day, Timestamp};
use ledger::StreamId;
use ledger::testing::players::must;
use serde_json::{Value, json};
use uuid::Uuid;
use workers::ranks;

/// A friend's invite becomes valid for `angler`.
async fn counts(angler: &Angler<'_>, friend: i64) {
    angler.app.wait_ms(1);
    let friend = PlayerId::of_messenger(friend);
    must(&angler.app.ledger, angler.id, CountInvite { friend }).await;
}

/// The board as a process that has just started answers it.
async fn board(app: &TestApp, call: &str, angler: &Angler<'_>, period: &str) -> Value {
    app.settle().await;
    let neighbour = app.neighbour().await;
    let body = json!({ "period": period, "token": angler.token });
    neighbour.post(call, body).await.done().data
}

/// Who stands on the board of today.
async fn today(app: &TestApp) -> Vec<PlayerId> {
    app.settle().await;
    let now = Timestamp(app.now());
    let day = Some(Period::Day(now.day()));
    let made = projections::ranks::board(app.ledger.pool(), Board::Invite, day, now, 100).await;
    made.expect("a board").iter().map(|entry| entry.player).collect()
}

#[tokio::test]
async fn whoever_reached_a_score_first_stands_above_and_names_are_masked() {
    let app = TestApp::open().await;
    let (ann, bo, cy) = (app.player(1).await, app.player(2).await, app.player(3).await);
    counts(&bo, 21).await;
    counts(&ann, 11).await;
    counts(&cy, 31).await;
    counts(&cy, 32).await;
    for period in ["day", "week", "all"] {
        let shown = board(&app, "team/rank", &ann, period).await;
        let list = shown["list"].as_array().expect("a list");
        let scores: Vec<(&Value, &Value)> = list.iter().map(|line| (&line["rank"], &line["score"])).collect();
        assert_eq!(
            scores,
            [
                (&json!(1), &json!("2")),
                (&json!(2), &json!("1")),
                (&json!(3), &json!("1"))
            ]
        );
        assert_eq!(list[0]["name"], "An***");
        assert_eq!(
            shown["me"],
            json!({ "rank": 3, "score": "1", "rebate": "0.000000" }),
            "the other was first"
        );
        assert_eq!(shown["closes_at"].is_null(), period == "all");
    }
    let stranger = app.player(9).await;
    let shown = board(&app, "team/rank", &stranger, "day").await;
    assert_eq!(shown["me"], json!({ "rank": null, "score": "0", "rebate": "0.000000" }));
    ann.call("team/rank", json!({ "period": "year" })).await.refused(-1006);
}

#[tokio::test]
async fn frozen_and_excluded_players_and_cancelled_invites_are_off_the_board_at_once() {
    let app = TestApp::open().await;
    let (ann, bo) = (app.player(1).await, app.player(2).await);
    counts(&ann, 11).await;
    counts(&bo, 21).await;
    let (staff, reason) = ("risk".to_owned(), "a ring".to_owned());
    assert_eq!(today(&app).await, [ann.id, bo.id]);
    let freeze = Freeze {
        staff: staff.clone(),
        reason: reason.clone(),
    };
    must(&app.ledger, ann.id, freeze).await;
    assert_eq!(today(&app).await, [bo.id]);
    let unfreeze = Unfreeze { staff, reason };
    must(&app.ledger, ann.id, unfreeze).await;
    let rest = TakeBreak {
        kind: Break::Exclude,
        days: 200,
    };
    must(&app.ledger, bo.id, rest).await;
    assert_eq!(today(&app).await, [ann.id]);
    let record = Record {
        kind: RecordKind::Invite,
        day: Timestamp(app.now()).day(),
        friend: Some(PlayerId::of_messenger(11)),
        diamonds: domain::money::Diamond::from_minor(2),
        usdt: domain::money::Usdt::ZERO,
        received: domain::money::Usdt::ZERO,
    };
    // What is taken back must have been owed: the friend's own dive is left out here.
    let friend = app.invited(11, &ann.scode).await;
    friend.given(Purse::CoinPromo, 100).await;
    friend.dives_five_times().await;
    must(&app.ledger, ann.id, cancel(record)).await;
    assert!(today(&app).await.is_empty());
}

#[tokio::test]
async fn withdrawals_are_compared_by_what_arrived() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    angler.given(Purse::Usdt, 100_000_000).await;
    let address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    let body = json!({ "key": "ton", "address": address, "comment": "" });
    angler.call("withdraw/set_address", body).await.done();
    app.wait_ms(86_400_000);
    let asked = angler
        .call("withdraw/do", json!({ "key": "ton", "amount": "12" }))
        .await
        .done();
    let shown = board(&app, "withdraw/rank", &angler, "day").await;
    assert_eq!(
        (&shown["list"], &shown["me"]["score"]),
        (&json!([]), &json!("0.000000"))
    );
    let id = asked.data["withdraw"]["withdraw_id"].as_str().expect("an id");
    let withdrawal = WithdrawalId(Uuid::parse_str(id).expect("an id"));
    must(&app.ledger, angler.id, SettleWithdrawal { withdrawal }).await;
    let shown = board(&app, "withdraw/rank", &angler, "day").await;
    assert_eq!(shown["me"], json!({ "rank": 1, "score": "11.500000", "rebate": null }));
    assert_eq!(shown["list"][0]["score"], "11.500000");
}

#[tokio::test]
async fn a_season_is_shown_with_its_end_and_is_final_once_it_was_closed() {
    let app = TestApp::open().await;
    let (ann, bo) = (app.player(1).await, app.player(2).await);
    let first = Timestamp(app.now()).day();
    let season = |season_id: &str, first: i32, last: i32| Season {
        season_id: season_id.into(),
        name: Text::new("Short winter", "短冬"),
        board: Board::Invite,
        first: Day(first),
        last: Day(last),
    };
    let none = json!({ "period": "season" });
    ann.call("team/rank", none.clone()).await.refused(4007);
    let list = vec![
        season("one", first.0, first.0 + 1),
        season("two", first.0 + 2, first.0 + 9),
    ];
    app.publish(|config| config.seasons.list = list).await;
    counts(&ann, 11).await;
    let running = board(&app, "team/rank", &ann, "season").await;
    let end = Day(first.0 + 2).start();
    assert_eq!(
        (&running["closes_at"], &running["is_final"], &running["season"]["name"]),
        (&json!(end.0), &json!(false), &json!("Short winter"))
    );
    assert_eq!(running["seasons"].as_array().map(Vec::len), Some(1), "one has begun");
    assert_eq!(
        (&running["list"][0]["score"], &running["me"]["rank"]),
        (&json!("1"), &json!(1))
    );
    ann.call("withdraw/rank", none).await.refused(4007);
    app.next_day();
    app.next_day();
    app.wait_ms(900_000);
    app.settle().await;
    ranks::tick(&app.ledger).await.expect("done");
    // What counts from now on counts for the next season.
    counts(&bo, 21).await;
    app.settle().await;
    let asked = |id: &str| json!({ "period": "season", "season_id": id });
    let neighbour = app.neighbour().await;
    let past = neighbour
        .post("team/rank", with_token(asked("one"), &ann))
        .await
        .done()
        .data;
    assert_eq!((&past["is_final"], &past["closes_at"]), (&json!(true), &json!(end.0)));
    assert_eq!(past["list"].as_array().map(Vec::len), Some(1));
    assert_eq!((&past["me"]["rank"], &past["me"]["score"]), (&json!(1), &json!("1")));
    let now = board(&app, "team/rank", &bo, "season").await;
    assert_eq!(
        (&now["season"]["season_id"], &now["is_final"]),
        (&json!("two"), &json!(false))
    );
    assert_eq!(now["list"].as_array().map(Vec::len), Some(1));
    neighbour
        .post("team/rank", with_token(asked("three"), &ann))
        .await
        .refused(4007);
    let facts = app.facts().await;
    ranks::tick(&app.ledger).await.expect("done");
    assert_eq!(app.facts().await, facts, "a closed season is final");
}

/// The board of the weekly event as a process that has just started answers it.
async fn week(app: &TestApp, angler: &Angler<'_>) -> Value {
    app.settle().await;
    let neighbour = app.neighbour().await;
    neighbour
        .post("collection/rank", json!({ "token": angler.token }))
        .await
        .done()
        .data
}

#[tokio::test]
async fn the_weekly_event_counts_species_at_any_stake_and_its_first_three_keep_a_mark_that_pays_nothing() {
    let app = TestApp::open().await;
    let (ann, bo) = (app.player(1).await, app.player(2).await);
    for (angler, stake) in [(&ann, 10), (&bo, 100)] {
        angler.given(Purse::CoinPromo, 10_000).await;
        let dive = angler.dives(stake).await;
        for seq in 1..=12 {
            angler.casts(&dive, seq).await.done();
        }
        angler.surfaces(&dive).await.done();
    }
    let shown = week(&app, &bo).await;
    // 2025-01-01 was a Wednesday: its week ends before 2025-01-06.
    let end = Day(Timestamp(app.now()).day().0 + 5).start();
    assert_eq!(
        (&shown["period"], &shown["closes_at"], &shown["marked"]),
        (&json!("week"), &json!(end.0), &json!(3))
    );
    let caught = bo.read("collection/info").await["caught"].clone();
    assert_eq!(
        shown["me"]["score"],
        json!(caught.to_string()),
        "in the first week all that was caught"
    );
    assert_eq!(shown["list"].as_array().map(Vec::len), Some(2));
    let mark = async |angler: &Angler<'_>| {
        let all = angler.read("collection/info").await["achievements"].clone();
        let of = |one: &&Value| one["id"] == "week_podium";
        all.as_array()
            .and_then(|all| all.iter().find(of))
            .map(|one| one["reached_at"].clone())
    };
    assert_eq!(mark(&ann).await, Some(Value::Null));
    let asset = ann.read("fishing/player_info").await["asset"].clone();
    app.wait_ms(5 * 86_400_000 + 900_000);
    app.settle().await;
    ranks::tick(&app.ledger).await.expect("done");
    app.settle().await;
    assert_eq!(mark(&ann).await, Some(json!(app.now())));
    assert_eq!(ann.read("fishing/player_info").await["asset"], asset);
    let next = week(&app, &ann).await;
    assert_eq!((&next["list"], &next["me"]["score"]), (&json!([]), &json!("0")));
}

#[tokio::test]
async fn the_board_of_invites_says_what_friends_brought_on_days_that_are_over() {
    let app = TestApp::open().await;
    let ann = app.player(1).await;
    let friend = app.invited(2, &ann.scode).await;
    earns(&friend, &ann).await;
    counts(&ann, 2).await;
    let brought = ann.read("team/info").await["rebate_total"].clone();
    let rebate = async |period: &str| {
        let shown = board(&app, "team/rank", &ann, period).await;
        assert_eq!(shown["list"][0]["rebate"], shown["me"]["rebate"]);
        shown["me"]["rebate"].clone()
    };
    assert_eq!(rebate("day").await, json!("0.000000"), "the day is not over");
    app.next_day();
    app.wait_ms(600_000);
    assert_eq!([rebate("week").await, rebate("all").await], [brought.clone(), brought]);
    let shown = board(&app, "withdraw/rank", &ann, "week").await;
    assert_eq!(shown["me"]["rebate"], Value::Null);
}

fn with_token(mut body: Value, angler: &Angler<'_>) -> Value {
    body["token"] = json!(angler.token);
    body
}

async fn closed(app: &TestApp, board: Board, period: Period) -> Option<Vec<Entry>> {
    let RankId(id) = period.id(board);
    let rank = app
        .ledger
        .ranks()
        .load(&StreamId::thing(id))
        .await
        .expect("loaded")
        .state;
    rank.closed.map(|_| rank.top)
}

#[tokio::test]
async fn a_board_closes_a_quarter_past_midnight_once_and_missed_days_too() {
    let app = TestApp::open().await;
    let ann = app.player(1).await;
    counts(&ann, 11).await;
    let first = Timestamp(app.now()).day();
    let tick = async || {
        app.settle().await;
        ranks::tick(&app.ledger).await.expect("done");
    };
    tick().await;
    app.next_day();
    tick().await;
    assert_eq!(closed(&app, Board::Invite, Period::Day(first)).await, None);
    app.wait_ms(900_000);
    tick().await;
    let top = closed(&app, Board::Invite, Period::Day(first)).await.expect("closed");
    assert_eq!((top.len(), top[0].player, top[0].score), (1, ann.id, 1));
    assert_eq!(
        closed(&app, Board::Withdraw, Period::Day(first)).await,
        Some(Vec::new())
    );
    let facts = app.facts().await;
    tick().await;
    assert_eq!(app.facts().await, facts, "a closed board is final");
    // 2025-01-01 was a Wednesday: its week ends before 2025-01-06.
    app.wait_ms(5 * 86_400_000);
    tick().await;
    for day in 1..5 {
        let missed = closed(&app, Board::Invite, Period::Day(Day(first.0 + day))).await;
        assert_eq!(missed, Some(Vec::new()), "a clock that was away catches up");
    }
    let week = Period::Week(projections::ranks::monday(first));
    assert_eq!(closed(&app, Board::Invite, week).await.expect("closed").len(), 1);
}
