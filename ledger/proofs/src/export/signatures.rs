//! Signatures of staff in an export (api §7.19): what a member approved, or did alone about money, since the first key of
//! the member's own is signed with a key in force, which another person approved, and so is each login while a key is in force.
//!
//! A member's keys and acts stand in the member's own stream, in order; so one that is exported from its first event is
//! checked from its events alone. Of a range that begins later nothing is said.

use super::SheetFault;
use crate::Recorded;
use crate::approval::{Keyring, Signed};
use domain::staff::{Staff, StaffEvent};
use domain::stream::Stream;
use std::collections::HashMap;

/// The members whose streams were read from the first event on.
#[derive(Default)]
pub(super) struct Signatures {
    members: HashMap<String, Keyring>,
    /// Approvals whose signature holds.
    pub held: u64,
}

impl Signatures {
    /// Takes the next event of a log.
    ///
    /// # Errors
    /// An approval or a login that its member did not sign, or a key that nobody else approved.
    pub(super) fn take(&mut self, event: &Recorded) -> Result<(), SheetFault> {
        if event.aggregate_type != Staff::TYPE {
            return Ok(());
        }
        let read: StaffEvent = event.decode().map_err(|why| SheetFault(why.to_string()))?;
        if matches!(read, StaffEvent::StaffAdded { .. }) {
            self.members.insert(event.aggregate_id.clone(), Keyring::default());
        }
        match self
            .members
            .get_mut(&event.aggregate_id)
            .map(|member| member.take(&read))
        {
            Some(Signed::Approval) => self.held += 1,
            Some(Signed::Broken(why)) => return Err(SheetFault(why.into())),
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
