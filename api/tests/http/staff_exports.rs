//! Exports of lists: the same rows as the list shows, in every form; for who may see the list alone; recorded with
//! hashes; made again and again in the name of who set that up.

mod read_back;
mod runs;

use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::read;
use api::moment;
use domain::posting::Purse;
use domain::staff::Role;
use domain::time::Timestamp;
use read_back::{Table, of};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use staff::exports::schedules;
use staff::listener;
use std::sync::Arc;

const DAY_MS: i64 = 86_400_000;

/// Looks until an export is over.
async fn over(clerk: &Clerk<'_>, id: &Value) -> Value {
    loop {
        let info = clerk.ask("exports/info", json!({ "id": id })).await.done().data;
        if info["job"]["state"] != "running" {
            return info;
        }
        tokio::task::yield_now().await;
    }
}

/// An export of a list that is made.
async fn made(clerk: &Clerk<'_>, list: &str, filters: &Value, format: &str) -> Value {
    let body = json!({ "list": list, "body": filters, "format": format });
    let begun = clerk.looks("exports/table", body).await.done().data;
    let info = over(clerk, &begun["id"]).await;
    assert_eq!(info["job"]["state"], "done", "{info}");
    info
}

async fn fetched(site: &StaffSite, clerk: &Clerk<'_>, export: &Value, name: &str) -> Vec<u8> {
    let path = format!("/staff/v1/exports/{}/{name}", export.as_str().expect("an id"));
    let got = site.fetch_with(&path, clerk.cookie()).await;
    assert_eq!(got.status().as_u16(), 200, "{name}");
    got.body().to_vec()
}

/// The rows of an export, read back from its file, which has the hash that was said.
async fn rows(site: &StaffSite, clerk: &Clerk<'_>, info: &Value) -> Table {
    let file = &info["files"][0];
    let name = file["name"].as_str().expect("a name");
    let bytes = fetched(site, clerk, &info["job"]["id"], name).await;
    assert_eq!(file["sha256"], json!(hex::encode(Sha256::digest(&bytes))), "{name}");
    assert_eq!(file["bytes"], json!(bytes.len()), "{name}");
    let table = of(name, &bytes);
    assert_eq!(file["rows"], json!(table.len()), "{name}");
    table
}

/// Everything that a list shows, in pages of seven.
async fn shown(clerk: &Clerk<'_>, list: &str, filters: &Value, pages: bool) -> Vec<Value> {
    let (mut rows, mut body) = (Vec::new(), filters.clone());
    loop {
        if pages {
            body["limit"] = json!(7);
        }
        let page = clerk.ask(list, body.clone()).await.done().data;
        rows.extend(page["list"].as_array().expect("rows").clone());
        match &page["next"] {
            Value::Null => return rows,
            next => body["before"] = next.clone(),
        }
    }
}

async fn history(clerk: &Clerk<'_>) -> Vec<Value> {
    shown(clerk, "exports/history", &json!({}), true).await
}

#[tokio::test]
async fn an_export_holds_what_the_list_shows_on_all_its_pages_in_every_form() {
    let site = StaffSite::open().await;
    let (angler, other) = (site.player(1).await, site.player(2).await);
    for _ in 0..220 {
        angler.given(Purse::CoinPaid, 10).await;
    }
    other.given(Purse::CoinPaid, 1_000).await.dives_five_times().await;
    other.given(Purse::Usdt, 1_500_000).await;
    site.settle().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let lists = [
        ("entries/list", json!({ "owner": "tg:1" }), true, ["id", "amount"]),
        ("events/list", json!({ "stream": "player" }), true, ["id", "event_type"]),
        ("books/trial", json!({}), false, ["account", "closing"]),
    ];
    for (list, filters, pages, fields) in lists {
        for format in ["csv", "xlsx", "parquet"] {
            let info = made(&ann, list, &filters, format).await;
            let table = rows(&site, &ann, &info).await;
            let wanted = shown(&ann, list, &filters, pages).await;
            assert!(
                wanted.len() > 5 && table.len() == wanted.len(),
                "{list} {format}: {} {}",
                table.len(),
                wanted.len()
            );
            for (row, wanted) in table.iter().zip(&wanted) {
                for field in fields {
                    let column = match row.contains_key(field) && !matches!(field, "amount" | "closing") {
                        true => field.to_owned(),
                        false => format!("{field}_minor"),
                    };
                    assert_eq!(
                        row[&column],
                        wanted[field].as_str().expect("a text"),
                        "{list} {format} {field}"
                    );
                }
            }
            // In units of the asset: coins are whole, USDT have six decimals.
            let usdt = table
                .iter()
                .find(|row| row.get("asset").is_some_and(|asset| asset == "usdt"));
            if let (Some(row), "csv", "books/trial") = (usdt, format, list) {
                assert!(
                    row["closing"].split_once('.').is_some_and(|(_, rest)| rest.len() == 6),
                    "{row:?}"
                );
            }
        }
    }
    let entries = made(&ann, "entries/list", &json!({ "owner": "tg:1" }), "csv").await;
    let names: Vec<&str> = entries["files"]
        .as_array()
        .expect("files")
        .iter()
        .filter_map(|file| file["name"].as_str())
        .collect();
    assert_eq!(names, ["entries-list.csv", "entries-list.dictionary.csv"]);
    let dictionary = fetched(&site, &ann, &entries["job"]["id"], names[1]).await;
    let (heads, described): (Vec<_>, Vec<_>) = of(names[1], &dictionary)
        .into_iter()
        .partition(|line| line["column"].starts_with('('));
    assert!(heads.len() > 1, "{heads:?}");
    assert_eq!(described.len(), rows(&site, &ann, &entries).await[0].len());
    assert!(
        described
            .iter()
            .all(|line| !line["meaning"].is_empty() && !line["type"].is_empty())
    );
    // Times are UTC, whatever the spreadsheet.
    let first = &rows(&site, &ann, &entries).await[0];
    assert!(first["at"].ends_with('Z'), "{first:?}");
}

#[tokio::test]
async fn a_file_says_of_which_moment_its_rows_are() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 10).await;
    site.settle().await;
    let past = moment::write(Timestamp(site.now()));
    site.wait_ms(DAY_MS);
    angler.given(Purse::CoinPaid, 1_000).await;
    site.settle().await;
    let now = moment::write(Timestamp(site.now()));
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    for (list, filters, at, travels) in [
        ("entries/list", json!({ "as_of": past }), &past, true),
        ("books/trial", json!({ "as_of": past }), &past, true),
        ("books/trial", json!({}), &now, true),
        ("withdrawals/list", json!({}), &now, false),
        ("freezes/list", json!({}), &now, false),
    ] {
        let wanted = ann.ask(list, filters.clone()).await.done().data;
        for format in ["csv", "parquet"] {
            let info = made(&ann, list, &filters, format).await;
            let name = info["files"][1]["name"].as_str().expect("a dictionary");
            let dictionary = of(name, &fetched(&site, &ann, &info["job"]["id"], name).await);
            let said = |column: &str| {
                let lines = dictionary.iter().filter(|line| line["column"] == column);
                lines.map(|line| line["meaning"].clone()).collect::<Vec<_>>()
            };
            let moment = &said("(as of)")[0];
            assert!(moment.starts_with(at.as_str()), "{list} {format}: {moment}");
            assert_eq!(moment.contains("has no past"), !travels, "{list}: {moment}");
            let positions = wanted["at"]["positions"].as_object();
            assert_eq!(said("(position)").len(), positions.map_or(0, Map::len), "{list}");
            for ((_, last), line) in positions.into_iter().flatten().zip(said("(position)")) {
                // What is asked meanwhile is recorded, so the present has moved on.
                assert!(at == &now || line.starts_with(&format!("{last}.")), "{line}");
            }
        }
    }
}

#[tokio::test]
async fn who_may_not_see_a_list_neither_exports_nor_fetches_it() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let bob = site.clerk("bob", &[Role::Finance]).await;
    let sam = site.clerk("sam", &[Role::Support]).await;
    let ask = |list: &str, body: Value, format: &str| json!({ "list": list, "body": body, "format": format });
    bob.looks("exports/table", ask("kyc/list", json!({}), "csv"))
        .await
        .refused(9001);
    sam.looks("exports/table", ask("players/timeline", json!({}), "csv"))
        .await
        .refused(9001);
    for (list, body, format, field) in [
        ("withdrawals/approve", json!({}), "csv", "list"),
        ("overview/info", json!({}), "csv", "list"),
        ("withdrawals/list", json!({ "nothing": 1 }), "csv", "nothing"),
        ("entries/list", json!({ "owner": "?" }), "csv", "owner"),
        ("withdrawals/list", json!({}), "ods", "format"),
    ] {
        let refused = ann.looks("exports/table", ask(list, body, format)).await.refused(-1006);
        assert_eq!(refused["field"], field, "{list}");
    }
    assert_eq!(history(&ann).await, Vec::<Value>::new());
    let info = made(&ann, "kyc/list", &json!({}), "csv").await;
    let path = format!(
        "/staff/v1/exports/{}/kyc-list.csv",
        info["job"]["id"].as_str().expect("an id")
    );
    read(site.fetch_with(&path, bob.cookie()).await).refused(9001);
    assert_eq!(history(&bob).await[0]["is_there"], false);
    assert_eq!(history(&ann).await[0]["is_there"], true);
}

#[tokio::test]
async fn a_text_that_looks_like_a_formula_stays_a_text() {
    let site = StaffSite::open().await;
    let angler = site.player(1).await;
    let rex = site.clerk("rex", &[Role::Risk]).await;
    let formula = "=HYPERLINK(\"http://a.example\",\"go\")";
    rex.does("freezes/set", json!({ "player": angler.id.0, "reason": formula }))
        .await
        .done();
    site.settle().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    for (format, shown) in [
        ("csv", format!("'{formula}")),
        ("xlsx", formula.to_owned()),
        ("parquet", formula.to_owned()),
    ] {
        let info = made(&ann, "freezes/list", &json!({}), format).await;
        let table = rows(&site, &ann, &info).await;
        assert_eq!(table[0]["reason"], shown, "{format}");
    }
}

#[tokio::test]
async fn what_left_the_house_is_on_record_with_filters_reason_and_hashes_t_55() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let body = json!({
        "list": "events/list", "body": { "stream": "staff" }, "format": "csv", "reason": "the yearly audit"
    });
    let begun = ann.ask("exports/table", body).await.done().data;
    let info = over(&ann, &begun["id"]).await;
    let books = ann.looks("exports/start", json!({ "format": "csv" })).await.done().data;
    let books = over(&ann, &books["id"]).await;
    let lines = history(&ann).await;
    let [newest, list] = lines.as_slice() else {
        panic!("{lines:?}")
    };
    assert_eq!((&newest["what"], &newest["files"]), (&json!("books"), &books["files"]));
    assert_eq!((&list["files"], &list["export"]), (&info["files"], &info["job"]["id"]));
    for (field, value) in [
        ("what", json!("events/list")),
        ("reason", json!("the yearly audit")),
        ("by", json!("ann")),
        ("format", json!("csv")),
        ("is_there", json!(true)),
        ("rows", info["files"][0]["rows"].clone()),
        ("schedule", Value::Null),
    ] {
        assert_eq!(list[field], value, "{field}");
    }
    let filters: Value = serde_json::from_str(list["filters"].as_str().expect("JSON")).expect("JSON");
    assert!(
        filters["stream"] == "staff" && filters["as_of"].is_string(),
        "{filters}"
    );
    // Asked for, on record before anything was written; then made.
    let story = site.story("ann").await;
    assert!(
        story.iter().filter(|event| *event == "ExportMade").count() == 2,
        "{story:?}"
    );
}

#[tokio::test]
async fn a_schedule_runs_once_when_it_is_due_and_only_while_its_owner_may() {
    let site = StaffSite::open().await;
    let fay = site.clerk("fay", &[Role::Finance]).await;
    let ann = site.clerk("ann", &[Role::Auditor]).await;
    let plan = json!({
        "list": "books/trial", "body": {}, "format": "xlsx", "every": "day", "hour": 6, "kept_days": 30,
        "reason": "the bank asks for it",
    });
    ann.does("exports/schedule", plan.clone()).await.refused(9001);
    for (field, value) in [
        ("every", json!("hour")),
        ("hour", json!(24)),
        ("kept_days", json!(93)),
        ("list", json!("x")),
    ] {
        let mut wrong = plan.clone();
        wrong[field] = value;
        let refused = fay.does("exports/schedule", wrong).await.refused(-1006);
        assert_eq!(refused["field"], field);
    }
    let schedule = fay.does("exports/schedule", plan).await.done().data["schedule"].clone();
    let due = fay.ask("exports/schedules", json!({})).await.done().data["list"][0]["due_ms"].clone();
    let (app, work) = (site.app.service().clone(), Arc::new(listener::work(site.app.service())));
    let round = async || schedules::run_once(&app, &work).await.expect("a round");
    round().await;
    assert_eq!(history(&ann).await.len(), 0, "nothing is due");
    site.wait_ms(due.as_i64().expect("a moment") - site.now());
    let (ann, fay) = (
        site.signs_in("ann", ann.issued).await,
        site.signs_in("fay", fay.issued).await,
    );
    round().await;
    round().await;
    let lines = history(&ann).await;
    assert_eq!(lines.len(), 1, "once: {lines:?}");
    assert_eq!((&lines[0]["schedule"], &lines[0]["due_ms"]), (&schedule, &due));
    assert_eq!((&lines[0]["by"], &lines[0]["is_there"]), (&json!("fay"), &json!(true)));
    let name = lines[0]["files"][0]["name"].as_str().expect("a name");
    let table = of(name, &fetched(&site, &ann, &lines[0]["export"], name).await);
    assert!(!table.is_empty(), "a trial balance");
    // Who may no longer, takes nothing.
    let request = ledger::Request::system("system:test", uuid::Uuid::new_v4());
    let decided = domain::staff::Decided {
        by: "operator".into(),
        approver: None,
        reason: "left finance".into(),
    };
    let roles = [Role::Support].into_iter().collect();
    let command = domain::staff::StaffCommand::SetRoles { roles, decided };
    let stream = ledger::StreamId::thing(domain::ids::StaffId::of("fay").0);
    let reply = site
        .ledger
        .staff()
        .execute(&stream, command, request, ledger::Plain)
        .await;
    assert!(reply.expect("decided").is_accepted());
    drop(fay);
    site.wait_ms(DAY_MS);
    let ann = site.signs_in("ann", ann.issued).await;
    round().await;
    let missed = &history(&ann).await[0];
    assert_eq!((&missed["problem"], &missed["export"]), (&json!("9001"), &Value::Null));
    let guy = site.clerk("guy", &[Role::FinanceLead]).await;
    guy.does("exports/stop", json!({ "schedule": schedule })).await.done();
    assert_eq!(
        guy.ask("exports/schedules", json!({})).await.done().data["list"],
        json!([])
    );
    guy.does("exports/stop", json!({ "schedule": schedule }))
        .await
        .refused(-1006);
}
