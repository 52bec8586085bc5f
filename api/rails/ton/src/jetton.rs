//! The bodies of jetton messages (TEP-74), built and read.
//!
//! A payment is a chain of messages. Only two of them prove something to us:
//! [`Notification`] at our wallet *from our own jetton wallet* is a deposit, and
//! [`Body::Excesses`] or a bounce with our query id shows how a payout ended.
//! Who sent a message is not in its body: the caller compares the source.

use tycho_types::cell::{Cell, CellBuilder, CellFamily, CellSlice, Load, Store};
use tycho_types::error::Error;
use tycho_types::num::Tokens;

use crate::{Address, Malformed, build, comment};

/// Owner to own jetton wallet: send.
pub const TRANSFER: u32 = 0x0f8a_7ea5;
/// Jetton wallet to jetton wallet: receive.
pub const INTERNAL_TRANSFER: u32 = 0x178d_4519;
/// Jetton wallet to its owner: received.
pub const TRANSFER_NOTIFICATION: u32 = 0x7362_d09c;
/// Jetton wallet to the response address: done, here is the rest of the TON.
pub const EXCESSES: u32 = 0xd532_76db;
/// First bits of a message that came back.
pub const BOUNCED: u32 = 0xffff_ffff;

/// An order to our jetton wallet: send `amount_minor` to the owner `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Comes back in the excesses and in a bounce.
    pub query_id: u64,
    /// Millionths of USDT.
    pub amount_minor: u128,
    /// The receiving owner, not its jetton wallet.
    pub to: Address,
    /// Who gets the rest of the TON.
    pub response_to: Option<Address>,
    /// Nanotons that go with the notification; without one there is no notification.
    pub forward_nano: u128,
    /// Text for the receiver.
    pub comment: Option<String>,
}

/// Jetton wallet to jetton wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InternalTransfer {
    /// Of the transfer that caused it.
    pub query_id: u64,
    /// Millionths of USDT.
    pub amount_minor: u128,
    /// The paying owner; nobody for freshly minted money.
    pub from: Option<Address>,
    /// Who gets the rest of the TON.
    pub response_to: Option<Address>,
    /// Nanotons that go with the notification.
    pub forward_nano: u128,
}

/// What our jetton wallet sends our wallet about a deposit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notification {
    /// Chosen by the payer; proves nothing.
    pub query_id: u64,
    /// Millionths of USDT.
    pub amount_minor: u128,
    /// The paying owner.
    pub from: Option<Address>,
    /// The memo, if the payload is plain text.
    pub comment: Option<String>,
}

/// A message body, as far as the rail cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Transfer(Transfer),
    InternalTransfer(InternalTransfer),
    Notification(Notification),
    /// [`EXCESSES`] with its query id.
    Excesses(u64),
    /// A message that came back: its operation and query id.
    Bounced {
        /// Of the message that was refused.
        operation: u32,
        /// Of the message that was refused.
        query_id: u64,
    },
    /// A plain TON payment with a text.
    Comment(String),
    /// Anything else, unreadable jetton bodies included: no proof of anything.
    Other,
}

impl Transfer {
    /// The cell of the order.
    pub fn body(&self) -> Cell {
        build(|cell| {
            cell.store_u32(TRANSFER)?;
            cell.store_u64(self.query_id)?;
            coins(cell, self.amount_minor)?;
            self.to.store(cell)?;
            store_or_none(cell, self.response_to)?;
            cell.store_bit_zero()?;
            coins(cell, self.forward_nano)?;
            payload(cell, self.comment.as_deref())
        })
    }

    /// Reads an order back; strict, since it decides over money that leaves.
    pub fn read(body: &Cell) -> Result<Transfer, Malformed> {
        match Body::read(body) {
            Body::Transfer(transfer) if transfer.body() == *body => Ok(transfer),
            _ => Err(Malformed("a jetton transfer of ours")),
        }
    }
}

impl InternalTransfer {
    /// The cell a minter passes on when it makes money.
    pub fn body(&self) -> Cell {
        build(|cell| {
            cell.store_u32(INTERNAL_TRANSFER)?;
            cell.store_u64(self.query_id)?;
            coins(cell, self.amount_minor)?;
            store_or_none(cell, self.from)?;
            store_or_none(cell, self.response_to)?;
            coins(cell, self.forward_nano)?;
            payload(cell, None)
        })
    }
}

impl Notification {
    /// The cell a jetton wallet sends its owner. Anybody can send such a cell.
    pub fn body(&self) -> Cell {
        build(|cell| {
            cell.store_u32(TRANSFER_NOTIFICATION)?;
            cell.store_u64(self.query_id)?;
            coins(cell, self.amount_minor)?;
            store_or_none(cell, self.from)?;
            payload(cell, self.comment.as_deref())
        })
    }
}

impl Body {
    /// Reads a body; never fails, since anybody can write bodies.
    pub fn read(body: &Cell) -> Body {
        let read = || -> Result<Body, Error> {
            let mut slice = body.as_slice()?;
            let operation = slice.load_u32()?;
            if operation == comment::OPERATION {
                return Ok(comment::read_comment(body).map_or(Body::Other, Body::Comment));
            }
            read_operation(operation, &mut slice)
        };
        read().unwrap_or(Body::Other)
    }
}

fn read_operation(operation: u32, slice: &mut CellSlice<'_>) -> Result<Body, Error> {
    Ok(match operation {
        TRANSFER => Body::Transfer(read_transfer(slice)?),
        INTERNAL_TRANSFER => Body::InternalTransfer(InternalTransfer {
            query_id: slice.load_u64()?,
            amount_minor: read_coins(slice)?,
            from: Address::load(slice)?,
            response_to: Address::load(slice)?,
            forward_nano: read_coins(slice)?,
        }),
        TRANSFER_NOTIFICATION => Body::Notification(Notification {
            query_id: slice.load_u64()?,
            amount_minor: read_coins(slice)?,
            from: Address::load(slice)?,
            comment: read_payload(slice),
        }),
        EXCESSES => Body::Excesses(slice.load_u64()?),
        BOUNCED => Body::Bounced {
            operation: slice.load_u32()?,
            query_id: slice.load_u64()?,
        },
        _ => Body::Other,
    })
}

fn read_transfer(slice: &mut CellSlice<'_>) -> Result<Transfer, Error> {
    let (query_id, amount_minor) = (slice.load_u64()?, read_coins(slice)?);
    let to = Address::load(slice)?.ok_or(Error::InvalidData)?;
    let response_to = Address::load(slice)?;
    if slice.load_bit()? {
        slice.load_reference()?;
    }
    Ok(Transfer {
        query_id,
        amount_minor,
        to,
        response_to,
        forward_nano: read_coins(slice)?,
        comment: read_payload(slice),
    })
}

/// Coins have 120 bits on chain; an amount beyond that cannot be meant.
pub(crate) fn coins(cell: &mut CellBuilder, amount: u128) -> Result<(), Error> {
    Tokens::new(amount).store_into(cell, Cell::empty_context())
}

fn read_coins(slice: &mut CellSlice<'_>) -> Result<u128, Error> {
    Tokens::load_from(slice).map(Tokens::into_inner)
}

fn store_or_none(cell: &mut CellBuilder, address: Option<Address>) -> Result<(), Error> {
    match address {
        Some(address) => address.store(cell),
        None => cell.store_zeros(2),
    }
}

/// `Either Cell ^Cell`: a text goes into its own cell, no text is an empty inline rest.
fn payload(cell: &mut CellBuilder, text: Option<&str>) -> Result<(), Error> {
    match text {
        Some(text) => {
            cell.store_bit_one()?;
            cell.store_reference(comment::comment(text))
        }
        None => cell.store_bit_zero(),
    }
}

fn read_payload(slice: &mut CellSlice<'_>) -> Option<String> {
    if slice.load_bit().ok()? {
        return comment::read_comment(&slice.load_reference_cloned().ok()?);
    }
    comment::read(*slice)
}

#[cfg(test)]
mod tests;
