//! The writer of `turnovers`.

use super::{BLOCK, Turnovers};
use crate::view::{View, Writing, column};
use domain::money::Asset;
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use std::collections::BTreeMap;

/// Block, UTC day, type of event, account.
type Key<'a> = (i64, i32, &'a str, &'static str);

/// What a page adds to one row.
struct Added {
    asset: Asset,
    debit: i64,
    credit: i64,
    legs: i64,
}

impl View for Turnovers {
    fn name(&self) -> &'static str {
        "turnovers"
    }

    fn write<'a>(&'a self, transaction: &'a mut sqlx::PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let rows: Vec<(Key<'_>, Added)> = fold(page)?.into_iter().collect();
            if rows.is_empty() {
                return Ok(());
            }
            sqlx::query(
                "insert into turnovers as t (partition, block, day, event_type, account, asset, debit, credit, legs)
                 select $1::int, * from unnest($2::bigint[], $3::int[], $4::text[], $5::text[], $6::text[],
                                               $7::bigint[], $8::bigint[], $9::bigint[])
                 on conflict (partition, block, day, event_type, account)
                 do update set debit = t.debit + excluded.debit, credit = t.credit + excluded.credit,
                               legs = t.legs + excluded.legs",
            )
            .bind(page.first().map(|event| event.partition))
            .bind(column(&rows, |((block, ..), _)| *block))
            .bind(column(&rows, |((_, day, ..), _)| *day))
            .bind(column(&rows, |((.., event_type, _), _)| *event_type))
            .bind(column(&rows, |((.., account), _)| *account))
            .bind(column(&rows, |(_, added)| added.asset.name()))
            .bind(column(&rows, |(_, added)| added.debit))
            .bind(column(&rows, |(_, added)| added.credit))
            .bind(column(&rows, |(_, added)| added.legs))
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

/// What the page adds, in the order of the table's key.
fn fold(page: &LogPage) -> Result<BTreeMap<Key<'_>, Added>, Fault> {
    let mut rows = BTreeMap::new();
    for event in page {
        let postings = event.postings()?;
        let day = Timestamp(event.recorded_at_ms).day().0;
        for leg in postings.legs() {
            let block = (event.position - 1) / BLOCK;
            let key = (block, day, event.event_type.as_str(), leg.account.name());
            let row = rows.entry(key).or_insert(Added {
                asset: leg.account.asset(),
                debit: 0,
                credit: 0,
                legs: 0,
            });
            let sum = if leg.amount < 0 {
                &mut row.debit
            } else {
                &mut row.credit
            };
            let added = i64::try_from(leg.amount.unsigned_abs()).ok();
            let added = added.and_then(|amount| sum.checked_add(amount));
            *sum = added.ok_or_else(|| event.unreadable("the sum of a page does not fit".into()))?;
            row.legs += 1;
        }
    }
    Ok(rows)
}
