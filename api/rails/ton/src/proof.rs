//! A wallet's signed word that it belongs to who speaks to us: `ton_proof` of TON Connect.
//!
//! | part | what it rules out |
//! |---|---|
//! | account | a proof of another wallet; its first state must hash to it, and hold the key that signed |
//! | domain | a proof that was given to another product |
//! | time | an old proof; who reads it decides how old |
//! | payload | a proof that was given to somebody else here; who reads it made it |
//!
//! The key is read from the first state of the wallets that people use. A wallet of another code is refused, because
//! nobody here knows where its key stands.

use crate::{Address, Malformed, cell};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};
use tycho_types::cell::Cell;
use tycho_types::models::StateInit;

/// Hashes of code that people's wallets have, and the bit of their data where the key begins: wallet v3 revisions 1
/// and 2, v4 revisions 1 and 2, v5 revision 1, as published with their sources.
const WALLETS: [(&str, u16); 5] = [
    ("b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581", 64),
    ("84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599", 64),
    ("64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d", 64),
    ("feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0", 64),
    // One bit more: whether a signature from outside may act.
    ("20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f", 65),
];
/// The first byte of a cell that stands for a library: the hash of the code follows.
const LIBRARY_TAG: u8 = 2;

/// What a wallet signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Whose wallet.
    pub account: Address,
    /// The host of the product that asked.
    pub domain: &'a str,
    /// When, in seconds, by the clock of the wallet's device.
    pub timestamp_s: u64,
    /// The product's own text.
    pub payload: &'a str,
}

/// Which part of a proof does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invalid {
    /// The first state is not that of the account, or of no wallet that is known here.
    Address,
    /// The key that was named is not the wallet's.
    Key,
    Signature,
}

impl Statement<'_> {
    /// The hash that is signed.
    pub fn digest(&self) -> [u8; 32] {
        // A host has 253 letters at most, so that its length always fits.
        let domain_len = u32::try_from(self.domain.len()).unwrap_or(u32::MAX);
        let message = Sha256::new()
            .chain_update(b"ton-proof-item-v2/")
            .chain_update(i32::from(self.account.workchain).to_be_bytes())
            .chain_update(self.account.hash)
            .chain_update(domain_len.to_le_bytes())
            .chain_update(self.domain)
            .chain_update(self.timestamp_s.to_le_bytes())
            .chain_update(self.payload)
            .finalize();
        Sha256::new()
            .chain_update([0xff, 0xff])
            .chain_update(b"ton-connect")
            .chain_update(message)
            .finalize()
            .into()
    }

    /// The signature that a wallet with this key gives.
    pub fn sign(&self, key: &SigningKey) -> [u8; 64] {
        key.sign(&self.digest()).to_bytes()
    }

    /// Whether the wallet with this first state signed it; `public_key` is what the wallet says of its key.
    ///
    /// # Errors
    /// The first part that does not hold.
    pub fn verify(&self, first_state: &[u8], public_key: &[u8; 32], signature: &[u8; 64]) -> Result<(), Invalid> {
        let state = cell(first_state, "a first state").map_err(|_| Invalid::Address)?;
        if state.repr_hash().0 != self.account.hash {
            return Err(Invalid::Address);
        }
        let key = key_of(&state).map_err(|_| Invalid::Address)?;
        if key != *public_key {
            return Err(Invalid::Key);
        }
        let key = VerifyingKey::from_bytes(&key).map_err(|_| Invalid::Key)?;
        key.verify_strict(&self.digest(), &Signature::from_bytes(signature))
            .map_err(|_| Invalid::Signature)
    }
}

/// The key in the first state of a wallet.
fn key_of(state: &Cell) -> Result<[u8; 32], Malformed> {
    let unknown = Malformed("the first state of a wallet that is known");
    let StateInit {
        code: Some(code),
        data: Some(data),
        ..
    } = state.parse::<StateInit>()?
    else {
        return Err(unknown);
    };
    let hash = hex::encode(code_hash(&code)?);
    let (_, bit) = WALLETS.iter().find(|(known, _)| *known == hash).ok_or(unknown)?;
    Ok(data.as_slice()?.get_u256(*bit)?.0)
}

/// The hash of a code, also where a library stands for it.
fn code_hash(code: &Cell) -> Result<[u8; 32], Malformed> {
    if !code.is_exotic() {
        return Ok(code.repr_hash().0);
    }
    let mut slice = code.as_slice_allow_exotic();
    match slice.load_u8()? {
        LIBRARY_TAG => Ok(slice.load_u256()?.0),
        _ => Err(Malformed("the code of a wallet")),
    }
}

#[cfg(test)]
mod tests;
