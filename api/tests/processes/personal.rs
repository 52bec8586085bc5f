//! Personal data as a stranger with a copy of everything would look for it, and memory as the
//! operating system counts it (T-64, T-66). Seen from outside a running server.
//!
//! Canaries go in by every door that personal data comes through, right and wrong ones. Then they are
//! looked for in the log at its finest, the metrics, every column of every table, every file of the
//! database server, its write-ahead log among them, and the data folder. Each place is shown to be
//! looked at by a leak that is planted there.

pub mod search;

use crate::rig::phone::Phone;
use crate::rig::picture::{Fate, PLACE, corpus, heaviest, photo};
use crate::rig::postgres::Postgres;
use crate::rig::server::Server;
use crate::rig::stage::{Stage, folder};
use search::{Canaries, in_files, in_tables};
use serde_json::json;
use sqlx::Executor;

const NOTHING: [&str; 0] = [];
/// What a server may hold while it is attacked with images (T-64).
const MEMORY_MAX_KIB: u64 = 512 << 10;

const NAME: &str = "Zebulon Quixworth";
const NICKNAME: &str = "Quixotica";
const PHONE: &str = "+35699417283";
const MAIL: &str = "zebulon@quixworth.example";
const BORN: &str = "19870413";

/// A number of an identity card that tells a date of birth, with its check digit.
fn number() -> String {
    let body = format!("110101{BORN}001");
    let weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    let sum: u32 = body
        .bytes()
        .zip(weights)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    let check = b"10X98765432"[sum as usize % 11];
    format!("{body}{}", char::from(check))
}

fn canaries() -> Canaries {
    let mut canaries = Canaries::default();
    for (what, text) in [
        ("the name", NAME),
        ("the messenger's name", NICKNAME),
        ("the phone", PHONE),
        ("the mail", MAIL),
        ("the number", &number()),
        ("the date of birth", BORN),
    ] {
        canaries.text(what, text);
    }
    canaries.bytes("the place of a photo", PLACE);
    for data in [b"front".as_slice(), b"back"] {
        let photo = photo(data);
        let kept = api::image::look(&photo)
            .and_then(|seen| seen.clean(&photo, 8 << 20))
            .expect("an image");
        let middle = kept.len() / 2;
        canaries.bytes("an image as it is kept", &kept[middle..middle + 20]);
        let middle = photo.len() / 2;
        canaries.bytes("an image as it was sent", &photo[middle..middle + 20]);
    }
    canaries
}

/// Personal data comes by every door; what is wrong with a form is told and not repeated.
async fn story(stage: &Stage, server: &Server) -> Phone {
    let phone = Phone::login(&server.url, 1, NICKNAME).await;
    let keys = [
        phone.upload(&photo(b"front")).await,
        phone.upload(&photo(b"back")).await,
    ];
    let place = phone.place().await;
    assert_eq!(
        phone.fill(&place, &[b"%PDF ", NAME.as_bytes(), PLACE].concat()).await,
        Some(415)
    );
    let form = json!({
        "id_name": NAME, "id_no": number(), "country": "CN", "tel": PHONE, "email": MAIL, "id_urls": keys, "id_type": 1
    });
    for (field, value) in [
        ("tel", json!(format!("{PHONE}{PHONE}"))),
        ("email", json!(NAME)),
        ("id_no", json!(format!("{}1", number()))),
        ("id_urls", json!([NAME, MAIL])),
        ("id_type", json!(MAIL)),
        ("country", json!(NAME)),
        ("unknown", json!(NAME)),
    ] {
        let mut wrong = form.clone();
        wrong[field] = value;
        let told = phone.call("kyc/edit", wrong).await;
        assert!(told["error"] != 0 || field == "unknown", "{field} {told}");
    }
    let told = phone.call("kyc/edit", form).await;
    assert!(matches!(told["error"].as_i64(), Some(0 | 6109)), "{told}");
    let told = phone.call("kyc/check", json!({})).await;
    assert_eq!(told["data"]["masked"]["tel"], "***283", "{told}");
    let shown = stage.run(&["kyc", "show", "tg:1", "--by", "ann"]).await;
    assert!(
        String::from_utf8_lossy(&shown.stdout).contains(NAME),
        "who may see it sees it"
    );
    let log = canaries().found("the log of the command line", &shown.stderr);
    assert_eq!(log, NOTHING);
    phone
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn personal_data_is_in_no_log_no_metric_no_table_and_no_file_t_66() {
    let postgres = Postgres::start(folder(), &[]).await;
    let stage = Stage::with_players_on(&postgres, 1, 2).await;
    let server = Server::start_with(&stage, &[("RUST_LOG", "trace")]).await;
    let phone = story(&stage, &server).await;
    let canaries = canaries();
    assert_eq!(canaries.found("metrics", &phone.get("/metrics").await), NOTHING);
    let mut connection = stage.connect().await;
    assert_eq!(in_tables(&mut connection, &canaries).await, NOTHING);
    connection.execute("checkpoint").await.expect("written");
    assert_eq!(in_files(&stage.folder, &canaries), NOTHING);
    let database = data_of(&mut connection).await;
    assert_eq!(in_files(&database, &canaries), NOTHING);

    // A leak in a text, in bytes, in a document, and in a file of the server: each is found.
    for (planted, where_to) in [
        (
            format!("insert into vault_fingerprints values (0, '{NAME}', gen_random_uuid())"),
            "vault_fingerprints",
        ),
        (format!("update uploads set sha256 = '{PHONE}'::bytea"), "uploads"),
        (
            format!("create table drafts as select '{{\"mail\": \"{MAIL}\"}}'::jsonb as body"),
            "drafts",
        ),
    ] {
        connection.execute(planted.as_str()).await.expect("planted");
        let found = in_tables(&mut connection, &canaries).await;
        assert!(
            found.iter().any(|leak| leak.contains(where_to)),
            "{where_to}: {found:?}"
        );
    }
    connection.execute("checkpoint").await.expect("written");
    let found = in_files(&database, &canaries);
    for what in ["the name", "the phone", "the mail"] {
        assert!(
            found
                .iter()
                .any(|leak| leak.contains("pg_wal") && leak.starts_with(what)),
            "{what}: {found:?}"
        );
        assert!(
            found
                .iter()
                .any(|leak| leak.contains("/base/") && leak.starts_with(what)),
            "{what}: {found:?}"
        );
    }
    server.kill().await;
}

/// The folder of the server that a connection leads to.
async fn data_of(connection: &mut sqlx::PgConnection) -> std::path::PathBuf {
    let (folder,): (String,) = sqlx::query_as("show data_directory")
        .fetch_one(connection)
        .await
        .expect("a folder");
    folder.into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_in_the_log_is_noticed() {
    let stage = Stage::with_players(2).await;
    let server = Server::start_with(&stage, &[("RUST_LOG", "debug"), ("LEDGER_DEFECT", "form_in_log")]).await;
    story(&stage, &server).await;
    let found = in_files(&stage.folder, &canaries());
    assert!(
        found
            .iter()
            .any(|leak| leak.starts_with("the name") && leak.contains("server.log")),
        "{found:?}"
    );
    server.kill().await;
}

/// Everything of the corpus, and the heaviest pictures all at once.
async fn attack(server: &Server) {
    let phone = Phone::login(&server.url, 1, "One").await;
    let mut place = phone.place().await;
    for (name, file, fate) in corpus() {
        let told = phone.fill(&place, &file).await;
        match fate {
            Fate::Cleaned => {
                assert_eq!(told, Some(200), "{name}");
                place = phone.place().await;
            }
            // Of too many bytes the rest is not read: who goes on sending may find the line cut.
            Fate::Refused(413) => assert!(matches!(told, None | Some(413)), "{name} {told:?}"),
            Fate::Refused(status) => assert_eq!(told, Some(status), "{name}"),
        }
    }
    let mut sending = tokio::task::JoinSet::new();
    for (tg_id, file) in (2..).zip(heaviest()) {
        let phone = Phone::login(&server.url, tg_id, "Two").await;
        sending.spawn(async move { phone.fill(&phone.place().await, &file).await });
    }
    let mut taken = 0;
    while let Some(told) = sending.join_next().await {
        let told = told.expect("no panic");
        // On a busy machine the last in the queue may come to the end of its time.
        assert!(matches!(told, Some(200 | 408)), "{told:?}");
        taken += usize::from(told == Some(200));
    }
    assert!(taken > 0, "the heaviest pictures are taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attack_with_images_stays_under_512_megabytes_t_64() {
    let stage = Stage::with_players(6).await;
    let server = Server::start(&stage).await;
    attack(&server).await;
    let peak = server.peak_kib();
    println!("peak of the server: {} MiB", peak >> 10);
    assert!(peak < MEMORY_MAX_KIB, "{peak} KiB");
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decoding_without_bounds_is_noticed() {
    let stage = Stage::with_players(6).await;
    let server = Server::start_with(&stage, &[("LEDGER_DEFECT", "unbounded_decoding")]).await;
    attack(&server).await;
    let peak = server.peak_kib();
    println!("peak of the server without bounds: {} MiB", peak >> 10);
    assert!(peak >= MEMORY_MAX_KIB, "{peak} KiB");
    server.kill().await;
}
