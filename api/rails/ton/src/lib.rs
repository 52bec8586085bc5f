//! TON for the payout and deposit rail (rails §1.5, §3): bytes in, facts out.
//!
//! | module          | what it knows                                                     |
//! |-----------------|-------------------------------------------------------------------|
//! | [`address`]     | accounts, and the texts they are written as                       |
//! | [`contracts`]   | the code of the contracts that we use, and their addresses        |
//! | [`wallet`]      | the hot wallet: a highload wallet v3, and its query ids           |
//! | [`payout`]      | the one signed message that pays one withdrawal, and its re-check |
//! | [`jetton`]      | the bodies of jetton messages, built and read                     |
//! | [`comment`]     | text that travels with a payment: the memo of a deposit           |
//! | [`proof`]       | a wallet's signed word that it belongs to who speaks to us        |
//! | [`transaction`] | one transaction of an account, from a node's bytes                |
//!
//! The same inputs give the same bytes on every machine, for ever: a payout is
//! rebuilt after a crash and must come out identical.
//!
//! Knows nothing of HTTP, nodes, clocks, dice, databases or the ledger.

pub mod address;
pub mod comment;
pub mod contracts;
pub mod jetton;
pub mod payout;
pub mod proof;
pub mod transaction;
pub mod wallet;

pub use address::Address;
pub use ed25519_dalek::{SigningKey, VerifyingKey};
pub use tycho_types::boc::Boc;
pub use tycho_types::cell::Cell;

/// Bytes or a text that are not what they should be. Says which thing could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not {0}")]
pub struct Malformed(pub &'static str);

impl From<tycho_types::error::Error> for Malformed {
    fn from(_: tycho_types::error::Error) -> Malformed {
        Malformed("cells of the expected layout")
    }
}

/// Reads one root cell from its bytes.
pub(crate) fn cell(boc: &[u8], what: &'static str) -> Result<Cell, Malformed> {
    Boc::decode(boc).map_err(|_| Malformed(what))
}

/// Fills and closes a cell whose content is bounded by its layout, so that it always fits.
pub fn build(fill: impl FnOnce(&mut tycho_types::cell::CellBuilder) -> Result<(), tycho_types::error::Error>) -> Cell {
    let mut builder = tycho_types::cell::CellBuilder::new();
    fill(&mut builder)
        .and_then(|()| builder.build())
        .expect("the layout fits a cell")
}

/// The signature of a cell by its hash, as every wallet makes it.
pub fn signature(key: &SigningKey, cell: &Cell) -> [u8; 64] {
    use ed25519_dalek::Signer;
    key.sign(&cell.repr_hash().0).to_bytes()
}
