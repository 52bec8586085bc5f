//! One signed transaction: it pays a withdrawal, or takes the number that a payment would have had.
//!
//! A number (nonce) of an account is executed once, in order. So two transactions with one number exclude each
//! other: whatever is signed for a withdrawal has its number, and a cancellation is a payment of nothing to the
//! house itself with the same number and a higher fee.

use crate::{Malformed, erc20};
use alloy_consensus::transaction::SignerRecoverable;
use alloy_consensus::{SignableTransaction, TxEip1559, TxEnvelope};
use alloy_eips::eip2718::{Decodable2718, Encodable2718};
use alloy_primitives::{Address, B256, Signature, TxKind, U256};
use k256::ecdsa::SigningKey;
use std::fmt;

/// Gas that a payment may use. ASSUMED: Tether's transfer to an account that never held any takes about 66,000.
pub const PAY_GAS: u64 = 120_000;
/// Gas of a payment of nothing.
pub const CANCEL_GAS: u64 = 21_000;

/// The key of the house's account.
#[derive(Clone)]
pub struct Key(SigningKey);

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Key({})", self.address())
    }
}

impl Key {
    /// Reads a key; nothing for the few numbers that are none.
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Key> {
        SigningKey::from_slice(bytes).ok().map(Key)
    }

    pub fn address(&self) -> Address {
        Address::from_private_key(&self.0)
    }

    /// The same hash is the same signature (RFC 6979), whose second half is the lower of the two that would do.
    fn sign(&self, hash: B256) -> Result<Signature, Malformed> {
        let signed = self.0.sign_prehash_recoverable(hash.as_slice());
        signed.map(Signature::from).map_err(|_| Malformed("a key that signs"))
    }
}

/// What a transaction offers for each unit of gas, in the chain's smallest unit (wei).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fee {
    /// At most, all in all.
    pub most: u128,
    /// Of it, for whoever makes the block.
    pub tip: u128,
}

impl Fee {
    /// The least that nodes accept as a replacement of this one: a quarter more (they ask for a tenth, rails §3.6), and
    /// at least what is asked for now.
    #[must_use]
    pub fn raised(self, now: Fee) -> Fee {
        let more = |fee: u128| fee.saturating_add(fee / 4).saturating_add(1);
        Fee {
            most: more(self.most).max(now.most),
            tip: more(self.tip).max(now.tip),
        }
    }
}

/// What a transaction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    Pay {
        token: Address,
        to: Address,
        /// How much, in the token's smallest unit.
        amount_minor: u128,
    },
    /// Takes the number, so that no payment can have it.
    Cancel,
}

/// All that is signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payout {
    pub chain_id: u64,
    /// The account's number.
    pub nonce: u64,
    /// What it does.
    pub deed: Deed,
    /// What it offers.
    pub fee: Fee,
}

/// Bytes that a node takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    pub raw: Vec<u8>,
    pub hash: [u8; 32],
}

impl Payout {
    fn transaction(&self, own: Address) -> TxEip1559 {
        let (to, gas_limit, input) = match self.deed {
            Deed::Pay {
                token,
                to,
                amount_minor,
            } => (token, PAY_GAS, erc20::transfer(to, amount_minor)),
            Deed::Cancel => (own, CANCEL_GAS, Vec::new()),
        };
        TxEip1559 {
            chain_id: self.chain_id,
            nonce: self.nonce,
            gas_limit,
            max_fee_per_gas: self.fee.most,
            max_priority_fee_per_gas: self.fee.tip,
            to: TxKind::Call(to),
            value: U256::ZERO,
            access_list: alloy_eips::eip2930::AccessList::default(),
            input: input.into(),
        }
    }
}

/// Signs. The same payout is the same bytes.
///
/// # Errors
/// [`Malformed`] when the key cannot sign.
pub fn sign(key: &Key, payout: &Payout) -> Result<Signed, Malformed> {
    let transaction = payout.transaction(key.address());
    let signature = key.sign(transaction.signature_hash())?;
    let envelope = TxEnvelope::from(transaction.into_signed(signature));
    Ok(Signed {
        hash: envelope.tx_hash().0,
        raw: envelope.encoded_2718(),
    })
}

/// Reads back what was signed by an account: what is sent is compared with its slot before each send.
///
/// # Errors
/// [`Malformed`] for anything that [`sign`] does not write, or that another account signed.
pub fn read(raw: &[u8], own: Address) -> Result<(Payout, [u8; 32]), Malformed> {
    let mut rest = raw;
    let envelope = TxEnvelope::decode_2718(&mut rest).map_err(|_| Malformed("a transaction"))?;
    let signer = envelope.recover_signer().map_err(|_| Malformed("a signature"))?;
    let signed = envelope.as_eip1559().ok_or(Malformed("a transaction of type 2"))?;
    if !rest.is_empty() || signer != own {
        return Err(Malformed("a transaction of the house"));
    }
    let transaction = signed.tx();
    let deed = match (transaction.to, erc20::read_transfer(&transaction.input)) {
        (TxKind::Call(token), Some((to, amount_minor))) => Deed::Pay {
            token,
            to,
            amount_minor,
        },
        _ => Deed::Cancel,
    };
    let payout = Payout {
        chain_id: transaction.chain_id,
        nonce: transaction.nonce,
        deed,
        fee: Fee {
            most: transaction.max_fee_per_gas,
            tip: transaction.max_priority_fee_per_gas,
        },
    };
    // Whatever is not said by a payout (a value, another gas limit, an access list) makes other bytes.
    if payout.transaction(own) == *transaction {
        Ok((payout, envelope.tx_hash().0))
    } else {
        Err(Malformed("a payment or a cancellation"))
    }
}

#[cfg(test)]
mod tests;
