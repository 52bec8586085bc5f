//! Leaderboards.

use crate::angler::Angler;
use crate::house::House;
use domain::ids::{PlayerId, RankId, WithdrawalId};
use domain::player::freeze::{Freeze, Unfreeze};
use domain::player::limits::{Break, TakeBreak};
use domain::player::team::{CancelRecord, CountInvite, Record, RecordKind};
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
    angler.house.wait_ms(1);
    let friend = PlayerId::of_messenger(friend);
    must(&angler.house.ledger, angler.id, CountInvite { friend }).await;
}

/// The board as a process that has just started tells it.
async fn board(house: &House, call: &str, angler: &Angler<'_>, period: &str) -> Value {
    house.settle().await;
    let neighbour = house.neighbour().await;
    let body = json!({ "period": period, "token": angler.token });
    neighbour.post(call, body).await.done().data
}

/// Who stands on the board of today.
async fn today(house: &House) -> Vec<PlayerId> {
    house.settle().await;
    let now = Timestamp(house.now());
    let day = Some(Period::Day(now.day()));
    let made = projections::ranks::board(house.ledger.pool(), Board::Invite, day, now, 100).await;
    made.expect("a board").iter().map(|entry| entry.player).collect()
}

#[tokio::test]
async fn whoever_reached_a_score_first_stands_above_and_names_are_masked() {
    let house = House::open().await;
    let (ann, bo, cy) = (house.player(1).await, house.player(2).await, house.player(3).await);
    counts(&bo, 21).await;
    counts(&ann, 11).await;
    counts(&cy, 31).await;
    counts(&cy, 32).await;
    for period in ["day", "week", "all"] {
        let told = board(&house, "team/rank", &ann, period).await;
        let list = told["list"].as_array().expect("a list");
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
        assert_eq!(told["me"], json!({ "rank": 3, "score": "1" }), "the other was first");
        assert_eq!(told["closes_at"].is_null(), period == "all");
    }
    let stranger = house.player(9).await;
    let told = board(&house, "team/rank", &stranger, "day").await;
    assert_eq!(told["me"], json!({ "rank": null, "score": "0" }));
    ann.call("team/rank", json!({ "period": "year" })).await.refused(-1006);
}

#[tokio::test]
async fn frozen_and_excluded_players_and_cancelled_invites_are_off_the_board_at_once() {
    let house = House::open().await;
    let (ann, bo) = (house.player(1).await, house.player(2).await);
    counts(&ann, 11).await;
    counts(&bo, 21).await;
    let (staff, reason) = ("risk".to_owned(), "a ring".to_owned());
    assert_eq!(today(&house).await, [ann.id, bo.id]);
    let freeze = Freeze {
        staff: staff.clone(),
        reason: reason.clone(),
    };
    must(&house.ledger, ann.id, freeze).await;
    assert_eq!(today(&house).await, [bo.id]);
    let unfreeze = Unfreeze {
        staff: staff.clone(),
        reason: reason.clone(),
    };
    must(&house.ledger, ann.id, unfreeze).await;
    let rest = TakeBreak {
        kind: Break::Exclude,
        days: 200,
    };
    must(&house.ledger, bo.id, rest).await;
    assert_eq!(today(&house).await, [ann.id]);
    let record = Record {
        kind: RecordKind::Invite,
        day: Timestamp(house.now()).day(),
        friend: Some(PlayerId::of_messenger(11)),
        diamonds: domain::money::Diamond::from_minor(2),
        usdt: domain::money::Usdt::ZERO,
        received: domain::money::Usdt::ZERO,
    };
    // What is taken back must have been owed: the friend's own dive is left out here.
    let friend = house.invited(11, &ann.scode).await;
    friend.given(Purse::CoinPromo, 100).await;
    friend.dives_five_times().await;
    must(&house.ledger, ann.id, CancelRecord { record, staff, reason }).await;
    assert!(today(&house).await.is_empty());
}

#[tokio::test]
async fn withdrawals_are_compared_by_what_arrived() {
    let house = House::open().await;
    let angler = house.player(1).await;
    angler.given(Purse::Usdt, 100_000_000).await;
    let address = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
    let body = json!({ "key": "ton", "address": address, "comment": "" });
    angler.call("withdraw/set_address", body).await.done();
    house.wait_ms(86_400_000);
    let asked = angler
        .call("withdraw/do", json!({ "key": "ton", "amount": "12" }))
        .await
        .done();
    let told = board(&house, "withdraw/rank", &angler, "day").await;
    assert_eq!((&told["list"], &told["me"]["score"]), (&json!([]), &json!("0.000000")));
    let id = asked.data["withdraw"]["withdraw_id"].as_str().expect("an id");
    let withdrawal = WithdrawalId(Uuid::parse_str(id).expect("an id"));
    must(&house.ledger, angler.id, SettleWithdrawal { withdrawal }).await;
    let told = board(&house, "withdraw/rank", &angler, "day").await;
    assert_eq!(told["me"], json!({ "rank": 1, "score": "11.500000" }));
    assert_eq!(told["list"][0]["score"], "11.500000");
}

async fn closed(house: &House, board: Board, period: Period) -> Option<Vec<Entry>> {
    let RankId(id) = period.id(board);
    let rank = house
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
    let house = House::open().await;
    let ann = house.player(1).await;
    counts(&ann, 11).await;
    let first = Timestamp(house.now()).day();
    let tick = async || {
        house.settle().await;
        ranks::tick(&house.ledger).await.expect("struck");
    };
    tick().await;
    house.next_day();
    tick().await;
    assert_eq!(closed(&house, Board::Invite, Period::Day(first)).await, None);
    house.wait_ms(900_000);
    tick().await;
    let top = closed(&house, Board::Invite, Period::Day(first)).await.expect("closed");
    assert_eq!((top.len(), top[0].player, top[0].score), (1, ann.id, 1));
    assert_eq!(
        closed(&house, Board::Withdraw, Period::Day(first)).await,
        Some(Vec::new())
    );
    let facts = house.facts().await;
    tick().await;
    assert_eq!(house.facts().await, facts, "a closed board is final");
    // 2025-01-01 was a Wednesday: its week ends before 2025-01-06.
    house.wait_ms(5 * 86_400_000);
    tick().await;
    for day in 1..5 {
        let missed = closed(&house, Board::Invite, Period::Day(Day(first.0 + day))).await;
        assert_eq!(missed, Some(Vec::new()), "a clock that was away catches up");
    }
    let week = Period::Week(projections::ranks::monday(first));
    assert_eq!(closed(&house, Board::Invite, week).await.expect("closed").len(), 1);
}
