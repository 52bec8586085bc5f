//! Which role may what (api §7): the one table. A call that is not in it is nobody's.
//!
//! Rules behind the lines: the auditor reads everything and writes nothing but samples and kept views of his own;
//! who keeps accounts (security) moves no money, approves accounts alone, and what is done about personal data beside risk; who proposes is not who approves, by role or,
//! where both roles may, by person ([`crate::proposal`]). The service asks it before an act is recorded, and the law of acts afterwards.

use super::{Role, Roles};

use Role::{Auditor, ConfigAdmin, Content, Finance, FinanceLead, Risk, Security, Support};

/// A permission is called `<noun>.<verb>`, like its call.
#[derive(Clone, Copy, Debug)]
pub struct Permission {
    /// Its name.
    pub name: &'static str,
    /// Who may.
    pub roles: &'static [Role],
}

const fn may(name: &'static str, roles: &'static [Role]) -> Permission {
    Permission { name, roles }
}

const EVERYBODY: &[Role] = &Role::ALL;
/// Who changes anything.
const WRITERS: &[Role] = &[Support, Risk, Finance, FinanceLead, Content, ConfigAdmin, Security];
/// Who answers players, decides about them, or reads their accounts.
const PEOPLE: &[Role] = &[Support, Risk, Finance, FinanceLead, Auditor];
/// Who works on cases.
const CASES: &[Role] = &[Support, Risk, Finance, FinanceLead];
/// Who looks after the house's money.
const MONEY: &[Role] = &[Risk, Finance, FinanceLead, Auditor];
/// Who looks at what was recorded and at whether it is true.
const RECORDS: &[Role] = &[Risk, Finance, FinanceLead, Security, Auditor];
/// Who sees what waits for a second person, whoever proposed it.
const PROPOSALS: &[Role] = &[Support, Risk, Finance, FinanceLead, ConfigAdmin, Security, Auditor];
/// Who may take the books out of the house, and hold them against what others say.
const FILES: &[Role] = &[Finance, FinanceLead, Auditor];

/// Every permission. Laws judge acts of the past by it too: a role that is taken out of a line needs the time since when.
pub const TABLE: &[Permission] = &[
    may("session.close", EVERYBODY),
    may("session.me", EVERYBODY),
    may("session.password", EVERYBODY),
    may("bookmarks.list", EVERYBODY),
    may("bookmarks.save", EVERYBODY),
    // One's own; of others what is shared, and Security alone (`domain::staff::bookmarks`).
    may("bookmarks.forget", EVERYBODY),
    may("staff.list", &[Security, Auditor]),
    may("staff.add", &[Security]),
    may("staff.roles", &[Security]),
    may("staff.disable", &[Security]),
    may("staff.enable", &[Security]),
    may("staff.reset", &[Security]),
    may("keys.propose", WRITERS),
    may("keys.approve", &[Security]),
    may("keys.revoke", &[Security]),
    // Who is not of `PROPOSALS` sees the own ones.
    may("proposals.list", EVERYBODY),
    may("proposals.info", EVERYBODY),
    // Which of them for which kind of change: `domain::proposal::Kind::approvers`.
    may("proposals.approve", &[Risk, FinanceLead, ConfigAdmin, Security]),
    // Who is not of `PROPOSALS` takes the own ones back.
    may("proposals.reject", WRITERS),
    may("adjustments.propose", &[Support, Risk, Finance, FinanceLead]),
    may("withdrawals.list", &[Risk, Finance, FinanceLead, Auditor]),
    may("withdrawals.info", &[Risk, Finance, FinanceLead, Auditor]),
    may("withdrawals.start", &[Finance, FinanceLead]),
    may("withdrawals.approve", &[Finance, FinanceLead]),
    may("withdrawals.reject", &[Finance, FinanceLead]),
    may("withdrawals.flag", &[Risk, Finance, FinanceLead]),
    may("withdrawals.propose_clear", &[Finance, FinanceLead]),
    may("withdrawals.pause", &[Risk, Finance, FinanceLead, Security]),
    may("withdrawals.resume", &[FinanceLead]),
    may("kyc.list", &[Risk, Auditor]),
    may("kyc.open", &[Risk]),
    may("kyc.image", &[Risk]),
    may("kyc.decide", &[Risk]),
    may("kyc.reset", &[Risk]),
    may("erasure.list", &[Support, Risk, Auditor]),
    may("erasure.certificate", &[Support, Risk, Auditor]),
    may("erasure.request", &[Support, Risk]),
    may("erasure.cancel", &[Risk]),
    may("access.propose", &[Risk]),
    // Whose approved proposal it is alone.
    may("access.file", &[Risk]),
    may("topups.unmatched", &[Support, Finance, FinanceLead, Auditor]),
    may("topups.propose_assign", &[Finance, FinanceLead]),
    may("topups.propose_return", &[Finance]),
    may("topups.refundable", &[Support, Finance, FinanceLead, Auditor]),
    may("topups.propose_refund", &[Finance, FinanceLead]),
    may("treasury.propose", &[Finance, FinanceLead]),
    may("treasury.open_stakes", &[FinanceLead]),
    may("freezes.list", &[Support, Risk, FinanceLead, Auditor]),
    may("freezes.set", &[Risk]),
    may("freezes.lift", &[Risk]),
    may("freezes.propose", &[Risk]),
    may("dives.propose", &[Finance, FinanceLead]),
    may("records.list", PEOPLE),
    may("records.propose", &[Risk]),
    may("ranks.list", &[Support, Risk, FinanceLead, Auditor]),
    may("ranks.info", &[Support, Risk, FinanceLead, Auditor]),
    may("ranks.propose", &[Risk]),
    may("config.list", &[Content, ConfigAdmin, FinanceLead, Auditor]),
    may("config.info", &[Content, ConfigAdmin, FinanceLead, Auditor]),
    may("config.propose", &[Content, ConfigAdmin]),
    may("packets.list", &[Support, Content, FinanceLead, Auditor]),
    // Whose packet it is alone.
    may("packets.code", &[Content]),
    may("packets.create", &[Content]),
    may("packets.propose", &[Content]),
    may("packets.stop", &[Content, Risk]),
    may("play.list", &[Support, Risk, Auditor]),
    may("play.note", &[Support, Risk]),
    may("cases.list", PEOPLE),
    may("cases.info", PEOPLE),
    may("cases.file", PEOPLE),
    may("cases.open", CASES),
    may("cases.comment", CASES),
    may("cases.attach", CASES),
    may("cases.assign", CASES),
    may("cases.close", CASES),
    may("cases.reopen", CASES),
    may("views.list", &[Security, FinanceLead, Auditor]),
    may("views.info", &[Security, FinanceLead, Auditor]),
    may("views.rebuild", &[Security]),
    may("alerts.list", EVERYBODY),
    may("alerts.acknowledge", WRITERS),
    may("notifications.list", EVERYBODY),
    may("notifications.test", &[Security]),
    may("days.list", &[Finance, FinanceLead, Auditor]),
    may("days.info", &[Finance, FinanceLead, Auditor]),
    may("days.close", &[FinanceLead]),
    may("periods.list", &[Finance, FinanceLead, Auditor]),
    may("periods.info", &[Finance, FinanceLead, Auditor]),
    may("periods.restate", &[Finance, FinanceLead, Auditor]),
    may("periods.propose", &[Finance, FinanceLead]),
    may("overview.info", MONEY),
    // Of each queue only whoever may read its list.
    may("overview.queues", MONEY),
    may("overview.breaks", FILES),
    may("players.search", PEOPLE),
    may("players.list", MONEY),
    may("players.info", PEOPLE),
    may("players.timeline", PEOPLE),
    may("entries.list", PEOPLE),
    may("entries.explain", PEOPLE),
    may("books.trial", MONEY),
    may("books.financials", &[Finance, FinanceLead, Auditor]),
    may("books.accounts", MONEY),
    may("books.statement", MONEY),
    may("events.list", RECORDS),
    may("events.info", RECORDS),
    may("events.causes", RECORDS),
    may("registers.list", RECORDS),
    may("proofs.checkpoints", RECORDS),
    may("proofs.inclusion", RECORDS),
    may("proofs.consistency", RECORDS),
    may("samples.draw", RECORDS),
    may("samples.list", RECORDS),
    may("samples.info", RECORDS),
    // Working papers of the auditor: nobody else's figures change by them.
    may("samples.plan", &[Auditor]),
    may("samples.select", &[Auditor]),
    may("samples.test", &[Auditor]),
    may("samples.sign", &[Auditor]),
    may("audits.run", RECORDS),
    may("audits.info", RECORDS),
    may("replays.run", RECORDS),
    may("replays.info", RECORDS),
    may("reconciliation.run", FILES),
    may("reconciliation.info", FILES),
    may("reconciliation.lines", FILES),
    may("exports.start", FILES),
    may("exports.info", FILES),
    // Who has the list's own call as well.
    may("exports.table", FILES),
    may("exports.history", FILES),
    may("exports.schedules", FILES),
    may("exports.schedule", &[Finance, FinanceLead]),
    may("exports.stop", &[Finance, FinanceLead]),
];

/// Who may use a call.
pub fn roles(noun: &str, verb: &str) -> Roles {
    let is_it = |name: &str| name.split_once('.') == Some((noun, verb));
    let line = TABLE.iter().find(|line| is_it(line.name));
    line.map(|line| line.roles.iter().copied().collect())
        .unwrap_or_default()
}

/// Whether these roles see proposals of others.
pub fn sees_proposals(roles: &Roles) -> bool {
    PROPOSALS.iter().any(|role| roles.contains(role))
}

/// What these roles may do, by name.
pub fn of_roles(roles: &Roles) -> Vec<&'static str> {
    let may = |line: &&Permission| line.roles.iter().any(|role| roles.contains(role));
    TABLE.iter().filter(may).map(|line| line.name).collect()
}
