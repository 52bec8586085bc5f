//! View `case_acts`: which acts of staff name a case by its number: in their reason, or as a proposed correction does in
//! its terms. A recorded look is an act: at personal data, at what an access file gives, or lists and books that are taken
//! out. An export counts once, by its look, which is recorded before anything is read; the runs of a schedule count by the
//! act that set it up. What is done to the case itself stands in the case's own stream and not here.

use crate::staff_actions::Said;
use crate::view::{View, Writing, column, facts_of};
use domain::case::CaseNo;
use domain::ids::CaseId;
use domain::proposal::{Proposal, ProposalEvent};
use domain::staff::Staff;
use ledger::Fault;
use ledger::feed::Recorded;
use ledger::log_page::LogPage;
use sqlx::PgPool;
use std::collections::BTreeSet;

/// Acts and looks with a reason.
const OF_STAFF: [&str; 3] = ["StaffActed", "StaffLooked", "StaffReadPersonal"];
/// Calls about a case itself.
const OF_CASES: &str = "cases/";

#[derive(Clone, Copy, Debug)]
pub struct CaseActs;

impl View for CaseActs {
    fn name(&self) -> &'static str {
        "case_acts"
    }

    fn write<'a>(&'a self, transaction: &'a mut sqlx::PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let rows: Vec<_> = named(page)?.into_iter().collect();
            if rows.is_empty() {
                return Ok(());
            }
            sqlx::query(
                "insert into case_acts (partition, position, case_id)
                 select * from unnest($1::int[], $2::bigint[], $3::uuid[])",
            )
            .bind(column(&rows, |(partition, ..)| *partition))
            .bind(column(&rows, |(_, position, _)| *position))
            .bind(column(&rows, |(.., case)| case.0))
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

/// Places of events with a case that each names, once.
fn named(page: &LogPage) -> Result<BTreeSet<(i32, i64, CaseId)>, Fault> {
    let mut rows = BTreeSet::new();
    let mut keep = |recorded: &Recorded, text: &str| {
        let cases = CaseNo::named_in(text).into_iter();
        rows.extend(cases.map(|no| (recorded.partition, recorded.position, no.id())));
    };
    for fact in facts_of::<Staff>(page, &OF_STAFF)? {
        // `OF_STAFF` keeps all others out.
        let Some(said) = Said::of(fact.event.clone()) else {
            continue;
        };
        if !said.call.starts_with(OF_CASES) {
            keep(fact.recorded, said.reason.as_deref().unwrap_or_default());
        }
    }
    for fact in facts_of::<Proposal>(page, &["Proposed"])? {
        if let ProposalEvent::Proposed { what, .. } = fact.event {
            keep(fact.recorded, what["case_id"].as_str().unwrap_or_default());
        }
    }
    Ok(rows)
}

/// Places of the acts that name a case, partition and position.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn of_case(pool: &PgPool, case: CaseId, limit: i64) -> Result<Vec<(i32, i64)>, Fault> {
    let rows = sqlx::query_as(
        "select partition, position from case_acts where case_id = $1
          order by position desc, partition limit $2",
    )
    .bind(case.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    Ok(rows)
}
