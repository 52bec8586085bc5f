//! The wallet of a player, shown by `ton_proof` of TON Connect: real signatures of wallets whose keys are known here.

use crate::angler::Angler;
use crate::test_app::{Answer, HOST, TestApp};
use api::app::Settings;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::config::Config;
use domain::player::promotion::CHALLENGE_MS;
use local_chain::DemoWallet;
use serde_json::{Value, json};
use ton::{Address, Boc};

async fn with_hosts(hosts: &[&str]) -> TestApp {
    let settings = Settings {
        app_hosts: hosts.iter().map(ToString::to_string).collect(),
        ..Settings::default()
    };
    TestApp::open_with(Config::demo(), settings).await
}

async fn payload(angler: &Angler<'_>) -> String {
    let data = angler.read("promotion/wallet_payload").await;
    data["payload"].as_str().expect("a text").to_owned()
}

/// What the wallet answers when it is asked to sign `payload` for `domain`.
fn proof(wallet: &DemoWallet, domain: &str, payload: &str, now_ms: i64) -> Value {
    let timestamp = now_ms / 1_000;
    let signature = wallet.proof(domain, timestamp.unsigned_abs(), payload);
    json!({
        "address": wallet.address().raw(),
        "public_key": hex::encode(wallet.public_key()),
        "state_init": STANDARD.encode(Boc::encode(wallet.first_state())),
        "domain": domain,
        "timestamp": timestamp,
        "payload": payload,
        "signature": STANDARD.encode(signature),
    })
}

async fn shows(angler: &Angler<'_>, proof: &Value) -> Answer {
    angler.call("promotion/prove_wallet", proof.clone()).await
}

fn changed(proof: &Value, field: &str, value: impl Into<Value>) -> Value {
    let mut changed = proof.clone();
    changed[field] = value.into();
    changed
}

#[tokio::test]
async fn a_wallet_that_signed_is_worth_the_task_and_to_one_player_alone() {
    let app = with_hosts(&["other.example", HOST]).await;
    let (first, second) = (app.player(7).await, app.player(8).await);
    let wallet = DemoWallet::nth(1);
    let task = json!({ "task_id": "wallet" });
    first.call("promotion/verify", task.clone()).await.refused(8003);
    let signed = proof(&wallet, HOST, &payload(&first).await, app.now());
    let shown = shows(&first, &signed).await.done().data;
    assert_eq!(shown["address"], wallet.address().non_bounceable());
    // The refused verification above set the pace.
    app.wait_ms(10_000);
    first.call("promotion/verify", task.clone()).await.done();
    let received = first.call("promotion/receive", task.clone()).await.done().data;
    assert_eq!(received["asset"]["coin_promo"], 300);
    // The same proof, and a proof of another wallet.
    shows(&first, &signed).await.refused(8009);
    let other = proof(&DemoWallet::nth(2), HOST, &payload(&first).await, app.now());
    shows(&first, &other).await.refused(8009);
    // Another player: with what the first one used, and with a signature of the same wallet for this player.
    let before = app.facts().await;
    assert_eq!(shows(&second, &signed).await.refused(8007)["reason"], "payload");
    let again = proof(&wallet, HOST, &payload(&second).await, app.now());
    shows(&second, &again).await.refused(8008);
    assert_eq!(app.facts().await, before);
    second.call("promotion/verify", task).await.refused(8003);
}

#[tokio::test]
async fn each_part_of_a_proof_that_does_not_hold_is_named_and_changes_nothing() {
    let app = with_hosts(&[HOST]).await;
    let angler = app.player(7).await;
    let (wallet, stranger) = (DemoWallet::nth(1), DemoWallet::nth(2));
    let text = payload(&angler).await;
    let good = proof(&wallet, HOST, &text, app.now());
    let (head, last) = text.split_at(text.len() - 1);
    let flipped = format!("{head}{}", if last == "0" { '1' } else { '0' });
    let state = STANDARD.encode(Boc::encode(stranger.first_state()));
    let theirs = STANDARD.encode(stranger.proof(HOST, app.now().unsigned_abs() / 1_000, &text));
    let before = app.facts().await;
    for (wrong, reason) in [
        (proof(&wallet, "evil.example", &text, app.now()), "domain"),
        (proof(&wallet, HOST, &"0".repeat(text.len()), app.now()), "payload"),
        (proof(&wallet, HOST, &flipped, app.now()), "payload"),
        (changed(&good, "address", stranger.address().raw()), "address"),
        (
            changed(&good, "address", wallet.address().raw().replacen("0:", "-1:", 1)),
            "address",
        ),
        (changed(&good, "state_init", state), "address"),
        (changed(&good, "public_key", hex::encode(stranger.public_key())), "key"),
        (changed(&good, "signature", theirs), "signature"),
        (changed(&good, "timestamp", app.now() / 1_000 - 1), "signature"),
        (proof(&wallet, HOST, &text, app.now() - 3_600_000), "expired"),
        (proof(&wallet, HOST, &text, app.now() + 3_600_000), "expired"),
    ] {
        assert_eq!(shows(&angler, &wrong).await.refused(8007)["reason"], reason, "{wrong}");
    }
    for field in ["address", "public_key", "state_init", "signature"] {
        shows(&angler, &changed(&good, field, "no!")).await.refused(-1006);
    }
    shows(&angler, &changed(&good, "timestamp", -1)).await.refused(-1006);
    app.wait_ms(CHALLENGE_MS);
    let late = proof(&wallet, HOST, &text, app.now());
    assert_eq!(shows(&angler, &late).await.refused(8007)["reason"], "expired");
    assert_eq!(app.facts().await, before);
    let friendly = Address::parse(&wallet.address().non_bounceable()).expect("an address");
    assert_eq!(friendly, wallet.address());
}

#[tokio::test]
async fn where_nobody_said_under_which_host_the_product_is_reached_no_proof_is_taken() {
    let app = with_hosts(&[]).await;
    let angler = app.player(7).await;
    let signed = proof(&DemoWallet::nth(1), HOST, &payload(&angler).await, app.now());
    shows(&angler, &signed).await.refused(8006);
}

#[tokio::test]
async fn two_players_who_show_one_wallet_at_once_are_one_owner_in_any_number_of_partitions() {
    let app = TestApp::open_on(4).await;
    let wallet = DemoWallet::nth(1);
    let (mut anglers, mut proofs) = (Vec::new(), Vec::new());
    for tg_id in 7..11 {
        let angler = app.player(tg_id).await;
        proofs.push(proof(&wallet, HOST, &payload(&angler).await, app.now()));
        anglers.push(angler);
    }
    let show = |place: usize| shows(&anglers[place], &proofs[place]);
    let (a, b, c, d) = tokio::join!(show(0), show(1), show(2), show(3));
    let codes = [a, b, c, d].map(|answer| answer.error);
    assert_eq!(codes.iter().filter(|code| **code == 0).count(), 1, "{codes:?}");
    assert_eq!(codes.iter().filter(|code| **code == 8008).count(), 3, "{codes:?}");
}
