//! Law I-41k (api §7.19): since keys are demanded, a key of staff is approved without a signature only where no other
//! member of security could give one.
//!
//! The first keys are approved by people who have none, so whether a signature was needed follows from everybody's keys at
//! that time, and stands in no single stream.

use super::security::Security;
use crate::approval::APPROVE_KEY;
use crate::authority::members::Kept;
use crate::authority::{Law, Place, Stored};
use domain::staff::StaffEvent;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use uuid::Uuid;

/// Approvals of keys, and which of them were signed.
#[derive(Default)]
pub(super) struct KeyApprovals {
    /// Signed acts, by name and request; whether a signature holds is for law I-41d.
    signed: HashSet<(String, Uuid)>,
    approved: Vec<Approved>,
}

struct Approved {
    /// The account, by the key of its stream.
    member: String,
    by: String,
    request: Option<Uuid>,
    place: Place,
}

impl KeyApprovals {
    /// Takes the next event of the stream of the member who is called `name`.
    pub(super) fn take(&mut self, event: &StaffEvent, name: Option<&String>, entry: &impl Stored) {
        match event {
            StaffEvent::StaffActed {
                call,
                request,
                approval: Some(approval),
                ..
            } if call == APPROVE_KEY && approval.signature.is_some() => {
                self.signed.extend(name.map(|name| (name.clone(), *request)));
            }
            StaffEvent::StaffKeyApproved { by, .. } => self.approved.push(Approved {
                member: entry.key().to_owned(),
                by: by.clone(),
                request: entry.request(),
                place: entry.place(),
            }),
            // Only these are asked for.
            _ => {}
        }
    }

    /// Everything is read.
    pub(super) fn judge(self, security: &Security, kept: &Kept, near_end: Option<RangeInclusive<i64>>) -> Law {
        let says = "since keys are demanded, a key of staff is approved without a signature only where no other member of security could sign";
        let mut law = Law::new("I-41k", says).near_end(near_end);
        let since = self
            .approved
            .into_iter()
            .filter(|approved| kept.is_demanded(approved.place));
        for Approved {
            member,
            by,
            request,
            place,
        } in since
        {
            let is_signed = request.is_some_and(|request| self.signed.contains(&(by, request)));
            let holds = is_signed || !security.could_sign(place, &member);
            law.count(
                holds,
                place,
                "a key was approved without a signature, and another could have signed",
            );
        }
        law
    }
}
