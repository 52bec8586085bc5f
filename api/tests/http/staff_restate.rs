//! What was said of a closed month at two moments, and the events that made the difference (api §7.20): the story is that
//! of `staff_periods`.

use crate::angler::Angler;
use crate::staff_periods::{business, close, line, passes};
use crate::staff_site::{Clerk, StaffSite};
use api::moment;
use domain::chart::Chart;
use domain::staff::Role;
use domain::time::{Day, Month, Timestamp};
use ledger::feed;
use serde_json::{Value, json};
use staff::periods;
use workers::audit;

/// Before its closing nothing is said of a month, after it what was closed, and later that with its corrections.
pub async fn is_said_as_it_was_known(site: &StaffSite, clerk: &Clerk<'_>, angler: &Angler<'_>, month: Month) {
    let asked = async |earlier: &str, later: Option<&str>| {
        let body = json!({ "period": month, "earlier": earlier, "later": later });
        clerk.ask("periods/restate", body).await
    };
    let of = month.to_string();
    let first = periods::closed_at(site.ledger.pool()).await.expect("read")[0].1;
    // A time, because a position is one in each of several logs.
    let closing = feed::read_one(site.ledger.pool(), 0, first).await.expect("read");
    let just_before = moment::write(Timestamp(closing.expect("the closing").recorded_at_ms - 1));
    let before = asked(&just_before, Some(&of)).await.done().data;
    assert_eq!(before["earlier"]["closings"], json!([]));
    assert_eq!(before["later"]["closings"][0]["sequence"], 1);
    assert_eq!(
        (
            &before["events"][0]["event_type"],
            &before["events"][0]["position"],
            &before["events"][1]
        ),
        (&json!("PeriodClosed"), &json!(first), &json!(null))
    );
    made_up_of_its_events(&before);

    let after = asked(&of, None).await.done().data;
    let made: Vec<_> = after["events"].as_array().expect("events").iter().collect();
    assert_eq!(made.len(), 1, "{after}");
    assert_eq!(
        (
            &made[0]["event_type"],
            &made[0]["month"],
            &made[0]["player"],
            &made[0]["case_id"]
        ),
        (
            &json!("AdjustmentPosted"),
            &json!(month),
            &json!(angler.id),
            &json!("c-1")
        )
    );
    let players = line(
        &after,
        "lines",
        "code",
        Chart::built_in().of("usdt").expect("an entry").code,
    );
    assert_eq!(players["difference"], "-2000000");
    assert_eq!(
        players["earlier"],
        line(&before, "lines", "code", players["code"].clone())["later"]
    );
    made_up_of_its_events(&after);
    let in_usdt = line(&after["usdt"], "lines", "code", players["code"].clone());
    assert_eq!(
        in_usdt["difference"], players["difference"],
        "a minor unit of USDT is a minor unit"
    );
    let place = json!({ "partition": made[0]["partition"], "position": made[0]["position"] });
    let event = clerk.ask("events/info", place).await.done().data;
    assert_eq!(event["event"]["event_type"], "AdjustmentPosted");

    let same = asked(&of, Some(&of)).await.done().data;
    assert_eq!((&same["events"], &same["holds"]), (&json!([]), &json!(true)));
    let future = format!("{}T00:00:00Z", Day(Timestamp(site.now()).day().0 + 2));
    let open = Month::of(Timestamp(site.now()).day()).next();
    for (earlier, later, why) in [
        ("tomorrow", None, "earlier".to_owned()),
        (of.as_str(), Some(future.as_str()), "later: is in the future".into()),
        (&open.to_string(), None, format!("{open} is not closed")),
        (&of, Some("1"), "the later moment is before the earlier one".into()),
    ] {
        let refused = asked(earlier, later).await;
        assert_eq!(refused.refused(-1006)["field"], json!(why));
    }
}

#[tokio::test]
async fn once_a_month_is_closed_a_correction_names_it_or_says_that_it_concerns_none() {
    let site = StaffSite::open().await;
    let month = Month::of(Timestamp(site.now()).day());
    let (fay, lea) = (
        site.hire("fay", &[Role::Finance], None).await,
        site.hire("lea", &[Role::FinanceLead], None).await,
    );
    let angler = site.player(1).await;
    business(&angler).await;
    let correction = |case: &str, restates: Value| {
        json!({
            "player": angler.id, "purse": "usdt", "delta": "-1000000", "counter": "h:usdt_reserve", "case_id": case,
            "restates": restates
        })
    };
    let finance = site.signs_in("fay", fay.clone()).await;
    let early = finance
        .does("adjustments/propose", correction("before", json!(null)))
        .await;
    let lead = site.signs_in("lea", lea.clone()).await;
    assert_eq!(lead.approves(&early.done().data).await.done().data["code"], 0);
    passes(&site, month, &[]).await;
    let (finance, lead) = (site.signs_in("fay", fay).await, site.signs_in("lea", lea).await);
    assert_eq!(close(&site, &finance, &lead, month).await, 0);
    // Several logs know which came first by their times alone.
    site.wait_ms(1);
    let propose = async |restates: Value| finance.does("adjustments/propose", correction("after", restates)).await;
    for (restates, why) in [
        (
            json!(null),
            "restates: name the closed month that it restates, or say none",
        ),
        (json!("nothing"), "restates"),
    ] {
        assert_eq!(propose(restates).await.refused(-1006)["field"], json!(why));
    }
    let made = propose(json!("none")).await.done().data;
    let seen = lead
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await;
    assert_eq!(seen.done().data["proposal"]["what"]["restates"], "none");
    assert_eq!(lead.approves(&made).await.done().data["code"], 0);
    site.settle().await;
    let asked = json!({ "period": month, "earlier": month });
    let said = finance.ask("periods/restate", asked).await.done().data;
    assert_eq!((&said["events"], &said["holds"]), (&json!([]), &json!(true)));
    let unnamed = said["unnamed"].as_array().expect("a list");
    assert_eq!(unnamed.len(), 1, "what came before the closing is in it: {said}");
    assert_eq!(
        (&unnamed[0]["case_id"], &unnamed[0]["month"], &unnamed[0]["player"]),
        (&json!("after"), &json!(null), &json!(angler.id))
    );
    let laws = audit::run(site.ledger.pool(), &mut |_| ()).await.expect("read");
    let decided = laws.into_iter().find(|law| law.law == "I-41j").expect("the law");
    assert!(decided.holds() && decided.compared > 1, "{decided:?}");
}

/// Every line's difference is the sum of what the events changed on it, and so are the results.
fn made_up_of_its_events(data: &Value) {
    let minor = |value: &Value| -> i128 { value.as_str().expect("minor units").parse().expect("a number") };
    let lines = data["lines"].as_array().expect("lines");
    assert!(!lines.is_empty() && data["holds"] == true);
    for of_entry in lines {
        let events = data["events"].as_array().expect("events").iter();
        let amounts = events.flat_map(|event| event["amounts"].as_array().expect("amounts"));
        let own = amounts.filter(|amount| amount["code"] == of_entry["code"]);
        let made: i128 = own.map(|amount| minor(&amount["amount"])).sum();
        let difference = minor(&of_entry["later"]) - minor(&of_entry["earlier"]);
        assert_eq!((made, difference), (minor(&of_entry["difference"]), made), "{of_entry}");
    }
    for result in data["results"].as_array().expect("results") {
        let of_class = |class: &str| -> i128 {
            let of_asset = lines.iter().filter(|line| line["asset"] == result["asset"]);
            of_asset
                .filter(|line| line["class"] == class)
                .map(|line| minor(&line["later"]))
                .sum()
        };
        assert_eq!(minor(&result["later"]), of_class("income") - of_class("expense"));
    }
}
