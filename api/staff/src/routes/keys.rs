//! `keys/…`: keys with which members sign what they approve (api §7.19).

use super::staff::as_written;
use crate::accounts;
use crate::call::{StaffCall, Terms, accepted};
use crate::wire::StaffDone;
use crate::wire::keys::{KeysApproveBody, KeysProposeBody, KeysProposed, KeysRevokeBody};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::ids::StaffId;
use domain::refusal::Refusal;
use domain::staff::{Decided, ProposeKey, Signature, StaffCommand, StaffKey, Statement};
use ledger::approval;

/// Proposes a key for the own account; it signs nothing before another person approved it.
///
/// # Errors
/// 9008 unless the key itself signed the proposal, 9003 for a key that somebody has or had and beside five others.
pub async fn propose(call: StaffCall<KeysProposeBody>) -> Answer<KeysProposed> {
    let (key, signature) = (StaffKey::from(&call.body.key), Signature::from(&call.body.signature));
    let (id, request) = (key.id(), call.body.req_id.0);
    let statement = Statement {
        call: "keys/propose",
        subject: &call.member.name,
        digest: &id,
        account: &call.member.name,
        request,
    };
    approval::verify(&key, &statement, &signature).map_err(|_| Failure::from(Refusal::SignatureInvalid))?;
    let begun = call.begin(&id).await?;
    let propose = StaffCommand::ProposeKey(ProposeKey {
        key,
        signature,
        request,
    });
    accepted(accounts::ask(call.app.ledger(), call.member.id, propose, begun).await)?;
    Ok(Data::of(&KeysProposed { key: id }))
}

/// Lets a key sign for its account.
///
/// # Errors
/// 9002 for the own key and for who issued the account's code, now or when the key was proposed, 9003 for one in force, 4007 for none, -1006 for the
/// account's name written in another way, 9007 without a key where another person could approve it with one.
pub async fn approve(call: StaffCall<KeysApproveBody>) -> Answer<StaffDone> {
    let body = &call.body;
    let member = as_written(call.app.ledger(), &body.account, "account").await?;
    let terms = Terms {
        approves: Some(body.key.clone()),
        keyed_other: accounts::has_keyed_approver(call.app.ledger(), &body.account).await?,
        ..Terms::default()
    };
    let begun = call.begin_as(&body.account, terms).await?;
    let (key, decided) = (body.key.clone(), decided(&call));
    change(&call, member, StaffCommand::ApproveKey { key, decided }, begun).await
}

/// Ends a key for ever: one that was lost, or of somebody who leaves.
///
/// # Errors
/// 9002 for the own key, 4007 for none, -1006 for the account's name written in another way.
pub async fn revoke(call: StaffCall<KeysRevokeBody>) -> Answer<StaffDone> {
    let body = &call.body;
    let member = as_written(call.app.ledger(), &body.account, "account").await?;
    let begun = call.begin(format!("{} {}", body.account, body.key)).await?;
    let (key, decided) = (body.key.clone(), decided(&call));
    change(&call, member, StaffCommand::RevokeKey { key, decided }, begun).await
}

fn decided<B: Body>(call: &StaffCall<B>) -> Decided {
    Decided {
        by: call.member.name.clone(),
        approver: None,
        reason: call.reason(),
    }
}

async fn change<B: Body>(
    call: &StaffCall<B>,
    member: StaffId,
    command: StaffCommand,
    begun: ledger::Request,
) -> Answer<StaffDone> {
    accepted(accounts::ask(call.app.ledger(), member, command, begun).await)?;
    Ok(Data::of(&StaffDone::DONE))
}
