//! What of custody has no other side is open until it has, whatever its age (api §7.21).

use crate::bank::{Bank, came, payment};
use crate::staff_site::{Clerk, StaffSite};
use domain::staff::Role;
use domain::time::{DAY_MS, Day, Timestamp};
use ledger::testing::owner_of;
use rails::scan;
use serde_json::{Value, json};

/// What somebody owes by the kinds of a report: the number of lines that only the rails saw.
fn unbooked(breaks: &Value) -> i64 {
    let kinds = breaks["kinds"].as_array().expect("kinds").iter();
    let of_kind = kinds.filter(|count| count["of"] == "not_in_journal");
    of_kind.filter_map(|count| count["count"].as_i64()).sum()
}

async fn breaks_of(clerk: &Clerk<'_>, day: Day) -> Value {
    let info = clerk.ask("days/info", json!({ "day": day })).await.done().data;
    info["report"]["breaks"].clone()
}

async fn open(clerk: &Clerk<'_>) -> Value {
    clerk.ask("overview/breaks", json!({})).await.done().data
}

/// Lines of a comparison of a day that only the rails saw.
async fn compared(clerk: &Clerk<'_>, day: Day) -> Vec<Value> {
    let job = clerk
        .ask("reconciliation/run", json!({ "from": day, "to": day }))
        .await
        .done()
        .data;
    loop {
        let info = clerk
            .ask("reconciliation/info", json!({ "id": job["id"] }))
            .await
            .done()
            .data;
        if info["job"]["state"] != "running" {
            break;
        }
        tokio::task::yield_now().await;
    }
    let asked = json!({ "id": job["id"], "part": "breaks", "kind": "not_in_journal" });
    let lines = clerk.ask("reconciliation/lines", asked).await.done().data;
    lines["list"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn a_line_is_open_until_it_is_paired_whatever_its_age_and_a_past_day_stays_as_it_was() {
    let bank = Bank::open().await;
    // A payment that was seen and that nothing booked.
    came(&bank.app.ledger, [payment("lost", 77, 3_000_000, None)]).await;
    let (app, _chain, _nodes, rail) = bank.apart();
    let site = StaffSite::of(app).await;
    let seen = Timestamp(site.now()).day();
    let before = {
        let ada = site.clerk("ada", &[Role::Auditor]).await;
        open(&ada).await["open"].clone()
    };
    site.wait_ms(200 * DAY_MS);
    site.settle().await;
    let bob = site.clerk("bob", &[Role::Auditor]).await;
    let after = open(&bob).await;
    assert_eq!(after["open"], before, "nothing was paired: {after}");
    let ages = after["ages"].as_array().expect("ages");
    assert_eq!(
        ages.last().expect("an age")["count"],
        before["count"],
        "all are older: {after}"
    );
    assert_eq!(Timestamp(after["oldest_ms"].as_i64().expect("a time")).day(), seen);

    let yesterday = Day(Timestamp(site.now()).day().0 - 1);
    let of_day = breaks_of(&bob, yesterday).await;
    assert_eq!(unbooked(&of_day), 1, "{of_day}");
    assert_eq!(of_day["carried"], before, "all of it from before the day");
    assert!(
        of_day["oldest_age_ms"].as_i64().expect("an age") > 199 * DAY_MS,
        "{of_day}"
    );
    let listed = compared(&bob, yesterday).await;
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (&listed[0]["age_days"], &listed[0]["amount"]),
        (&json!(200), &json!("3000000"))
    );

    // Somebody books it: it is paired, and the day before still says what was open then.
    scan::book(&site.ledger, &rail).await.expect("booked");
    site.wait_ms(2 * DAY_MS);
    site.settle().await;
    let cat = site.clerk("cat", &[Role::Auditor]).await;
    assert_eq!(breaks_of(&cat, yesterday).await, of_day);
    let next = breaks_of(&cat, yesterday.next()).await;
    assert_eq!(unbooked(&next), 0, "{next}");
    assert_eq!(compared(&cat, yesterday.next()).await, Vec::<Value>::new());
    let left = open(&cat).await["open"]["count"].as_i64().expect("a count");
    assert_eq!(left, before["count"].as_i64().expect("a count") - 1);

    // Found anew, it is the same.
    for table in ["custody_open_lines", "custody_open_days"] {
        let statement = format!("delete from {table}");
        let emptied = sqlx::query(&statement).execute(&mut owner_of(&site.ledger).await).await;
        emptied.expect("emptied");
    }
    assert_eq!(breaks_of(&cat, yesterday).await, of_day);
    assert_eq!(breaks_of(&cat, yesterday.next()).await, next);
}
