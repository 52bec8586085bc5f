//! Policies (process managers): commands to other streams that events of seven kinds of stream cause (ledger §3).
//! `domain::policies` has the table.
//!
//! A follower of the log like a view, with a cursor of its own. The command's request id is fixed by
//! its cause, so a page that is read again after a crash causes nothing new. A refusal is an answer;
//! a fault stops the policy at this page until it can continue.

use super::erasure;
use ledger::Ledger;
use ledger::log_page::LogPage;
use ledger::policies::{issue, reactions};
use projections::view::{View, Writing};
use sqlx::PgConnection;

/// Who acts; a handler that takes the same step at once acts under its own name.
const ACTOR: &str = "policy:follow";

/// What follows the log and issues the commands that its events cause.
pub struct Policies {
    ledger: Ledger,
}

impl Policies {
    /// Policies that issue their commands to `ledger`.
    pub fn of(ledger: Ledger) -> Policies {
        Policies { ledger }
    }
}

impl View for Policies {
    fn name(&self) -> &'static str {
        "policies"
    }

    fn is_alone(&self) -> bool {
        true
    }

    fn write<'a>(&'a self, _transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            for recorded in page {
                for reaction in reactions(recorded)? {
                    issue(&self.ledger, ACTOR, reaction, recorded.event_id).await?;
                }
                erasure::follow(&self.ledger, recorded).await?;
            }
            Ok(())
        })
    }
}
