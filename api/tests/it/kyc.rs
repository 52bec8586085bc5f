//! Identity checks and the images they need (PRODUCT §3.11).

use crate::angler::{Angler, fresh};
use crate::house::House;
use api::uploads::{Kept, Uploads};
use api::work;
use domain::config::region::Mode;
use domain::ids::SubmissionId;
use domain::kyc::{Decide, Verdict};
use domain::player::erasure::{EraseData, RequestErasure};
use domain::player::freeze::Freeze;
use domain::time::Timestamp;
use hyper::Method;
use ledger::testing::players::must;
use ledger::{Reply, Request};
use serde_json::{Value, json};
use uuid::Uuid;

fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).expect("short");
    [length.to_be_bytes().as_slice(), name, data, &[0; 4]].concat()
}

/// A small picture whose data is `data`, with a text beside it.
fn picture(data: &[u8]) -> Vec<u8> {
    let header = [0, 0, 0, 9, 0, 0, 0, 9, 8, 2, 0, 0, 0];
    [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &header),
        chunk(b"tEXt", b"Location\x0052.5 N"),
        chunk(b"IDAT", data),
        chunk(b"IEND", b""),
    ]
    .concat()
}

async fn place(angler: &Angler<'_>) -> Value {
    angler
        .call("utils/upload_config", json!({ "ctype": "kyc" }))
        .await
        .done()
        .data
}

/// HTTP status and code of an upload.
async fn put(house: &House, url: &str, kind: &str, bytes: Vec<u8>) -> (u16, i64) {
    let response = house.send(Method::PUT, url, &[("content-type", kind)], bytes).await;
    let told: Value = serde_json::from_slice(response.body()).expect("an envelope");
    (response.status().as_u16(), told["error"].as_i64().expect("a code"))
}

fn url(place: &Value) -> &str {
    place["upload_url"].as_str().expect("an address")
}

/// Uploads a picture; its key.
pub async fn uploads(angler: &Angler<'_>, data: &[u8]) -> String {
    let place = place(angler).await;
    let done = put(angler.house, url(&place), "image/png", picture(data)).await;
    assert_eq!(done, (200, 0));
    place["object_key"].as_str().expect("a key").to_owned()
}

async fn form(angler: &Angler<'_>, id_no: &str) -> Value {
    let keys = [uploads(angler, b"front").await, uploads(angler, b"back").await];
    json!({
        "id_name": "Ana Angler", "id_no": id_no, "country": "MT", "tel": "+35699123456",
        "email": "ana@example.com", "id_urls": keys, "id_type": 2
    })
}

async fn decides(angler: &Angler<'_>, submission: &Value, verdict: Verdict, until: Option<i64>) -> Reply {
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
    let reply = api::kyc::decide(&angler.house.ledger, angler.id, decide, Request::default()).await;
    reply.expect("a reply")
}

#[tokio::test]
async fn a_check_goes_from_none_over_review_and_another_try_to_approved_and_ends_with_the_document() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let none = json!({
        "status": 0, "reasons": [], "can_edit": true, "required": false, "required_over": "50.000000",
        "submitted_at": null, "masked": null
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
    let until = house.now() + 86_400_000;
    let reply = decides(&angler, &second["submission_id"], Verdict::Approve, Some(until)).await;
    assert!(reply.is_accepted());
    assert_eq!(angler.read("user/info").await["user"]["kyc_status"], 3);
    house.next_day();
    house.next_day();
    house.settle().await;
    work::kyc::strike(&house.ledger).await.expect("struck");
    assert_eq!(angler.read("user/info").await["user"]["kyc_status"], 0);
}

#[tokio::test]
async fn each_wrong_field_of_the_form_is_told_with_its_own_code() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let good = form(&angler, "AB123456").await;
    let stranger = house.player(2).await;
    let foreign = uploads(&stranger, b"front").await;
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
    let house = House::open().await;
    let (first, second) = (house.player(1).await, house.player(2).await);
    let told = first.call("kyc/edit", form(&first, "AB123456").await).await.done().data;
    let body = form(&second, "AB123456").await;
    second.call("kyc/edit", body.clone()).await.refused(6110);
    // The first one failed, so the document is free again; then both wait, and one is approved.
    assert!(
        decides(&first, &told["submission_id"], Verdict::Retry, None)
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
async fn nothing_of_a_form_or_an_image_is_in_the_log_or_readable_in_the_tables() {
    let house = House::open().await;
    let angler = house.player(1).await;
    angler.call("kyc/edit", form(&angler, "AB123456").await).await.done();
    let tables = [
        "select coalesce(string_agg(payload::text || metadata::text, ' '), '') from events",
        "select coalesce(string_agg(answer, ' '), '') from requests",
        "select coalesce(string_agg(encode(sealed, 'escape'), ' '), '') from vault_records",
        "select coalesce(string_agg(fingerprint, ' '), '') from vault_fingerprints",
    ];
    for statement in tables {
        let (text,): (String,) = sqlx::query_as(statement)
            .fetch_one(house.ledger.pool())
            .await
            .expect("read");
        for secret in ["Ana Angler", "AB123456", "+35699123456", "ana@example.com", "IDAT"] {
            assert!(!text.contains(secret), "{secret} in {statement}");
        }
    }
}

#[tokio::test]
async fn an_image_goes_to_its_place_once_cleaned_and_only_as_what_it_is_t_64() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let place = place(&angler).await;
    assert_eq!(
        (&place["method"], &place["max_bytes"]),
        (&json!("PUT"), &json!(8 << 20))
    );
    assert_eq!(place["expires_at"], house.now() + 600_000);
    let (to, png) = (url(&place), picture(b"front"));
    let large = vec![0; (8 << 20) + 1];
    for (kind, bytes, told) in [
        ("image/svg+xml", png.clone(), (415, 6111)),
        ("image/jpeg", png.clone(), (415, 6111)),
        ("image/png", b"<svg/>".to_vec(), (415, 6111)),
        ("image/png", large, (413, 6111)),
        ("image/png", png.clone(), (200, 0)),
        ("image/png", png.clone(), (200, 0)),
        ("image/png", picture(b"other"), (409, 6111)),
    ] {
        assert_eq!(put(&house, to, kind, bytes).await, told, "{kind}");
    }
    let key = place["object_key"].as_str().expect("a key");
    let kept = Uploads::new(&house.ledger).read(angler.id, key).await;
    let kept = kept.expect("read").expect("an image");
    assert!(!kept.windows(8).any(|part| part == b"Location") && kept.len() < png.len());
}

#[tokio::test]
async fn an_address_that_is_not_signed_or_over_takes_nothing_t_65() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let place = place(&angler).await;
    let good = url(&place).to_owned();
    let (path, query) = good.split_once('?').expect("a query");
    let wrong = [
        path.to_owned(),
        format!("{path}?{}", query.replace("signature=", "signature=0")),
        format!("{path}?{}", query.replace("expires=", "expires=1")),
        format!("/upload/kyc-{}?{query}", Uuid::new_v4().simple()),
    ];
    for address in wrong {
        let refused = put(&house, &address, "image/png", picture(b"front")).await;
        assert_eq!(refused, (403, 6111), "{address}");
    }
    house.wait_ms(600_000);
    let late = put(&house, &good, "image/png", picture(b"front")).await;
    assert_eq!(late, (403, 6111));
}

#[tokio::test]
async fn a_player_gets_twenty_places_a_day() {
    let house = House::open().await;
    let angler = house.player(1).await;
    for _ in 0..20 {
        place(&angler).await;
    }
    let body = json!({ "ctype": "avatar" });
    let refused = angler.call("utils/upload_config", body.clone()).await.refused(-1005);
    assert_eq!(refused, json!({ "retry_after_ms": 86_400_000 }));
    house.wait_ms(86_400_001);
    angler.call("utils/upload_config", body).await.done();
    let wrong = angler
        .call("utils/upload_config", json!({ "ctype": "x" }))
        .await
        .refused(-1006);
    assert_eq!(wrong, json!({ "field": "ctype" }));
}

#[tokio::test]
async fn a_closed_account_gets_no_place_and_submits_no_form() {
    let house = House::open().await;
    let angler = house.player(1).await;
    let body = form(&angler, "AB123456").await;
    let is_closed = async |angler: &Angler<'_>, code: i64| {
        for ctype in ["kyc", "avatar"] {
            let answer = angler.call("utils/upload_config", json!({ "ctype": ctype })).await;
            answer.refused(code);
        }
        angler.call("kyc/edit", body.clone()).await.refused(code);
    };
    house.publish(|config| config.region.default_mode = Mode::Blocked).await;
    is_closed(&angler, -1004).await;
    house.publish(|config| config.region.default_mode = Mode::Real).await;
    let (staff, reason) = ("risk".to_owned(), "a ring".to_owned());
    must(&house.ledger, angler.id, Freeze { staff, reason }).await;
    is_closed(&angler, -1002).await;
}

#[tokio::test]
async fn nothing_is_kept_of_a_player_whose_account_was_erased_meanwhile() {
    let house = House::open().await;
    let key = place(&house.player(1).await).await["object_key"].clone();
    let key = key.as_str().expect("a key");
    let id = domain::ids::PlayerId::of_messenger(1);
    let (staff, reason) = (None, String::new());
    must(&house.ledger, id, RequestErasure { staff, reason }).await;
    house.wait_ms(30 * 86_400_000);
    let angler = house.newcomer(1, "").await;
    let key_id = format!("vault:{id}");
    must(&house.ledger, id, EraseData { key_id }).await;
    house.ledger.vault().erase(id.0).await.expect("erased");
    let answer = angler.call("utils/upload_config", json!({ "ctype": "kyc" })).await;
    answer.refused(-1002);
    // The image that was on its way, and the login that had just been checked.
    let uploads = Uploads::new(&house.ledger);
    assert_eq!(uploads.keep(id, key, b"image").await.expect("asked"), Kept::Closed);
    house.login(&house.launch(1, None), "").await.refused(-1002);
    let (keys,): (i64,) = sqlx::query_as("select count(*) from vault_keys where subject = $1")
        .bind(id.0)
        .fetch_one(house.ledger.pool())
        .await
        .expect("read");
    assert_eq!(keys, 0, "no key was made again");
}

#[tokio::test]
async fn a_player_s_images_come_one_after_the_other_and_another_s_meanwhile() {
    let house = House::open().await;
    let (angler, other) = (house.player(1).await, house.player(2).await);
    let uploads = Uploads::new(&house.ledger);
    let first = uploads.turn(angler.id).await;
    let second = uploads.turn(angler.id);
    tokio::pin!(second);
    tokio::select! {
        biased;
        _ = &mut second => panic!("two at once"),
        _ = uploads.turn(other.id) => {}
    }
    drop(first);
    let _second = second.await;
}
