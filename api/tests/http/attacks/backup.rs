//! Whoever has a copy of the whole database, and not the master key, gets from it neither a seed in use, nor what is
//! personal, nor a way in: what opens a session, an account or a packet is kept as a hash. Who holds the key, or the
//! thing itself, does the same.

use super::{Family, Outcome};
use crate::packet::coins;
use crate::staff_site::{Clerk, StaffSite};
use domain::ids::StaffId;
use domain::posting::Purse;
use domain::red_packet::{CreatePacket, Kind, Secrets};
use domain::staff::Role;
use ledger::testing::players;
use ledger::testing::{MASTER_KEY, backup, options, owner};
use ledger::{Ledger, Options};
use serde_json::json;
use uuid::Uuid;

/// The thief's own key.
const HIS_KEY: [u8; 32] = [66; 32];
const NOT_OPENED: &str = "Sealed";
/// A keyed hash under another key.
const NO_MATCH: &str = "no match";
const NO_SESSION: &str = "-1000";
const NO_LOGIN: &str = "9006";

pub async fn family() -> Family {
    let mut family = Family::new("backup");
    let site = StaffSite::open().await;
    with_the_key(&mut family, &site).await;
    sessions(&mut family, &site).await;
    one_time_codes(&mut family, &site).await;
    family
}

/// A lucky packet, not sealed yet.
fn packet(site: &StaffSite) -> CreatePacket {
    CreatePacket {
        kind: Kind::Lucky,
        secrets: Secrets::under(Uuid::from_u128(7)),
        ..coins(site, 100, 2)
    }
}

/// What the master key opens.
async fn with_the_key(family: &mut Family, site: &StaffSite) {
    let angler = site.player(1).await;
    angler.given(Purse::CoinPaid, 1_000).await.dives_five_times().await;
    let commit = players::state(&site.ledger, angler.id).await.seeds.commit;
    site.hire("ann", &[Role::Risk], None).await;
    let member = StaffId::of("ann").0;
    let fingerprint = site.ledger.vault().fingerprint("phone", b"+41790000000");
    site.ledger
        .vault()
        .share(angler.id.0, &fingerprint)
        .await
        .expect("kept");
    let packet = site.ledger.seal_packet(packet(site)).await.expect("sealed");
    let code = site
        .ledger
        .code_of(&packet.secrets)
        .await
        .expect("opened")
        .expect("a code");
    let (under, promised) = (Uuid::from_u128(7), packet.secrets.commit().expect("a commit"));
    let reads = async |key: [u8; 32]| {
        let copy = backup::Copy::of(&site.ledger, key).await;
        let guess = copy.vault.fingerprint("phone", b"+41790000000");
        let guessed = copy.vault.has_shared(angler.id.0, &guess).await.expect("read");
        let opened = async |subject, kind: &str| {
            let kept = copy.vault.get(subject, kind).await;
            Outcome::of_result(kept.map(|kept| kept.expect("a record")))
        };
        let matches = |is_it: bool| match is_it {
            true => Outcome::Done,
            false => Outcome::Stopped(NO_MATCH.into()),
        };
        let named = copy.vault.packet_of(&code) == packet.packet;
        let shares = Outcome::of_result(copy.seeds.open(packet.packet.0, &promised).await);
        let seed = Outcome::of_result(copy.seeds.open(angler.id.0, &commit).await);
        [
            ("the seed of a player's next casts", NOT_OPENED, seed),
            ("the name of a player", NOT_OPENED, opened(angler.id.0, "profile").await),
            (
                "the second factor of a member",
                NOT_OPENED,
                opened(member, "staff:credentials").await,
            ),
            ("whether a guessed telephone is a player's", NO_MATCH, matches(guessed)),
            ("the code of a packet", NOT_OPENED, opened(under, "packet_code").await),
            ("which packet a guessed code opens", NO_MATCH, matches(named)),
            ("the seed of the shares of a packet", NOT_OPENED, shares),
        ]
    };
    for ((what, by, without_key), (.., with_key)) in reads(HIS_KEY).await.into_iter().zip(reads(MASTER_KEY).await) {
        family.tried(what, by, without_key, with_key);
    }
    let starts = async |master_key: [u8; 32]| {
        let options = Options {
            master_keys: master_key.into(),
            ..options(owner(&site.ledger))
        };
        Outcome::of_result(Ledger::connect(options).await.map(|_| ()))
    };
    let (his, ours) = (starts(HIS_KEY).await, starts(MASTER_KEY).await);
    family.tried(
        "the program, started on the copy",
        "another LEDGER_MASTER_KEY",
        his,
        ours,
    );
}

/// The hash that is kept of a token is not the token.
async fn sessions(family: &mut Family, site: &StaffSite) {
    let (angler, bob) = (site.player(2).await, site.clerk("bob", &[Role::Risk]).await);
    let copied = async |table: &str, column: &str, of: Uuid| -> String {
        let sql = format!("select encode(token_hash, 'hex') from {table} where {column} = $1");
        let found = sqlx::query_scalar(&sql).bind(of).fetch_one(site.ledger.pool()).await;
        found.expect("a session")
    };
    let info = async |token: &str| Outcome::of(&site.app.post("user/info", json!({ "token": token })).await);
    let hash = copied("sessions", "player", angler.id.0).await;
    let name = "the hash of a player's token, as a token";
    family.tried(name, NO_SESSION, info(&hash).await, info(&angler.token).await);
    let hash = copied("staff_sessions", "member", StaffId::of("bob").0).await;
    let thief = bob.with_cookie(format!("staff={hash}"));
    let looks = async |as_whom: &Clerk<'_>| Outcome::of(&as_whom.ask("session/me", json!({})).await);
    let name = "the hash of a member's token, as a cookie";
    family.tried(name, NO_SESSION, looks(&thief).await, looks(&bob).await);
}

/// A code that opens an account once, and one of a second factor.
async fn one_time_codes(family: &mut Family, site: &StaffSite) {
    let (zoe, sam) = (
        site.clerk("zoe", &[Role::Security]).await,
        site.clerk("sam", &[Role::Security]).await,
    );
    let account = async |name: &str| -> String {
        let made = zoe.does("staff/add", json!({ "name": name, "roles": ["risk"] })).await;
        let made = made.done().data;
        sam.approves(&made).await.done();
        made["code"].as_str().expect("a code").to_owned()
    };
    let code = account("new").await;
    let hash: String = sqlx::query_scalar(
        "select payload->'StaffAdded'->'activation'->>'code' from events
          where event_type = 'StaffAdded' order by position desc limit 1",
    )
    .fetch_one(site.ledger.pool())
    .await
    .expect("the event");
    let secrets = site.chooses("new", "only I know this");
    let enters = async |name: &str, code: &str| Outcome::of(&site.activates(name, code, &secrets).await);
    let from_the_copy = enters("new", &hash).await;
    let by_owner = enters("new", &code).await;
    family.tried(
        "the hash of a code of activation, as the code",
        NO_LOGIN,
        from_the_copy,
        by_owner,
    );
    let other = account("newer").await;
    let again = enters("new", &code).await;
    let fresh = enters("newer", &other).await;
    family.tried("a code of activation that was spent", NO_LOGIN, again, fresh);
    let logs_in = async || {
        let (answer, _) = site.login("new", &secrets.password, &site.code(&secrets)).await;
        Outcome::of(&answer)
    };
    logs_in().await;
    let replayed = logs_in().await;
    site.wait_ms(30_000);
    family.tried("the code of a login, replayed", NO_LOGIN, replayed, logs_in().await);
}
