//! The alert of levels whose numbers are not drawn evenly.

use crate::staff_site::StaffSite;
use domain::posting::Purse;
use domain::staff::Role;
use serde_json::json;

#[tokio::test]
async fn numbers_that_are_not_drawn_evenly_are_reported_when_the_day_has_ended() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 100).await.dives_five_times().await;
    site.settle().await;
    // A session does not last as long as the test.
    let uneven = async |name: &str| {
        let clerk = site.clerk(name, &[Role::Risk]).await;
        let alerts = clerk.ask("alerts/list", json!({})).await.done().data;
        let list = alerts["list"].as_array().expect("a list").clone();
        let mut subjects = list
            .iter()
            .filter(|alert| alert["kind"] == "draw_drift")
            .map(|alert| alert["subject"].clone());
        (subjects.next(), subjects.next())
    };
    let drawn: i64 = sqlx::query_scalar("select sum(casts)::bigint from draw_bins")
        .fetch_one(site.ledger.pool())
        .await
        .expect("counted");
    assert_eq!(drawn, 5, "the view counts what was cast");
    // What 500 casts of a deep level would have left, had they drawn the lower half of the range alone.
    let day = site.ledger.clock().now().day().0;
    sqlx::query(
        "insert into draw_bins (partition, day, level, bin, casts)
         select 0, $1, 30, bin, 20 from generate_series(0, 24) as bin",
    )
    .bind(day)
    .execute(site.ledger.pool())
    .await
    .expect("planted");
    assert_eq!(uneven("ann").await, (None, None), "the day has not ended");
    site.next_day();
    assert_eq!(uneven("bob").await, (Some(json!("level/30")), None));
    site.wait_ms(31 * 86_400_000);
    assert_eq!(uneven("eve").await, (None, None), "it is long ago");
}
