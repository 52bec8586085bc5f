//! Whoever has an account of staff, or its open session without its key, moves no money that its role, a second person
//! and a signature do not let go (api §7.19). The right person does the same with the right key.

use super::{Family, Outcome};
use crate::key_file::KeyFile;
use crate::staff_money::{asked, digest};
use crate::staff_site::{Clerk, StaffSite};
use crate::test_app::development;
use api::app::Settings;
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
    let own = act(&eve, APPROVE, proposal.yes(None, Uuid::new_v4())).await;
    let yes = key.yes(APPROVE, "proposal", &proposal.id, &proposal.digest);
    family.tried(
        "one person proposes and approves",
        OWN,
        own,
        act(&bob, APPROVE, yes).await,
    );
    let proposal = Proposal::by(&ann).await;
    let yes = key.yes(APPROVE, "proposal", &proposal.id, &proposal.digest);
    let replayed = act(&eve, APPROVE, yes.clone()).await;
    let sent = act(&bob, APPROVE, yes).await;
    family.tried(
        "the approval of another one, replayed",
        NOT_ITS_SIGNATURE,
        replayed,
        sent,
    );
    family
}

/// A stolen account of each role, and somebody whose role allows the act.
async fn roles(family: &mut Family, site: &StaffSite, [ann, bob, zoe]: [&Clerk<'_>; 3]) {
    for role in [
        Role::Support,
        Role::Risk,
        Role::Content,
        Role::ConfigAdmin,
        Role::Auditor,
    ] {
        let thief = site.clerk(role.name(), &[role]).await;
        let refused = act(&thief, PROPOSE, funding()).await;
        let name = format!("{} moves the house's money", role.name());
        family.tried(name, NO_PERMISSION, refused, act(ann, PROPOSE, funding()).await);
    }
    let refused = act(zoe, PROPOSE, funding()).await;
    let name = "security moves the house's money";
    family.tried(name, NO_PERMISSION, refused, act(ann, PROPOSE, funding()).await);
    let proposal = Proposal::by(bob).await;
    let yes = || proposal.yes(None, Uuid::new_v4());
    let refused = act(ann, APPROVE, yes()).await;
    let other = site.clerk("leader", &[Role::FinanceLead]).await;
    let name = "finance approves what its lead must";
    family.tried(name, NO_PERMISSION, refused, act(&other, APPROVE, yes()).await);
    let account = json!({ "name": "ghost", "roles": ["finance_lead"] });
    let refused = act(bob, "staff/add", account.clone()).await;
    let name = "the lead of finance makes an account";
    family.tried(name, NO_PERMISSION, refused, act(zoe, "staff/add", account).await);
}

/// Bob's open session without his key; then bob with it.
async fn signatures(family: &mut Family, key: &KeyFile, [ann, bob]: [&Clerk<'_>; 2]) {
    let (thief, named) = (KeyFile::new(2, "bob"), KeyFile::new(1, "ann"));
    let (nil, zeros) = (Uuid::nil(), "0".repeat(64));
    for (name, by) in [
        ("a stolen session approves without a signature", NOT_SIGNED),
        ("with a key of the thief", NOT_ITS_SIGNATURE),
        ("with a signature for another act", NOT_ITS_SIGNATURE),
        ("with a signature for another proposal", NOT_ITS_SIGNATURE),
        ("with a signature for other terms", NOT_ITS_SIGNATURE),
        ("with a signature of another request", NOT_ITS_SIGNATURE),
        ("with a signature in another name", NOT_ITS_SIGNATURE),
    ] {
        let proposal = Proposal::by(ann).await;
        let (id, digest, request) = (proposal.id.as_str(), proposal.digest.as_str(), Uuid::new_v4());
        let signature = match name {
            "with a key of the thief" => Some(thief.signs(APPROVE, id, digest, request)),
            "with a signature for another act" => Some(key.signs("withdrawals/approve", id, digest, request)),
            "with a signature for another proposal" => Some(key.signs(APPROVE, &nil.to_string(), digest, request)),
            "with a signature for other terms" => Some(key.signs(APPROVE, id, &zeros, request)),
            "with a signature of another request" => Some(key.signs(APPROVE, id, digest, nil)),
            "with a signature in another name" => Some(named.signs(APPROVE, id, digest, request)),
            _ => None,
        };
        let refused = act(bob, APPROVE, proposal.yes(signature, request)).await;
        let right = Uuid::new_v4();
        let yes = proposal.yes(Some(key.signs(APPROVE, id, digest, right)), right);
        family.tried(name, by, refused, act(bob, APPROVE, yes).await);
    }
}

/// The open session of a member whose key the thief does not have, for what needs no second person; then the member.
async fn acts(family: &mut Family) {
    let site = StaffSite::open().await;
    let (angler, paid) = asked(&site, 400).await;
    let zoe = site.clerk("zoe", &[Role::Security]).await;
    let eve = site.clerk("eve", &[Role::Security]).await;
    let ann = site.clerk("ann", &[Role::FinanceLead, Role::Risk, Role::Content]).await;
    let (of_ann, of_eve) = (KeyFile::new(1, "ann"), KeyFile::new(2, "eve"));
    of_ann.enrol(&ann, &zoe).await;
    of_eve.enrol(&eve, &zoe).await;
    let seen = digest(&ann, &paid).await;
    let yes = of_ann.yes("withdrawals/approve", "withdrawal", &paid, &seen);
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
        ("packets/create", packet()),
        ("adjustments/propose", correction),
        ("freezes/propose", json!({ "players": [player] })),
        ("treasury/propose", json!({ "to": "promo_budget", "amount": "7" })),
        ("packets/propose", packet()),
        ("erasure/request", person.clone()),
        ("erasure/cancel", person),
    ] {
        let signed = of_ann.act(call, body);
        alone(family, &format!("a stolen session: {call}"), &ann, call, signed).await;
    }
    site.settle().await;
    let list = ann.ask("packets/list", json!({})).await.done().data;
    let id = list["list"][0]["packet"].as_str().expect("an id").to_owned();
    let signed = of_ann.act("packets/stop", json!({ "packet": id }));
    alone(family, "a stolen session: packets/stop", &ann, "packets/stop", signed).await;
    let mut more = of_ann.act("treasury/propose", json!({ "to": "promo_budget", "amount": "7" }));
    more["amount"] = json!("700000000");
    let refused = act(&ann, "treasury/propose", more.clone()).await;
    let done = act(&ann, "treasury/propose", of_ann.act("treasury/propose", more)).await;
    family.tried("a proposal of more than was signed", NOT_ITS_SIGNATURE, refused, done);
    let key = json!({ "account": "ann", "key": of_ann.id() });
    let signed = of_eve.act("keys/revoke", key);
    alone(family, "a stolen session: keys/revoke", &eve, "keys/revoke", signed).await;
    for (call, body) in [
        ("staff/add", json!({ "name": "joe", "roles": ["risk"] })),
        ("staff/roles", json!({ "name": "ann", "roles": ["risk"] })),
        ("staff/reset", json!({ "name": "ann" })),
    ] {
        let signed = of_eve.act(call, body);
        alone(family, &format!("a stolen session: {call}"), &eve, call, signed).await;
    }
    let signed = of_eve.act("staff/disable", json!({ "name": "ann" }));
    let mut other = signed.clone();
    other["reason"] = json!("another reason");
    let refused = act(&eve, "staff/disable", other).await;
    let done = act(&eve, "staff/disable", signed).await;
    family.tried(
        "an act for another reason than was signed",
        NOT_ITS_SIGNATURE,
        refused,
        done,
    );
}

/// The open session of a member who never had a key, where keys are demanded; then where they are not.
async fn keyless(family: &mut Family) {
    let keyless_staff = false;
    let guarded = StaffSite::open_as(Settings {
        keyless_staff,
        ..development()
    })
    .await;
    let open = StaffSite::open().await;
    let roles = [Role::FinanceLead, Role::Content];
    let (thief, other) = (guarded.clerk("ann", &roles).await, open.clerk("ann", &roles).await);
    for (call, body) in [
        (PROPOSE, funding()),
        ("packets/create", packet()),
        ("withdrawals/resume", json!({})),
    ] {
        let refused = act(&thief, call, body.clone()).await;
        let name = format!("a session of who has no key: {call}");
        family.tried(name, NOT_SIGNED, refused, act(&other, call, body).await);
    }
}

/// The same body, under a request of its own, without its signature; then with it.
async fn alone(family: &mut Family, name: &str, clerk: &Clerk<'_>, call: &str, signed: Value) {
    let mut bare = signed.clone();
    let fields = bare.as_object_mut().expect("an object");
    fields.remove("signature");
    fields.remove("req_id");
    let refused = act(clerk, call, bare).await;
    family.tried(name, NOT_SIGNED, refused, act(clerk, call, signed).await);
}

fn packet() -> Value {
    json!({
        "kind": "equal", "asset": "coin", "total": "1000", "shares": 10, "min": null, "title_en": "Luck",
        "title_zh": "好运", "hours": 24, "min_age_days": 0, "min_casts_7d": 0, "countries": []
    })
}
