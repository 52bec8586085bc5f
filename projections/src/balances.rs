//! View `balances`: what every account holds. The rows that serve are those of the books
//! ([`crate::books`]). The writer here makes them a second time from the log, for
//! [`crate::rebuild`] to compare.

use crate::view::{View, Writing, column};
use domain::money::Asset;
use ledger::Fault;
use ledger::feed::Recorded;
use ledger::log_page::LogPage;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub struct Balances;

/// What a page changes of one account.
struct Change {
    asset: Asset,
    delta: i64,
    position: i64,
}

impl View for Balances {
    fn name(&self) -> &'static str {
        "balances"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let rows: Vec<((Uuid, &'static str), Change)> = fold(page)?.into_iter().collect();
            sqlx::query(
                "insert into balances as b (partition, owner, account, asset, balance, position)
                 select $1::int, * from unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[])
                 on conflict (partition, owner, account)
                 do update set balance = b.balance + excluded.balance, position = excluded.position",
            )
            .bind(page.first().map(|event| event.partition))
            .bind(column(&rows, |((owner, _), _)| *owner))
            .bind(column(&rows, |((_, account), _)| *account))
            .bind(column(&rows, |(_, change)| change.asset.name()))
            .bind(column(&rows, |(_, change)| change.delta))
            .bind(column(&rows, |(_, change)| change.position))
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

/// Changes by account, in the order of the table's key.
fn fold(page: &LogPage) -> Result<BTreeMap<(Uuid, &'static str), Change>, Fault> {
    let mut changes = BTreeMap::new();
    for event in page {
        let postings = event.postings()?;
        for leg in postings.legs() {
            let key = (leg.account.owner(), leg.account.name());
            let change = changes.entry(key).or_insert(Change {
                asset: leg.account.asset(),
                delta: 0,
                position: event.position,
            });
            change.delta = change.delta.checked_add(leg.amount).ok_or_else(|| overflow(event))?;
            change.position = event.position;
        }
    }
    Ok(changes)
}

fn overflow(event: &Recorded) -> Fault {
    event.unreadable("the sum of a page does not fit".into()).into()
}
