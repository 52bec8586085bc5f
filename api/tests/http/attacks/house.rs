//! A house that holds every key deals dives as it likes, after the fact: the law of draws recomputes each draw from its
//! seeds and finds it. No law in SQL would, since those say nothing of chance.

use super::{Family, Outcome, other_laws};
use crate::audit::{forger, played};
use sqlx::Executor;
use workers::audit::{LawResult, draws};

/// What is changed: the attack, the event, and what is written in place of what.
const CHANGES: [(&str, &str, &str, &str); 4] = [
    ("another draw", "CastResolved", r#""t":[0-9]+"#, r#""t":4294967295"#),
    (
        "a value of the device that the house chose",
        "DiveStarted",
        // In both places where nobody chose a client seed, as law I-37e asks.
        r#""client_seed":"([0-9a-f]{32})[.]\1"#,
        r#""client_seed":"00000000000000000000000000000000.00000000000000000000000000000000"#,
    ),
    (
        "a table of prizes that nobody published",
        "DiveStarted",
        r#""table_hash":"[^"]+"#,
        r#""table_hash":"unpublished"#,
    ),
    (
        "the commitment to another seed",
        "DiveStarted",
        r#""commit":"[^"]+"#,
        r#""commit":"of another seed"#,
    ),
];

pub async fn family() -> Family {
    let mut family = Family::new("house");
    let app = played().await;
    let tables = draws::tables(app.ledger.pool()).await.expect("read");
    let mut forger = forger(&app).await;
    for (attack, kind, from, to) in CHANGES {
        let statement = format!(
            "update events set payload = regexp_replace(payload::text, '{from}', '{to}')::json
              where event_type = '{kind}'"
        );
        forger.execute("begin").await.expect("begun");
        let before = draws::check(&mut forger, &tables).await.expect("read");
        assert!(before.holds() && before.compared > 0, "{before:?}");
        forger.execute(statement.as_str()).await.expect(attack);
        let law = draws::check(&mut forger, &tables).await.expect("read");
        let others = other_laws(&mut forger).await;
        forger.execute("rollback").await.expect("rolled back");
        family.tried(attack, law.law, found([&law]), others);
    }
    family
}

/// What these laws say.
pub fn found<'r>(laws: impl IntoIterator<Item = &'r LawResult>) -> Outcome {
    let broken = laws.into_iter().find(|law| !law.holds());
    broken.map_or(Outcome::Done, |law| Outcome::Stopped(format!("{law:?}")))
}
