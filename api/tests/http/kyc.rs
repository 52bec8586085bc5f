//! Identity checks and the images they need (domain §3.11).

use crate::angler::{Angler, fresh};
use crate::test_app::TestApp;
use crate::upload::{place, uploads};
use domain::config::region::Mode;
use domain::ids::SubmissionId;
use domain::kyc::{Decide, Verdict};
use domain::player::freeze::Freeze;
use domain::time::Timestamp;
use ledger::testing::players::must;
use ledger::{Reply, Request};
use serde_json::{Value, json};
use uuid::Uuid;

/// A form that can be submitted, with two images of its own.
pub async fn form(angler: &Angler<'_>, id_no: &str) -> Value {
    let keys = [uploads(angler, b"front").await, uploads(angler, b"back").await];
    json!({
        "id_name": "Ana Angler", "id_no": id_no, "country": "MT", "tel": "+35699123456",
        "email": "ana@example.com", "id_urls": keys, "id_type": 2
    })
}

pub async fn decides(angler: &Angler<'_>, submission: &Value, verdict: Verdict, until: Option<i64>) -> Reply {
    let submission = Uuid::parse_str(submission.as_str().expect("an id")).expect("an id");
    let decide = Decide {
        submission: SubmissionId(submission),
        verdict,
        reasons: if verdict == Verdict::Approve {
            Vec::new()
        } else {
            vec!["image_unreadable".into()]
        },
        by: "ann".into(),
        own: None,
        expires_on: until.map(|ms| Timestamp(ms).day()),
    };
    let reply = api::kyc::decide(&angler.app.ledger, angler.id, decide, Request::default()).await;
    reply.expect("a reply")
}

#[tokio::test]
async fn a_check_goes_from_none_over_review_and_another_try_to_approved_and_ends_with_the_document() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let none = json!({
        "status": 0, "reasons": [], "can_edit": true, "required": false, "required_over": "50.000000",
        "submitted_at": null, "usual_ms": null, "masked": null
    });
    assert_eq!(angler.read("kyc/check").await, none);
    let mut body = form(&angler, "AB123456").await;
    body["req_id"] = json!(fresh());
    let first = angler.call("kyc/edit", body.clone()).await.done();
    assert_eq!(first.data["status"], 1);
    assert_eq!(angler.call("kyc/edit", body.clone()).await.done().bytes, first.bytes);
    let mut other = body.clone();
    other["tel"] = json!("+35699123457");
    angler.call("kyc/edit", other).await.refused(-1007);
    body["req_id"] = json!(fresh());
    angler.call("kyc/edit", body).await.refused(6109);
    angler
        .call("utils/upload_config", json!({ "ctype": "kyc" }))
        .await
        .refused(6109);
    let masked = json!({ "id_name": "A***", "tel": "***456", "email": "a***@example.com" });
    let check = angler.read("kyc/check").await;
    assert_eq!((&check["status"], &check["masked"]), (&json!(1), &masked));
    assert_eq!(angler.read("user/info").await["user"]["kyc_status"], 1);

    assert!(
        decides(&angler, &first.data["submission_id"], Verdict::Retry, None)
            .await
            .is_accepted()
    );
    let check = angler.read("kyc/check").await;
    assert_eq!(
        (&check["status"], &check["reasons"]),
        (&json!(2), &json!(["image_unreadable"]))
    );
    let second = angler
        .call("kyc/edit", form(&angler, "AB123456").await)
        .await
        .done()
        .data;
    let until = app.now() + 86_400_000;
    let reply = decides(&angler, &second["submission_id"], Verdict::Approve, Some(until)).await;
    assert!(reply.is_accepted());
    assert_eq!(angler.read("user/info").await["user"]["kyc_status"], 3);
    app.next_day();
    app.next_day();
    app.settle().await;
    workers::kyc::tick(&app.ledger).await.expect("done");
    assert_eq!(angler.read("user/info").await["user"]["kyc_status"], 0);
}

#[tokio::test]
async fn each_wrong_field_of_the_form_has_its_own_code() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let good = form(&angler, "AB123456").await;
    let stranger = app.player(2).await;
    let foreign = uploads(&stranger, b"front").await;
    let again = uploads(&angler, b"front").await;
    let empty = place(&angler).await["object_key"].clone();
    let keys = &good["id_urls"];
    for (field, value, code) in [
        ("id_name", json!(""), 6101),
        ("id_name", json!("4na"), 6101),
        ("tel", json!("35699123456"), 6102),
        ("email", json!("ana@example"), 6103),
        ("id_urls", json!([keys[0]]), 6104),
        ("id_urls", json!([keys[0], keys[0]]), 6104),
        ("id_urls", json!([keys[0], foreign]), 6104),
        ("id_urls", json!([keys[0], "http://169.254.169.254/x.png"]), 6104),
        ("id_urls", json!([keys[0], empty]), 6111),
        ("id_urls", json!([keys[0], again]), 6104),
        ("country", json!("XX"), 6105),
        ("id_type", json!(4), 6106),
        ("id_type", json!(-1), 6106),
        ("id_no", json!("ab-1"), 6107),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        let answer = angler.call("kyc/edit", body).await;
        assert_eq!(answer.error, code, "{field} {value}");
    }
    let mut young = good.clone();
    (young["country"], young["id_type"]) = (json!("CN"), json!(1));
    young["id_no"] = json!("11010520200101001X");
    assert!([6107, 6108].contains(&angler.call("kyc/edit", young).await.error));
    angler.call("kyc/edit", good).await.done();
}

#[tokio::test]
async fn a_document_of_another_account_is_refused_at_the_form_and_at_the_verdict_t_68() {
    let app = TestApp::open().await;
    let (first, second) = (app.player(1).await, app.player(2).await);
    let answer = first.call("kyc/edit", form(&first, "AB123456").await).await.done().data;
    let body = form(&second, "AB123456").await;
    second.call("kyc/edit", body.clone()).await.refused(6110);
    // The first one failed, so the document is free again; then both wait, and one is approved.
    assert!(
        decides(&first, &answer["submission_id"], Verdict::Retry, None)
            .await
            .is_accepted()
    );
    let other = second.call("kyc/edit", body).await.done().data;
    assert!(
        decides(&second, &other["submission_id"], Verdict::Approve, None)
            .await
            .is_accepted()
    );
    first
        .call("kyc/edit", form(&first, "AB123456").await)
        .await
        .refused(6110);
    let own = first.call("kyc/edit", form(&first, "CD654321").await).await.done().data;
    assert!(
        decides(&first, &own["submission_id"], Verdict::Approve, None)
            .await
            .is_accepted()
    );
}

#[tokio::test]
async fn a_closed_account_gets_no_place_and_submits_no_form() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let body = form(&angler, "AB123456").await;
    let is_closed = async |angler: &Angler<'_>, code: i64| {
        for ctype in ["kyc", "avatar"] {
            let answer = angler.call("utils/upload_config", json!({ "ctype": ctype })).await;
            answer.refused(code);
        }
        angler.call("kyc/edit", body.clone()).await.refused(code);
    };
    app.publish(|config| config.region.default_mode = Mode::Blocked).await;
    is_closed(&angler, -1004).await;
    app.publish(|config| config.region.default_mode = Mode::Real).await;
    let (staff, reason) = ("risk".to_owned(), "a ring".to_owned());
    must(&app.ledger, angler.id, Freeze { staff, reason }).await;
    is_closed(&angler, -1002).await;
}

#[tokio::test]
async fn twenty_accounts_with_one_identity_are_nineteen_too_many_t_68() {
    let app = TestApp::open().await;
    let mut accounts = Vec::new();
    for tg_id in 1..=20 {
        let angler = app.player(tg_id).await;
        let body = form(&angler, "AB123456").await;
        accounts.push((angler, body));
    }
    // All at once: each sees those before it, whoever they are.
    let sent = accounts
        .iter()
        .map(|(angler, body)| angler.call("kyc/edit", body.clone()));
    let mut answer: Vec<i64> = futures_of(sent).await.into_iter().map(|answer| answer.error).collect();
    answer.sort_unstable();
    assert_eq!(answer, [[0].as_slice(), &[6110; 19]].concat());
    // The number is found again however it is written, and nothing of it is in the index.
    let (angler, mut body) = accounts.swap_remove(7);
    body["id_no"] = json!("AB123456");
    assert!([6110, 6109].contains(&angler.call("kyc/edit", body).await.error));
    let (index,): (String,) = sqlx::query_as("select string_agg(fingerprint, ' ') from vault_fingerprints")
        .fetch_one(app.ledger.pool())
        .await
        .expect("read");
    assert!(!index.contains("AB123456") && index.split(' ').all(|hash| hash.len() == 64));
}

/// All of them at once, in the order they were given.
async fn futures_of<T>(all: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting: Vec<_> = all.map(Box::pin).collect();
    let mut done: Vec<Option<T>> = waiting.iter().map(|_| None).collect();
    std::future::poll_fn(|context| {
        for (future, done) in waiting.iter_mut().zip(&mut done) {
            if done.is_none()
                && let std::task::Poll::Ready(value) = future.as_mut().poll(context)
            {
                *done = Some(value);
            }
        }
        if done.iter().all(Option::is_some) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    done.into_iter().flatten().collect()
}

#[tokio::test]
async fn an_image_that_two_accounts_submit_is_shown_to_whoever_reviews_t_68() {
    let app = TestApp::open().await;
    let (first, second) = (app.player(1).await, app.player(2).await);
    let (one, other) = (form(&first, "AB123456").await, form(&second, "CD654321").await);
    first.call("kyc/edit", one).await.done();
    let uploads = app.uploads();
    let key = other["id_urls"][0].as_str().expect("a key");
    assert_eq!(uploads.others_with(second.id, key).await.expect("read"), [first.id.0]);
    second.call("kyc/edit", other.clone()).await.done();
    assert_eq!(uploads.others_with(second.id, key).await.expect("read"), [first.id.0]);
}

#[tokio::test]
async fn addresses_instead_of_images_are_refused_and_nobody_is_asked_t_63() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let good = form(&angler, "AB123456").await;
    let bait = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = bait.local_addr().expect("an address").port();
    let payloads = payloads(port);
    assert!(payloads.len() >= 100, "{}", payloads.len());
    for payload in payloads {
        let mut body = good.clone();
        body["id_urls"] = json!([good["id_urls"][0], payload]);
        let answer = angler.call("kyc/edit", body).await;
        // What no name can be is no field of a form; anything else is nobody's image.
        assert!(matches!(answer.error, 6104 | -1006), "{payload} {}", answer.error);
    }
    // Whoever was asked would have been asked by now: each answer came after its refusal.
    let asked = std::future::poll_fn(|context| std::task::Poll::Ready(bait.poll_accept(context).is_ready())).await;
    assert!(!asked, "somebody was asked");
    angler.call("kyc/edit", good).await.done();
}

/// A hundred ways to name this machine, the cloud's own service, files, and nothing.
fn payloads(port: u16) -> Vec<String> {
    let hosts = [
        "127.0.0.1",
        "localhost",
        "127.1",
        "127.0.1",
        "0",
        "0.0.0.0",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "2130706433",
        "0x7f000001",
        "017700000001",
        "127.0.0.1.nip.io",
        "localtest.me",
        "LOCALHOST",
        "127.0.0.1%00.example.com",
        "user@127.0.0.1",
        "127.0.0.1#@example.com",
        "169.254.169.254",
        "[fd00:ec2::254]",
    ];
    let mut payloads = Vec::new();
    for host in hosts {
        payloads.push(format!("http://{host}:{port}/x.png"));
        payloads.push(format!("https://{host}:{port}/latest/meta-data/"));
        payloads.push(format!("//{host}:{port}/x"));
        payloads.push(format!("gopher://{host}:{port}/_GET"));
        payloads.push(format!("kyc-00000000000000000000000000000000@{host}:{port}"));
    }
    for path in [
        "/etc/passwd",
        "../../etc/passwd",
        "..%2f..%2fetc%2fpasswd",
        "file:///etc/passwd",
        "/proc/self/environ",
    ] {
        payloads.push(path.to_owned());
    }
    payloads.extend(
        [
            "",
            " ",
            "\0",
            "data:image/png;base64,AAAA",
            "kyc-",
            "ftp://127.0.0.1/",
            "dict://127.0.0.1:1/",
        ]
        .map(String::from),
    );
    payloads
}

#[tokio::test]
async fn a_player_under_review_reads_how_long_decisions_took_once_there_are_enough_of_them() {
    let app = TestApp::open().await;
    let hour = 3_600_000;
    let mut waiting = Vec::new();
    for (number, hours) in (1..).zip([9, 1, 2, 30, 3]) {
        let angler = app.player(number).await;
        let body = form(&angler, &format!("AB12345{number}")).await;
        let submission = angler.call("kyc/edit", body).await.done().data["submission_id"].clone();
        waiting.push((angler, submission, hours));
    }
    let usual = async |angler: &Angler<'_>| {
        app.settle().await;
        angler.read("kyc/check").await["usual_ms"].clone()
    };
    // Decided in the order of their hours; the last one is asked for the time before its own decision.
    waiting.sort_by_key(|(.., hours)| *hours);
    let begun = app.now();
    for (angler, submission, hours) in &waiting {
        assert_eq!(usual(angler).await, Value::Null, "too few to say anything");
        app.wait_ms(begun + hours * hour - app.now());
        let reply = decides(angler, submission, Verdict::Approve, None).await;
        assert!(reply.is_accepted());
    }
    let next = app.player(99).await;
    assert_eq!(usual(&next).await, Value::Null, "nothing is under review");
    next.call("kyc/edit", form(&next, "ZZ987654").await).await.done();
    assert_eq!(usual(&next).await, json!(3 * hour), "the median, not the mean");
}
