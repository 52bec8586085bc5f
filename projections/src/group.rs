//! One page for all views that stand at the same position: read once, written in one transaction.
//!
//! Most events concern few views, so most of what a view costs is the transaction that moves its cursor. Whoever
//! stands elsewhere, because it was stopped, rebuilt or is new, catches up by itself. A fault rolls the whole page
//! back and says nothing of whose it was: each view then takes the page alone ([`crate::runner`]).

use crate::view::View;
use ledger::crash_point::{Point, reach};
use ledger::feed::{self, PAGE_MAX};
use ledger::{Fault, Ledger, cursor};

/// What became of a page.
pub(crate) struct Stepped {
    /// How many events it had.
    pub events: usize,
    /// The views that are further behind.
    pub behind: Vec<&'static dyn View>,
}

/// Takes the next page with all views that stand furthest and that nobody else writes.
pub(crate) async fn step(ledger: &Ledger, views: &[&'static dyn View], partition: i32) -> Result<Stepped, Fault> {
    let mut transaction = ledger.pool().begin().await?;
    let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
    let free = cursor::lock_free(&mut transaction, &names, partition).await?;
    let front = free.iter().map(|(_, position)| *position).max().unwrap_or_default();
    let of = |is_at_front: bool| -> Vec<&'static dyn View> {
        let stands = |view: &&&dyn View| {
            let own = free.iter().find(|(name, _)| name == view.name());
            own.is_some_and(|(_, position)| (*position == front) == is_at_front)
        };
        views.iter().filter(stands).copied().collect()
    };
    let (together, behind) = (of(true), of(false));
    if together.is_empty() {
        return Ok(Stepped { events: 0, behind });
    }
    let page = feed::read(&mut *transaction, partition, front, PAGE_MAX).await?;
    let events = page.len();
    if let Some(last) = page.last() {
        for view in &together {
            view.write(&mut transaction, &page).await?;
        }
        reach(Point::InViewBatch);
        let names: Vec<&str> = together.iter().map(|view| view.name()).collect();
        cursor::advance_each(&mut transaction, &names, partition, last.position).await?;
        reach(Point::BeforeViewCommit);
        transaction.commit().await?;
    }
    Ok(Stepped { events, behind })
}
