//! Another master key, by the procedure of the manual, while people play and work.

use super::says;
use crate::personal::number;
use crate::rig::installation::{Installation, folder};
use crate::rig::manual::Manual;
use crate::rig::phone::Phone;
use crate::rig::picture::photo;
use crate::rig::postgres::Postgres;
use crate::rig::server::Server;
use ledger::testing::MASTER_KEY;
use serde_json::{Value, json};
use std::fs;
use uuid::Uuid;

const NAME: &str = "Zebulon Quixworth";

type Settings = Vec<(String, String)>;

/// The settings that a block writes, with the keys in it.
fn written(manual: &Manual, block: &str, (new, old): (&str, &str)) -> Settings {
    let lines = manual.block(block).lines();
    let setting = |line: &str| {
        let (name, value) = line.split_once('=').expect("a setting");
        (name.to_owned(), value.replace("$NEW_KEY", new).replace("$OLD_KEY", old))
    };
    lines.map(setting).collect()
}

fn pairs(settings: &Settings) -> Vec<(&str, &str)> {
    settings.iter().map(|(name, value)| (&**name, &**value)).collect()
}

/// The next process with these settings, while the one before still serves; then that one ends.
async fn restarted(installation: &Installation, before: Server, settings: &Settings) -> Server {
    let next = Server::start_with(installation, &pairs(settings)).await;
    let mut before = before;
    before.send("-TERM").await;
    assert!(before.ended().await.success());
    next
}

async fn done(phone: &Phone, call: &str, mut body: Value) -> Value {
    body["req_id"] = json!(Uuid::new_v4());
    let answer = phone.call(call, body).await;
    assert_eq!(answer["error"], 0, "{call}: {answer}");
    answer["data"].clone()
}

/// A dive of five casts: what its draws hang on stays sealed until its seed is revealed.
async fn dives(phone: &Phone) {
    let start = json!({ "stake": 10, "start_level": 1, "device_value": Uuid::new_v4().simple().to_string() });
    let started = done(phone, "fishing/dive_start", start).await;
    let dive = &started["dive"]["dive_id"];
    for seq in 1..=5 {
        done(
            phone,
            "fishing/cast",
            json!({ "dive_id": dive, "seq": seq, "shield": false }),
        )
        .await;
    }
    done(phone, "fishing/surface", json!({ "dive_id": dive })).await;
}

/// Submits an identity: it lies in the vault.
async fn identifies(phone: &Phone) {
    let keys = [
        phone.upload(&photo(b"front")).await,
        phone.upload(&photo(b"back")).await,
    ];
    let form = json!({
        "id_name": NAME, "id_no": number(), "country": "CN", "tel": "+35699417283", "email": "zebulon@quixworth.example",
        "id_urls": keys, "id_type": 1
    });
    let answer = phone.call("kyc/edit", form).await;
    assert!(matches!(answer["error"].as_i64(), Some(0 | 6109)), "{answer}");
}

/// What staff who logged in at one process see at the next: the cookie is the same.
fn session_moves(installation: &Installation, from: &str, to: &str) {
    let file = installation.folder.join("data/staff_session");
    let session = fs::read_to_string(&file).expect("a session");
    assert!(session.contains(from), "{session}");
    fs::write(file, session.replace(from, to)).expect("written");
}

/// Reads the name of the player out of the vault as staff do.
async fn name_is_shown(installation: &Installation, keys: &Settings) {
    let mut show = installation.command(&["kyc", "show", "tg:1"]);
    let shown = show.envs(pairs(keys)).output().await.expect("the program runs");
    says(&shown, 0, NAME);
}

async fn verified(installation: &Installation, keys: &Settings) {
    let mut verify = installation.command(&["verify"]);
    let verified = verify.envs(pairs(keys)).output().await.expect("the program runs");
    says(&verified, 0, "macs");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_master_key_is_changed_while_the_service_works() {
    let Some(manual) = Manual::open() else { return };
    let postgres = Postgres::start(folder(), &[]).await;
    let installation = Installation::with_players_on(&postgres, 1, 2).await;
    let new = manual.done("master-key", &installation, &[]).await.trim().to_owned();
    let old = hex::encode(MASTER_KEY);
    let step = |block: &str| written(&manual, block, (&new, &old));
    let (announced, changed) = (step("key-announced"), step("key-changed"));
    let alone: Settings = vec![("LEDGER_MASTER_KEY".into(), new.clone())];

    let server = Server::start(&installation).await;
    let phone = Phone::login(&server.url, 1, NAME).await;
    dives(&phone).await;
    identifies(&phone).await;
    installation.hire(&server, "ann", "risk").await;
    installation.hire(&server, "bea", "security").await;
    installation.sign_in(&server, "ann", &[]).await;
    let first_desk = server.staff_url.clone();
    let server = restarted(&installation, server, &announced).await;
    let early = manual.run("key-rotated", &installation, &pairs(&announced)).await;
    says(&early, 2, "always had");
    let server = restarted(&installation, server, &changed).await;
    let phone = phone.moved_to(&server.url);
    dives(&phone).await;
    verified(&installation, &changed).await;

    let rotated = manual.done("key-rotated", &installation, &pairs(&changed)).await;
    for what in ["keys of subjects", "seeds", "sessions of players", "sessions of staff"] {
        let renewed = rotated.lines().find(|line| line.contains(what)).expect("a line");
        assert!(!renewed.starts_with("0 "), "{rotated}");
    }
    assert!(
        rotated.contains("its MACs count for events up to position"),
        "{rotated}"
    );
    let again = manual.done("key-rotated", &installation, &pairs(&changed)).await;
    let nothing = again
        .lines()
        .filter(|line| line.contains("made anew"))
        .all(|line| line.starts_with("0 "));
    assert!(nothing, "{again}");

    // The old key is taken away: sessions, seeds, personal data and credentials are all under the new one.
    let server = restarted(&installation, server, &alone).await;
    let phone = phone.moved_to(&server.url);
    dives(&phone).await;
    let revealed = done(&phone, "fishing/seed_rotate", json!({ "client_seed": "another" })).await;
    assert!(revealed.to_string().contains("server_seed"), "{revealed}");
    verified(&installation, &alone).await;
    session_moves(&installation, &first_desk, &server.staff_url);
    name_is_shown(&installation, &alone).await;
    // Password and second factor were chosen under the old key.
    installation.sign_in(&server, "bea", &pairs(&alone)).await;
    // Whoever starts with the old key is refused.
    let back = installation.run(&["serve"]).await;
    says(&back, 2, "LEDGER_OTHER_MASTER_KEYS");
}
