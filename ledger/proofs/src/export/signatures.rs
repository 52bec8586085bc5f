//! Signatures of staff in an export (api §7.19): what a member approved since the first key of the member's own is
//! signed with a key in force, which another person approved.
//!
//! A member's keys and acts stand in the member's own stream, in order; so one that is exported from its first event is
//! checked from its events alone. Of a range that begins later nothing is said.

use super::SheetFault;
use crate::{Recorded, approval};
use domain::staff::{Signature, Staff, StaffEvent, StaffKey, Statement};
use domain::stream::Stream;
use std::collections::HashMap;
use uuid::Uuid;

/// Calls by which members approve.
const APPROVE: [&str; 3] = ["withdrawals/approve", "proposals/approve", "keys/approve"];

/// The members whose streams were read from the first event on.
#[derive(Default)]
pub(super) struct Signatures {
    members: HashMap<String, Member>,
    /// Approvals whose signature holds.
    pub held: u64,
}

#[derive(Default)]
struct Member {
    name: String,
    /// Keys by id, and whether they sign.
    keys: HashMap<String, (StaffKey, bool)>,
    signs: bool,
}

impl Signatures {
    /// Takes the next event of a log.
    ///
    /// # Errors
    /// An approval that its member did not sign, or a key that nobody else approved.
    pub(super) fn take(&mut self, event: &Recorded) -> Result<(), SheetFault> {
        if event.aggregate_type != Staff::TYPE {
            return Ok(());
        }
        let read: StaffEvent = event.decode().map_err(|why| SheetFault(why.to_string()))?;
        if let StaffEvent::StaffAdded { name, .. } = &read {
            let name = name.clone();
            let member = Member {
                name,
                ..Member::default()
            };
            self.members.insert(event.aggregate_id.clone(), member);
        }
        if let Some(member) = self.members.get_mut(&event.aggregate_id) {
            self.held += u64::from(member.take(read).map_err(|why| SheetFault(why.into()))?);
        }
        Ok(())
    }
}

impl Member {
    /// Whether the event is an approval whose signature holds.
    fn take(&mut self, event: StaffEvent) -> Result<bool, &'static str> {
        match event {
            StaffEvent::StaffKeyProposed {
                key,
                signature,
                request,
                ..
            } => {
                let id = key.id();
                if !self.holds(&key, "keys/propose", &self.name, &id, request, &signature) {
                    return Err("a key was proposed by somebody who does not have it");
                }
                self.keys.insert(id, (key, false));
            }
            StaffEvent::StaffKeyApproved { key, by, .. } => match self.keys.get_mut(&key) {
                Some((_, signs)) if by != self.name => {
                    (*signs, self.signs) = (true, true);
                }
                _ => return Err("a key signs that no other person approved"),
            },
            StaffEvent::StaffKeyRevoked { key, .. } => _ = self.keys.remove(&key),
            StaffEvent::StaffActed {
                call,
                subject,
                request,
                approval,
                ..
            } if APPROVE.contains(&call.as_str()) => {
                let subject = subject.unwrap_or_default();
                let signed = approval.and_then(|said| Some((said.digest, said.signature?)));
                return match signed {
                    None if self.signs => Err("an approval of a member with a key is not signed"),
                    None => Ok(false),
                    Some((digest, signature)) => {
                        let key = self.keys.get(&signature.key).filter(|(_, signs)| *signs);
                        match key {
                            Some((key, _)) if self.holds(key, &call, &subject, &digest, request, &signature) => {
                                Ok(true)
                            }
                            _ => Err("the signature of an approval does not hold"),
                        }
                    }
                };
            }
            _ => {}
        }
        Ok(false)
    }

    fn holds(
        &self,
        key: &StaffKey,
        call: &str,
        subject: &str,
        digest: &str,
        request: Uuid,
        signature: &Signature,
    ) -> bool {
        let account = &self.name;
        let statement = Statement {
            call,
            subject,
            digest,
            account,
            request,
        };
        approval::verify(key, &statement, signature).is_ok()
    }
}

#[cfg(test)]
mod tests;
