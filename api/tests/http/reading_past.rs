//! Reads of the past: what a call answers later about a moment is what it answered then (I-17, I-19).

use crate::reading::{STEPS, app, ask, step};
use crate::test_app::TestApp;
use api::moment;
use domain::time::Timestamp;
use serde_json::{Value, json};

/// Every call that knows moments, with something to ask.
fn questions() -> Vec<(&'static str, Value)> {
    let mut questions = vec![
        ("entries/list", json!({ "limit": 20 })),
        ("entries/list", json!({ "account": "usdt" })),
        ("entries/list", json!({ "event_type": "AdjustmentPosted" })),
        ("books/trial", json!({})),
        ("books/trial", json!({ "from": "5" })),
        ("books/financials", json!({ "from": "5" })),
        ("books/accounts", json!({})),
        ("books/accounts", json!({ "owner": "house" })),
        ("books/accounts", json!({ "account": "coin_promo" })),
        (
            "books/statement",
            json!({ "owner": "house", "account": "h:usdt_reserve" }),
        ),
        ("books/statement", json!({ "owner": "tg:101" })),
        ("players/search", json!({ "query": "101" })),
        ("events/list", json!({ "limit": 20 })),
        ("samples/draw", json!({ "seed": "s", "count": 5 })),
        ("overview/info", json!({ "days": 3 })),
        ("proofs/checkpoints", json!({})),
    ];
    for tg_id in 100..100 + STEPS {
        questions.push(("players/info", json!({ "player": format!("tg:{tg_id}") })));
        questions.push((
            "players/timeline",
            json!({ "player": format!("tg:{tg_id}"), "limit": 5 }),
        ));
    }
    for register in ["manual", "reversed", "approvals", "config", "personal", "refused"] {
        questions.push(("registers/list", json!({ "register": register })));
    }
    questions
}

/// What was answered, without what has no past; a refusal is its field.
async fn answer(app: &TestApp, call: &str, body: &Value) -> Value {
    match ask(&app.ledger, call, body).await {
        Ok(mut data) => {
            // What open dives, pools and packets held, no view keeps (api §7.28).
            for (place, field) in [
                ("", "followers"),
                ("", "chain"),
                ("", "solvency"),
                ("/links", "cluster"),
                ("/links", "shared"),
            ] {
                if let Some(fields) = data.pointer_mut(place).and_then(Value::as_object_mut) {
                    fields.remove(field);
                }
            }
            data
        }
        Err(api::error::Failure::Invalid(field)) => json!(field),
        Err(api::error::Failure::Broken(finding)) => json!(finding.to_string()),
        Err(failure) => panic!("{call} {body}: {failure:?}"),
    }
}

#[tokio::test]
async fn a_moment_is_answered_later_as_it_was_then() {
    let app = app().await;
    let questions = questions();
    let mut recorded: Vec<(String, Vec<Value>)> = Vec::new();
    for number in 0..STEPS {
        step(&app, number).await;
        // The sums of the books are read whether or not their view has followed; what stands in other views is waited
        // for, as the calls do.
        let lazy = |view: &&&dyn projections::view::View| number % 2 == 0 || view.name() != "turnovers";
        let views: Vec<_> = projections::FOLLOWING.iter().filter(lazy).copied().collect();
        projections::runner::drain(&app.ledger, &views)
            .await
            .expect("views follow");
        if number % 3 == 0 {
            let mut answers = Vec::new();
            for (call, body) in &questions {
                answers.push(answer(&app, call, body).await);
            }
            let now = moment::write(Timestamp(app.now()));
            recorded.push((now, answers));
            // What comes next is later.
            app.wait_ms(1);
        }
    }
    app.settle().await;
    let mut changed = vec![false; questions.len()];
    for (moment, answers) in &recorded {
        for (((call, body), then), changed) in questions.iter().zip(answers).zip(&mut changed) {
            let mut body = body.clone();
            *changed |= answer(&app, call, &body).await != *then;
            body["as_of"] = json!(moment);
            assert_eq!(answer(&app, call, &body).await, *then, "{call} {body}");
        }
    }
    // A comparison of what never changes would show nothing.
    let idle: Vec<_> = questions
        .iter()
        .zip(&changed)
        .filter(|(_, changed)| !**changed)
        .collect();
    assert!(idle.len() < questions.len() / 4, "{idle:?}");
}
