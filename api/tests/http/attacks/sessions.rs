//! Whoever may everything in the database, and has not the master key, makes rows of sessions: they open nothing, and the
//! same rows with the MAC of the house do.

use super::{Family, Outcome};
use crate::staff_site::{Clerk, StaffSite};
use domain::ids::{PlayerId, StaffId};
use domain::staff::Role;
use domain::time::HOUR_MS;
use ledger::testing::owner_of;
use serde_json::json;
use sha2::{Digest, Sha256};
use sqlx::{Executor, Row};
use uuid::Uuid;

/// No session.
const REFUSED: &str = "-1000";

/// What a row of `ann` says.
#[derive(Clone, Copy)]
struct Session {
    id: Uuid,
    created_at_ms: i64,
    expires_at_ms: i64,
}

pub async fn family() -> Family {
    let mut family = Family::new("sessions");
    of_staff(&mut family).await;
    of_players(&mut family).await;
    family
}

async fn of_staff(family: &mut Family) {
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::FinanceLead]).await;
    // The forger knows all that the database holds, such as the id of an open session.
    let row = sqlx::query("select session, created_at_ms, expires_at_ms, mac from staff_sessions")
        .fetch_one(site.ledger.pool())
        .await
        .expect("a session");
    let open = Session {
        id: row.get(0),
        created_at_ms: row.get(1),
        expires_at_ms: row.get(2),
    };
    let copied: Vec<u8> = row.get(3);
    let forger = ann.with_cookie("staff=forged".into());
    let funding = json!({ "to": "reserve", "amount": "1000000" });
    let right = mac(&site, open);
    let longer = Session {
        expires_at_ms: open.expires_at_ms + 1,
        ..open
    };
    let unheard = Session {
        id: Uuid::new_v4(),
        ..open
    };
    let whole = (unheard, Some(mac(&site, unheard).to_vec()));
    for (name, (session, mac)) in [
        ("a session of staff without a MAC", (open, None)),
        ("a session of staff with the MAC of another one", (open, Some(copied))),
        ("a session of staff made longer", (longer, Some(right.to_vec()))),
        ("a session of staff that no login opened, with the right MAC", whole),
    ] {
        put(&site, session, mac.as_deref()).await;
        let seen = looks(&forger).await;
        let paid = Outcome::of(&forger.does("treasury/propose", funding.clone()).await);
        assert_eq!(seen, paid, "{name}");
        put(&site, open, Some(&right)).await;
        let moved = Outcome::of(&forger.does("treasury/propose", funding.clone()).await);
        assert_eq!(looks(&forger).await, Outcome::Done, "{name}");
        family.tried(name, REFUSED, seen, moved);
    }
}

async fn looks(forger: &Clerk<'_>) -> Outcome {
    Outcome::of(&forger.ask("session/me", json!({})).await)
}

fn hash(token: &str) -> Vec<u8> {
    Sha256::digest(token).to_vec()
}

/// The MAC that a row of staff must carry, made with the key of the house.
fn mac(site: &StaffSite, session: Session) -> [u8; 20] {
    let [created, expires] = [session.created_at_ms, session.expires_at_ms].map(i64::to_be_bytes);
    let (hash, member) = (hash("forged"), StaffId::of("ann").0);
    let fields = [&hash[..], session.id.as_bytes(), member.as_bytes(), &created, &expires];
    site.ledger.macs().of_row("session of staff", &fields)
}

/// A row of `ann` in place of every other.
async fn put(site: &StaffSite, session: Session, mac: Option<&[u8]>) {
    let mut owner = owner_of(&site.ledger).await;
    owner.execute("delete from staff_sessions").await.expect("deleted");
    sqlx::query(
        "insert into staff_sessions (token_hash, session, member, created_at_ms, seen_at_ms, expires_at_ms, mac)
         values ($1, $2, $3, $4, $4, $5, $6)",
    )
    .bind(hash("forged"))
    .bind(session.id)
    .bind(StaffId::of("ann").0)
    .bind(session.created_at_ms)
    .bind(session.expires_at_ms)
    .bind(mac)
    .execute(&mut owner)
    .await
    .expect("inserted");
}

async fn of_players(family: &mut Family) {
    let site = StaffSite::open().await;
    let angler = site.player(7).await;
    let (player, now) = (angler.id, site.now());
    let [bare, copy, keyed] = ["0a", "0b", "0c"].map(|byte| byte.repeat(32));
    let copied: Vec<u8> = sqlx::query_scalar("select mac from sessions where player = $1")
        .bind(player.0)
        .fetch_one(site.ledger.pool())
        .await
        .expect("a session");
    let [created, expires] = [now, now + HOUR_MS].map(i64::to_be_bytes);
    let fields = [&hash(&keyed)[..], player.0.as_bytes(), &created, &expires];
    let right = site.ledger.macs().of_row("session of a player", &fields);
    for (token, mac) in [(&bare, None), (&copy, Some(&copied[..])), (&keyed, Some(&right[..]))] {
        insert(&site, token, player, mac).await;
    }
    let info = async |token: &str| Outcome::of(&site.app.post("user/info", json!({ "token": token })).await);
    for (name, token) in [
        ("a session of a player without a MAC", &bare),
        ("a session of a player with the MAC of another one", &copy),
    ] {
        family.tried(name, REFUSED, info(token).await, info(&keyed).await);
    }
}

async fn insert(site: &StaffSite, token: &str, player: PlayerId, mac: Option<&[u8]>) {
    sqlx::query(
        "insert into sessions (token_hash, player, lang, created_at_ms, seen_at_ms, expires_at_ms, mac)
         values ($1, $2, 'en', $3, $3, $4, $5)",
    )
    .bind(hash(token))
    .bind(player.0)
    .bind(site.now())
    .bind(site.now() + HOUR_MS)
    .bind(mac)
    .execute(&mut owner_of(&site.ledger).await)
    .await
    .expect("inserted");
}
