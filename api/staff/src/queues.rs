//! What waits for a person: of each list all of it, however many pages it has, what it comes to and since when
//! (api §7.13).

use super::permissions::of_roles;
use super::proposals::{only_of, waiting};
use super::session::Member;
use super::wire::overview::WorkQueue;
use ledger::{Fault, Ledger};
use projections::page::{Between, Waiting};
use projections::{cases, kyc_checks, withdrawals};
use rails::incoming;

/// A list whose lines wait for a person.
#[derive(Clone, Copy, Debug)]
enum Queue {
    Withdrawals,
    Payments,
    Proposals,
    Checks,
    Cases,
}

/// In the order in which they are shown: the name, and the call that reads the list.
const QUEUES: [(Queue, &str, &str); 5] = [
    (Queue::Withdrawals, "withdrawals", "withdrawals.list"),
    (Queue::Payments, "payments", "topups.unmatched"),
    (Queue::Proposals, "proposals", "proposals.list"),
    (Queue::Checks, "checks", "kyc.list"),
    (Queue::Cases, "cases", "cases.list"),
];

/// The queues whose lists a member may read.
///
/// # Errors
/// A fault of the database.
pub async fn of_member(ledger: &Ledger, member: &Member) -> Result<Vec<WorkQueue>, Fault> {
    let calls = of_roles(&member.roles);
    let mut queues = Vec::with_capacity(QUEUES.len());
    for (queue, name, _) in QUEUES.iter().filter(|(.., call)| calls.contains(call)) {
        let found = of(ledger, *queue, member).await?;
        queues.push(WorkQueue {
            name: (*name).to_owned(),
            count: found.count,
            amount: queue.is_money().then(|| found.usdt.minor().to_string()),
            oldest_ms: found.oldest.map(|oldest| oldest.0),
        });
    }
    Ok(queues)
}

impl Queue {
    const fn is_money(self) -> bool {
        match self {
            Queue::Withdrawals | Queue::Payments | Queue::Proposals => true,
            Queue::Checks | Queue::Cases => false,
        }
    }
}

async fn of(ledger: &Ledger, queue: Queue, member: &Member) -> Result<Waiting, Fault> {
    let pool = ledger.pool();
    match queue {
        Queue::Withdrawals => withdrawals::waiting(pool).await,
        Queue::Payments => incoming::waiting(pool, Between::default()).await,
        Queue::Proposals => waiting::all(ledger, only_of(member)).await,
        Queue::Checks => kyc_checks::waiting(pool, Between::default()).await,
        Queue::Cases => cases::open(pool).await,
    }
}
