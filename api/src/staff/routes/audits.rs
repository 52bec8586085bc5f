//! The laws of the books.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::reading;
use crate::staff::wire::audits::AuditsRunBody;
use crate::staff::wire::job::JobInfoBody;

/// Begins an audit.
pub async fn run(desk: Desk<AuditsRunBody>) -> Answer {
    let told = reading::audits::run(desk.app.ledger(), &desk.app.reading().audits, &desk.member.name)?;
    Ok(Data::of(&told))
}

/// How far an audit is.
pub async fn info(desk: Desk<JobInfoBody>) -> Answer {
    let told = reading::audits::info(&desk.app.reading().audits, &desk.body)?;
    Ok(Data::of(&told))
}
