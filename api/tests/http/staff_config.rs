//! A version of the configuration is proposed on the newest one, shown with its difference, and approved by another.

use crate::staff_site::StaffSite;
use domain::staff::Role;
use serde_json::{Value, json};

#[tokio::test]
async fn numbers_are_proposed_with_their_difference_and_approved_by_another() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::ConfigAdmin]).await;
    let bob = site.clerk("bob", &[Role::ConfigAdmin]).await;
    let info = ann.ask("config/info", json!({ "section": "game" })).await.done().data;
    let mut body = info["body"].clone();
    body["shield_cost"] = json!(2);
    let propose = |body: &Value| json!({ "section": "game", "body": body, "replaces": info["section"]["newest"] });
    let made = ann.does("config/propose", propose(&body)).await.done().data;
    assert_eq!(
        made["diff"],
        json!([{ "path": "shield_cost", "before": "1", "after": "2" }])
    );
    assert!(
        made["checks"].as_array().is_some_and(|checks| checks.len() > 4),
        "{made}"
    );
    let mut wrong = body.clone();
    wrong["shield_cost"] = json!(0);
    let refused = ann.does("config/propose", propose(&wrong)).await.refused(-1006);
    assert_eq!(refused["field"], "a shield costs diamonds");
    // A client words the rule by its code, also when the remembered answer is given again.
    assert_eq!(refused["finding"]["code"], "shield_cost_range");
    let decide = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    let other = json!({ "proposal": made["proposal"], "digest": "0" });
    bob.does("proposals/approve", other).await.refused(9003);
    ann.does("proposals/approve", decide.clone()).await.refused(9002);
    let waiting = bob.ask("proposals/list", json!({ "kind": "config" })).await.done().data;
    assert_eq!(waiting["list"][0]["proposal"], made["proposal"]);
    bob.does("proposals/approve", decide).await.done();
    assert_eq!(site.ledger.current_config().game.shield_cost, 2);

    // A change that is approved for tomorrow is what the next one is written on.
    body["shield_cost"] = json!(3);
    let mut later = propose(&body);
    later["replaces"] = json!(1);
    later["effective_ms"] = json!(site.now() + 86_400_000);
    let made = ann.does("config/propose", later).await.done().data;
    let decide = json!({ "proposal": made["proposal"], "digest": made["digest"] });
    bob.does("proposals/approve", decide).await.done();
    let info = ann.ask("config/info", json!({ "section": "game" })).await.done().data;
    let (held, newest) = (&info["body"]["shield_cost"], &info["newest_body"]["shield_cost"]);
    assert_eq!(
        (held, newest, &info["section"]["newest"]),
        (&json!(2), &json!(3), &json!(2))
    );
}
