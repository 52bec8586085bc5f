//! The call that exports a list: everything is asked before the job begins, so a wrong filter is refused at once.

use super::lists::{self, List};
use super::pages;
use super::table::Form;
use super::taking::{KEPT_MS, Taking};
use crate::call::StaffScope;
use crate::permissions;
use crate::wire::exports::ExportsTableBody;
use crate::wire::job::JobState;
use api::error::Failure;
use domain::staff::Roles;
use domain::staff::may;
use serde_json::{Map, Value};

/// The roles of which a member has one of each: of the export's call and of the list's.
pub(crate) fn allowed(list: &List) -> Vec<Roles> {
    let (endpoint, _) = &list.asked;
    [("exports", "table"), (endpoint.noun, endpoint.verb)]
        .map(|(noun, verb)| permissions::roles(noun, verb))
        .to_vec()
}

/// The list of a name and its first page's body, for who may see it.
///
/// # Errors
/// 9001 for who may not, -1006 with the field that is wrong.
pub(crate) async fn checked(
    scope: &StaffScope,
    name: &str,
    filters: &Map<String, Value>,
) -> Result<&'static List, Failure> {
    let list = lists::named(name)?;
    allowed(list)
        .iter()
        .try_for_each(|roles| may(&scope.member.roles, roles))?;
    let first = pages::body(list, filters, None);
    scope.looks(&list.asked, &first).await?;
    scope.asks(&list.asked, &first).await?;
    Ok(list)
}

/// Begins the export.
///
/// # Errors
/// As [`checked`]; -1008 while as many run as may.
pub(crate) async fn start(scope: &StaffScope, body: &ExportsTableBody) -> Result<JobState, Failure> {
    let form = Form::named(&body.format)?;
    let filters = pages::pinned(lists::named(&body.list)?, &body.body, scope.now);
    let list = checked(scope, &body.list, &filters).await?;
    let taking = Taking {
        member: scope.member.clone(),
        allowed: allowed(list),
        what: list.name.clone(),
        filters,
        format: body.format.clone(),
        reason: body.reason.clone(),
        run: None,
        kept_ms: KEPT_MS,
    };
    scope.jobs.exports.table(scope, list, form, taking)
}
