//! Whoever holds the master key, and no key of staff, writes into the log in the name of members who have keys: the laws
//! of signatures find it. No law in SQL would, since those see names and not whether a signature holds.

use super::{Family, house::found, other_laws};
use crate::audit::demanded::unsigned;
use crate::audit::forger;
use crate::audit::signatures::{approved, change};
use crate::key_file::KeyFile;
use sqlx::Executor;
use uuid::Uuid;
use workers::audit::{LawResult, authority};

const APPROVE: &str = "withdrawals/approve";
const TEXT: &str = r#""signature":"[0-9a-f]+"#;
const DIGEST: &str = r#""digest":"[0-9a-f]+"#;

pub async fn family() -> Family {
    let mut family = Family::new("authority");
    let (site, id) = approved().await;
    let mut forger = forger(&site).await;
    for (attack, law, statement) in attacks(&id) {
        forger.execute("begin").await.expect("begun");
        let before = authority::check(&mut forger).await.expect("read");
        let done = forger.execute(statement.as_str()).await.expect(attack);
        let after = authority::check(&mut forger).await.expect("read");
        let others = other_laws(&mut forger).await;
        forger.execute("rollback").await.expect("rolled back");
        assert!(before.iter().all(LawResult::holds), "{before:?}");
        assert!(before[..4].iter().all(|law| law.compared > 0), "{before:?}");
        assert!(done.rows_affected() > 0, "{attack} changes nothing");
        family.tried(attack, law, found(&after), others);
    }
    let unsigned = unsigned().await;
    let mut database = unsigned.ledger.pool().begin().await.expect("a snapshot");
    let after = authority::check(&mut database).await.expect("read");
    let name = "a key approved without a signature, where another could have signed";
    family.tried(name, "I-41k", found(&after), other_laws(&mut database).await);
    family
}

/// Attacks with the law that finds them. The withdrawal that was approved is `id`.
fn attacks(id: &str) -> [(&'static str, &'static str, String); 23] {
    let (of_ann, of_bob) = (KeyFile::new(1, "ann"), KeyFile::new(2, "bob"));
    let signed = |key: &KeyFile, call: &str, subject: &str| {
        let signed = key.signs(call, subject, &"0".repeat(64), Uuid::nil());
        format!(r#""signature":"{}"#, signed["signature"].as_str().expect("hex"))
    };
    let act = |from: &str, to: &str| change("StaffActed", from, to);
    let login = |from: &str, to: &str| change("StaffSessionOpened", from, to);
    let nobodys = format!(r#""signature":"{}"#, "ab".repeat(64));
    let other = format!(r#""digest":"{}"#, "1".repeat(64));
    let key = format!(r#""key":"{}"#, of_bob.id());
    let request = format!(r#""request":"{}"#, Uuid::nil());
    let more =
        "update events set payload = replace(payload::text, '1000000', '9000000')::json where event_type = 'Proposed'";
    let alone = |from: &str, to: &str| format!("{} and payload::text like '%freezes/set%'", act(from, to));
    let frozen = |change: &str| format!("update events set {change} where event_type = 'PlayerFrozen'");
    // The answer goes with its event: laws in SQL compare both.
    let unasked = |event: &str| {
        format!(
            "with moved as (
                update events
                   set metadata = jsonb_set(metadata::jsonb, '{{request_id}}', to_jsonb(gen_random_uuid()))::json
                 where event_type = '{event}' returning partition, position, metadata->>'request_id' as id
             )
             update requests r set request_id = moved.id::uuid from moved
              where (r.partition, r.position) = (moved.partition, moved.position)"
        )
    };
    let let_go = |by: &str| {
        format!(
            "update events set payload = regexp_replace(payload::text, '\\[\"ann\",\"bob\"\\]', '[\"{by}\"]')::json
              where event_type = 'Approved' and aggregate_type = 'withdrawal'"
        )
    };
    [
        ("600 USDT let go by one of the two", "I-41i", let_go("bob")),
        (
            "more out of the reserve than two decided",
            "I-41j",
            "update events set payload = replace(payload::text, '1.000000', '9.000000')::json
              where event_type = 'ReserveFunded' and payload::text like '%ann%'"
                .to_owned(),
        ),
        (
            "an act in a role that its member never had",
            "I-41d",
            act(r#"\["finance"\]"#, r#"["finance_lead"]"#),
        ),
        (
            "the end of an account that no two decided",
            "I-41j",
            "update events set payload = replace(payload::text, 'on record', 'for nothing')::json
              where event_type = 'ErasureRequested'"
                .to_owned(),
        ),
        ("a proposal that its maker did not make", "I-41e", unasked("Proposed")),
        (
            "an act of one person with no signature",
            "I-41d",
            alone(r#","signature":\{[^}]+\}"#, ""),
        ),
        (
            "without what was signed",
            "I-41d",
            alone(r#","approval":\{.+\},"at""#, r#","at""#),
        ),
        (
            "for another reason than was signed",
            "I-41d",
            alone("on record", "for nothing"),
        ),
        (
            "an effect for another reason",
            "I-41e",
            frozen("payload = replace(payload::text, 'on record', 'for nothing')::json"),
        ),
        ("an effect that nobody asked for", "I-41e", unasked("PlayerFrozen")),
        (
            "a packet of more than was signed",
            "I-41e",
            "update events set payload = replace(payload::text, '\"shares\":10', '\"shares\":9')::json
              where event_type = 'PacketCreated'"
                .to_owned(),
        ),
        ("an approval with a signature of nobody", "I-41d", act(TEXT, &nobodys)),
        (
            "with one of somebody else",
            "I-41d",
            act(TEXT, &signed(&of_bob, APPROVE, id)),
        ),
        (
            "with one of another act",
            "I-41d",
            act(TEXT, &signed(&of_ann, APPROVE, "other")),
        ),
        ("in the name of another key", "I-41d", act(r#""key":"[0-9a-f]+"#, &key)),
        ("with no signature", "I-41d", act(r#","signature":\{[^}]+\}"#, "")),
        (
            "without what was approved",
            "I-41d",
            act(r#","approval":\{.+\},"at""#, r#","at""#),
        ),
        ("of other terms", "I-41d", act(DIGEST, &other)),
        (
            "under another request",
            "I-41d",
            act(r#""request":"[0-9a-f-]+"#, &request),
        ),
        ("more than was approved", "I-41e", more.to_owned()),
        ("a login with a signature of nobody", "I-41g", login(TEXT, &nobodys)),
        (
            "a login with the signature of another one",
            "I-41g",
            login(DIGEST, &other),
        ),
        (
            "a login without a signature",
            "I-41g",
            login(r#","proof":\{.+\},"at""#, r#","at""#),
        ),
    ]
}
