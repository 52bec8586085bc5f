//! Months are closed in sequence by two people, and say for ever what they said (api §7.20, laws I-42 to I-42c).

use crate::angler::Angler;
use crate::period_breaks;
use crate::staff_restate::is_said_as_it_was_known;
use crate::staff_site::{Clerk, StaffSite, facts};
use domain::day_close::{Close, DayClose};
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::{Day, Month, Timestamp};
use ledger::balance::AsOf;
use ledger::notary::Vkey;
use ledger::trial::{Period, trial_balance};
use ledger::{Plain, Request, StreamId};
use serde_json::{Value, json};
use sqlx::Executor;
use workers::audit::{LawResult, check, laws};

/// The first month of the log, and the two after it.
struct Months {
    first: Month,
    second: Month,
}

fn months(site: &StaffSite) -> Months {
    let first = Month::of(Timestamp(site.now()).day());
    let second = first.next();
    Months { first, second }
}

/// The month is over, and its days but those of `but` are closed, each as the desk of days records it.
pub async fn passes(site: &StaffSite, month: Month, but: &[Day]) {
    let begun = projections::cursor::begun(&site.ledger)
        .await
        .expect("read")
        .expect("a log")
        .day();
    site.ledger.clock().set_ms(month.next().first().start().0);
    for day in month.days().filter(|day| *day >= begun && !but.contains(day)) {
        closes(site, day).await;
    }
    site.settle().await;
}

async fn closes(site: &StaffSite, day: Day) {
    let close = Close {
        day,
        report: json!({}),
        signature: "note".into(),
        is_balanced: true,
        by: "lea".into(),
        reason: "daily close".into(),
    };
    let id = StreamId::thing(DayClose::id(day));
    let closed = site.ledger.day_closes().execute(&id, close, Request::default(), Plain);
    assert!(closed.await.expect("a reply").is_accepted());
}

pub async fn info(site: &StaffSite, clerk: &Clerk<'_>, period: impl ToString) -> Value {
    site.settle().await;
    let body = json!({ "period": period.to_string() });
    clerk.ask("periods/info", body).await.done().data
}

/// Finance proposes and a finance lead approves; gives the outcome.
pub async fn close(site: &StaffSite, finance: &Clerk<'_>, lead: &Clerk<'_>, month: Month) -> Value {
    let made = finance
        .does("periods/propose", json!({ "period": month }))
        .await
        .done()
        .data;
    site.settle().await;
    lead.approves(&made).await.done().data["code"].clone()
}

pub async fn law(site: &StaffSite, id: &str) -> LawResult {
    let mut pool = site.ledger.pool().acquire().await.expect("a connection");
    let law = laws().find(|law| law.id == id).expect("a law");
    check(&mut pool, law).await.expect("read")
}

/// The line of a list whose field has this value; null without one.
pub fn line<'v>(report: &'v Value, list: &str, field: &str, value: impl Into<Value>) -> &'v Value {
    let (lines, value) = (report[list].as_array().expect("a list"), value.into());
    let found = lines.iter().find(|line| line[field] == value);
    found.unwrap_or(&Value::Null)
}

/// Somebody who tops up, dives and is corrected.
pub async fn business(angler: &Angler<'_>) {
    angler
        .given(Purse::CoinPaid, 1_000)
        .await
        .given(Purse::Usdt, 7_000_000)
        .await;
    angler.dives_five_times().await;
}

#[tokio::test]
async fn a_month_is_closed_by_two_people_after_its_end_and_its_days() {
    let site = StaffSite::open().await;
    let Months { first, second } = months(&site);
    let issued = site.hire("fay", &[Role::Finance], None).await;
    let lead = site.hire("lea", &[Role::FinanceLead], None).await;
    let fay = site.signs_in("fay", issued.clone()).await;
    business(&site.player(1).await).await;
    let open = info(&site, &fay, first).await;
    assert_eq!(
        (&open["period"]["state"], &open["signed"], &open["report"]["holds"]),
        (&json!("current"), &json!(null), &json!(true))
    );
    fay.does("periods/propose", json!({ "period": first }))
        .await
        .refused(4002);

    let last = Day(second.first().0 - 1);
    passes(&site, first, &[last]).await;
    let (fay, lea) = (site.signs_in("fay", issued).await, site.signs_in("lea", lead).await);
    let without = format!("period: {last} has no daily close");
    assert_eq!(info(&site, &fay, first).await["hindrance"], json!(without));
    let early = fay.does("periods/propose", json!({ "period": first })).await;
    assert_eq!(early.refused(-1006)["field"], json!(without));
    closes(&site, last).await;
    let later = fay.does("periods/propose", json!({ "period": second })).await;
    assert_eq!(
        later.refused(-1006)["field"],
        json!(format!("period: {first} is the next to close"))
    );
    for none in ["2025-13", "2025", "no month"] {
        fay.does("periods/propose", json!({ "period": none }))
            .await
            .refused(-1006);
    }

    // Recorded after the end of the month, it is in the next one.
    site.player(2).await.given(Purse::Usdt, 9_000_000).await;
    let made = fay
        .does("periods/propose", json!({ "period": first }))
        .await
        .done()
        .data;
    let again = fay
        .does("periods/propose", json!({ "period": first }))
        .await
        .done()
        .data;
    let waits = info(&site, &lea, first).await;
    assert_eq!(waits["period"]["state"], "proposed");
    let asked = lea
        .ask("proposals/info", json!({ "proposal": made["proposal"] }))
        .await
        .done()
        .data;
    let seen = facts(&asked);
    assert_eq!(
        (&seen["period_holds"], &seen["period_unchanged"]),
        (&json!("true"), &json!("true"))
    );
    period_breaks::are_among(&seen);
    assert_eq!(
        seen["period_result coin"],
        line(&waits["report"], "sums", "asset", "coin")["moved"]["result"]
    );
    fay.approves(&made).await.refused(9001);
    assert_eq!(lea.approves(&made).await.done().data["code"], 0);
    assert_eq!(
        lea.approves(&again).await.done().data["code"],
        9003,
        "the month is closed already"
    );
    fay.does("periods/propose", json!({ "period": first }))
        .await
        .refused(9003);

    let closed = info(&site, &fay, first).await;
    assert_eq!(
        (
            &closed["period"]["state"],
            &closed["period"]["sequence"],
            &closed["period"]["approver"]
        ),
        (&json!("closed"), &json!(1), &json!("lea"))
    );
    period_breaks::are_signed(&waits["report"], &closed["report"]);
    agrees_with_the_books(&site, &fay, &closed["report"], second).await;
    adds_up_in_usdt(&closed["report"]);
    let live = fay.ask("books/financials", json!({})).await.done().data;
    assert_eq!(
        live["usdt"]["month"],
        json!(first),
        "at the rates of the newest closing"
    );
    let key = Vkey::parse(closed["key"].as_str().expect("a key")).expect("a key");
    let text = key.open(closed["signed"].as_str().expect("a note")).expect("signed");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), closed["report"]);
}

/// Every line of the statements in USDT is that of its asset at the rate that the closing stores, and the lines add up.
fn adds_up_in_usdt(report: &Value) {
    let of = |value: &Value| -> i128 { value.as_str().expect("digits").parse().expect("a number") };
    let usdt = &report["usdt"];
    let parts: Vec<(i128, i128)> = ["coin", "diamond", "gusd", "usdt", "coupon"]
        .map(|asset| {
            let rate = line(usdt, "rates", "asset", asset);
            (of(&rate["numerator"]), of(&rate["denominator"]))
        })
        .into();
    assert_eq!(parts, [(100, 1), (1_000_000, 60), (1, 1), (1, 1), (1, 1)]);
    for column in ["opening", "moved", "closing"] {
        let (mut left, mut right, mut rounded) = (0, 0, 0);
        for entry in report["entries"].as_array().expect("entries") {
            let rate = line(usdt, "rates", "asset", entry["asset"].clone());
            let (above, below) = (of(&rate["numerator"]), of(&rate["denominator"]));
            let shown = of(&line(usdt, "lines", "code", entry["code"].clone())[column]);
            let off = of(&entry[column]) * above - shown * below;
            assert!(off.abs() * 2 <= below, "{entry}");
            rounded += i128::from(off != 0);
            match entry["class"].as_str() {
                Some("asset" | "expense") => left += shown,
                _ => right += shown,
            }
        }
        let sums = &usdt[column];
        let rounding = of(&sums["rounding"]);
        assert_eq!(left, right + rounding, "{column}");
        assert!(rounding.abs() <= rounded);
        let claims = ["liabilities", "equity", "result", "rounding"].map(|part| of(&sums[part]));
        assert_eq!(of(&sums["assets"]), claims.iter().sum::<i128>(), "{column}");
    }
}

/// Trial balance and statements of the month are those of the command line and of the screen of statements.
async fn agrees_with_the_books(site: &StaffSite, clerk: &Clerk<'_>, report: &Value, next: Month) {
    let end = next.first().start().0 - 1;
    let period = Period {
        after: None,
        until: AsOf::Time(end),
    };
    let lines = trial_balance(site.ledger.pool(), period).await.expect("summed");
    let accounts = report["accounts"].as_array().expect("accounts");
    assert_eq!(accounts.len(), lines.len());
    for of_books in lines {
        let shown = line(report, "accounts", "account", of_books.account.as_str());
        let figures =
            ["opening", "debit", "credit", "closing"].map(|field| shown[field].as_str().expect("minor units"));
        let expected = [of_books.opening, of_books.debit, of_books.credit, of_books.closing()];
        assert_eq!(
            figures.map(str::to_owned),
            expected.map(|sum| sum.to_string()),
            "{}",
            of_books.account
        );
    }
    let as_of = next.first().start().0;
    let as_of = format!("{}T23:59:59.999Z", Timestamp(as_of - 1).day());
    let statements = clerk
        .ask("books/financials", json!({ "as_of": as_of }))
        .await
        .done()
        .data;
    assert_eq!(
        statements["sums"].as_array().map(Vec::len),
        report["sums"].as_array().map(Vec::len)
    );
    for sum in statements["sums"].as_array().expect("sums") {
        let own = line(report, "sums", "asset", sum["asset"].clone());
        assert_eq!((&own["closing"], &own["moved"]), (&sum["closing"], &sum["moved"]));
    }
}

#[tokio::test]
async fn a_closed_month_stays_what_it_was_and_names_what_restates_it() {
    let site = StaffSite::open().await;
    let Months { first, second } = months(&site);
    let (fay, lea) = (
        site.hire("fay", &[Role::Finance], None).await,
        site.hire("lea", &[Role::FinanceLead], None).await,
    );
    let angler = site.player(1).await;
    business(&angler).await;
    passes(&site, first, &[]).await;
    let (finance, lead) = (
        site.signs_in("fay", fay.clone()).await,
        site.signs_in("lea", lea.clone()).await,
    );
    let correction = json!({
        "player": angler.id, "purse": "usdt", "delta": "-2000000", "counter": "h:usdt_reserve", "case_id": "c-1",
        "tx": null, "restates": first
    });
    let open = finance.does("adjustments/propose", correction.clone()).await;
    assert_eq!(
        open.refused(-1006)["field"],
        json!(format!("restates: {first} is not closed"))
    );
    assert_eq!(close(&site, &finance, &lead, first).await, 0);
    let closed = info(&site, &finance, first).await;
    // Several logs know which came first by their times alone.
    site.wait_ms(1);

    let made = finance.does("adjustments/propose", correction).await.done().data;
    assert_eq!(lead.approves(&made).await.done().data["code"], 0);
    passes(&site, second, &[]).await;
    let (finance, lead) = (site.signs_in("fay", fay).await, site.signs_in("lea", lea).await);
    let preview = info(&site, &finance, second).await;
    assert_eq!(close(&site, &finance, &lead, second).await, 0);
    let next = info(&site, &finance, second).await;
    let restated = line(&next["report"], "restated", "class", "liability");
    assert_eq!(
        (&restated["restates"], &restated["posted"], &restated["amount"]),
        (&json!(first), &json!(second), &json!("-2000000"))
    );
    for list in ["accounts", "entries", "sums", "usdt", "cash", "restated"] {
        assert_eq!(
            next["report"][list], preview["report"][list],
            "{list} as they were previewed"
        );
    }
    // The month itself is what it was, to the byte; beside it stands what restates it.
    let now = info(&site, &finance, first).await;
    assert_eq!((&now["report"], &now["signed"]), (&closed["report"], &closed["signed"]));
    assert_eq!(
        (&closed["later"], &now["later"]),
        (&json!([]), &next["report"]["restated"])
    );
    // A quarter is the sum of its months.
    let quarter = info(&site, &finance, format!("{}-Q1", first.year())).await;
    for own in quarter["report"]["accounts"].as_array().expect("accounts") {
        let of = |month: &Value, field: &str| -> i128 {
            let found = line(&month["report"], "accounts", "account", own["account"].clone());
            found[field].as_str().map_or(0, |sum| sum.parse().expect("a number"))
        };
        let credit: i128 = own["credit"].as_str().expect("a sum").parse().expect("a number");
        let in_march: i128 = credit - of(&now, "credit") - of(&next, "credit");
        assert!(in_march >= 0 && own["opening"] == "0", "{own}");
    }
    is_said_as_it_was_known(&site, &finance, &angler, first).await;
    holds_and_is_found_when_changed(&site, second).await;
}

/// The laws hold; a leg of a closed month that somebody changes, adds or moves is found.
async fn holds_and_is_found_when_changed(site: &StaffSite, second: Month) {
    for id in ["I-42", "I-42b", "I-42c", "I-42e", "I-42f"] {
        let result = law(site, id).await;
        assert!(result.holds() && result.compared > 0, "{result:?}");
    }
    period_breaks::are_found_when_changed(site).await;
    let mut forger = ledger::testing::forgery::forger(&site.ledger).await;
    let end = second.next().first().start().0;
    for (id, statement) in [
        (
            "I-42",
            "update postings set amount = amount + 1 where account = 'usdt'".to_owned(),
        ),
        (
            "I-42",
            "update events set event_type = 'ReserveFunded' where event_type = 'AdjustmentPosted'".to_owned(),
        ),
        (
            "I-42b",
            "update events set payload = replace(payload::text, '\"by\":\"lea\"', '\"by\":\"fay\"')::json
                    where event_type = 'Approved'"
                .to_owned(),
        ),
        (
            "I-42b",
            "delete from events where event_type = 'DayClosed' and position = (select min(position) from events
                    where event_type = 'DayClosed')"
                .to_owned(),
        ),
        (
            "I-42e",
            "update events set payload = replace(payload::text, '\"numerator\":1000000,\"denominator\":60',
                                                 '\"numerator\":1000000,\"denominator\":61')::json
                    where event_type in ('PeriodClosed', 'Proposed')"
                .to_owned(),
        ),
        (
            "I-42e",
            "update events set payload = replace(payload::text, '\"numerator\":100,', '\"numerator\":99,')::json
                    where event_type = 'PeriodClosed'"
                .to_owned(),
        ),
        (
            "I-42c",
            format!("update events set recorded_at_ms = {end} - 60001 where recorded_at_ms >= {end}"),
        ),
    ] {
        let law = laws().find(|law| law.id == id).expect("a law");
        forger.execute("begin").await.expect("begun");
        forger.execute(statement.as_str()).await.expect("forged");
        let after = check(&mut forger, law).await.expect("read");
        forger.execute("rollback").await.expect("rolled back");
        assert!(!after.holds(), "{id}: {statement}");
    }
}
