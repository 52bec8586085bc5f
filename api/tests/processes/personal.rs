//! Personal data, searched for as an attacker with a copy of everything would, and memory as the
//! operating system counts it (T-64, T-66). Seen from outside a running server.
//!
//! Canaries are sent through every call that takes personal data, right and wrong ones. Then they are
//! looked for in the log at its finest, the metrics, every column of every table, every file of the
//! database server, its write-ahead log among them, and the data folder. Each place is shown to be
//! looked at by a leak that is planted there.

pub mod search;

use crate::rig::installation::{Installation, folder};
use crate::rig::phone::Phone;
use crate::rig::picture::{Fate, PLACE, corpus, heaviest, photo};
use crate::rig::postgres::Postgres;
use crate::rig::server::Server;
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
const BIRTH_DATE: &str = "19870413";

/// A number of an identity card that contains a date of birth, with its check digit.
pub fn number() -> String {
    let body = format!("110101{BIRTH_DATE}001");
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
        ("the date of birth", BIRTH_DATE),
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

/// Sends personal data through every call; a wrong form is answered without repeating it.
async fn send_everything(installation: &Installation, server: &Server) -> Phone {
    let phone = Phone::login(&server.url, 1, NICKNAME).await;
    let keys = [
        phone.upload(&photo(b"front")).await,
        phone.upload(&photo(b"back")).await,
    ];
    let upload = phone.upload_form().await;
    assert_eq!(
        phone
            .post_form(&upload, &[b"%PDF ", NAME.as_bytes(), PLACE].concat())
            .await,
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
        let answer = phone.call("kyc/edit", wrong).await;
        assert!(answer["error"] != 0 || field == "unknown", "{field} {answer}");
    }
    let answer = phone.call("kyc/edit", form).await;
    assert!(matches!(answer["error"].as_i64(), Some(0 | 6109)), "{answer}");
    let answer = phone.call("kyc/check", json!({})).await;
    assert_eq!(answer["data"]["masked"]["tel"], "***283", "{answer}");
    installation.log_in(server, "ann", "risk").await;
    let shown = installation.run(&["kyc", "show", "tg:1"]).await;
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
    let installation = Installation::with_players_on(&postgres, 1, 2).await;
    let server = Server::start_with(&installation, &[("RUST_LOG", "trace")]).await;
    let phone = send_everything(&installation, &server).await;
    let canaries = canaries();
    assert_eq!(canaries.found("metrics", &phone.get("/metrics").await), NOTHING);
    let mut connection = installation.connect().await;
    assert_eq!(in_tables(&mut connection, &canaries).await, NOTHING);
    connection.execute("checkpoint").await.expect("written");
    assert_eq!(in_files(&installation.folder, &canaries), NOTHING);
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
    let installation = Installation::with_players(2).await;
    let server = Server::start_with(
        &installation,
        &[("RUST_LOG", "debug"), ("LEDGER_DEFECT", "form_in_log")],
    )
    .await;
    send_everything(&installation, &server).await;
    let found = in_files(&installation.folder, &canaries());
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
    let mut upload = phone.upload_form().await;
    for (number, (name, file, fate)) in corpus().into_iter().enumerate() {
        // A form is sent ten times at most.
        if number % 9 == 8 {
            upload = phone.upload_form().await;
        }
        let answer = phone.post_form(&upload, &file).await;
        match fate {
            Fate::Cleaned => {
                assert_eq!(answer, Some(200), "{name}");
                upload = phone.upload_form().await;
            }
            // Of too many bytes the rest is not read: who goes on sending may find the line cut.
            Fate::Refused(413) => assert!(matches!(answer, None | Some(413)), "{name} {answer:?}"),
            Fate::Refused(status) => assert_eq!(answer, Some(status), "{name}"),
        }
    }
    let mut sending = tokio::task::JoinSet::new();
    for (tg_id, file) in (2..).zip(heaviest()) {
        let phone = Phone::login(&server.url, tg_id, "Two").await;
        sending.spawn(async move { phone.post_form(&phone.upload_form().await, &file).await });
    }
    let mut taken = 0;
    while let Some(answer) = sending.join_next().await {
        let answer = answer.expect("no panic");
        // On a busy machine the last in the queue may come to the end of its time.
        assert!(matches!(answer, Some(200 | 408)), "{answer:?}");
        taken += usize::from(answer == Some(200));
    }
    assert!(taken > 0, "the heaviest pictures are taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_attack_with_images_stays_under_512_megabytes_t_64() {
    let installation = Installation::with_players(6).await;
    let server = Server::start(&installation).await;
    attack(&server).await;
    let peak = server.peak_kib();
    println!("peak of the server: {} MiB", peak >> 10);
    assert!(peak < MEMORY_MAX_KIB, "{peak} KiB");
    server.kill().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn decoding_without_bounds_is_noticed() {
    let installation = Installation::with_players(6).await;
    let server = Server::start_with(&installation, &[("LEDGER_DEFECT", "unbounded_decoding")]).await;
    attack(&server).await;
    let peak = server.peak_kib();
    println!("peak of the server without bounds: {} MiB", peak >> 10);
    assert!(peak >= MEMORY_MAX_KIB, "{peak} KiB");
    server.kill().await;
}
