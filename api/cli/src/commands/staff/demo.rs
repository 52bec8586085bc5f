//! The demo world's staff: one member a role and a second of security, because two make accounts; all with the same
//! password and second factor. Development only.

use ::staff::accounts::ask;
use ::staff::credentials::{self, Secrets};
use ::staff::login;
use domain::ids::StaffId;
use domain::staff::{Add, Decided, Role};
use ledger::{Ledger, Request};

/// The name in the authenticators of the demo's members.
const SHARED: &str = "demo";

/// The account of a role.
pub fn name(role: Role) -> String {
    format!("demo-{}", role.name().replace('_', "-"))
}

/// Every demo account with its role.
fn accounts() -> impl Iterator<Item = (String, Role)> {
    let second = (format!("{}-2", name(Role::Security)), Role::Security);
    Role::ALL.into_iter().map(|role| (name(role), role)).chain([second])
}

/// Every demo account's name.
pub fn names() -> Vec<String> {
    accounts().map(|(name, _)| name).collect()
}

/// Makes the accounts that are not there. Answers what all of them have in common.
///
/// # Errors
/// A fault of the ledger.
pub async fn hire(ledger: &Ledger) -> anyhow::Result<Secrets> {
    let (issued, is_new) = credentials::demo(ledger, SHARED).await?;
    for (name, role) in accounts() {
        let member = StaffId::of(&name);
        let add = Add {
            name: name.clone(),
            roles: [role].into(),
            own: None,
            code: None,
            decided: Decided {
                by: "demo".to_owned(),
                approver: None,
                reason: "the demo world".to_owned(),
            },
        };
        let request = Request::system("system:demo", member.0);
        let reply = ask(ledger, member, add.into(), request).await?;
        if !reply.is_accepted() {
            // An account of that name was made by hand: it keeps its own password.
            continue;
        }
        login::register(ledger, member, &name).await?;
        // Accounts of an older demo have what was made for it: they take over what is new.
        credentials::share(ledger, member, &issued, is_new).await?;
    }
    Ok(issued)
}
