//! The law of decisions: money that members moved is what two of them decided (api §7.5), by [`ledger::approval::Decisions`].

use super::LawResult;
use super::entry::{Entry, count, each, law};
use domain::stream::StreamEvent;
use ledger::Fault;
use ledger::approval::{Decisions, Stored};
use sqlx::PgConnection;
use uuid::Uuid;

const WHICH: &str = "
     where aggregate_type = 'staff' and event_type in ('StaffAdded', 'StaffActed')
        or aggregate_type = 'proposal' and event_type in ('Proposed', 'Approved')
        or aggregate_type = 'player' and event_type = 'AdjustmentPosted'
        or aggregate_type = 'treasury' and event_type in ('ReserveFunded', 'PromoBudgetFunded')
        or aggregate_type = 'withdrawal' and event_type = 'MismatchCleared'
     order by aggregate_type, aggregate_id, sequence";

/// Checks the law in the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection) -> Result<LawResult, Fault> {
    let mut decisions = Decisions::default();
    each(database, WHICH, |entry| decisions.take(entry)).await?;
    let says = "money that members moved is what one proposed and another approved, in a role that approves its kind";
    let mut law = law("I-41j", says);
    for (place, holds) in decisions.judged() {
        count(&mut law, holds, place);
    }
    Ok(law)
}

impl Stored for Entry<'_> {
    fn stream(&self) -> &str {
        self.stream
    }

    fn key(&self) -> &str {
        self.key
    }

    fn event_type(&self) -> &str {
        self.event_type
    }

    fn request(&self) -> Option<Uuid> {
        self.request
    }

    fn place(&self) -> String {
        self.place.clone()
    }

    fn read<E: StreamEvent>(&self) -> Option<E> {
        Entry::read(self)
    }
}
