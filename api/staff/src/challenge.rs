//! What a member with a key signs to log in, once password and code were right (threat T-53).
//!
//! A challenge is the session that it would open, the moment, and a MAC over both and the member: nothing is kept for it.
//! It is fresh for two minutes and opens one session, because a session is opened once. What is signed is a
//! [`Statement`] of the call `session/open`, so no approval is ever a login.

use domain::ids::StaffId;
use domain::staff::{Approval, Signature, Staff, Statement};
use domain::time::Timestamp;
use ledger::{Ledger, approval};
use uuid::Uuid;

/// How long a challenge may be answered (ASSUMED): a security key is looked for.
const FRESH_MS: i64 = 120_000;

/// A challenge to one member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The session that the answer opens.
    pub session: Uuid,
    pub issued_at: Timestamp,
    /// Hex of the MAC: what is signed.
    pub digest: String,
}

impl Challenge {
    /// A new one.
    pub fn to(ledger: &Ledger, member: StaffId, now: Timestamp) -> Challenge {
        Challenge::of(ledger, member, Uuid::new_v4(), now)
    }

    fn of(ledger: &Ledger, member: StaffId, session: Uuid, issued_at: Timestamp) -> Challenge {
        let said = [
            member.0.as_bytes().as_slice(),
            session.as_bytes(),
            &issued_at.0.to_be_bytes(),
        ]
        .concat();
        Challenge {
            session,
            issued_at,
            digest: hex::encode(ledger.vault().fingerprint("staff_challenge", &said)),
        }
    }

    /// The proof with which a session is opened, if this challenge is ours, fresh, and signed by a key of the member.
    pub fn answered(
        &self,
        ledger: &Ledger,
        (member, account): (StaffId, &Staff),
        signature: Signature,
        now: Timestamp,
    ) -> Option<Approval> {
        let is_ours = *self == Challenge::of(ledger, member, self.session, self.issued_at);
        let is_fresh = (0..FRESH_MS).contains(&now.since(self.issued_at));
        let name = account.name.as_deref().filter(|_| is_ours && is_fresh)?;
        let statement = Statement {
            call: approval::LOGIN,
            subject: name,
            digest: &self.digest,
            account: name,
            request: self.session,
        };
        approval::verify(account.signing_key(&signature.key)?, &statement, &signature).ok()?;
        Some(Approval {
            digest: self.digest.clone(),
            signature: Some(signature),
        })
    }
}
