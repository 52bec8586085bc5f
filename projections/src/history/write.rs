//! The second writer of `postings`, for comparisons.

use super::Postings;
use crate::view::{View, Writing, column};
use domain::posting::Posting;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

/// A leg of a page with what the page has added to its account so far, this leg included.
struct Leg {
    posting: Posting,
    position: i64,
    leg: i16,
    added: i64,
}

impl View for Postings {
    fn name(&self) -> &'static str {
        "postings"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let (legs, accounts) = fold(page)?;
            let (owners, names): (Vec<Uuid>, Vec<&str>) = accounts.into_keys().unzip();
            // The balance before the page is that after the account's last posting. Looked up once for each account: a
            // lookup walks over what this statement has added already.
            sqlx::query(
                "with before as materialized (
                     select a.owner, a.account,
                            coalesce((select p.after from postings p
                                       where p.partition = $1 and p.owner = a.owner and p.account = a.account
                                       order by p.position desc, p.leg desc limit 1), 0) as balance
                       from unnest($2::uuid[], $3::text[]) as a(owner, account)
                 )
                 insert into postings (partition, owner, account, position, leg, asset, amount, after)
                 select $1::int, l.owner, l.account, l.position, l.leg, l.asset, l.amount, before.balance + l.added
                   from unnest($4::uuid[], $5::text[], $6::bigint[], $7::smallint[], $8::text[], $9::bigint[],
                               $10::bigint[]) as l(owner, account, position, leg, asset, amount, added)
                   join before on before.owner = l.owner and before.account = l.account",
            )
            .bind(page.first().map(|event| event.partition))
            .bind(owners)
            .bind(names)
            .bind(column(&legs, |leg| leg.posting.account.owner()))
            .bind(column(&legs, |leg| leg.posting.account.name()))
            .bind(column(&legs, |leg| leg.position))
            .bind(column(&legs, |leg| leg.leg))
            .bind(column(&legs, |leg| leg.posting.account.asset().name()))
            .bind(column(&legs, |leg| leg.posting.amount))
            .bind(column(&legs, |leg| leg.added))
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

/// The legs of a page and what it adds to each account.
type Folded = (Vec<Leg>, BTreeMap<(Uuid, &'static str), i64>);

fn fold(page: &LogPage) -> Result<Folded, Fault> {
    let mut accounts = BTreeMap::new();
    let mut legs = Vec::new();
    for event in page {
        let postings = event.postings()?;
        for (leg, posting) in (0_i16..).zip(postings.legs()) {
            let sum: &mut i64 = accounts
                .entry((posting.account.owner(), posting.account.name()))
                .or_default();
            let overflow = || event.unreadable("the sum of a page does not fit".into());
            *sum = sum.checked_add(posting.amount).ok_or_else(overflow)?;
            legs.push(Leg {
                posting: *posting,
                position: event.position,
                leg,
                added: *sum,
            });
        }
    }
    Ok((legs, accounts))
}
