//! What staff do beside money: identity checks, numbers, views, alerts, days. Every act and every look is an
//! event with its reason.

use crate::kyc::form;
use crate::reading_desk::looks as looks_by;
use crate::staff::{body_of, takes_reason};
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::TestApp;
use api::call_bursts::{LEAST, SPAN_MIN};
use api::endpoint::Mode;
use domain::posting::Purse;
use domain::staff::Role;
use ledger::notary::Vkey;
use serde_json::{Value, json};
use staff::router::ENDPOINTS;
use uuid::Uuid;

const DAY_MS: i64 = 86_400_000;

#[tokio::test]
async fn no_change_and_no_look_is_without_a_reason() {
    let site = StaffSite::open().await;
    let boss = site.clerk("boss", &Role::ALL).await;
    let facts = site.facts().await;
    for spec in ENDPOINTS
        .iter()
        .filter(|spec| matches!(spec.mode, Mode::Look | Mode::Write) && takes_reason(spec.path))
    {
        let call = format!("{}/{}", spec.noun, spec.verb);
        let mut body = body_of(spec.path);
        body["reason"] = json!(" ");
        let answer = match spec.mode {
            Mode::Look => boss.looks(&call, body).await,
            _ => boss.does(&call, body).await,
        };
        assert_eq!(answer.error, 9004, "{call}: {answer:?}");
    }
    assert_eq!(site.facts().await, facts);
}

#[tokio::test]
async fn an_identity_is_looked_at_on_the_record_and_decided_t_55() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let mut body = form(&angler, "AB123456").await;
    body["req_id"] = json!(Uuid::new_v4());
    angler.call("kyc/edit", body).await.done();
    site.settle().await;
    let ann = site.clerk("ann", &[Role::Risk]).await;
    let queue = ann.ask("kyc/list", json!({})).await.done().data;
    assert!(!queue.to_string().contains("Ana Angler"), "{queue}");
    let submission = queue["list"][0]["submission"].clone();
    let shown = ann
        .looks("kyc/open", json!({ "player": angler.id.0 }))
        .await
        .done()
        .data;
    assert_eq!(
        (&shown["id_name"], &shown["submission"]),
        (&json!("Ana Angler"), &submission)
    );
    let key = shown["images"][0].as_str().expect("a key");
    let image = ann
        .looks(
            "kyc/image",
            json!({ "player": angler.id.0, "image": key, "reason": "compare the face" }),
        )
        .await
        .done()
        .data;
    assert!(
        image["bytes"].as_str().is_some_and(|bytes| bytes.starts_with("/9j/")),
        "a JPEG"
    );
    assert_eq!(
        site.story("ann").await[3..],
        ["StaffReadPersonal", "StaffReadPersonal"],
        "I-40"
    );
    let decide = json!({
        "player": angler.id.0, "submission": submission, "verdict": "approve", "reasons": [], "expires_on": null
    });
    let answer = ann.does("kyc/decide", decide.clone()).await.done().data;
    assert_eq!(answer["status"], 3);
    ann.does("kyc/decide", decide).await.refused(9003);
    ann.looks("kyc/open", json!({ "player": Uuid::nil() }))
        .await
        .refused(4007);
    assert_eq!(angler.read("kyc/check").await["status"], 3);
}

#[tokio::test]
async fn no_rule_approves_alone_what_needs_two_people_t_50() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::ConfigAdmin]).await;
    let info = ann
        .ask("config/info", json!({ "section": "withdraw" }))
        .await
        .done()
        .data;
    let mut body = info["body"].clone();
    body["auto_max"] = json!("100000.000000");
    let propose = json!({ "section": "withdraw", "body": body, "replaces": info["section"]["newest"] });
    let refused = ann.does("config/propose", propose).await.refused(-1006);
    let sentence = refused["field"].as_str().expect("a sentence");
    assert!(sentence.contains("auto_max is at most two_person_over"), "{sentence}");
}

#[tokio::test]
async fn a_view_is_made_anew_beside_the_one_that_serves() {
    let site = StaffSite::open().await;
    site.player(1).await;
    site.settle().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let views = zoe.ask("views/list", json!({})).await.done().data;
    assert!(views["list"].as_array().is_some_and(|views| views.len() > 10));
    zoe.does("views/rebuild", json!({ "view": "horses", "swap": false }))
        .await
        .refused(-1006);
    assert_eq!(rebuilt(&zoe, true).await["swapped"], true);
}

/// The report of a view that was made anew and fits.
async fn rebuilt(zoe: &Clerk<'_>, swap: bool) -> Value {
    let body = json!({ "view": "players", "swap": swap });
    let job = zoe.does("views/rebuild", body).await.done().data;
    let mut info = json!({ "state": "running" });
    while info["state"] == "running" {
        tokio::task::yield_now().await;
        info = zoe.ask("views/info", json!({ "job": job["job"] })).await.done().data;
    }
    let report = info["report"].clone();
    assert_eq!(
        (&info["state"], &report["different"]),
        (&json!("done"), &json!(0)),
        "{info}"
    );
    report
}

#[tokio::test]
async fn a_service_that_owns_nothing_compares_a_view_and_swaps_none() {
    let site = StaffSite::of(TestApp::open_without_owner().await).await;
    site.player(1).await;
    site.settle().await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let facts = site.facts().await;
    zoe.does("views/rebuild", json!({ "view": "players", "swap": true }))
        .await
        .refused(-1006);
    assert_eq!(site.facts().await, facts);
    let report = rebuilt(&zoe, false).await;
    assert_eq!((&report["live"], &report["swapped"]), (&json!(1), &json!(false)));
}

#[tokio::test]
async fn more_refusals_than_usual_are_an_alert_while_they_last() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Risk]).await;
    let kinds = async || {
        let alerts = ann.ask("alerts/list", json!({})).await.done().data;
        let list = alerts["list"].as_array().expect("a list").clone();
        list.iter().map(|alert| alert["alert"].clone()).collect::<Vec<_>>()
    };
    for _ in 0..3 * SPAN_MIN {
        site.wait_ms(60_000);
        assert_eq!(kinds().await, Vec::<Value>::new());
    }
    for _ in 0..LEAST {
        ann.does("alerts/acknowledge", json!({ "alert": "nothing:here" }))
            .await
            .refused(4007);
    }
    assert_eq!(kinds().await, [json!("error_rate:4007")]);
    site.wait_ms(SPAN_MIN * 60_000);
    assert_eq!(kinds().await, Vec::<Value>::new());
}

#[tokio::test]
async fn an_alert_is_acknowledged_by_somebody_and_stays_until_its_cause_goes() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Risk]).await;
    let issued = site.hire("bob", &[Role::Finance], None).await;
    for _ in 0..5 {
        site.login("bob", "wrong", "000000").await;
    }
    site.settle().await;
    let alerts = ann.ask("alerts/list", json!({})).await.done().data;
    let alert = &alerts["list"][0];
    assert_eq!(
        (&alert["alert"], &alert["acknowledged_by"]),
        (&json!("staff_locked:bob"), &json!(null))
    );
    ann.does("alerts/acknowledge", json!({ "alert": "nothing:here" }))
        .await
        .refused(4007);
    ann.does("alerts/acknowledge", json!({ "alert": "staff_locked:bob" }))
        .await
        .done();
    site.settle().await;
    let alerts = ann.ask("alerts/list", json!({})).await.done().data;
    assert_eq!(alerts["list"][0]["acknowledged_by"], "ann");
    site.wait_ms(60_000);
    site.login("bob", &issued.password, &site.code(&issued)).await.0.done();
    let alerts = ann.ask("alerts/list", json!({})).await.done().data;
    assert_eq!(alerts["list"], json!([]));
}

#[tokio::test]
async fn a_day_is_closed_once_with_a_report_that_the_notary_signed() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 10_000).await.dives_five_times().await;
    site.settle().await;
    let day = domain::time::Timestamp(site.now()).day().to_string();
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    let close = json!({ "day": day });
    ann.does("days/close", close.clone()).await.refused(4002);
    site.wait_ms(DAY_MS);
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    site.settle().await;
    let open = bob.ask("days/list", json!({})).await.done().data;
    assert_eq!(
        (&open["list"][1]["day"], &open["list"][1]["closed_ms"]),
        (&json!(day), &json!(null))
    );
    site.sign_checkpoint().await;
    let answer = bob.does("days/close", close.clone()).await.done().data;
    assert_eq!(answer["report"]["balanced"], true, "{}", answer["report"]["checks"]);
    let vkey = Vkey::parse(answer["key"].as_str().expect("a key")).expect("a key");
    let text = vkey
        .open(answer["signed"].as_str().expect("a note"))
        .expect("a good signature");
    let signed: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(signed, answer["report"]);
    bob.does("days/close", close).await.refused(9003);
    let list = bob.ask("days/list", json!({ "limit": 2 })).await.done().data;
    assert_eq!(list["list"][1]["by"], "bob");
    let info = bob.ask("days/info", json!({ "day": day })).await.done().data;
    assert_eq!(info["report"], answer["report"]);
}

#[tokio::test]
async fn contacts_with_a_player_are_on_the_desk_of_responsible_play() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    angler
        .call("limits/exclude", json!({ "kind": "exclude", "days": 200 }))
        .await
        .done();
    let ann = site.clerk("ann", &[Role::Support]).await;
    ann.does(
        "play/note",
        json!({ "player": angler.id.0, "reason": "Called, is well" }),
    )
    .await
    .done();
    site.settle().await;
    let list = ann.ask("play/list", json!({})).await.done().data;
    let line = &list["list"][0];
    assert_eq!(
        (&line["player"], &line["why"]),
        (&json!(angler.id.0), &json!("excluded"))
    );
    assert_eq!(line["notes"][0]["text"], "Called, is well");
    let dive = json!({ "stake": 100, "start_level": 1 });
    angler.call("fishing/dive_start", dive).await.refused(-1009);
    let list = ann.ask("play/list", json!({})).await.done().data;
    assert_eq!(list["list"][0]["why"], "playing");
}

#[tokio::test]
async fn wallets_are_stopped_and_go_on_and_the_act_is_an_event() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    ann.does("withdrawals/pause", json!({})).await.done();
    ann.does("withdrawals/resume", json!({})).await.done();
    assert_eq!(site.story("ann").await[3..], ["StaffActed", "StaffActed"]);
}

#[tokio::test]
async fn switches_of_one_millisecond_are_each_answered_and_kept() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    let pool = site.app.ledger.pool();
    for wallet in ["here", "there"] {
        sqlx::query("select add_payout_wallet('ton_usdt', $1)")
            .bind(wallet)
            .execute(pool)
            .await
            .expect("a wallet");
    }
    let turns = [
        ("withdrawals/pause", 2),
        ("withdrawals/pause", 0),
        ("withdrawals/resume", 2),
        ("withdrawals/pause", 2),
    ];
    for (call, wallets) in turns {
        assert_eq!(
            ann.does(call, json!({})).await.done().data["wallets"],
            wallets,
            "{call}"
        );
    }
    let kept: Vec<(i64, i32, bool)> = sqlx::query_as(
        "select at_ms, nth, reason is null from payout_switches where wallet = 'here' order by at_ms, nth",
    )
    .fetch_all(pool)
    .await
    .expect("switches");
    let now = site.app.ledger.clock().now().0;
    assert_eq!(kept, [(now, 0, false), (now, 1, true), (now, 2, false)]);
}

#[tokio::test]
async fn a_look_at_an_account_and_a_search_are_recorded_once_a_session_t_55() {
    let site = StaffSite::open().await;
    let (ana, ben) = (site.player(1).await.id.0, site.player(2).await.id.0);
    let (aud, con) = (
        site.clerk("aud", &[Role::Auditor]).await,
        site.clerk("con", &[Role::Content]).await,
    );
    for player in [ana, ana, ben] {
        aud.ask("players/info", json!({ "player": player })).await.done();
        con.ask("players/info", json!({ "player": player })).await.refused(9001);
    }
    for words in ["Angler 1", "Angler 2"] {
        aud.ask("players/search", json!({ "query": words })).await;
    }
    // What is no player is refused, and what somebody typed is recorded nowhere.
    aud.ask("players/info", json!({ "player": "Ana Angler" }))
        .await
        .refused(-1006);
    aud.ask("books/trial", json!({})).await.done();
    let looks = async |name: &str| {
        let story = site.story(name).await;
        story.iter().filter(|kind| *kind == "StaffLooked").count()
    };
    assert_eq!((looks("aud").await, looks("con").await), (4, 0));
    let typed: i64 = sqlx::query_scalar("select count(*) from events where payload::text like '%Angler%'")
        .fetch_one(site.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(typed, 0);
    site.wait_ms(30_000);
    let again = site.signs_in("aud", aud.issued.clone()).await;
    again.ask("players/info", json!({ "player": ana })).await.done();
    assert_eq!(looks("aud").await, 5, "another session");
    let stream = format!("player/{ana}");
    site.sign_checkpoint().await;
    for (call, body, what) in [
        ("books/accounts", json!({ "owner": ana }), Some(ana.to_string())),
        ("replays/run", json!({ "stream": stream }), Some(ana.to_string())),
        ("samples/draw", json!({ "seed": "s", "count": 1 }), None),
        ("proofs/inclusion", json!({ "position": 1 }), Some("0-1".to_owned())),
    ] {
        again.ask(call, body).await.done();
        let seen = looks_by(&site, call).await;
        assert_eq!(seen, [("staff:aud".to_owned(), what)], "{call}");
    }
}
