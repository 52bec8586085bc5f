//! Files that anybody can check.

use crate::call::{Answer, Data};
use crate::staff::call::Desk;
use crate::staff::wire::exports::ExportsStartBody;
use crate::staff::wire::job::JobInfoBody;

/// Begins an export.
pub async fn start(desk: Desk<ExportsStartBody>) -> Answer {
    let told = desk
        .app
        .reading()
        .exports
        .start(desk.app.ledger(), &desk.member.name, &desk.body)
        .await?;
    Ok(Data::of(&told))
}

/// How far an export is.
pub async fn info(desk: Desk<JobInfoBody>) -> Answer {
    let told = desk.app.reading().exports.info(&desk.body)?;
    Ok(Data::of(&told))
}
