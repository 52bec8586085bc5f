//! Sessions of staff and of players: rows that somebody with every right on the database makes open nothing, and a member
//! with a key logs in with it.

use crate::key_file::KeyFile;
use crate::staff_site::{Clerk, StaffSite};
use domain::ids::StaffId;
use domain::staff::Role;
use domain::time::HOUR_MS;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use sqlx::{Connection, Executor, PgConnection, Row};
use uuid::Uuid;

const LOGIN_REFUSED: i64 = 9006;

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// The MAC that a row of staff must carry, made with the key of the house.
fn mac(site: &StaffSite, token: &str, session: Uuid, moments: [i64; 2]) -> [u8; 20] {
    let [created, expires] = moments.map(i64::to_be_bytes);
    let (hash, member) = (hash(token), StaffId::of("ann").0);
    let fields = [&hash[..], session.as_bytes(), member.as_bytes(), &created, &expires];
    site.ledger.mac_of_row("session of staff", &fields)
}

/// Who owns the database writes what he likes.
async fn owner(site: &StaffSite) -> PgConnection {
    let options = site.ledger.pool().connect_options();
    PgConnection::connect_with(&options).await.expect("the owner")
}

/// A row of `ann` in place of every other.
async fn put(site: &StaffSite, token: &str, session: Uuid, moments: [i64; 2], mac: Option<&[u8]>) {
    let mut owner = owner(site).await;
    owner.execute("delete from staff_sessions").await.expect("deleted");
    sqlx::query(
        "insert into staff_sessions (token_hash, session, member, created_at_ms, seen_at_ms, expires_at_ms, mac)
         values ($1, $2, $3, $4, $4, $5, $6)",
    )
    .bind(hash(token))
    .bind(session)
    .bind(StaffId::of("ann").0)
    .bind(moments[0])
    .bind(moments[1])
    .bind(mac)
    .execute(&mut owner)
    .await
    .expect("inserted");
}

#[tokio::test]
async fn a_row_in_the_table_of_staff_sessions_opens_nothing_without_the_key_of_the_house() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    // The forger knows all that the database holds, such as the id of an open session.
    let row = sqlx::query("select session, created_at_ms, expires_at_ms, mac from staff_sessions")
        .fetch_one(site.ledger.pool())
        .await
        .expect("a session");
    let (session, moments): (Uuid, [i64; 2]) = (row.get(0), [row.get(1), row.get(2)]);
    let copied: Vec<u8> = row.get(3);
    let forger = ann.with_cookie("staff=forged".into());
    for mac in [None, Some(copied.as_slice())] {
        put(&site, "forged", session, moments, mac).await;
        forger.ask("session/me", json!({})).await.refused(-1000);
        forger
            .does("treasury/propose", json!({ "to": "reserve", "amount": "1000000" }))
            .await
            .refused(-1000);
    }
    // The same row with the key of the house is a session: nothing else was wrong with it.
    let right = mac(&site, "forged", session, moments);
    put(&site, "forged", session, moments, Some(&right)).await;
    assert_eq!(forger.ask("session/me", json!({})).await.done().data["name"], "ann");
    // Nor does it live longer than it was made for.
    let longer = [moments[0], moments[1] + 1];
    put(&site, "forged", session, longer, Some(&right)).await;
    forger.ask("session/me", json!({})).await.refused(-1000);
}

#[tokio::test]
async fn a_session_that_the_members_stream_does_not_know_opens_nothing_either() {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    let now = site.ledger.clock().now().0;
    let (session, moments) = (Uuid::new_v4(), [now, now + HOUR_MS]);
    let right = mac(&site, "unheard", session, moments);
    put(&site, "unheard", session, moments, Some(&right)).await;
    let unheard = ann.with_cookie("staff=unheard".into());
    unheard.ask("session/me", json!({})).await.refused(-1000);
}

/// A member with a key in force, one of security, and the code after the one that was used.
async fn signer(site: &StaffSite) -> (Clerk<'_>, Clerk<'_>, KeyFile) {
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let key = KeyFile::new(1, "ann");
    key.enrol(&ann, &zoe).await;
    site.wait_ms(30_000);
    (ann, zoe, key)
}

fn signature(key: &KeyFile, challenge: &Value) -> Value {
    let text = |field: &str| challenge[field].as_str().expect("a text");
    let session = text("session").parse().expect("an id");
    key.signs("session/open", text("name"), text("digest"), session)
}

#[tokio::test]
async fn who_has_a_key_logs_in_with_it_and_is_out_when_it_is_revoked() {
    let site = StaffSite::open().await;
    let (ann, zoe, key) = signer(&site).await;
    let (answer, cookie) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    let opened = answer.done().data;
    assert_eq!((&opened["me"], cookie), (&Value::Null, None), "not yet");
    let challenge = &opened["challenge"];
    assert_eq!(challenge["keys"][0]["key"], json!(key.id()));
    let wrong = [
        signature(&KeyFile::new(2, "ann"), challenge),
        key.signs(
            "session/open",
            "ann",
            challenge["digest"].as_str().expect("a text"),
            Uuid::nil(),
        ),
        key.signs(
            "withdrawals/approve",
            "ann",
            challenge["digest"].as_str().expect("a text"),
            challenge["session"].as_str().expect("an id").parse().expect("an id"),
        ),
    ];
    for signature in wrong {
        let (answer, cookie) = site.signs(challenge, signature).await;
        answer.refused(LOGIN_REFUSED);
        assert_eq!(cookie, None);
    }
    let mut other = challenge.clone();
    other["session"] = json!(Uuid::new_v4());
    let (answer, _) = site.signs(&other, signature(&key, &other)).await;
    answer.refused(LOGIN_REFUSED);
    let (answer, cookie) = site.signs(challenge, signature(&key, challenge)).await;
    assert_eq!(answer.done().data["name"], "ann");
    let signed = ann.with_cookie(cookie.expect("a cookie"));
    signed.ask("session/me", json!({})).await.done();
    let (answer, cookie) = site.signs(challenge, signature(&key, challenge)).await;
    answer.refused(LOGIN_REFUSED);
    assert_eq!(cookie, None, "one challenge is one session");
    zoe.does("keys/revoke", json!({ "account": "ann", "key": key.id() }))
        .await
        .done();
    signed.ask("session/me", json!({})).await.refused(-1000);
    ann.ask("session/me", json!({})).await.done();
}

#[tokio::test]
async fn a_challenge_is_answered_in_two_minutes_or_never() {
    let site = StaffSite::open().await;
    let (ann, _zoe, key) = signer(&site).await;
    let (answer, _) = site.login("ann", &ann.issued.password, &site.code(&ann.issued)).await;
    let challenge = answer.done().data["challenge"].take();
    site.wait_ms(120_000);
    site.signs(&challenge, signature(&key, &challenge))
        .await
        .0
        .refused(LOGIN_REFUSED);
    let mut fresh = challenge.clone();
    fresh["issued_ms"] = json!(site.ledger.clock().now().0);
    site.signs(&fresh, signature(&key, &fresh))
        .await
        .0
        .refused(LOGIN_REFUSED);
}

#[tokio::test]
async fn a_row_in_the_table_of_players_sessions_opens_nothing_without_the_key_of_the_house() {
    let site = StaffSite::open().await;
    let angler = site.player(7).await;
    let (player, now) = (angler.id.0, site.now());
    let [bare, copy, keyed] = ["0a", "0b", "0c"].map(|byte| byte.repeat(32));
    let copied: Vec<u8> = sqlx::query_scalar("select mac from sessions where player = $1")
        .bind(player)
        .fetch_one(site.ledger.pool())
        .await
        .expect("a session");
    let [created, expires] = [now, now + HOUR_MS].map(i64::to_be_bytes);
    let fields = [&hash(&keyed)[..], player.as_bytes(), &created, &expires];
    let right = site.ledger.mac_of_row("session of a player", &fields);
    let mut owner = owner(&site).await;
    for (token, mac) in [(&bare, None), (&copy, Some(&copied[..])), (&keyed, Some(&right[..]))] {
        sqlx::query(
            "insert into sessions (token_hash, player, lang, created_at_ms, seen_at_ms, expires_at_ms, mac)
             values ($1, $2, 'en', $3, $3, $4, $5)",
        )
        .bind(hash(token))
        .bind(player)
        .bind(now)
        .bind(now + HOUR_MS)
        .bind(mac)
        .execute(&mut owner)
        .await
        .expect("inserted");
    }
    let info = async |token: &str| site.app.post("user/info", json!({ "token": token })).await;
    info(&bare).await.refused(-1000);
    info(&copy).await.refused(-1000);
    // The same row with the key of the house is a session: nothing else was wrong with the others.
    info(&keyed).await.done();
}
