//! Quarters are closed by two people after their months, and years after their quarters (api §7.20, law I-42d).

use crate::staff_periods::{business, close, info, law, passes};
use crate::staff_site::{StaffSite, facts};
use domain::period::Span;
use domain::staff::Role;
use domain::time::{Month, Timestamp};
use ledger::notary::Vkey;
use serde_json::{Value, json};
use sqlx::Executor;
use workers::audit::{check, laws};

#[tokio::test]
async fn a_quarter_is_closed_by_two_people_after_its_months_and_a_change_of_one_is_found() {
    let site = StaffSite::open().await;
    let first = Month::of(Timestamp(site.now()).day());
    let quarter = Span::quarter(first);
    let (fay, lea) = (
        site.hire("fay", &[Role::Finance], None).await,
        site.hire("lea", &[Role::FinanceLead], None).await,
    );
    business(&site.player(1).await).await;
    let mut month = first;
    while month <= quarter.last() {
        passes(&site, month, &[]).await;
        let (finance, lead) = (
            site.signs_in("fay", fay.clone()).await,
            site.signs_in("lea", lea.clone()).await,
        );
        // Before its last month is closed, the quarter is not.
        let early = finance
            .does("periods/propose", json!({ "period": quarter.to_string() }))
            .await;
        assert_eq!(
            early.refused(-1006)["field"],
            json!(format!("period: {month} is not closed"))
        );
        assert_eq!(close(&site, &finance, &lead, month).await, 0);
        month = month.next();
    }
    // A code opens one session.
    site.wait_ms(30_000);
    let (finance, lead) = (site.signs_in("fay", fay).await, site.signs_in("lea", lea).await);
    let open = info(&site, &finance, quarter).await;
    assert_eq!(
        (&open["period"]["state"], &open["hindrance"], &open["signed"]),
        (&json!("open"), &json!(null), &json!(null))
    );
    let year = Span::year(first).to_string();
    let early = finance.does("periods/propose", json!({ "period": year })).await;
    early.refused(-1006);

    let asked = json!({ "period": quarter.to_string() });
    let made = finance.does("periods/propose", asked.clone()).await.done().data;
    let again = finance.does("periods/propose", asked.clone()).await.done().data;
    assert_eq!(info(&site, &lead, quarter).await["period"]["state"], "proposed");
    let seen = lead
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data;
    let seen = facts(&seen);
    // The reserve of a test is money that no chain brought: open since the first month.
    assert_eq!(
        (&seen["period_breaks"], &seen["period_breaks_sum usdt"]),
        (&json!("1"), &json!("50000000000"))
    );
    assert_eq!(
        (&seen["period_holds"], &seen["period_unchanged"]),
        (&json!("true"), &json!("true"))
    );
    finance.approves(&made).await.refused(9001);
    assert_eq!(lead.approves(&made).await.done().data["code"], 0);
    assert_eq!(
        lead.approves(&again).await.done().data["code"],
        9003,
        "the quarter is closed already"
    );
    finance.does("periods/propose", asked).await.refused(9003);

    let closed = info(&site, &finance, quarter).await;
    let period = &closed["period"];
    assert_eq!(
        (&period["state"], &period["proposer"], &period["approver"]),
        (&json!("closed"), &json!("fay"), &json!("lea"))
    );
    assert_eq!(closed["report"], open["report"]);
    assert_eq!(closed["report"]["breaks"]["count"], 1);
    let key = Vkey::parse(closed["key"].as_str().expect("a key")).expect("a key");
    let text = key.open(closed["signed"].as_str().expect("a note")).expect("signed");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), closed["report"]);
    holds_and_is_found_when_changed(&site).await;
}

async fn holds_and_is_found_when_changed(site: &StaffSite) {
    for id in ["I-42", "I-42b", "I-42c", "I-42d", "I-42f"] {
        let result = law(site, id).await;
        assert!(result.holds() && result.compared > 0, "{result:?}");
    }
    let mut forger = ledger::testing::forgery::forger(&site.ledger).await;
    let of_quarter = "where event_type = 'SpanClosed'";
    for statement in [
        format!(
            "update events set payload = replace(payload::text, '\"digest\":\"', '\"digest\":\"0')::json {of_quarter}"
        ),
        format!("update events set payload = replace(payload::text, '-Q', '-Q0')::json {of_quarter}"),
        format!("update events set payload = replace(payload::text, '\"lea\"', '\"fay\"')::json {of_quarter}"),
        "update events set payload = replace(payload::text, '\"by\":\"lea\"', '\"by\":\"fay\"')::json
          where event_type = 'Approved'"
            .to_owned(),
        "delete from events where event_type = 'PeriodClosed' and sequence = 2".to_owned(),
    ] {
        let law = laws().find(|law| law.id == "I-42d").expect("a law");
        forger.execute("begin").await.expect("begun");
        forger.execute(statement.as_str()).await.expect("forged");
        let after = check(&mut forger, law).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(!after.holds(), "{statement}");
    }
}
