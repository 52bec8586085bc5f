//! The scheduled job that ends top-up orders nobody paid: half an hour after they were opened, or a day more when a
//! payment was seen (domain §3.5). Money that comes later is credited all the same.

use domain::ids::OrderId;
use domain::topup::TopUpCommand;
use ledger::{Fault, Ledger, Plain, StreamId};
use std::time::Duration;

/// How often the job runs. ASSUMED: nobody misses a minute of an order that is over.
pub const EVERY: Duration = Duration::from_secs(60);
/// Orders read at once.
const ORDERS_MAX: i64 = 500;

/// Ends the orders whose time is over.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn tick(ledger: &Ledger) -> Result<(), Fault> {
    let now = ledger.clock().now();
    let mut last = None;
    // Those whose payment was seen stay a day: the loop skips them and goes on to newer ones.
    loop {
        let page = projections::topups::overdue(ledger.pool(), now, last, ORDERS_MAX).await?;
        for overdue in &page {
            end(ledger, overdue.order).await;
        }
        match page.last() {
            Some(overdue) => last = Some(*overdue),
            None => return Ok(()),
        }
    }
}

/// One order that cannot be ended must not delay the others.
async fn end(ledger: &Ledger, order: OrderId) {
    let id = StreamId::thing(order.0);
    let request = ledger::Request::without_id("system:topup");
    match ledger.topups().execute(&id, TopUpCommand::Expire, request, Plain).await {
        Ok(reply) => {
            tracing::info!(order.id = %order, code = reply.code, "an order whose time is over was looked at");
            ledger::policies::apply_now(ledger, ledger.partition_of(order.0), reply.position).await;
        }
        Err(fault) => tracing::error!(order.id = %order, %fault, "an order was not ended"),
    }
}
