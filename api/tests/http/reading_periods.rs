//! Lists of a period with the sums of all their rows: both sides of midnight, against the rows and against an export.

use crate::bank::{came, payment};
use crate::kyc::form;
use crate::reading::{STEPS, amount, app, get, list, refused, step, walk};
use crate::reading_work::exported;
use crate::staff_money::correction;
use crate::staff_payouts::{asks, info, is_paid, player};
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::TestApp;
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::{Day, Timestamp};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

const DAY_MS: i64 = 86_400_000;

/// Rows, what is above zero and what is below, by asset.
type Sums = BTreeMap<String, (i64, i64, i64)>;

fn day(now: i64) -> String {
    Timestamp(now).day().to_string()
}

fn add(sums: &mut Sums, asset: &str, amount: i64) {
    let sum = sums.entry(asset.to_owned()).or_default();
    *sum = (sum.0 + 1, sum.1 + amount.max(0), sum.2 + amount.min(0));
}

fn of_rows(rows: &[Value]) -> Sums {
    let mut sums = Sums::new();
    for row in rows {
        add(
            &mut sums,
            row["asset"].as_str().expect("an asset"),
            amount(&row["amount"]),
        );
    }
    sums
}

fn shown(page: &Value) -> Sums {
    let sums = page["sums"].as_array().expect("sums").iter();
    let of = |sum: &Value| {
        let (plus, minus) = (amount(&sum["plus"]), amount(&sum["minus"]));
        assert_eq!(amount(&sum["sum"]), plus + minus, "{sum}");
        let asset = sum["asset"].as_str().expect("an asset").to_owned();
        (asset, (sum["rows"].as_i64().expect("a number"), plus, minus))
    };
    sums.map(of).collect()
}

fn with(body: &Value, more: Value) -> Value {
    let mut both: Map<String, Value> = body.as_object().expect("a body").clone();
    both.extend(more.as_object().expect("a body").clone());
    both.into()
}

/// A service in which something happened in the last millisecond of a day and in the first one of the next; the two days.
async fn two_days() -> (TestApp, [String; 2]) {
    let app = app().await;
    for number in 0..STEPS / 2 {
        step(&app, number).await;
    }
    let midnight = (app.now() / DAY_MS + 1) * DAY_MS;
    for (tg_id, at) in [(901, midnight - 1), (902, midnight)] {
        // Who comes waits for a millisecond of their own.
        app.ledger.clock().set_ms(at - 1);
        app.player(tg_id).await.given(Purse::Usdt, 7_000_000).await;
        assert_eq!(app.now(), at);
    }
    for number in STEPS / 2..STEPS {
        step(&app, number).await;
    }
    app.settle().await;
    let days = [day(midnight - 1), day(midnight)];
    (app, days)
}

/// The sums of a list are those of its rows, on every page.
async fn adds_up(app: &TestApp, body: &Value) -> Vec<Value> {
    let rows = walk(app, "entries/list", body.clone()).await;
    let first = get(app, "entries/list", with(body, json!({ "sums": true, "limit": 1 }))).await;
    assert_eq!(shown(&first), of_rows(&rows), "{body}");
    if let Some(before) = first["next"].as_str() {
        let more = with(body, json!({ "sums": true, "limit": 1, "before": before }));
        assert_eq!(get(app, "entries/list", more).await["sums"], first["sums"], "{body}");
    }
    rows
}

#[tokio::test]
async fn a_day_ends_with_its_last_millisecond_and_its_sums_are_those_of_its_rows() {
    let (app, [first, second]) = two_days().await;
    let whole = adds_up(&app, &json!({})).await;
    let one = adds_up(&app, &json!({ "until": first })).await;
    let two = adds_up(&app, &json!({ "from": second })).await;
    assert!(!one.is_empty() && !two.is_empty());
    assert_eq!([two.clone(), one.clone()].concat().len(), whole.len());
    let midnight = Day::try_from(second.clone()).expect("a day").start().0;
    let at = |rows: &[Value]| rows.iter().filter_map(|row| row["at_ms"].as_i64()).collect::<Vec<_>>();
    assert_eq!(at(&one).into_iter().max(), Some(midnight - 1));
    assert_eq!(at(&two).into_iter().min(), Some(midnight));
    for filter in [
        json!({ "from": first, "until": first }),
        json!({ "from": second, "until": second, "account": "usdt" }),
        json!({ "until": first, "event_type": "SignedIn" }),
        json!({ "from": second, "actor": "player", "least": "5" }),
        json!({ "from": first, "owner": "house", "asset": "coin", "most": "1000" }),
        json!({ "until": first, "as_of": "20" }),
        json!({ "from": "10", "until": app.middle().await.to_string() }),
        // The end of a period may lie ahead, and one that ends before it begins is empty.
        json!({ "from": second, "until": "2999-12-31" }),
        json!({ "from": second, "until": first }),
    ] {
        adds_up(&app, &filter).await;
    }
    let events = |rows: &[Value]| rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>();
    for (call, base) in [
        ("events/list", json!({})),
        ("registers/list", json!({ "register": "approvals" })),
    ] {
        let of = async |more| events(&walk(&app, call, with(&base, more)).await);
        let mut both = [of(json!({ "from": second })).await, of(json!({ "until": first })).await].concat();
        let mut all = of(json!({})).await;
        // Of several logs the order of all is not that of the days.
        for ids in [&mut both, &mut all] {
            ids.sort_by_key(ToString::to_string);
        }
        assert_eq!(both, all, "{call}");
    }
    for field in ["from", "until"] {
        assert_eq!(
            refused(&app, "entries/list", json!({ (field): "2025-02-30" })).await,
            field
        );
    }
}

/// What the lines of a timeline moved: an event counts once for each asset.
fn of_timeline(lines: &[Value]) -> Sums {
    let mut sums = Sums::new();
    for line in lines {
        let mut assets: Vec<&str> = Vec::new();
        for leg in line["moved"].as_array().expect("legs") {
            let asset = leg["asset"].as_str().expect("an asset");
            add(&mut sums, asset, amount(&leg["amount"]));
            match assets.contains(&asset) {
                true => sums.get_mut(asset).expect("counted").0 -= 1,
                false => assets.push(asset),
            }
        }
    }
    sums
}

#[tokio::test]
async fn what_happened_to_a_player_has_a_period_and_its_sums() {
    let (app, [first, second]) = two_days().await;
    let players: Vec<(String,)> = sqlx::query_as("select player::text from players order by player")
        .fetch_all(app.ledger.pool())
        .await
        .expect("players");
    let periods = [
        json!({ "until": first }),
        json!({ "from": second }),
        json!({}),
        json!({ "from": second, "until": first }),
    ];
    let mut moved = [0; 4];
    for (player,) in &players {
        let of = json!({ "player": player });
        let mut events = [0; 4];
        for (part, period) in periods.iter().enumerate() {
            let body = with(&of, period.clone());
            let lines = walk(&app, "players/timeline", with(&body, json!({ "limit": 3 }))).await;
            let page = get(
                &app,
                "players/timeline",
                with(&body, json!({ "limit": 1, "sums": true })),
            )
            .await;
            assert_eq!(shown(&page), of_timeline(&lines), "{body}");
            assert_eq!(page["total"], lines.len(), "{body}");
            events[part] = lines.len();
            moved[part] += shown(&page).len();
        }
        assert_eq!((events[0] + events[1], events[3]), (events[2], 0), "{player}");
    }
    assert!(moved[0] > 0 && moved[1] > 0, "{moved:?}");
    let nobody = json!({ "player": Uuid::max().to_string(), "from": first });
    assert_eq!(refused(&app, "players/timeline", nobody).await, "player");
}

#[tokio::test]
async fn the_file_of_a_period_holds_the_rows_of_the_list_and_their_sums() {
    let (app, [first, second]) = two_days().await;
    let site = StaffSite::of(app).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let app = &site.app;
    // Some of what was done took days.
    let last = day(app.now());
    let owner = "select owner::text from postings where owner <> '00000000-0000-0000-0000-000000000000'
                  group by owner having count(distinct account) > 1 order by count(*) desc, owner limit 1";
    let owner: String = sqlx::query_scalar(owner)
        .fetch_one(app.ledger.pool())
        .await
        .expect("one");
    for (period, player) in [
        (json!({ "from": first, "until": first }), None),
        (json!({ "from": second, "until": second }), None),
        (json!({ "from": first, "until": last }), Some(&owner)),
    ] {
        let mut body = period.clone();
        let mut asked = with(&period, json!({ "format": "csv" }));
        if let Some(player) = player {
            body["owner"] = json!(player);
            asked["player"] = json!(player);
        }
        let rows = adds_up(app, &body).await;
        let report = exported(&ann, asked).await;
        let id = report["job"]["id"].as_str().expect("an id");
        let path = format!("/staff/v1/exports/{id}/postings.csv");
        let file = site.fetch_with(&path, ann.cookie()).await.into_body();
        let text = std::str::from_utf8(&file).expect("text");
        let mut sums = Sums::new();
        for line in text.lines().skip(1) {
            let [.., asset, amount, _] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("{line}");
            };
            add(&mut sums, asset, amount.parse().expect("minor units"));
        }
        assert!(!rows.is_empty() && text.lines().count() == rows.len() + 1, "{period}");
        assert_eq!(sums, of_rows(&rows), "{period}");
    }
    let history = ann.ask("exports/history", json!({})).await.done().data;
    // Nothing was taken out before the log began.
    for (period, many) in [(json!({ "from": last }), 3), (json!({ "until": "2000-01-01" }), 0)] {
        let found = ann.ask("exports/history", period.clone()).await.done().data;
        assert_eq!(list(&found).len(), many, "{period}");
    }
    let filters = history["list"][0]["filters"].as_str().expect("filters");
    let filters: Value = serde_json::from_str(filters).expect("JSON");
    let range = ["from", "until", "player"].map(|field| filters[field].as_str());
    assert!(range.iter().all(Option::is_some), "the range that was taken: {filters}");
    let both = json!({ "format": "csv", "until": first, "as_of": "9" });
    assert_eq!(ann.looks("exports/start", both).await.refused(-1006)["field"], "until");
}

/// Every row of a desk's list.
async fn desk_rows(clerk: &Clerk<'_>, call: &str, mut body: Value) -> Vec<Value> {
    let mut all = Vec::new();
    loop {
        let page = clerk.ask(call, body.clone()).await.done().data;
        all.extend(list(&page).iter().cloned());
        match page["next"].as_str() {
            Some(next) => body["before"] = json!(next),
            None => return all,
        }
    }
}

/// What was there before midnight and after it is all that there is, and each part adds up to its rows.
async fn halves(clerk: &Clerk<'_>, call: &str, base: Value, [first, second]: &[String; 2]) -> [usize; 2] {
    let mut found = [0, 0];
    let whole = desk_rows(clerk, call, base.clone()).await;
    for (part, period) in [json!({ "until": first }), json!({ "from": second })]
        .iter()
        .enumerate()
    {
        let body = with(&base, period.clone());
        let rows = desk_rows(clerk, call, body.clone()).await;
        found[part] = rows.len();
        if ["topups/unmatched", "kyc/list"].contains(&call) {
            let page = clerk.ask(call, body.clone()).await.done().data;
            assert_eq!(page["total"], rows.len(), "{call} {body}");
        }
        if ["withdrawals/list", "topups/unmatched", "proposals/list"].contains(&call) {
            let page = clerk.ask(call, with(&body, json!({ "sums": true }))).await.done().data;
            let valued: Vec<Value> = rows.into_iter().filter(|row| !row["amount"].is_null()).collect();
            assert_eq!(shown(&page), of_rows(&valued), "{call} {body}");
            assert!(clerk.ask(call, body).await.done().data["sums"].is_null());
        }
    }
    assert_eq!(found[0] + found[1], whole.len(), "{call} {base}");
    found
}

#[tokio::test]
async fn desks_have_periods_and_sums_of_what_fits_them() {
    let site = StaffSite::open().await;
    let angler = player(&site).await;
    let secrets = site.hire("ann", &[Role::Finance, Role::Support], None).await;
    let mut days = [String::new(), String::new()];
    for (half, today) in days.iter_mut().enumerate() {
        *today = day(site.now());
        // No session lasts for a day.
        let ann = site.signs_in("ann", secrets.clone()).await;
        let refused = asks(&site, &angler).await;
        let no = json!({ "withdrawal": refused, "reason": "Name does not match" });
        ann.does("withdrawals/reject", no).await.done();
        let asked = asks(&site, &angler).await;
        if half == 0 {
            let digest = info(&ann, &asked).await["digest"].clone();
            let start = json!({ "withdrawal": asked, "reason": "Taken up" });
            ann.does("withdrawals/start", start).await.done();
            let yes = json!({ "withdrawal": asked, "digest": digest, "reason": "Play and sources are plain" });
            ann.does("withdrawals/approve", yes).await.done();
            is_paid(&site, &asked).await;
        }
        let number = u64::try_from(half).expect("small") + 1;
        came(
            &site.ledger,
            [payment(&format!("t{half}"), number, 1_000_000 + half as i64, None)],
        )
        .await;
        let proposed = ann.ask("adjustments/propose", correction(&angler, "5000000")).await;
        proposed.done();
        ann.asks("cases/open", json!({ "title": "A payment that nobody knows" }))
            .await
            .done();
        site.next_day();
    }
    let ann = site.signs_in("ann", secrets).await;
    let rob = site.clerk("rob", &[Role::Risk]).await;
    site.settle().await;
    for (state, count) in [
        (json!(null), [0, 1]),
        (json!("review"), [0, 1]),
        (json!("approved"), [0, 0]),
        (json!("confirmed"), [1, 0]),
        (json!("rejected"), [1, 1]),
        (json!("all"), [2, 2]),
    ] {
        let found = halves(&ann, "withdrawals/list", json!({ "state": state }), &days).await;
        assert_eq!(found, count, "{state}");
    }
    let of_player = json!({ "player": angler.id.0 });
    assert_eq!(halves(&ann, "withdrawals/list", of_player, &days).await, [2, 2]);
    assert_eq!(halves(&ann, "topups/unmatched", json!({}), &days).await, [1, 1]);
    assert_eq!(
        halves(&ann, "proposals/list", json!({ "kind": "adjustment" }), &days).await,
        [1, 1]
    );
    assert_eq!(halves(&ann, "cases/list", json!({}), &days).await, [1, 1]);
    let mut submitted = form(&angler, "AB123456").await;
    submitted["req_id"] = json!(Uuid::new_v4());
    angler.call("kyc/edit", submitted).await.done();
    site.settle().await;
    assert_eq!(halves(&rob, "kyc/list", json!({}), &days).await, [0, 1]);
    let moved = json!({ "register": "reversed", "sums": true });
    let register = ann.ask("registers/list", moved).await.done().data;
    assert_eq!(shown(&register), Sums::from([("usdt".to_owned(), (2, 60_000_000, 0))]));
}
