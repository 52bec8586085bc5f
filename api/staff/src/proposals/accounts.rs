//! Accounts of staff, which two of security make and change: one proposes, another approves. Closing an account, which
//! only takes authority away, takes one ([`crate::routes::staff::disable`]).
//!
//! The code of activation is made with the proposal and shown to its maker; the proposal has the hash. So who approves
//! never knows the code, and it is good for nothing before the approval.

use super::{Made, changes};
use crate::accounts::{self, accepted, ask};
use crate::activation;
use crate::call::{StaffCall, Terms};
use crate::credentials;
use crate::login;
use api::error::Failure;
use api::wire::body::Body;
use domain::ids::{PlayerId, StaffId};
use domain::proposal::{Change, Kind};
use domain::refusal::Refusal;
use domain::staff::{Add, Decided, Roles, StaffCommand};
use domain::stream::{Context, Stream};
use ledger::{Ledger, Request};
use serde::{Deserialize, Serialize};

/// What becomes of the account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountAct {
    /// It is made.
    Add,
    /// It gets other roles.
    Roles,
    /// It is opened again.
    Enable,
    /// Its password and second factor are void; its owner chooses others.
    Reset,
}

/// A change of an account, as proposed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountWhat {
    pub act: AccountAct,
    /// The account.
    pub name: String,
    /// Its roles from then on, where they are part of the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roles: Option<Roles>,
    /// The player that the member is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<PlayerId>,
    /// Hash of the code of activation, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

impl AccountWhat {
    /// A change of this account without roles and code.
    pub fn of(act: AccountAct, name: &str) -> AccountWhat {
        AccountWhat {
            act,
            name: name.to_owned(),
            roles: None,
            own: None,
            code: None,
        }
    }

    fn command(&self, decided: Decided) -> StaffCommand {
        let roles = self.roles.clone().unwrap_or_default();
        match self.act {
            AccountAct::Add => StaffCommand::Add(Add {
                name: self.name.clone(),
                roles,
                own: self.own,
                code: self.code.clone(),
                decided,
            }),
            AccountAct::Roles => StaffCommand::SetRoles { roles, decided },
            AccountAct::Enable => StaffCommand::Enable(decided),
            AccountAct::Reset => StaffCommand::ResetCredentials {
                code: self.code.clone().unwrap_or_default(),
                decided,
            },
        }
    }
}

/// Proposes a change that its account would take as it stands.
///
/// # Errors
/// The refusal of the account's rules or of the proposal's.
pub async fn propose<B: Body>(call: &StaffCall<B>, what: AccountWhat) -> Result<Made, Failure> {
    let ledger = call.app.ledger();
    let decided = Decided {
        by: call.member.name.clone(),
        approver: None,
        reason: call.reason(),
    };
    let begun = super::begin(call, Terms::default(), Kind::StaffAccount, &what).await?;
    let account = accounts::load(ledger, StaffId::of(&what.name)).await?;
    account.decide(&what.command(decided), &context(ledger, call))?;
    super::make(call, begun, Kind::StaffAccount, &what, what.own.into_iter().collect()).await
}

/// The same with a new code of activation, which is shown to the caller and never again.
///
/// # Errors
/// As [`propose`]; 9003 for a repetition, whose code was shown.
pub async fn propose_with_code<B: Body>(call: &StaffCall<B>, what: AccountWhat) -> Result<(Made, String), Failure> {
    let code = activation::new_code();
    let what = AccountWhat {
        code: Some(activation::hash_of(&code)),
        ..what
    };
    let made = propose(call, what.clone()).await?;
    match made.change.what == changes::written(&what) {
        true => Ok((made, code)),
        false => Err(Refusal::StateChanged.into()),
    }
}

/// Rules of an account look at the time alone.
fn context<B>(ledger: &Ledger, call: &StaffCall<B>) -> Context {
    Context {
        now: call.now,
        config: ledger.current_config(),
        seed: None,
        reserve: Default::default(),
        house_day: Default::default(),
        stakes_closed_above: None,
        house_accounts: [].into(),
    }
}

/// Makes or changes the account.
///
/// # Errors
/// The refusal of the account's rules, or a fault.
pub(super) async fn carry_out(
    ledger: &Ledger,
    change: &Change,
    approver: &str,
    request: Request,
) -> Result<(), Failure> {
    let what: AccountWhat = changes::read(change)?;
    let member = StaffId::of(&what.name);
    let decided = Decided {
        by: change.maker.clone(),
        approver: Some(approver.to_owned()),
        reason: change.reason.clone(),
    };
    accepted(&ask(ledger, member, what.command(decided), request).await?)?;
    match what.act {
        AccountAct::Add => login::register(ledger, member, &what.name).await?,
        AccountAct::Reset => {
            credentials::forget(ledger, member, accounts::load(ledger, member).await?.credentials).await?;
            login::unlock(ledger, member).await?;
        }
        AccountAct::Roles | AccountAct::Enable => {}
    }
    Ok(())
}
