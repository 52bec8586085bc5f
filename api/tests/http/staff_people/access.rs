//! All that is held of a person leaves as a file (api §7.26).

use super::Desk;
use crate::audit::rewritten;
use crate::staff_site::StaffSite;
use serde_json::{Value, json};
use uuid::Uuid;

const WEEK_MS: i64 = 7 * 86_400_000;

#[tokio::test]
async fn all_that_is_held_is_taken_by_its_maker_alone_once_another_approved_it() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let desk = Desk::of(&site, &angler).await;
    let body = json!({ "player": angler.id.0 });
    desk.sue.does("access/propose", body.clone()).await.refused(9001);
    desk.ann
        .does("access/propose", json!({ "player": Uuid::nil() }))
        .await
        .refused(4007);
    let made = desk.proposes("access/propose", angler.id.0).await;
    let file =
        |player: Uuid, proposal: &Value| json!({ "player": player, "proposal": proposal, "reason": "letter 13" });
    let of_made = file(angler.id.0, &made["proposal"]);
    desk.ann.ask("access/file", of_made.clone()).await.refused(9002);
    desk.ann.ask("access/file", body).await.refused(-1006);
    desk.ann
        .ask("access/file", file(angler.id.0, &json!(Uuid::nil())))
        .await
        .refused(4007);
    let (shown, facts) = desk.sees(&made).await;
    assert_eq!(
        (&shown["kind"], &shown["take_until_ms"]),
        (&json!("access_file"), &Value::Null)
    );
    assert_eq!(
        ["access_taken", "access_erased"].map(|name| facts[name].clone()),
        [json!("0"), json!("false")]
    );
    assert_eq!(desk.approves(&made).await, 0);
    let done = desk
        .ann
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data;
    let decided = done["proposal"]["decided_ms"].as_i64().expect("a moment");
    assert_eq!(done["proposal"]["take_until_ms"], decided + WEEK_MS);
    desk.is_registered("access_file", angler.id.0).await;
    desk.rob.ask("access/file", of_made.clone()).await.refused(9001);
    desk.eve.ask("access/file", of_made.clone()).await.refused(9002);
    let other = site.player(2).await;
    desk.ann
        .ask("access/file", file(other.id.0, &made["proposal"]))
        .await
        .refused(4007);
    let given = desk.ann.ask("access/file", of_made).await.done().data;
    assert_eq!(given["player"], json!(angler.id.0));
    let line = desk
        .line("personal", |line| line["event"]["event_type"] == "StaffReadPersonal")
        .await;
    assert_eq!(
        ["call", "what", "reason", "proposal"].map(|field| line["values"][field].clone()),
        [
            json!("access/file"),
            json!("everything"),
            json!("letter 13"),
            made["proposal"].clone()
        ]
    );
    let nil = Uuid::nil();
    desk.the_law_finds(&[
        rewritten(
            "StaffReadPersonal",
            "\"player\":\"[^\"]+",
            &format!("\"player\":\"{nil}"),
        ),
        rewritten(
            "StaffReadPersonal",
            "\"proposal\":\"[^\"]+",
            &format!("\"proposal\":\"{nil}"),
        ),
        rewritten("Proposed", "access_file", "kyc_reset"),
        rewritten("Proposed", "\"maker\":\"ann\"", "\"maker\":\"eve\""),
        "delete from events where event_type = 'Approved'".to_owned(),
        format!(
            "update events set recorded_at_ms = recorded_at_ms + {WEEK_MS} + 120000
              where event_type = 'StaffReadPersonal'"
        ),
        // As if it were from before it took two.
        "update events set payload = regexp_replace(payload::text, '\"proposal\":\"[^\"]+\",', '')::json,
                recorded_at_ms = recorded_at_ms + 120000 where event_type = 'StaffReadPersonal'"
            .to_owned(),
    ])
    .await;
}

#[tokio::test]
async fn an_approved_file_is_not_taken_after_a_week_and_a_withdrawn_one_never() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let desk = Desk::of(&site, &angler).await;
    let made = desk.proposes("access/propose", angler.id.0).await;
    let withdrawn = desk.proposes("access/propose", angler.id.0).await;
    desk.ann
        .does("proposals/reject", json!({ "proposal": withdrawn["proposal"] }))
        .await
        .done();
    let file = |made: &Value| json!({ "player": angler.id.0, "proposal": made["proposal"], "reason": "letter 13" });
    desk.ann.ask("access/file", file(&withdrawn)).await.refused(9003);
    assert_eq!(desk.approves(&made).await, 0);
    site.wait_ms(WEEK_MS);
    let (answer, cookie) = site
        .login("ann", &desk.ann.issued.password, &site.code(&desk.ann.issued))
        .await;
    answer.done();
    let ann = desk.ann.with_cookie(cookie.expect("a session"));
    ann.ask("access/file", file(&made)).await.refused(4008);
    desk.the_law_finds(&[]).await;
}
