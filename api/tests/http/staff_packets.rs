//! Packets of staff: put out once, opened at their time, announced by a link, stopped.

use crate::staff_site::StaffSite;
use domain::staff::Role;
use serde_json::json;
use uuid::Uuid;

#[tokio::test]
async fn a_packet_is_put_out_once_and_stopped() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Content]).await;
    let create = json!({
        "kind": "equal", "asset": "coin", "total": "1000", "shares": 10, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": [],
        "reason": "campaign", "req_id": Uuid::new_v4()
    });
    let made = ann.ask("packets/create", create.clone()).await;
    assert_eq!(made.bytes, ann.ask("packets/create", create.clone()).await.bytes);
    let made = made.done().data;
    let mut uneven = create;
    (uneven["total"], uneven["req_id"]) = (json!("1001"), json!(Uuid::new_v4()));
    assert_eq!(ann.ask("packets/create", uneven).await.refused(-1006)["field"], "total");
    let angler = site.player(1).await;
    angler
        .call("redpacket/claim", json!({ "code": made["code"] }))
        .await
        .done();
    ann.does("packets/stop", json!({ "packet": made["packet"] }))
        .await
        .done();
    site.settle().await;
    let list = ann.ask("packets/list", json!({})).await.done().data;
    let line = &list["list"][0];
    assert_eq!((&line["claimed"], &line["ended"]), (&json!(1), &json!("stopped")));
}

#[tokio::test]
async fn a_packet_that_opens_later_is_announced_by_its_link() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Content]).await;
    let (now, minute_ms, day_ms) = (site.now(), 60_000, 86_400_000);
    let create = |starts_ms: i64| {
        json!({
            "kind": "equal", "asset": "coin", "total": "1000", "shares": 10, "title_en": "Luck", "title_zh": "好运",
            "starts_ms": starts_ms, "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
        })
    };
    let made = ann.does("packets/create", create(now + minute_ms)).await.done().data;
    let code = made["code"].as_str().expect("a code");
    let link = made["link"].as_str().expect("a link");
    assert!(link.ends_with(&format!("startapp=p_{code}")), "{link}");
    let looked = ann
        .does("packets/code", json!({ "packet": made["packet"] }))
        .await
        .done()
        .data;
    assert_eq!(looked, made);
    site.settle().await;
    let line = &ann.ask("packets/list", json!({})).await.done().data["list"][0];
    assert_eq!(
        (line["starts_ms"].as_i64(), line["ends_ms"].as_i64()),
        (Some(now + minute_ms), Some(now + minute_ms + day_ms))
    );
    let angler = site.player(1).await;
    let claim = || angler.call("redpacket/claim", json!({ "code": code }));
    claim().await.refused(4002);
    site.wait_ms(minute_ms);
    claim().await.done();
    // A start that is past is now; one that is too far is a wrong year.
    let late = ann.does("packets/create", create(now)).await.done().data;
    site.settle().await;
    let list = ann.ask("packets/list", json!({})).await.done().data;
    let line = list["list"]
        .as_array()
        .and_then(|list| list.iter().find(|line| line["packet"] == late["packet"]));
    assert_eq!(line.expect("listed")["starts_ms"], site.now());
    let far = ann.does("packets/create", create(now + 91 * day_ms)).await;
    assert_eq!(far.refused(-1006)["field"], "from");
}

#[tokio::test]
async fn who_proposes_packets_takes_the_own_one_back_and_nobody_elses() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Content]).await;
    let cat = site.clerk("cat", &[Role::Content]).await;
    let packet = json!({
        "kind": "equal", "asset": "usdt", "total": "2000000", "shares": 10, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
    });
    let made = ann.does("packets/propose", packet).await.done().data;
    let back = json!({ "proposal": made["proposal"] });
    cat.does("proposals/reject", back.clone()).await.refused(4007);
    cat.does("proposals/reject", json!({ "proposal": "config.pay.9" }))
        .await
        .refused(4007);
    let taken = ann.does("proposals/reject", back).await.done().data;
    assert_eq!(taken["state"], "withdrawn");
}
