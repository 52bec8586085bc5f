//! All statements are planned; planted ones that cannot be are noticed.

use super::*;
use crate::architecture::tree;

const NOTHING: [&str; 0] = [];
/// As many as there are today, nearly: a walk that sees fewer has gone blind.
const STATEMENTS_MIN: usize = 500;

async fn server() -> PgConnection {
    let mut server = database(4).await.connect().await.expect("the owner");
    let plans = "set plan_cache_mode = force_custom_plan";
    server.execute(plans).await.expect("set");
    server
}

async fn walked(statements: &[Statement]) -> BTreeMap<String, Vec<String>> {
    let mut server = server().await;
    let mut refused: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for statement in statements {
        if let Some(said) = refusal(&mut server, statement).await {
            refused.entry(statement.place.clone()).or_default().push(said);
        }
    }
    refused
}

#[tokio::test]
async fn every_statement_of_the_product_is_planned_or_listed() {
    let files = tree::rust_files("");
    let all: Vec<Statement> = files.iter().flat_map(|(path, text)| statements(path, text)).collect();
    assert!(all.len() >= STATEMENTS_MIN, "{} statements", all.len());
    assert_eq!(complaints(&walked(&all).await), NOTHING, "of {} statements", all.len());
}

#[tokio::test]
async fn a_statement_that_cannot_be_planned_is_noticed() {
    let code = "const COLUMNS: &str = \"position, sequence\";\n\nasync fn look() {\n    query(\"select {COLUMNS} from events where \
                partition = $1\");\n    query(\"select nothing from events\");\n    query(\"select 1 from \\\"heads\\\"\");\n}\n";
    let planted = statements("ledger/src/planted.rs", code);
    assert_eq!(
        planted[0].sql,
        "select position, sequence from events where partition = $1"
    );
    let refused = walked(&planted).await;
    let said = vec!["column \"nothing\" does not exist".to_owned()];
    assert_eq!(
        refused,
        BTreeMap::from([("ledger/src/planted.rs look".to_owned(), said)])
    );
    let found = complaints(&refused);
    assert!(found.contains(&"ledger/src/planted.rs look: column \"nothing\" does not exist".to_owned()));
    // Nothing of the list was walked: each of its places is a complaint.
    let elsewhere = if citus::is_asked_for() { 0 } else { ON_CITUS.len() };
    assert_eq!(found.len(), 1 + COMPOSED.len() + elsewhere);
}
