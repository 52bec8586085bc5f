//! Whoever has an account of staff, or its open session without its key, moves no money that its role, a second person
//! and a signature do not let go (api §7.19). Without that one check the same act is done.

use super::{Family, Outcome};
use crate::key_file::KeyFile;
use crate::staff_money::{asked, digest};
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::development;
use api::app::Settings;
use domain::defence::Defence;
use domain::staff::Role;
use serde_json::{Value, json};
use uuid::Uuid;

const NO_PERMISSION: &str = "9001";
const OWN: &str = "9002";
const NOT_SIGNED: &str = "9007";
const NOT_ITS_SIGNATURE: &str = "9008";

const APPROVE: &str = "proposals/approve";
const PROPOSE: &str = "treasury/propose";

/// A proposal to fund the reserve.
struct Proposal {
    id: String,
    digest: String,
}

impl Proposal {
    async fn by(maker: &Clerk<'_>) -> Proposal {
        let made = maker.does(PROPOSE, funding()).await.done().data;
        let text = |field: &str| made[field].as_str().expect("a text").to_owned();
        Proposal {
            id: text("proposal"),
            digest: text("digest"),
        }
    }

    /// The body that approves it.
    fn yes(&self, signature: Option<Value>, request: Uuid) -> Value {
        let mut body = json!({ "proposal": self.id, "digest": self.digest, "req_id": request });
        if let Some(signature) = signature {
            body["signature"] = signature;
        }
        body
    }
}

fn funding() -> Value {
    json!({ "to": "reserve", "amount": "1000000" })
}

async fn act(clerk: &Clerk<'_>, call: &str, body: Value) -> Outcome {
    Outcome::of(&clerk.does(call, body).await)
}

pub async fn family() -> Family {
    let mut family = Family::new("approvals");
    let site = StaffSite::open().await;
    let ann = site.clerk("ann", &[Role::Finance]).await;
    let bob = site.clerk("bob", &[Role::FinanceLead]).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    roles(&mut family, &site, [&ann, &bob, &zoe]).await;
    let key = KeyFile::new(1, "bob");
    key.enrol(&bob, &zoe).await;
    signatures(&mut family, &key, [&ann, &bob]).await;
    acts(&mut family).await;
    keyless(&mut family).await;
    let eve = site.clerk("eve", &[Role::FinanceLead]).await;
    let proposal = Proposal::by(&eve).await;
    let own = async || act(&eve, APPROVE, proposal.yes(None, Uuid::new_v4())).await;
    let name = "one person proposes and approves";
    family.left_out(name, OWN, Defence::OtherPerson, own).await;
    let proposal = Proposal::by(&ann).await;
    let yes = key.yes(APPROVE, "proposal", &proposal.id, &proposal.digest);
    let replayed = async || act(&eve, APPROVE, yes.clone()).await;
    let name = "the approval of another one, replayed";
    family
        .left_out(name, NOT_ITS_SIGNATURE, Defence::Signature, replayed)
        .await;
    family
}

/// A stolen account of each role.
async fn roles(family: &mut Family, site: &StaffSite, [ann, bob, zoe]: [&Clerk<'_>; 3]) {
    let mut thieves = vec![("security", zoe.with_cookie(zoe.cookie().to_owned()))];
    for role in [
        Role::Support,
        Role::Risk,
        Role::Content,
        Role::ConfigAdmin,
        Role::Auditor,
    ] {
        thieves.push((role.name(), site.clerk(role.name(), &[role]).await));
    }
    for (role, thief) in &thieves {
        let name = format!("{role} moves the house's money");
        permitted(family, &name, async || act(thief, PROPOSE, funding()).await).await;
    }
    let proposal = Proposal::by(bob).await;
    let yes = async || act(ann, APPROVE, proposal.yes(None, Uuid::new_v4())).await;
    permitted(family, "finance approves what its lead must", yes).await;
    let account = json!({ "name": "ghost", "roles": ["finance_lead"] });
    let adds = async || act(bob, "staff/add", account.clone()).await;
    permitted(family, "the lead of finance makes an account", adds).await;
}

/// What no role of the thief allows.
async fn permitted(family: &mut Family, name: &str, does: impl AsyncFn() -> Outcome) {
    family.left_out(name, NO_PERMISSION, Defence::Permission, does).await;
}

/// Bob's open session without his key.
async fn signatures(family: &mut Family, key: &KeyFile, [ann, bob]: [&Clerk<'_>; 2]) {
    let (thief, named) = (KeyFile::new(2, "bob"), KeyFile::new(1, "ann"));
    let (nil, zeros) = (Uuid::nil(), "0".repeat(64));
    for name in [
        "a stolen session approves without a signature",
        "with a key of the thief",
        "with a signature for another act",
        "with a signature for another proposal",
        "with a signature for other terms",
        "with a signature of another request",
        "with a signature in another name",
    ] {
        let proposal = Proposal::by(ann).await;
        let (id, digest) = (proposal.id.as_str(), proposal.digest.as_str());
        let signature = |request: Uuid| match name {
            "with a key of the thief" => Some(thief.signs(APPROVE, id, digest, request)),
            "with a signature for another act" => Some(key.signs("withdrawals/approve", id, digest, request)),
            "with a signature for another proposal" => Some(key.signs(APPROVE, &nil.to_string(), digest, request)),
            "with a signature for other terms" => Some(key.signs(APPROVE, id, &zeros, request)),
            "with a signature of another request" => Some(key.signs(APPROVE, id, digest, nil)),
            "with a signature in another name" => Some(named.signs(APPROVE, id, digest, request)),
            _ => None,
        };
        let (by, defence) = match signature(nil) {
            Some(_) => (NOT_ITS_SIGNATURE, Defence::Signature),
            None => (NOT_SIGNED, Defence::Signed),
        };
        let yes = async || {
            let request = Uuid::new_v4();
            act(bob, APPROVE, proposal.yes(signature(request), request)).await
        };
        family.left_out(name, by, defence, yes).await;
    }
}

/// The open session of a member whose key the thief does not have, for what needs no second person.
async fn acts(family: &mut Family) {
    let site = StaffSite::open().await;
    let (angler, paid) = asked(&site, 400).await;
    let leaver = site.player(9).await;
    leaver.call("user/delete", json!({ "confirm": "DELETE" })).await.done();
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let eve = site.clerk("eve", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::FinanceLead, Role::Risk, Role::Content]).await;
    let (of_ann, of_eve) = (KeyFile::new(1, "ann"), KeyFile::new(2, "eve"));
    of_ann.enrol(&ann, &zoe).await;
    of_eve.enrol(&eve, &zoe).await;
    // First: what one person lets go counts against what the same person puts out in packets.
    let name = "a stolen session: packets/create";
    alone(family, name, &ann, "packets/create", packet()).await;
    let seen = digest(&ann, &paid).await;
    let yes = json!({ "withdrawal": paid, "digest": seen });
    let name = "a stolen session lets 400 USDT go";
    alone(family, name, &ann, "withdrawals/approve", yes).await;
    let player = angler.id.to_string();
    let (payment, person) = (json!({ "withdrawal": paid }), json!({ "player": player }));
    let correction = json!({
        "player": player, "purse": "usdt", "delta": "5000000", "counter": "h:usdt_reserve", "case_id": "case 7"
    });
    for (call, body) in [
        ("withdrawals/flag", payment.clone()),
        ("withdrawals/reject", payment),
        ("withdrawals/pause", json!({})),
        ("withdrawals/resume", json!({})),
        ("freezes/set", person.clone()),
        ("freezes/lift", person.clone()),
        ("adjustments/propose", correction),
        ("freezes/propose", json!({ "players": [player] })),
        ("treasury/propose", json!({ "to": "promo_budget", "amount": "7" })),
        ("packets/propose", packet()),
        ("erasure/request", person),
        ("erasure/cancel", json!({ "player": leaver.id.0 })),
    ] {
        alone(family, &format!("a stolen session: {call}"), &ann, call, body).await;
    }
    site.settle().await;
    let list = ann.ask("packets/list", json!({})).await.done().data;
    let id = list["list"][0]["packet"].as_str().expect("an id").to_owned();
    let stop = json!({ "packet": id });
    alone(family, "a stolen session: packets/stop", &ann, "packets/stop", stop).await;
    let mut more = of_ann.act("treasury/propose", json!({ "to": "promo_budget", "amount": "7" }));
    more["amount"] = json!("700000000");
    let name = "a proposal of more than was signed";
    falsely_signed(family, name, &ann, "treasury/propose", more).await;
    let key = json!({ "account": "ann", "key": of_ann.id() });
    alone(family, "a stolen session: keys/revoke", &eve, "keys/revoke", key).await;
    for (call, body) in [
        ("staff/add", json!({ "name": "joe", "roles": ["risk"] })),
        ("staff/roles", json!({ "name": "ann", "roles": ["risk"] })),
        ("staff/reset", json!({ "name": "ann" })),
    ] {
        alone(family, &format!("a stolen session: {call}"), &eve, call, body).await;
    }
    let mut other = of_eve.act("staff/disable", json!({ "name": "ann" }));
    other["reason"] = json!("another reason");
    let name = "an act for another reason than was signed";
    falsely_signed(family, name, &eve, "staff/disable", other).await;
}

/// The open session of a member who never had a key, where keys are demanded.
async fn keyless(family: &mut Family) {
    let keyless_staff = false;
    let guarded = StaffSite::open_as(Settings {
        keyless_staff,
        ..development()
    })
    .await;
    let thief = guarded.clerk("ann", &[Role::FinanceLead, Role::Content]).await;
    for (call, body) in [
        (PROPOSE, funding()),
        ("packets/create", packet()),
        ("withdrawals/resume", json!({})),
    ] {
        let name = format!("a session of who has no key: {call}");
        alone(family, &name, &thief, call, body).await;
    }
    let zoe = guarded.clerk("zoe", &[Role::Security]).await;
    let sam = guarded.clerk("sam", &[Role::Security]).await;
    KeyFile::new(1, "zoe").enrol(&zoe, &sam).await;
    // The first key was approved by who has none; zoe could approve this one with hers.
    let key = KeyFile::new(2, "ann");
    thief.does("keys/propose", key.proposal()).await.done();
    let yes = json!({ "account": "ann", "key": key.id() });
    let name = "a session of who has no key: keys/approve";
    alone(family, name, &sam, "keys/approve", yes).await;
}

/// What a member may do alone, without a signature. Each try is a request of its own: a refusal is remembered.
async fn alone(family: &mut Family, name: &str, clerk: &Clerk<'_>, call: &str, bare: Value) {
    let does = async || act(clerk, call, bare.clone()).await;
    family.left_out(name, NOT_SIGNED, Defence::Signed, does).await;
}

/// The same, with a signature for something else.
async fn falsely_signed(family: &mut Family, name: &str, clerk: &Clerk<'_>, call: &str, signed: Value) {
    let does = async || act(clerk, call, signed.clone()).await;
    family.left_out(name, NOT_ITS_SIGNATURE, Defence::Signature, does).await;
}

fn packet() -> Value {
    json!({
        "kind": "equal", "asset": "coin", "total": "1000", "shares": 10, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
    })
}
