//! Shares of lucky packets in an export (domain §3.10): a packet that is exported from its first event to its end shows its
//! seed, and gave what the seed draws.

use super::SheetFault;
use crate::Recorded;
use domain::red_packet::{PacketEvent, Recount, RedPacket};
use domain::stream::Stream;
use std::collections::HashMap;

/// The packets that did not end yet.
#[derive(Default)]
pub(super) struct Shares(HashMap<String, Recount>);

impl Shares {
    /// Takes the next event of a log.
    ///
    /// # Errors
    /// The end of a packet whose shares are not those of its seed.
    pub(super) fn take(&mut self, event: &Recorded) -> Result<(), SheetFault> {
        if event.aggregate_type != RedPacket::TYPE {
            return Ok(());
        }
        let read: PacketEvent = event.decode().map_err(|why| SheetFault(why.to_string()))?;
        let is_end = matches!(read, PacketEvent::PacketEnded { .. });
        let holds = self.0.entry(event.aggregate_id.clone()).or_default().take(read);
        if is_end {
            self.0.remove(&event.aggregate_id);
        }
        match holds {
            Some(false) => Err(SheetFault(
                "the packet did not give the shares that its seed draws".into(),
            )),
            Some(true) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
