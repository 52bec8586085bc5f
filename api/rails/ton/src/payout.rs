//! The one signed message that pays one withdrawal, and its re-check.
//!
//! Layout, outside in: an external message to the hot wallet { signature, inner }; the
//! inner cell { subwallet, message, mode, query id, created at, timeout }; the message
//! to our jetton wallet { TON for its work, jetton transfer }. The signature covers the
//! hash of the inner cell.
//!
//! Ed25519 signs without dice, so the same payout gives the same bytes: after a crash
//! they are simply computed again. Stored bytes are read back by [`read`]
//! and compared with the slot before *every* send.
//!
//! Deliberately absent: a fee, a retry, a second receiver. One message pays one person.

use ed25519_dalek::{Signature, SigningKey, VerifyingKey};
use tycho_types::boc::Boc;
use tycho_types::cell::{Cell, CellBuilder};
use tycho_types::models::{ExtInMsgInfo, MsgInfo, OwnedMessage, OwnedRelaxedMessage, RelaxedMsgInfo};
use tycho_types::models::{MessageLayout, RelaxedIntMsgInfo, StateInit};
use tycho_types::num::Tokens;

use crate::jetton::Transfer;
use crate::wallet::{QueryId, Wallet};
use crate::{Address, Malformed, build, cell};

/// Fees are paid beside the value (1); a failing action does not undo the query id (2,
/// which the contract adds in any case).
const MODE: u8 = 1 | 2;
/// One nanoton goes with the notification: exchanges credit nothing without one.
pub const FORWARD_NANO: u128 = 1;

/// What one slot of the hot wallet is to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payout {
    /// The slot; also the query id of the jetton transfer.
    pub query_id: QueryId,
    /// Chain seconds, a little in the past: the wallet refuses what is not yet.
    pub created_at: u64,
    /// The hot wallet's own jetton wallet.
    pub jetton_wallet: Address,
    /// The player.
    pub to: Address,
    /// Millionths of USDT.
    pub amount_minor: u128,
    /// Text for the receiver.
    pub comment: Option<String>,
    /// Nanotons that pay for the whole chain of messages; the rest comes back.
    pub ton_value: u128,
    /// Nanotons that go with the notification; [`FORWARD_NANO`] is right.
    pub forward_ton: u128,
    /// Who gets the rest of the TON: the hot wallet.
    pub response_to: Address,
}

/// Bytes to store, then to send as they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedMessage {
    /// What goes to the node.
    pub boc: Vec<u8>,
    /// The normalised hash (TEP-467): the same with and without the first state.
    pub hash: [u8; 32],
}

/// A stored message, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// The hot wallet that it is for.
    pub wallet: Address,
    /// What it would do.
    pub payout: Payout,
    /// The hash as in [`SignedMessage`].
    pub hash: [u8; 32],
    /// True if the message would deploy the wallet.
    pub deploys: bool,
}

/// Signs a payout. `deploy` adds the wallet's first state: for the very first message.
pub fn sign(key: &SigningKey, wallet: &Wallet, payout: &Payout, deploy: bool) -> SignedMessage {
    let inner = inner(wallet, payout);
    let signature = crate::signature(key, &inner);
    let body = build(|cell| {
        cell.store_raw(&signature, 512)?;
        cell.store_reference(inner)
    });
    let state = deploy.then(|| wallet.state_init.clone());
    SignedMessage {
        hash: normalised_hash(wallet.address, &body),
        boc: Boc::encode(external(wallet.address, state, body)),
    }
}

/// Reads a stored message back and checks it whole: the wallet, the signature, the
/// layout bit by bit. What was signed for another wallet or key is refused.
pub fn read(boc: &[u8], key: &VerifyingKey, wallet: &Wallet) -> Result<Read, Malformed> {
    const WRONG: Malformed = Malformed("a payout of ours");
    let root = cell(boc, "a message")?;
    let message = root.parse::<OwnedMessage>().map_err(|_| WRONG)?;
    let body = message.body.1.clone();
    let (signed, payout) = read_body(&body, key)?;
    let deploys = message.init.is_some();
    let state = deploys.then(|| wallet.state_init.clone());
    // Built again from what was read: nothing is left that was not understood.
    if signed != inner(wallet, &payout) || external(wallet.address, state, body.clone()) != root {
        return Err(WRONG);
    }
    Ok(Read {
        wallet: wallet.address,
        payout,
        hash: normalised_hash(wallet.address, &body),
        deploys,
    })
}

/// The signed cell and what it says, if our key signed it.
fn read_body(body: &Cell, key: &VerifyingKey) -> Result<(Cell, Payout), Malformed> {
    let mut slice = body.as_slice()?;
    let mut signature = [0; 64];
    slice.load_raw(&mut signature, 512)?;
    let signed = slice.load_reference_cloned()?;
    key.verify_strict(&signed.repr_hash().0, &Signature::from_bytes(&signature))
        .map_err(|_| Malformed("signed by our key"))?;
    let mut slice = signed.as_slice()?;
    slice.load_u32()?;
    let message = slice.load_reference_cloned()?;
    slice.load_u8()?;
    let query_id = QueryId::from_raw(slice.load_uint(23)?)?;
    let created_at = slice.load_u64()?;
    Ok((signed, read_order(&message, query_id, created_at)?))
}

fn read_order(message: &Cell, query_id: QueryId, created_at: u64) -> Result<Payout, Malformed> {
    let message = message.parse::<OwnedRelaxedMessage>()?;
    let RelaxedMsgInfo::Int(info) = message.info else {
        return Err(Malformed("a message to a jetton wallet"));
    };
    let jetton_wallet = info.dst.as_std().ok_or(Malformed("an account"))?.clone().into();
    let transfer = Transfer::read(&message.body.1)?;
    Ok(Payout {
        query_id,
        created_at,
        jetton_wallet,
        to: transfer.to,
        amount_minor: transfer.amount_minor,
        comment: transfer.comment,
        ton_value: info.value.tokens.into_inner(),
        forward_ton: transfer.forward_nano,
        response_to: transfer.response_to.ok_or(Malformed("an account"))?,
    })
}

/// What is signed.
fn inner(wallet: &Wallet, payout: &Payout) -> Cell {
    build(|cell| {
        cell.store_u32(wallet.subwallet_id)?;
        cell.store_reference(order(payout))?;
        cell.store_u8(MODE)?;
        cell.store_uint(payout.query_id.raw().into(), 23)?;
        cell.store_u64(payout.created_at)?;
        cell.store_uint(wallet.timeout_s.into(), 22)
    })
}

/// The message to our jetton wallet. The chain fills in the sender.
fn order(payout: &Payout) -> Cell {
    let transfer = Transfer {
        query_id: payout.query_id.raw().into(),
        amount_minor: payout.amount_minor,
        to: payout.to,
        response_to: Some(payout.response_to),
        forward_nano: payout.forward_ton,
        comment: payout.comment.clone(),
    };
    internal(payout.jetton_wallet, payout.ton_value, transfer.body())
}

/// A message from a wallet to a contract, before the chain fills in the sender:
/// it bounces, and its body has its own cell.
pub fn internal(to: Address, nano: u128, body: Cell) -> Cell {
    let message = OwnedRelaxedMessage {
        info: RelaxedMsgInfo::Int(RelaxedIntMsgInfo {
            ihr_disabled: true,
            bounce: true,
            dst: to.into(),
            value: Tokens::new(nano).into(),
            ..RelaxedIntMsgInfo::default()
        }),
        init: None,
        body: body.into(),
        layout: Some(BODY_APART),
    };
    CellBuilder::build_from(message).expect("a message fits a cell")
}

/// A message from outside the chain.
pub fn external(to: Address, state: Option<StateInit>, body: Cell) -> Cell {
    let message = OwnedMessage {
        info: MsgInfo::ExtIn(ExtInMsgInfo {
            src: None,
            dst: to.into(),
            import_fee: Tokens::ZERO,
        }),
        init: state,
        body: body.into(),
        layout: Some(BODY_APART),
    };
    CellBuilder::build_from(message).expect("a message fits a cell")
}

const BODY_APART: MessageLayout = MessageLayout {
    init_to_cell: true,
    body_to_cell: true,
};

/// The hash of an external message as TEP-467 writes it: no first state, body apart.
pub fn normalised_hash(to: Address, body: &Cell) -> [u8; 32] {
    external(to, None, body.clone()).repr_hash().0
}

#[cfg(test)]
mod tests;
