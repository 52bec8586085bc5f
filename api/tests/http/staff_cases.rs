//! Cases: opened, worked on, closed, named by acts (domain §3.18, api §7.22, law I-40).

use crate::reading_work::exported;
use crate::staff_site::{Clerk, StaffSite};
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::staff::Role;
use serde_json::{Value, json};
use uuid::Uuid;

const LETTER: &[u8] = b"%PDF-1.7 a letter of the bank";

async fn opens(clerk: &Clerk<'_>, title: &str, of: Option<(&str, &str)>) -> String {
    let (kind, about) = of.unzip();
    let body = json!({ "title": title, "kind": kind, "about": about });
    let opened = clerk.asks("cases/open", body).await.done().data;
    opened["case"].as_str().expect("a number").to_owned()
}

async fn info(clerk: &Clerk<'_>, case: &str) -> Value {
    clerk.ask("cases/info", json!({ "case": case })).await.done().data
}

fn column(list: &Value, field: &str) -> Vec<Value> {
    let lines = list.as_array().expect("a list").iter();
    lines.map(|line| line[field].clone()).collect()
}

#[tokio::test]
async fn a_case_is_opened_worked_on_and_closed_by_several() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let player = angler.id.to_string();
    let sue = site.clerk("sue", &[Role::Support]).await;
    let ray = site.clerk("ray", &[Role::Risk]).await;
    let case = opens(&sue, "Paid twice", Some(("player", &player))).await;
    let said = "His brother Tom paid the second one";
    let comment = json!({ "case": case, "text": said, "req_id": Uuid::new_v4() });
    let first = sue.ask("cases/comment", comment.clone()).await;
    assert_eq!(
        first.bytes,
        sue.ask("cases/comment", comment).await.bytes,
        "twice is once"
    );
    let bytes = BASE64_STANDARD.encode(LETTER);
    ray.asks("cases/attach", json!({ "case": case.to_lowercase(), "bytes": bytes }))
        .await
        .done();
    sue.asks("cases/assign", json!({ "case": case, "assignee": "RAY" }))
        .await
        .done();
    let shown = info(&sue, &case).await;
    assert_eq!(
        column(&shown["lines"], "what"),
        ["opened", "commented", "attached", "assigned"].map(Value::from)
    );
    assert_eq!(shown["lines"][1]["text"], said);
    let file = shown["lines"][2]["file"].clone();
    assert_eq!(
        (&file["media_type"], &file["bytes"]),
        (&json!("application/pdf"), &json!(LETTER.len()))
    );
    assert_eq!(
        (&shown["case"]["assignee"], &shown["about"]),
        (&json!("ray"), &json!(player))
    );

    let look = json!({ "case": case, "file": file["file"], "reason": "to compare" });
    let found = ray.ask("cases/file", look.clone()).await.done().data;
    assert_eq!(found["bytes"], bytes);
    ray.ask("cases/file", look).await.done();
    let story = site.story("ray").await;
    let looks = story.iter().filter(|event| *event == "StaffLooked");
    assert_eq!(looks.count(), 1, "a look is recorded, once for its reason");

    ray.does(
        "cases/close",
        json!({ "case": case, "reason": "One payment came back" }),
    )
    .await
    .done();
    let late = json!({ "case": case, "text": "and another thing" });
    sue.asks("cases/comment", late).await.refused(9003);
    ray.does("cases/reopen", json!({ "case": case, "reason": "It did not" }))
        .await
        .done();
    assert_eq!(info(&sue, &case).await["case"]["state"], "open");
    let kept: i64 = sqlx::query_scalar("select count(*) from vault_records where kind like 'case_%'")
        .fetch_one(site.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(kept, 2, "what was refused is not kept");
    let clear: i64 = sqlx::query_scalar("select count(*) from events where payload::text like '%brother%'")
        .fetch_one(site.ledger.pool())
        .await
        .expect("a count");
    assert_eq!(clear, 0, "what was written is in no event");
}

#[tokio::test]
async fn lists_show_what_is_open_whose_it_is_and_whom_it_concerns() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let player = angler.id.to_string();
    let sue = site.clerk("sue", &[Role::Support]).await;
    let one = opens(&sue, "Paid twice", Some(("player", &player))).await;
    site.wait_ms(1);
    let two = opens(&sue, "Custodian's statement", None).await;
    sue.asks("cases/assign", json!({ "case": two, "assignee": "sue" }))
        .await
        .done();
    sue.does("cases/close", json!({ "case": one })).await.done();
    site.settle().await;
    for (filter, expected) in [
        (json!({}), vec![&two, &one]),
        (json!({ "state": "open" }), vec![&two]),
        (json!({ "state": "closed" }), vec![&one]),
        (json!({ "assignee": "sue" }), vec![&two]),
        (json!({ "player": player[..8] }), vec![&one]),
        (json!({ "limit": 1 }), vec![&two]),
    ] {
        let list = sue.ask("cases/list", filter.clone()).await.done().data["list"].clone();
        assert_eq!(json!(column(&list, "case")), json!(expected), "{filter}");
    }
    let page = sue.ask("cases/list", json!({ "limit": 1 })).await.done().data;
    let rest = json!({ "limit": 1, "before": page["next"] });
    let rest = sue.ask("cases/list", rest).await.done().data["list"].clone();
    assert_eq!(column(&rest, "case"), [json!(one)]);
    let found = sue
        .ask("players/search", json!({ "query": one.to_lowercase() }))
        .await
        .done()
        .data;
    assert_eq!(
        (&found["list"][0]["player"], &found["list"][0]["matched"]),
        (&json!(player), &json!("case"))
    );
}

#[tokio::test]
async fn an_act_names_a_case_that_exists_and_the_case_shows_it() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let ida = site.clerk("ida", &[Role::Finance]).await;
    let ray = site.clerk("ray", &[Role::Risk]).await;
    let case = opens(&ida, "Paid twice", None).await;
    let correct = |case_id: &str| {
        json!({
            "player": angler.id.0, "purse": "usdt", "delta": "5000000", "counter": "h:usdt_reserve",
            "case_id": case_id,
        })
    };
    let unknown = ida.does("adjustments/propose", correct("C-00000000")).await;
    assert_eq!(unknown.error, -1006);
    assert!(
        unknown.data["field"].as_str().expect("a field").contains("C-00000000"),
        "{unknown:?}"
    );
    let freeze = |reason: String| json!({ "player": angler.id.0, "reason": reason });
    let unknown = ray.does("freezes/set", freeze("as C-00000000 says".into())).await;
    assert_eq!(unknown.error, -1006);
    let export = json!({ "format": "csv", "reason": "C-00000000" });
    let unknown = ida.ask("exports/start", export).await.refused(-1006);
    assert_eq!(unknown["finding"]["code"], "case_unknown");
    ida.does("adjustments/propose", correct("case 7")).await.done();
    let made = ida.does("adjustments/propose", correct(&case)).await.done().data;
    ray.does("freezes/set", freeze(format!("until {case} is closed")))
        .await
        .done();
    site.settle().await;
    let mut acts = column(&info(&ida, &case).await["acts"], "subject");
    acts.sort_by_key(ToString::to_string);
    let mut expected = vec![json!(angler.id.to_string()), made["proposal"].clone()];
    expected.sort_by_key(ToString::to_string);
    assert_eq!(acts, expected);
    let about = opens(
        &ida,
        "Is it right?",
        Some(("adjustment", made["proposal"].as_str().expect("an id"))),
    )
    .await;
    assert_eq!(info(&ida, &about).await["case"]["player"], json!(angler.id.to_string()));
}

#[tokio::test]
async fn a_recorded_look_names_a_case_and_the_case_shows_it() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let player = angler.id.to_string();
    let ida = site.clerk("ida", &[Role::Finance]).await;
    let ray = site.clerk("ray", &[Role::Risk]).await;
    let case = opens(&ida, "Paid twice", None).await;
    let why = |what: &str| format!("{what} for {case}");
    let made = ray
        .does("access/propose", json!({ "player": player }))
        .await
        .done()
        .data;
    let sam = site.clerk("sam", &[Role::Security]).await;
    assert_eq!(sam.approves(&made).await.done().data["code"], 0);
    let file = json!({ "player": player, "proposal": made["proposal"], "reason": why("A letter") });
    ray.ask("access/file", file).await.done();
    let table = json!({ "list": "withdrawals/list", "body": {}, "format": "csv", "reason": why("Withdrawals") });
    ida.ask("exports/table", table).await.done();
    let books = json!({ "format": "csv", "player": player, "reason": why("The account") });
    exported(&ida, books).await;
    // Without the number, and a look at the case itself.
    let other = json!({ "format": "csv", "reason": "The year" });
    exported(&ida, other).await;
    info(&ida, &case).await;
    site.settle().await;
    let shown = info(&ida, &case).await["acts"].clone();
    let mut acts: Vec<_> = column(&shown, "call").into_iter().zip(column(&shown, "by")).collect();
    acts.sort_by_key(|(call, _)| call.to_string());
    assert_eq!(
        json!(acts),
        json!([
            ["access/file", "ray"],
            ["exports/start", "ida"],
            ["exports/table", "ida"]
        ]),
        "each once: {shown}"
    );
    let of_file = column(&shown, "call").iter().position(|call| call == "access/file");
    let of_file = &shown[of_file.expect("a look")];
    assert_eq!(
        (&of_file["subject"], &of_file["reason"]),
        (&json!(player), &json!(why("A letter")))
    );
}

#[tokio::test]
async fn what_is_wrong_is_refused_and_nobody_works_on_the_own_account() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let player = angler.id.to_string();
    let issued = site.hire("ann", &[Role::Support], Some(angler.id)).await;
    let ann = site.signs_in("ann", issued).await;
    let sue = site.clerk("sue", &[Role::Support]).await;
    let eve = site.clerk("eve", &[Role::Auditor]).await;
    let case = opens(&sue, "Paid twice", Some(("player", &player))).await;
    let body = |fields: Value| {
        let mut body = json!({ "case": case });
        body.as_object_mut()
            .expect("an object")
            .extend(fields.as_object().expect("fields").clone());
        body
    };
    for (clerk, call, fields, code) in [
        (&ann, "cases/comment", body(json!({ "text": "mine" })), 9002),
        (&sue, "cases/assign", body(json!({ "assignee": "ann" })), 9002),
        (&sue, "cases/assign", body(json!({ "assignee": "eve" })), -1006),
        (&sue, "cases/assign", body(json!({ "assignee": "nobody" })), -1006),
        (&eve, "cases/comment", body(json!({ "text": "seen" })), 9001),
        (&sue, "cases/comment", body(json!({ "text": " " })), -1006),
        (&sue, "cases/comment", body(json!({ "text": "x".repeat(4_001) })), -1006),
        (
            &sue,
            "cases/comment",
            json!({ "case": "C-00000000", "text": "x" }),
            4007,
        ),
        (&sue, "cases/comment", json!({ "case": "case 7", "text": "x" }), -1006),
        (&sue, "cases/attach", body(json!({ "bytes": "no base 64" })), -1006),
        (
            &sue,
            "cases/attach",
            body(json!({ "bytes": BASE64_STANDARD.encode(b"MZ\0\xff") })),
            -1006,
        ),
        (&sue, "cases/open", json!({ "title": " " }), 9004),
        (&sue, "cases/open", json!({ "title": "x", "kind": "player" }), -1006),
        (
            &sue,
            "cases/open",
            json!({ "title": "x", "kind": "player", "about": Uuid::nil() }),
            4007,
        ),
        (
            &sue,
            "cases/open",
            json!({ "title": "x", "kind": "payment", "about": "t9" }),
            4007,
        ),
    ] {
        clerk.asks(call, fields).await.refused(code);
    }
    // A file is larger than any other body, and no larger than it may be.
    let large = BASE64_STANDARD.encode(vec![b'a'; 2 << 20]);
    sue.asks("cases/attach", body(json!({ "bytes": large }))).await.done();
    let larger = BASE64_STANDARD.encode(vec![b'a'; (2 << 20) + 1]);
    sue.asks("cases/attach", body(json!({ "bytes": larger })))
        .await
        .refused(-1006);
    eve.asks("cases/attach", body(json!({ "bytes": "YQ==" })))
        .await
        .refused(9001);
    assert_eq!(info(&eve, &case).await["lines"].as_array().map(Vec::len), Some(2));
}

#[tokio::test]
async fn what_was_written_ends_with_the_personal_data_of_the_player() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let sue = site.clerk("sue", &[Role::Support]).await;
    let case = opens(&sue, "Paid twice", Some(("player", &angler.id.to_string()))).await;
    sue.asks("cases/comment", json!({ "case": case, "text": "Tom paid it" }))
        .await
        .done();
    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    site.wait_ms(31 * 86_400_000);
    site.settle().await;
    workers::erasure::tick(&site.ledger).await.expect("done");
    let issued = site.hire("sam", &[Role::Support], None).await;
    let sam = site.signs_in("sam", issued).await;
    assert_eq!(info(&sam, &case).await["lines"][1]["text"], Value::Null);
    // The case goes on under a key of its own.
    sam.asks("cases/comment", json!({ "case": case, "text": "The bank answered" }))
        .await
        .done();
    assert_eq!(info(&sam, &case).await["lines"][2]["text"], "The bank answered");
    assert_eq!(site.ledger.vault().left(angler.id.0).await.expect("a count"), 0);
}
