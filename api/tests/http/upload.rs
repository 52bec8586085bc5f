//! Images on their way into the vault (domain §3.11, api §8.3).

use crate::angler::Angler;
use crate::picture::{Fate, PLACE, corpus, form, form_with, photo};
use crate::test_app::{TestApp, read};
use api::app::Settings;
use api::quarantine::{CONTENT_TYPE, Storage};
use api::uploads::{LIFE_MS, TakenIn};
use domain::config::Config;
use domain::player::erasure::{EraseData, RequestErasure};
use hyper::Method;
use ledger::testing::players::must;
use serde_json::{Value, json};
use std::path::PathBuf;
use uuid::Uuid;

/// A place for a document.
pub async fn place(angler: &Angler<'_>) -> Value {
    angler
        .call("utils/upload_config", json!({ "ctype": "kyc" }))
        .await
        .done()
        .data
}

/// HTTP status and code of a form that was posted to its place.
async fn post(app: &TestApp, place: &Value, file: &[u8]) -> (u16, i64) {
    send(app, form(place, file)).await
}

async fn send(app: &TestApp, (kind, body): (String, Vec<u8>)) -> (u16, i64) {
    let response = app
        .send(Method::POST, "/upload", &[("content-type", &kind)], body)
        .await;
    let answer = read(response);
    (answer.status, answer.error)
}

/// Uploads a photo; its key.
pub async fn uploads(angler: &Angler<'_>, data: &[u8]) -> String {
    let place = place(angler).await;
    assert_eq!(post(angler.app, &place, &photo(data)).await, (200, 0));
    key(&place).to_owned()
}

pub fn key(place: &Value) -> &str {
    place["object_key"].as_str().expect("a key")
}

/// A service with a quarantine of its own.
async fn app_with_folder(name: &str) -> (TestApp, PathBuf) {
    let folder = std::env::temp_dir().join(format!("ledger-upload-{name}-{}", std::process::id()));
    std::fs::remove_dir_all(&folder).ok();
    let settings = Settings {
        storage: Storage::Folder(folder.clone()),
        ..Settings::default()
    };
    (TestApp::open_with(Config::demo(), settings).await, folder)
}

fn files(folder: &PathBuf) -> usize {
    std::fs::read_dir(folder).map_or(0, Iterator::count)
}

#[tokio::test]
async fn an_upload_form_says_all_a_client_must_know() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let place = place(&angler).await;
    assert_eq!(
        (
            &place["method"],
            &place["upload_url"],
            &place["file_field"],
            &place["max_bytes"]
        ),
        (&json!("POST"), &json!("/upload"), &json!("file"), &json!(8 << 20))
    );
    assert_eq!(place["types"], json!(["image/jpeg", "image/png", "image/webp"]));
    assert_eq!(place["expires_at"], app.now() + 600_000);
    assert_eq!(place["fields"]["Content-Type"], CONTENT_TYPE);
}

#[tokio::test]
async fn every_file_of_the_corpus_is_refused_or_cleaned_t_64() {
    let (app, folder) = app_with_folder("corpus").await;
    let angler = app.player(1).await;
    let mut place_now = place(&angler).await;
    for (number, (name, file, fate)) in corpus().into_iter().enumerate() {
        // A form is sent ten times at most.
        if number % 9 == 8 {
            place_now = place(&angler).await;
        }
        // Of a hundred megabytes nobody reads the rest: the client of this test sends what the server reads.
        let file = &file[..file.len().min((8 << 20) + 1)];
        let (status, code) = post(&app, &place_now, file).await;
        let kept = app.uploads().read(angler.id, key(&place_now)).await.expect("read");
        match fate {
            Fate::Refused(expected) => {
                assert_eq!((status, code, kept), (expected, 6111, None), "{name}");
            }
            Fate::Cleaned => {
                assert_eq!((status, code), (200, 0), "{name}");
                let kept = kept.expect("an image");
                for secret in [PLACE, b"<script", b"<?php", b"PK\x03\x04", b"Exif"] {
                    assert!(!kept.windows(secret.len()).any(|part| part == secret), "{name}");
                }
                assert!(
                    kept.starts_with(&[0xff, 0xd8]) && kept.ends_with(&[0xff, 0xd9]),
                    "{name}"
                );
                place_now = place(&angler).await;
            }
        }
    }
    assert_eq!(files(&folder), 0, "nothing stays in quarantine");
    std::fs::remove_dir_all(folder).ok();
}

#[tokio::test]
async fn a_place_is_filled_once() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let place = place(&angler).await;
    assert_eq!(post(&app, &place, b"no picture").await, (415, 6111));
    assert_eq!(post(&app, &place, &photo(b"front")).await, (200, 0));
    assert_eq!(
        post(&app, &place, &photo(b"front")).await,
        (200, 0),
        "the same once more"
    );
    assert_eq!(post(&app, &place, &photo(b"other")).await, (409, 6111));
}

#[tokio::test]
async fn a_form_is_sent_ten_times_at_most_t_64() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let (first, second) = (place(&angler).await, place(&angler).await);
    for _ in 0..10 {
        assert_eq!(post(&app, &first, &photo(b"front")).await, (200, 0));
    }
    assert_eq!(post(&app, &first, &photo(b"front")).await, (429, -1005));
    assert_eq!(post(&app, &second, &photo(b"back")).await, (200, 0));
}

#[tokio::test]
async fn a_form_that_is_not_as_it_was_signed_or_over_takes_nothing_t_65() {
    let app = TestApp::open().await;
    let (angler, other) = (app.player(1).await, app.player(2).await);
    let (mine, theirs) = (place(&angler).await, place(&other).await);
    let changed = |name: &str, value: Value| {
        let mut fields = mine["fields"].clone();
        fields[name] = value;
        form_with(&fields, "file", &photo(b"front"))
    };
    let guessed = format!("kyc-{}", Uuid::new_v4().simple());
    for (name, value) in [
        ("key", theirs["object_key"].clone()),
        ("key", json!(guessed)),
        ("key", json!("../../etc/passwd")),
        ("Content-Type", json!("text/html")),
        ("Content-Type", json!("image/svg+xml")),
        ("expires", json!("99999999999999")),
        ("expires", json!("-1")),
        ("signature", json!("")),
        ("signature", theirs["fields"]["signature"].clone()),
    ] {
        assert_eq!(
            send(&app, changed(name, value.clone())).await,
            (403, 6111),
            "{name} {value}"
        );
    }
    let (kind, body) = form(&mine, &photo(b"front"));
    for (kind, body) in [
        (kind.clone(), form_with(&json!({}), "file", b"x").1),
        ("application/json".to_owned(), b"{}".to_vec()),
        (kind.clone(), form_with(&mine["fields"], "image", b"x").1),
        (
            kind.clone(),
            form_with(&json!({ "key": "x".repeat(1_000) }), "file", b"x").1,
        ),
        (kind.clone(), body[..body.len() / 2].to_vec()),
    ] {
        let (status, code) = send(&app, (kind, body)).await;
        assert!(matches!(status, 400 | 403) && code == 6111, "{status} {code}");
    }
    app.wait_ms(600_000);
    assert_eq!(post(&app, &mine, &photo(b"front")).await, (403, 6111));
}

#[tokio::test]
async fn nobody_is_shown_an_image_by_its_name_t_65() {
    let app = TestApp::open().await;
    let (angler, other) = (app.player(1).await, app.player(2).await);
    let key = uploads(&angler, b"front").await;
    for path in [
        format!("/upload/{key}"),
        format!("/upload?key={key}"),
        format!("/{key}"),
        "/upload".into(),
    ] {
        let answer = app.get(&path).await;
        assert!(!answer.body().starts_with(&[0xff, 0xd8]), "{path}");
        assert!(
            matches!(answer.status().as_u16(), 404 | 405),
            "{path} {}",
            answer.status()
        );
    }
    assert_eq!(app.uploads().read(other.id, &key).await.expect("asked"), None);
    assert_eq!(
        app.uploads().take_in(other.id, &key).await.expect("asked"),
        TakenIn::Nothing
    );
}

#[tokio::test]
async fn a_player_gets_twenty_places_a_day() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for _ in 0..20 {
        place(&angler).await;
    }
    let body = json!({ "ctype": "avatar" });
    let refused = angler.call("utils/upload_config", body.clone()).await.refused(-1005);
    assert_eq!(refused, json!({ "retry_after_ms": 86_400_000 }));
    app.wait_ms(86_400_001);
    angler.call("utils/upload_config", body).await.done();
    let wrong = angler
        .call("utils/upload_config", json!({ "ctype": "x" }))
        .await
        .refused(-1006);
    assert_eq!(wrong, json!({ "field": "ctype" }));
}

#[tokio::test]
async fn what_no_submission_uses_is_deleted_after_a_day_and_what_one_uses_stays() {
    let (app, folder) = app_with_folder("sweep").await;
    let angler = app.player(1).await;
    let form = crate::kyc::form(&angler, "AB123456").await;
    let unused = uploads(&angler, b"unused").await;
    let empty = place(&angler).await;
    // Who died between the last byte and the vault left this behind.
    std::fs::write(folder.join(key(&empty)), photo(b"left")).expect("written");
    angler.call("kyc/edit", form.clone()).await.done();
    app.wait_ms(LIFE_MS - 1);
    assert_eq!(app.uploads().sweep().await.expect("swept"), 0);
    app.wait_ms(1);
    assert_eq!(app.uploads().sweep().await.expect("swept"), 2);
    assert_eq!((app.uploads().sweep().await.expect("swept"), files(&folder)), (0, 0));
    let read = async |key: &str| app.uploads().read(angler.id, key).await.expect("read").is_some();
    assert!(!read(&unused).await && !read(key(&empty)).await);
    for used in form["id_urls"].as_array().expect("keys") {
        assert!(read(used.as_str().expect("a key")).await);
    }
    let (records,): (i64,) = sqlx::query_as("select count(*) from vault_records where kind like 'upload:%'")
        .fetch_one(app.ledger.pool())
        .await
        .expect("read");
    assert_eq!(records, 2, "its sealed bytes are gone too");
    std::fs::remove_dir_all(folder).ok();
}

#[tokio::test]
async fn an_image_that_is_over_cannot_be_submitted() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let form = crate::kyc::form(&angler, "AB123456").await;
    app.wait_ms(LIFE_MS);
    angler.call("kyc/edit", form).await.refused(6104);
}

#[tokio::test]
async fn nothing_is_kept_of_a_player_whose_account_was_erased_meanwhile_t_67() {
    let (app, folder) = app_with_folder("erased").await;
    let given = place(&app.player(1).await).await;
    let id = domain::ids::PlayerId::of_messenger(1);
    let (staff, reason) = (None, String::new());
    must(&app.ledger, id, RequestErasure { staff, reason }).await;
    app.wait_ms(30 * 86_400_000);
    let angler = app.newcomer(1, "").await;
    let key_id = format!("vault:{id}");
    must(&app.ledger, id, EraseData { key_id }).await;
    app.ledger.vault().erase(id.0).await.expect("erased");
    let answer = angler.call("utils/upload_config", json!({ "ctype": "kyc" })).await;
    answer.refused(-1002);
    // The image that was on its way, and the login that had just been checked.
    std::fs::create_dir_all(&folder).expect("made");
    std::fs::write(folder.join(key(&given)), photo(b"front")).expect("written");
    assert_eq!(
        app.uploads().take_in(id, key(&given)).await.expect("asked"),
        TakenIn::Closed
    );
    app.login(&app.launch(1, None), "").await.refused(-1002);
    assert_eq!(
        (app.ledger.vault().left(id.0).await.expect("read"), files(&folder)),
        (0, 0),
        "no key was made again"
    );
    std::fs::remove_dir_all(folder).ok();
}

#[tokio::test]
async fn a_player_s_images_come_one_after_the_other_and_another_s_meanwhile() {
    let app = TestApp::open().await;
    let (angler, other) = (app.player(1).await, app.player(2).await);
    let first = app.uploads().lock(angler.id).await;
    let second = app.uploads().lock(angler.id);
    tokio::pin!(second);
    tokio::select! {
        biased;
        _ = &mut second => panic!("two at once"),
        _ = app.uploads().lock(other.id) => {}
    }
    drop(first);
    let _second = second.await;
}
