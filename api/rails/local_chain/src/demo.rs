//! A player's wallet: what a wallet app would be on the main net (wallet v4 r2).
//!
//! Its keys are known to everybody; that is what makes it a demo.

use sha2::{Digest, Sha256};
use ton::jetton::Transfer;
use ton::{Address, Boc, Cell, SigningKey, build, contracts, payout};
use tycho_types::cell::CellBuilder;
use tycho_types::models::StateInit;

use crate::{Chain, Refused};

const SUBWALLET_ID: u32 = 698_983_191;
/// TON that goes with a jetton transfer; most of it comes back.
const TRANSFER_NANO: u128 = 100_000_000;
/// Long enough for every clock: the sequence number already makes a message single.
const VALID_UNTIL: u32 = u32::MAX;
/// Fees are paid beside the value; a failing action is skipped.
const MODE: u8 = 3;

/// What every key is derived from.
const SEED: &[u8; 32] = b"a demo wallet of the local chain";

/// A message that was signed and that the chain took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// The message from outside the chain, as a wallet shows it to the product.
    pub boc: Vec<u8>,
    /// Its normalised hash (TEP-467).
    pub hash: [u8; 32],
}

/// A wallet whose key everybody knows.
#[derive(Clone, Debug)]
pub struct DemoWallet {
    key: SigningKey,
}

impl DemoWallet {
    /// The n-th wallet; the first few have TON and USDT from the first block on.
    pub fn nth(n: u8) -> DemoWallet {
        let mut seed = *SEED;
        seed[0] = n;
        DemoWallet {
            key: SigningKey::from_bytes(&seed),
        }
    }

    /// The wallet of one owner, whose key is derived from all 16 bytes of the owner's id: two owners share neither
    /// a wallet nor its sequence numbers. Nothing is deployed or funded before its first use.
    pub fn of(owner: [u8; 16]) -> DemoWallet {
        let seed = Sha256::new().chain_update(SEED).chain_update(owner).finalize();
        DemoWallet {
            key: SigningKey::from_bytes(&seed.into()),
        }
    }

    /// Its address.
    pub fn address(&self) -> Address {
        contracts::address(&self.state())
    }

    pub fn public_key(&self) -> [u8; 32] {
        self.key.verifying_key().to_bytes()
    }

    /// Its first state: who knows it can compute the address.
    pub fn first_state(&self) -> Cell {
        CellBuilder::build_from(self.state()).expect("a state fits a cell")
    }

    /// Its signature that it belongs to who speaks to a product, as `ton_proof` of TON Connect has it.
    pub fn proof(&self, domain: &str, timestamp_s: u64, payload: &str) -> [u8; 64] {
        let statement = ton::proof::Statement {
            account: self.address(),
            domain,
            timestamp_s,
            payload,
        };
        statement.sign(&self.key)
    }

    fn state(&self) -> StateInit {
        let data = build(|cell| {
            cell.store_u32(0)?;
            cell.store_u32(SUBWALLET_ID)?;
            cell.store_raw(&self.public_key(), 256)?;
            // No plugins.
            cell.store_bit_zero()
        });
        contracts::state_init(&contracts::WALLET_V4, data)
    }

    /// Sends USDT with a comment: a top-up.
    pub fn send_usdt(
        &self,
        chain: &Chain,
        to: Address,
        amount_minor: u128,
        comment: Option<&str>,
    ) -> Result<Sent, Refused> {
        let transfer = Transfer {
            query_id: 0,
            amount_minor,
            to,
            response_to: Some(self.address()),
            forward_nano: payout::FORWARD_NANO,
            comment: comment.map(str::to_owned),
        };
        self.send(
            chain,
            Chain::usdt_wallet(self.address()),
            TRANSFER_NANO,
            transfer.body(),
        )
    }

    /// Sends TON with any body to any account. One message a block: a second one would
    /// have the same sequence number and be lost in silence.
    pub fn send(&self, chain: &Chain, to: Address, nano: u128, body: Cell) -> Result<Sent, Refused> {
        if chain.waits_for(self.address()) {
            return Err(Refused {
                exit: None,
                why: "the last message of this wallet waits for its block".to_owned(),
            });
        }
        let seqno = self.seqno(chain);
        let body = self.signed(seqno, payout::internal(to, nano, body));
        let state = (seqno == 0).then(|| self.state());
        let boc = Boc::encode(payout::external(self.address(), state, body.clone()));
        chain.send(&boc)?;
        let hash = payout::normalised_hash(self.address(), &body);
        Ok(Sent { boc, hash })
    }

    /// How many messages it has sent.
    fn seqno(&self, chain: &Chain) -> u32 {
        let data = chain.standing(self.address()).data;
        data.map_or(0, |data| {
            let first = data.as_slice().and_then(|mut slice| slice.load_u32());
            first.expect("the data of a wallet")
        })
    }

    fn signed(&self, seqno: u32, message: Cell) -> Cell {
        let order = |cell: &mut CellBuilder| {
            cell.store_u32(SUBWALLET_ID)?;
            cell.store_u32(VALID_UNTIL)?;
            cell.store_u32(seqno)?;
            // A plain send, and no plugin business.
            cell.store_u8(0)?;
            cell.store_u8(MODE)?;
            cell.store_reference(message.clone())
        };
        let signature = ton::signature(&self.key, &build(order));
        build(|cell| {
            cell.store_raw(&signature, 512)?;
            order(cell)
        })
    }
}

#[cfg(test)]
mod tests;
