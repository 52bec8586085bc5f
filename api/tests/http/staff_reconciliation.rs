//! Custody compared line by line at the staff desk (api §7.21): what the rails saw, and a statement that somebody sends.

use crate::bank::{Bank, came, payee, payment};
use crate::deposits::orders;
use crate::payouts::{NET, asks};
use crate::reading_desk::looks;
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::{Answer, read};
use axum::body::Bytes;
use domain::staff::Role;
use domain::time::{Day, Timestamp};
use hyper::Response;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const UPLOAD: &str = "/staff/v1/reconciliation/upload?name=march.csv&window=24";

impl StaffSite {
    async fn uploads(&self, path: &str, cookie: &str, body: String) -> Answer {
        let headers = [("x-staff", "1"), ("cookie", cookie)];
        read(self.post_to(path, body, &headers).await)
    }
}

/// What a comparison found, once it is done.
async fn found(clerk: &Clerk<'_>, job: &Value) -> Value {
    loop {
        let info = clerk.ask("reconciliation/info", json!({ "id": job["id"] })).await;
        let info = info.done().data;
        if info["job"]["state"] != "running" {
            assert_eq!(info["job"]["state"], "done", "{info}");
            return info["found"].clone();
        }
        tokio::task::yield_now().await;
    }
}

async fn lines(clerk: &Clerk<'_>, job: &Value, part: &str) -> Value {
    let asked = json!({ "id": job["id"], "part": part });
    clerk.ask("reconciliation/lines", asked).await.done().data
}

/// The number of lines by kind.
fn kinds(counts: &Value) -> Vec<(String, i64)> {
    let counts = counts.as_array().expect("counts").iter();
    let kind = |count: &Value| {
        (
            count["of"].as_str().expect("a kind").to_owned(),
            count["count"].as_i64(),
        )
    };
    counts
        .map(kind)
        .map(|(kind, count)| (kind, count.expect("a number")))
        .collect()
}

/// The daily close has the day's lines in its preview.
async fn of_the_day(clerk: &Clerk<'_>, day: Day) {
    let info = clerk.ask("days/info", json!({ "day": day })).await.done().data;
    let breaks = &info["report"]["breaks"];
    // The capital of a test is money that no chain brought: open since the day before.
    let open = ["not_in_journal", "not_in_statement"].map(|kind| (kind.to_owned(), 1));
    assert_eq!(kinds(&breaks["kinds"]), open, "{breaks}");
    assert_eq!(breaks["carried"]["sum"], json!("50000000000"));
    assert_eq!(
        (
            &breaks["kinds"][0]["sum"],
            &breaks["statement"]["count"],
            &breaks["journal"]["count"]
        ),
        (&json!("3000000"), &json!(4), &json!(4))
    );
    assert!(breaks["oldest_age_ms"].as_i64().is_some_and(|age| age > 0), "{breaks}");
}

fn text(got: &Response<Bytes>) -> String {
    String::from_utf8(got.body().to_vec()).expect("text")
}

#[tokio::test]
async fn what_the_rails_saw_is_compared_and_a_line_that_the_books_never_had_is_a_break() {
    let bank = Bank::open().await;
    let today = Timestamp(bank.app.now()).day();
    asks(&bank, 2, payee(1)).await;
    let order_no = orders(&bank.app.player(1).await).await;
    bank.pays(0, 10_000_000, Some(&order_no));
    bank.pays(1, 50_000_000, Some("for my friend"));
    bank.looks().await;
    bank.app.settle().await;
    // A payment that was seen and that nothing booked: what a defect of the scanner would leave.
    came(&bank.app.ledger, [payment("lost", 77, 3_000_000, None)]).await;
    let last = Timestamp(bank.app.now()).day();
    let site = StaffSite::of(bank.app).await;
    let (ada, sam) = (
        site.clerk("ada", &[Role::Auditor]).await,
        site.clerk("sam", &[Role::Support]).await,
    );
    site.wait_ms(60_000);
    site.settle().await;
    of_the_day(&ada, last).await;

    let period = json!({ "from": today, "to": last });
    sam.ask("reconciliation/run", period.clone()).await.refused(9001);
    let job = ada.ask("reconciliation/run", period).await.done().data;
    let data = found(&ada, &job).await;
    assert_eq!(kinds(&data["pairs"]), [("transaction".to_owned(), 3)], "{data}");
    let breaks = lines(&ada, &job, "breaks").await;
    let of_chain: Vec<&Value> = (breaks["list"].as_array().expect("a list").iter())
        .filter(|line| line["kind"] == "not_in_journal")
        .collect();
    assert_eq!(of_chain.len(), 1, "{breaks}");
    assert_eq!(
        (&of_chain[0]["amount"], &of_chain[0]["statement"][0]["transaction"]),
        (&json!("3000000"), &json!("lost"))
    );
    let pairs = lines(&ada, &job, "pairs").await;
    let sums: Vec<&Value> = pairs["list"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|line| &line["amount"])
        .collect();
    assert!(sums.contains(&&json!(format!("-{NET}"))), "{pairs}");
    let tx = |line: &Value| {
        line["statement"][0]["transaction"]
            .as_str()
            .expect("a transaction")
            .to_owned()
    };
    let sent = pairs["list"].as_array().expect("a list").iter();
    let sent = tx(sent
        .clone()
        .find(|line| line["amount"] == format!("-{NET}"))
        .expect("a payout"));
    let short = format!("{}…{}", &sent[..8], &sent[sent.len() - 4..]);
    // What lists show of a long id and of an amount, as they show it.
    for text in [
        "-11.5",
        "\u{2212}11.50 USDT",
        &sent,
        &short,
        &short.replace('…', "...").to_uppercase(),
    ] {
        let searched = json!({ "id": job["id"], "part": "pairs", "search": text });
        let searched = ada.ask("reconciliation/lines", searched).await.done().data;
        assert_eq!(
            (&searched["total"], &searched["sum"]),
            (&json!(1), &json!(format!("-{NET}"))),
            "{text}"
        );
    }
    let other = json!({ "id": job["id"], "part": "pairs", "search": format!("{}…0000", &sent[..8]) });
    assert_eq!(ada.ask("reconciliation/lines", other).await.done().data["total"], 0);

    let path = format!(
        "/staff/v1/reconciliation/{}/breaks.csv",
        job["id"].as_str().expect("an id")
    );
    let file = site.fetch_with(&path, ada.cookie()).await;
    assert_eq!(
        file.headers()["content-disposition"],
        "attachment; filename=\"breaks.csv\""
    );
    assert!(
        text(&file).contains("\"not_in_journal\",\"0\",\"3.000000\""),
        "{}",
        text(&file)
    );
    read(site.fetch_with(&path, sam.cookie()).await).refused(9001);
    read(
        site.fetch_with("/staff/v1/reconciliation/x/breaks.csv", ada.cookie())
            .await,
    )
    .refused(-1006);
    site.fetch_with(&path, ada.cookie()).await;
    // Once for each session, with what was compared and which list was taken.
    let by_ada = |subject: String| [("staff:ada".to_owned(), Some(subject))];
    assert_eq!(
        looks(&site, "reconciliation/run").await,
        by_ada(format!("{today}..{last}"))
    );
    let id = job["id"].as_str().expect("an id").to_owned();
    assert_eq!(looks(&site, "reconciliation/breaks.csv").await, by_ada(id));
}

#[tokio::test]
async fn a_statement_is_sent_as_it_is_and_one_that_is_wrong_or_too_large_is_refused() {
    let site = StaffSite::open().await;
    let (ann, sam) = (
        site.clerk("ann", &[Role::Finance]).await,
        site.clerk("sam", &[Role::Support]).await,
    );
    let csv = "transaction,time,amount\nffff,2020-01-01,1.5\n=1+1,2020-01-01,-2\n".to_owned();
    let job = site.uploads(UPLOAD, ann.cookie(), csv.clone()).await.done().data;
    let data = found(&ann, &job).await;
    assert_eq!(kinds(&data["breaks"]), [("not_in_journal".to_owned(), 2)]);
    assert_eq!(data["statement"]["sum"], "-500000");
    let shown = ann
        .ask("reconciliation/info", json!({ "id": job["id"] }))
        .await
        .done()
        .data;
    assert_eq!(shown["file"], "march.csv");
    let sent = ("staff:ann".to_owned(), Some(hex::encode(Sha256::digest(&csv))));
    assert_eq!(looks(&site, "reconciliation/upload").await, [sent]);
    // No cell begins a formula.
    let path = format!(
        "/staff/v1/reconciliation/{}/breaks.csv",
        job["id"].as_str().expect("an id")
    );
    assert!(text(&site.fetch_with(&path, ann.cookie()).await).contains("\"'=1+1\""));

    let wrong = site.uploads(UPLOAD, ann.cookie(), csv.replace("1.5", "1e5")).await;
    let field = wrong.refused(-1006)["field"].as_str().expect("a sentence").to_owned();
    assert!(
        field.starts_with("statement: line 1 of the statement: an amount is decimal"),
        "{field}"
    );
    for (body, sentence) in [
        ("<Document>", "statement: the statement is not XML"),
        ("", "statement: "),
    ] {
        let refused = site.uploads(UPLOAD, ann.cookie(), body.to_owned()).await;
        let field = refused.refused(-1006)["field"].as_str().expect("a sentence").to_owned();
        assert!(field.starts_with(sentence), "{field}");
    }
    let large = site.uploads(UPLOAD, ann.cookie(), "x".repeat((8 << 20) + 1)).await;
    assert_eq!(
        large.refused(-1006)["field"],
        "statement: it has more than 8 MiB: split it by its time"
    );

    site.uploads(UPLOAD, sam.cookie(), csv.clone()).await.refused(9001);
    site.uploads(UPLOAD, "staff=x", csv.clone()).await.refused(-1000);
    let foreign = site.post_to(UPLOAD, csv.clone(), &[("cookie", ann.cookie())]).await;
    assert_eq!(read(foreign).refused(-1006)["field"], "x-staff");
    let far = UPLOAD.replace("window=24", "window=721");
    assert_eq!(
        site.uploads(&far, ann.cookie(), csv).await.refused(-1006)["field"],
        "window"
    );
    for (body, field) in [
        (
            json!({ "from": "2025-01-01", "to": "2025-04-04" }),
            "to: at most 92 days from the first",
        ),
        (
            json!({ "from": "2025-01-02", "to": "2025-01-01" }),
            "to: at most 92 days from the first",
        ),
        (json!({ "from": "soon", "to": "2025-01-01" }), "from"),
        (
            json!({ "from": "2999-01-01", "to": "2999-01-01" }),
            "from: is in the future",
        ),
    ] {
        let refused = ann.ask("reconciliation/run", body).await;
        assert_eq!(refused.refused(-1006)["field"], field);
    }
}
