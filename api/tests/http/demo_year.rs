//! A year of the business: twelve months and the year closed by two people, one month restated. Its balance sheet and
//! income statement are, line by line, what hledger and beancount make of the exported journal.

mod other_tools;

use crate::angler::Angler;
use crate::staff_periods::{close, info, law, passes};
use crate::staff_site::StaffSite;
use domain::period::Span;
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::{Month, Timestamp};
use ledger::balance::{AsOf, bounds};
use ledger::export::journal::{Tool, write};
use ledger::walk::Range;
use other_tools::Statements;
use serde_json::json;
use std::path::{Path, PathBuf};
use uuid::Uuid;

#[tokio::test]
async fn a_year_is_closed_and_is_to_the_line_what_other_tools_make_of_its_journal() {
    let site = StaffSite::open().await;
    let logins = (
        site.hire("fay", &[Role::Finance], None).await,
        site.hire("lea", &[Role::FinanceLead], None).await,
    );
    // The log begins in a year that is under way: the first whole one is the next.
    let begun = Month::of(Timestamp(site.now()).day());
    let year = Span::year(Span::year(begun).last().next());
    let restated = year.first();
    site.player(1).await;
    let mut month = begun;
    while month <= year.last() {
        site.settle().await;
        works(&site.newcomer(1, "").await, month).await;
        passes(&site, month, &[]).await;
        let (finance, lead) = (
            site.signs_in("fay", logins.0.clone()).await,
            site.signs_in("lea", logins.1.clone()).await,
        );
        assert_eq!(close(&site, &finance, &lead, month).await, 0, "{month}");
        if month == restated {
            let player = site.newcomer(1, "").await.id;
            let correction = json!({
                "player": player, "purse": "usdt", "delta": "-1250000", "counter": "h:usdt_reserve",
                "case_id": "c-1", "tx": null, "restates": month
            });
            let made = finance.does("adjustments/propose", correction).await.done().data;
            assert_eq!(lead.approves(&made).await.done().data["code"], 0);
        }
        month = month.next();
    }
    site.wait_ms(30_000);
    let finance = site.signs_in("fay", logins.0).await;
    let report = info(&site, &finance, year).await["report"].clone();
    let of_year = report["closings"].as_array().expect("closings").iter();
    assert_eq!(of_year.filter(|closing| closing["approver"] == "lea").count(), 12);
    assert_eq!(report["restated"][0]["restates"], json!(restated));
    for id in ["I-42", "I-42b", "I-42c"] {
        assert!(law(&site, id).await.holds(), "{id}");
    }

    let made = Statements::of(&report);
    assert!(
        made.sheet.len() > 10 && made.result.len() >= 5,
        "{:?} {:?}",
        made.sheet,
        made.result
    );
    let days = (year.first().first(), year.last().next().first());
    for tool in [Tool::Hledger, Tool::Beancount] {
        let folder = std::env::temp_dir().join(format!("ledger-year-{}", Uuid::new_v4()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let journal = exported(&site, tool, &folder).await;
        made.are_those_of(tool, &journal, days);
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}

/// A month of the player: more of everything from month to month.
async fn works(angler: &Angler<'_>, month: Month) {
    let number = i64::from(month.number());
    angler
        .given(Purse::CoinPaid, 500 + number)
        .await
        .given(Purse::Usdt, 9_000_000 + number)
        .await;
    angler.dives_five_times().await;
    angler.call("signin/sign", json!({})).await.done();
    let exchange = json!({ "pair": "usdt_coupon", "amount": "4" });
    angler.call("exchange/do", exchange).await.done();
    let buy = json!({ "item_id": "coins_1", "price": "1.000000", "count": 1 + number % 3 });
    angler.call("shop/buy", buy).await.done();
}

async fn exported(site: &StaffSite, tool: Tool, folder: &Path) -> PathBuf {
    let pool = site.ledger.pool();
    let range = Range {
        after: bounds(pool, AsOf::Position(0)).await.expect("bounds"),
        until: bounds(pool, AsOf::Latest).await.expect("bounds"),
    };
    let written = write(pool, &range, tool, folder, &mut |_| {}).await.expect("written");
    written.path
}
