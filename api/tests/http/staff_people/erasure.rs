//! An account ends for a player who asks a person (api §7.15).

use super::Desk;
use crate::angler::Angler;
use crate::audit::rewritten;
use crate::staff_site::StaffSite;
use domain::player::erasure::Erasure;
use domain::staff::Role;
use ledger::StreamId;
use serde_json::{Value, json};
use uuid::Uuid;

const MONTH_MS: i64 = 30 * 86_400_000;

async fn erasure(angler: &Angler<'_>) -> Erasure {
    let player = angler.app.ledger.players().load(&StreamId::player(angler.id)).await;
    player.expect("a player").state.erasure
}

#[tokio::test]
async fn an_account_ends_as_one_of_support_and_one_of_security_decided_and_one_takes_it_back() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let desk = Desk::of(&site, &angler).await;
    let body = json!({ "player": angler.id.0 });
    let fay = site.clerk("fay", &[Role::Finance]).await;
    fay.does("erasure/request", body.clone()).await.refused(9001);
    desk.sue
        .does("erasure/request", json!({ "player": Uuid::nil() }))
        .await
        .refused(4007);
    let made = desk.proposes("erasure/request", angler.id.0).await;
    assert_eq!(erasure(&angler).await, Erasure::default(), "nothing is done yet");
    let (shown, facts) = desk.sees(&made).await;
    assert_eq!(
        (&shown["kind"], &shown["players"]),
        (&json!("erasure"), &json!([angler.id.0]))
    );
    let nears = |at: i64| (0..1_000).contains(&(site.now() + MONTH_MS - at));
    assert_eq!(
        (&facts["erasure_asked"], &facts["erasure_hindered"]),
        (&json!("false"), &Value::Null)
    );
    let due = facts["erasure_due"].as_str().and_then(|due| due.parse().ok());
    assert!(due.is_some_and(nears), "{facts:?}");
    let lea = site.clerk("lea", &[Role::FinanceLead]).await;
    lea.approves(&made).await.refused(9001);
    assert_eq!(desk.approves(&made).await, 0);
    let erase_at = erasure(&angler).await.erase_at;
    assert!(erase_at.is_some_and(|at| nears(at.0)), "{erase_at:?}");
    desk.is_registered("erasure", angler.id.0).await;
    let line = desk
        .line("personal", |line| line["event"]["event_type"] == "ErasureRequested")
        .await;
    assert_eq!(
        ["staff", "approver", "reason"].map(|field| line["values"][field].clone()),
        [json!("ann"), json!("rob"), json!("letter 12")]
    );
    let list = desk.sue.ask("erasure/list", json!({})).await.done().data;
    assert_eq!(
        (&list["list"][0]["by"], &list["list"][0]["approver"]),
        (&json!("ann"), &json!("rob"))
    );
    desk.sue.does("erasure/request", body.clone()).await.refused(4001);
    desk.the_law_finds(&[
        rewritten("ErasureRequested", "letter 12", "at will"),
        rewritten("ErasureRequested", "\"approver\":\"rob\"", "\"approver\":\"sue\""),
        rewritten("ErasureRequested", "\"staff\":\"ann\"", "\"staff\":\"eve\""),
        rewritten("ErasureRequested", "\"approver\":\"rob\",", ""),
        rewritten("Proposed", "\"erasure\"", "\"kyc_reset\""),
        // In roles that may approve other kinds.
        rewritten("StaffActed", "\\[\"risk\"\\]", "[\"finance_lead\"]"),
        "update events set metadata = '{\"actor\":\"staff:rob\"}' where event_type = 'ErasureRequested'".to_owned(),
    ])
    .await;

    desk.sue.does("erasure/cancel", body.clone()).await.refused(9001);
    desk.rob.does("erasure/cancel", body.clone()).await.done();
    desk.rob.does("erasure/cancel", body.clone()).await.refused(9003);
    assert_eq!(erasure(&angler).await, Erasure::default());
    let again = desk.sue.does("erasure/request", body).await.done().data;
    let sam = site.clerk("sam", &[Role::Security]).await;
    assert_eq!(sam.approves(&again).await.done().data["code"], 0);
    desk.the_law_finds(&[]).await;
}

#[tokio::test]
async fn a_player_who_asked_meanwhile_waits_as_asked() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let desk = Desk::of(&site, &angler).await;
    let made = desk.proposes("erasure/request", angler.id.0).await;
    angler.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    let asked = erasure(&angler).await;
    site.wait_ms(60_000);
    assert_eq!(desk.sees(&made).await.1["erasure_asked"], "true");
    assert_eq!(desk.approves(&made).await, 4001);
    assert_eq!(erasure(&angler).await, asked);
    desk.the_law_finds(&[]).await;
}
