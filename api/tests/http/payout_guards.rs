//! What holds a payout that is under way or waits (rails §3): a freeze, a stop of all withdrawals, the cap of an hour.

use crate::test_app::TestApp;
use domain::withdrawal::Withdrawal;
use ledger::StreamId;
use projections::withdrawals;
use rails::Rail;
use rails::slots::{self, Reserved};

/// The one withdrawal that is under way, and its stream.
async fn under_way(app: &TestApp) -> (StreamId, Withdrawal) {
    app.settle().await;
    let page = withdrawals::under_way(app.ledger.pool(), None, 1).await;
    let stream = StreamId::thing(page.expect("a page")[0].withdrawal.0);
    let loaded = app.ledger.withdrawals().load(&stream).await;
    (stream, loaded.expect("a stream").state)
}

/// Reserves a slot that nothing is bound to: a process ended between the two.
pub async fn reserves(app: &TestApp, rail: &dyn Rail) -> Reserved {
    let (_, withdrawal) = under_way(app).await;
    let terms = withdrawal.request.expect("a request").terms;
    let chain_time = rail.time().await.expect("a time");
    let reserved = slots::reserve(app.ledger.pool(), rail, &terms, chain_time, app.ledger.clock().now()).await;
    reserved.expect("a slot").expect("the wallet's own")
}
