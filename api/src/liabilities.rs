//! What the players are owed, as anybody may read it (ledger §4.5): signed statements, each of one moment. A day that is
//! closed has one of its last millisecond.
//!
//! | path | is |
//! |---|---|
//! | `/liabilities` | the newest statement |
//! | `/liabilities/<moment>` | the one of a moment, in milliseconds since 1970 |
//! | `/custody` | the accounts of the house on the chains, with what each held when it was last compared with the books (JSON) |
//!
//! A statement says totals and roots, and nothing of any player. A player's own proof is in `wallet/proof`.

use crate::app::App;
use crate::checkpoints::{TEXT, broken, found, missing};
use crate::wire::proof::CustodyAccount;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::routing::get;
use domain::time::Timestamp;
use ledger::Fault;
use ledger::notary::liabilities::published;
use rails::reconcile;
use serde_json::json;

const JSON: &str = "application/json";
/// Another one may follow.
const A_SECOND: &str = "public, max-age=1";
/// A moment has one statement for ever.
const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// Adds the paths.
pub fn mount(routes: Router<App>) -> Router<App> {
    routes
        .route("/liabilities", get(newest))
        .route("/liabilities/{moment}", get(of_moment))
        .route("/custody", get(custody))
}

async fn newest(State(app): State<App>) -> Response {
    answer(A_SECOND, published::newest(&**app.ledger().pool()).await)
}

async fn of_moment(State(app): State<App>, Path(moment): Path<i64>) -> Response {
    let note = published::of_moment(&**app.ledger().pool(), Timestamp(moment)).await;
    answer(FOR_EVER, note)
}

async fn custody(State(app): State<App>) -> Response {
    match reconcile::compared(app.ledger().pool()).await {
        Ok(compared) => {
            let accounts: Vec<CustodyAccount> = compared.iter().map(CustodyAccount::from).collect();
            found(JSON, A_SECOND, json!({ "accounts": accounts }).to_string())
        }
        Err(fault) => broken(&fault),
    }
}

fn answer(keep: &'static str, note: Result<Option<String>, Fault>) -> Response {
    match note {
        Ok(Some(note)) => found(TEXT, keep, note),
        Ok(None) => missing(),
        Err(fault) => broken(&fault),
    }
}
