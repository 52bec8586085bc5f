//! Whoever has a copy of the whole database, and not the master key, gets from it neither a seed in use, nor what is
//! personal, nor a way in: what opens a session, an account or a packet is kept as a hash. Without sealing, without the
//! key of the hashes, or without the hashes, the same copy gives it.

use super::{Family, Outcome};
use crate::packet::coins;
use crate::staff_site::StaffSite;
use domain::defence::Defence;
use domain::ids::StaffId;
use domain::posting::Purse;
use domain::red_packet::{CreatePacket, Kind, PacketCode, Secrets};
use domain::staff::Role;
use ledger::testing::players;
use ledger::testing::{MASTER_KEY, backup, options, owner, owner_of};
use ledger::{Ledger, Options};
use serde_json::json;
use sqlx::Executor;
use staff::accounts;
use uuid::Uuid;

/// The thief's own key.
const HIS_KEY: [u8; 32] = [66; 32];
const NOT_OPENED: &str = "Sealed";
/// A keyed hash under another key.
const NO_MATCH: &str = "no match";
const NO_SESSION: &str = "-1000";
const NO_LOGIN: &str = "9006";
const TELEPHONE: &[u8] = b"+41790000000";

pub async fn family() -> Family {
    let mut family = Family::new("backup");
    let site = StaffSite::open().await;
    read(&mut family, &site).await;
    started(&mut family, &site).await;
    sessions(&mut family, &site).await;
    one_time_codes(&mut family, &site).await;
    family
}

/// What there is to read: of a player, a member and a packet with this number.
struct Kept {
    player: Uuid,
    /// Of the seed of the player's next casts.
    commit: String,
    member: Uuid,
    under: Uuid,
    packet: CreatePacket,
    code: PacketCode,
}

impl Kept {
    async fn on(site: &StaffSite, number: u8) -> Kept {
        let (angler, name) = (site.player(number.into()).await, format!("ann{number}"));
        angler.given(Purse::CoinPaid, 1_000).await.dives_five_times().await;
        let commit = players::state(&site.ledger, angler.id).await.seeds.commit;
        site.hire(&name, &[Role::Risk], None).await;
        let vault = site.ledger.vault();
        let fingerprint = vault.fingerprint("phone", TELEPHONE);
        vault.share(angler.id.0, &fingerprint).await.expect("kept");
        let under = Uuid::from_u128(number.into());
        let packet = CreatePacket {
            kind: Kind::Lucky,
            secrets: Secrets::under(under),
            ..coins(site, 100, 2)
        };
        let packet = site.ledger.seal_packet(packet).await.expect("sealed");
        let code = site.ledger.code_of(&packet.secrets).await.expect("opened");
        Kept {
            player: angler.id.0,
            commit,
            member: StaffId::of(&name).0,
            under,
            packet,
            code: code.expect("a code"),
        }
    }

    /// What the thief gets of the copy, and what must stop him.
    async fn stolen(&self, site: &StaffSite) -> [(&'static str, Defence, &'static str, Outcome); 7] {
        let copy = backup::Copy::of(&site.ledger, HIS_KEY).await;
        let guess = copy.vault.fingerprint("phone", TELEPHONE);
        let guessed = copy.vault.has_shared(self.player, &guess).await.expect("read");
        let named = copy.vault.packet_of(&self.code) == self.packet.packet;
        let opened = async |subject, kind: &str| {
            let kept = copy.vault.get(subject, kind).await;
            Outcome::of_result(kept.map(|kept| kept.expect("a record")))
        };
        let matches = |is_it: bool| match is_it {
            true => Outcome::Done,
            false => Outcome::Stopped(NO_MATCH.into()),
        };
        let promised = self.packet.secrets.commit().expect("a commit");
        let seed = async |owner, commit: &str| Outcome::of_result(copy.seeds.open(owner, commit).await);
        let sealed = |what, outcome| (what, Defence::Sealed, NOT_OPENED, outcome);
        let keyed = |what, outcome| (what, Defence::KeyedHash, NO_MATCH, outcome);
        let of_member = accounts::load(&site.ledger, StaffId(self.member)).await.expect("read");
        let record = of_member.credentials.expect("a record");
        let factor = opened(self.member, &format!("staff:credentials:{record}")).await;
        [
            sealed(
                "the seed of a player's next casts",
                seed(self.player, &self.commit).await,
            ),
            sealed("the name of a player", opened(self.player, "profile").await),
            sealed("the second factor of a member", factor),
            sealed("the code of a packet", opened(self.under, "packet_code").await),
            sealed(
                "the seed of the shares of a packet",
                seed(self.packet.packet.0, &promised).await,
            ),
            keyed("whether a guessed telephone is a player's", matches(guessed)),
            keyed("which packet a guessed code opens", matches(named)),
        ]
    }
}

/// The same is kept and copied three times: as it is, in clear, and under hashes that anybody computes.
async fn read(family: &mut Family, site: &StaffSite) {
    let with = Kept::on(site, 11).await.stolen(site).await;
    for (number, left_out) in [(12, Defence::Sealed), (13, Defence::KeyedHash)] {
        let off = left_out.off();
        let without = Kept::on(site, number).await.stolen(site).await;
        drop(off);
        for ((what, defence, by, with), (.., without)) in with.iter().zip(without) {
            if *defence == left_out {
                family.tried(*what, by, with.clone(), without);
            }
        }
    }
}

/// Two checks stand before it, at the first event and at each that is read: no one of them is the reason alone, so the
/// right key shows that nothing else is.
async fn started(family: &mut Family, site: &StaffSite) {
    let starts = async |master_key: [u8; 32]| {
        let options = Options {
            master_keys: master_key.into(),
            ..options(owner(&site.ledger))
        };
        Outcome::of_result(Ledger::connect(options).await.map(|_| ()))
    };
    let (name, by) = ("the program, started on the copy", "another LEDGER_MASTER_KEY");
    family.tried(name, by, starts(HIS_KEY).await, starts(MASTER_KEY).await);
}

/// What is kept of a token, shown as the token.
async fn sessions(family: &mut Family, site: &StaffSite) {
    let (angler, bob) = (site.player(2).await, site.clerk("bob", &[Role::Risk]).await);
    let copied = async |table: &str, column: &str, of: Uuid| -> String {
        let sql = format!("select encode(token_hash, 'hex') from {table} where {column} = $1");
        let found = sqlx::query_scalar(&sql).bind(of).fetch_one(site.ledger.pool()).await;
        found.expect("a session")
    };
    let info = async |token: &str| Outcome::of(&site.app.post("user/info", json!({ "token": token })).await);
    let hash = copied("sessions", "player", angler.id.0).await;
    assert_eq!(info(&angler.token).await, Outcome::Done);
    let name = "the hash of a player's token, as a token";
    let shown = async || info(&hash).await;
    family.left_out(name, NO_SESSION, Defence::Hashed, shown).await;
    let hash = copied("staff_sessions", "member", StaffId::of("bob").0).await;
    let thief = bob.with_cookie(format!("staff={hash}"));
    let looks = async || Outcome::of(&thief.ask("session/me", json!({})).await);
    let name = "the hash of a member's token, as a cookie";
    family.left_out(name, NO_SESSION, Defence::Hashed, looks).await;
}

/// A code that opens an account once, and one of a second factor.
async fn one_time_codes(family: &mut Family, site: &StaffSite) {
    let (zoe, sam) = (
        site.clerk("zoe", &[Role::Security]).await,
        site.clerk("sam", &[Role::Security]).await,
    );
    zoe.adds("new", &sam).await;
    let hash: String = sqlx::query_scalar(
        "select payload->'StaffAdded'->'activation'->>'code' from events
          where event_type = 'StaffAdded' and payload->'StaffAdded'->>'name' = 'new'",
    )
    .fetch_one(site.ledger.pool())
    .await
    .expect("the event");
    let secrets = site.chooses("new", "only I know this");
    let enters = async |name: &str, code: &str| Outcome::of(&site.activates(name, code, &secrets).await);
    let from_the_copy = async || enters("new", &hash).await;
    let name = "the hash of a code of activation, as the code";
    family.left_out(name, NO_LOGIN, Defence::Hashed, from_the_copy).await;
    let code = zoe.adds("newer", &sam).await;
    assert_eq!(enters("newer", &code).await, Outcome::Done);
    let again = async || enters("newer", &code).await;
    let name = "a code of activation that was spent";
    family.left_out(name, NO_LOGIN, Defence::Spent, again).await;
    let logs_in = async || {
        let (answer, _) = site.login("newer", &secrets.password, &site.code(&secrets)).await;
        Outcome::of(&answer)
    };
    assert_eq!(logs_in().await, Outcome::Done);
    let replayed = logs_in().await;
    let mut owner = owner_of(&site.ledger).await;
    let forgets = "alter table staff_logins disable trigger user; update staff_logins set totp_step = 0";
    owner.execute(forgets).await.expect("forgotten");
    family.tried("the code of a login, replayed", NO_LOGIN, replayed, logs_in().await);
}
