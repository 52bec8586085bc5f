//! What the table of permissions ([`domain::staff::permission`]) says to this service, which reads are recorded, and how much
//! a member may move in 24 hours.

pub use domain::staff::permission::{of_roles, roles, sees_proposals};

use domain::money::Usdt;
use domain::staff::{Role, Roles};

use Role::{Auditor, ConfigAdmin, Content, Finance, FinanceLead, Risk, Security, Support};

/// Reads that are recorded, once for each session and what is looked at: whose account was looked at, that somebody
/// searched or listed players, that the books were taken out, for each export on its own and with its reason, that an
/// event, an entry, a payment, a case with each of its files, or a proposal was opened, drawn or proved, that history
/// was folded anew, and which custody was compared line by line. Other files are recorded beside them, by their export
/// or comparison ([`crate::files`]). A look at an identity has a reason too and is recorded each time.
pub const RECORDED: &[&str] = &[
    "players.search",
    "players.list",
    "players.info",
    "players.timeline",
    "entries.list",
    "entries.explain",
    "events.list",
    "events.info",
    "events.causes",
    "books.accounts",
    "books.statement",
    "samples.draw",
    "proofs.inclusion",
    "replays.run",
    "withdrawals.list",
    "withdrawals.info",
    "proposals.info",
    "erasure.certificate",
    "records.list",
    "topups.refundable",
    "cases.list",
    "cases.info",
    "cases.file",
    "reconciliation.run",
    "exports.start",
    "exports.table",
];

/// What a member may move alone in 24 hours, at parity: corrections and assignments that the member proposes and withdrawals that the member
/// lets go, by the largest role (ASSUMED). Withdrawals beyond it take a second person.
pub fn alone_day_max(roles: &Roles) -> Usdt {
    let usdt = roles.iter().map(|role| match role {
        Support => 10,
        Risk => 100,
        Finance => 1_000,
        FinanceLead => 10_000,
        Content | ConfigAdmin | Security | Auditor => 0,
    });
    Usdt::from_minor(usdt.max().unwrap_or(0) * 1_000_000)
}

/// What a member may put out in packets and codes in 24 hours without a second person, whatever the asset, at parity
/// (ASSUMED): a small campaign.
pub const PACKETS_DAY_MAX: Usdt = Usdt::from_minor(100_000_000);

#[cfg(test)]
mod tests;
