//! The signatures under which a withdrawal was let go, with all that somebody needs to check them himself: the statement
//! that was signed and the key. Nothing is checked here: whoever asks does it, in the console without this service.

use crate::wire::keys::{StaffPublicKey, StaffSignature};
use crate::wire::withdrawals::StaffSigned;
use domain::staff::{StaffEvent, StaffKey};
use ledger::{Fault, Ledger, StreamId, feed};
use projections::staff_actions;

/// The call by which a withdrawal is let go.
const APPROVE: &str = "withdrawals/approve";
/// Acts of one withdrawal that are looked at: approvals fall when it goes back into review.
const ACTS_MAX: i64 = 50;

/// Every signed approval of a withdrawal, the oldest first. A key that was revoked since is not shown: its events are.
///
/// # Errors
/// A fault of the database.
pub async fn of_withdrawal(ledger: &Ledger, withdrawal: &str) -> Result<Vec<StaffSigned>, Fault> {
    let mut signed = Vec::new();
    for act in staff_actions::of_call(ledger.pool(), APPROVE, Some(withdrawal), ACTS_MAX).await? {
        let partition = u16::try_from(act.partition).unwrap_or_default();
        let Some(recorded) = feed::read_one(ledger.pool(), partition, act.position).await? else {
            continue;
        };
        let StaffEvent::StaffActed { request, approval, .. } = recorded.decode()? else {
            continue;
        };
        let Some((digest, signature)) = approval.and_then(|said| Some((said.digest, said.signature?))) else {
            continue;
        };
        let member = ledger.staff().load(&StreamId::thing(act.member.0)).await?.state;
        let held = member.keys.iter().find(|held| held.id == signature.key);
        signed.push(StaffSigned {
            account: member.name.clone().unwrap_or_default(),
            at_ms: act.at.0,
            call: act.call,
            subject: withdrawal.to_owned(),
            digest,
            request: request.to_string(),
            public_key: held.map(|held| shown(&held.key)),
            key_approved_by: held.and_then(|held| held.approved_by.clone()),
            signature: StaffSignature::shown(&signature),
        });
    }
    signed.reverse();
    Ok(signed)
}

fn shown(key: &StaffKey) -> StaffPublicKey {
    match key.clone() {
        StaffKey::Ed25519 { public } => StaffPublicKey::Ed25519 { public },
        StaffKey::Passkey {
            public,
            credential,
            origin,
        } => StaffPublicKey::Passkey {
            public,
            credential,
            origin,
        },
    }
}
