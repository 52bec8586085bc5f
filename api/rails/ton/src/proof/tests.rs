use super::*;
use crate::{Boc, build, contracts};
use tycho_types::cell::CellBuilder;

const DOMAIN: &str = "deep.example";

/// A wallet v4 as people's apps make it.
struct Wallet {
    key: SigningKey,
    state: Cell,
}

fn wallet(seed: u8) -> Wallet {
    let key = SigningKey::from_bytes(&[seed; 32]);
    let data = build(|cell| {
        cell.store_u32(0)?;
        cell.store_u32(698_983_191)?;
        cell.store_raw(key.verifying_key().as_bytes(), 256)?;
        cell.store_bit_zero()
    });
    let state = CellBuilder::build_from(contracts::state_init(&contracts::WALLET_V4, data)).expect("it fits");
    Wallet { key, state }
}

impl Wallet {
    fn says<'a>(&self, domain: &'a str, payload: &'a str) -> Statement<'a> {
        Statement {
            account: Address::new(self.state.repr_hash().0),
            domain,
            timestamp_s: 1_735_732_800,
            payload,
        }
    }

    fn check(&self, statement: &Statement, signature: &[u8; 64]) -> Result<(), Invalid> {
        let key = self.key.verifying_key().to_bytes();
        statement.verify(&Boc::encode(&self.state), &key, signature)
    }
}

#[test]
fn the_statement_is_hashed_as_ton_connect_writes_it() {
    // The message in full, byte for byte, beside the one that is hashed in parts.
    let statement = wallet(1).says(DOMAIN, "text");
    let mut message = b"ton-proof-item-v2/".to_vec();
    message.extend([0, 0, 0, 0]);
    message.extend(statement.account.hash);
    message.extend([12, 0, 0, 0]);
    message.extend(b"deep.example");
    message.extend([0x40, 0x2e, 0x75, 0x67, 0, 0, 0, 0]);
    message.extend(b"text");
    let mut outer = b"\xff\xffton-connect".to_vec();
    outer.extend(Sha256::digest(&message));
    assert_eq!(statement.digest(), <[u8; 32]>::from(Sha256::digest(&outer)));
}

#[test]
fn a_wallet_s_own_signature_holds_for_its_statement_alone() {
    let (own, other) = (wallet(1), wallet(2));
    let said = own.says(DOMAIN, "text");
    let signature = said.sign(&own.key);
    assert_eq!(own.check(&said, &signature), Ok(()));
    let elsewhere = own.says("evil.example", "text");
    let replayed = own.says(DOMAIN, "texu");
    let later = Statement {
        timestamp_s: said.timestamp_s + 1,
        ..said
    };
    for wrong in [elsewhere, replayed, later] {
        assert_eq!(own.check(&wrong, &signature), Err(Invalid::Signature));
    }
    let forged = other.says(DOMAIN, "text").sign(&other.key);
    assert_eq!(own.check(&said, &forged), Err(Invalid::Signature));
    // Another wallet's state, and the own key beside another's account.
    assert_eq!(other.check(&said, &signature), Err(Invalid::Address));
    let (state, key) = (Boc::encode(&own.state), other.key.verifying_key().to_bytes());
    assert_eq!(said.verify(&state, &key, &said.sign(&other.key)), Err(Invalid::Key));
}

#[test]
fn every_flipped_bit_of_a_signature_is_found() {
    let own = wallet(1);
    let said = own.says(DOMAIN, "text");
    let signature = said.sign(&own.key);
    for bit in 0..512 {
        let mut flipped = signature;
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(own.check(&said, &flipped), Err(Invalid::Signature), "bit {bit}");
    }
}

#[test]
fn a_contract_whose_key_nobody_knows_and_bytes_that_are_no_state_are_refused() {
    let own = wallet(1);
    let key = own.key.verifying_key().to_bytes();
    let data = build(|cell| cell.store_raw(&[7; 40], 320));
    let strange = contracts::state_init(&contracts::HIGHLOAD_WALLET_V3, data);
    let strange = CellBuilder::build_from(strange).expect("it fits");
    let said = Statement {
        account: Address::new(strange.repr_hash().0),
        ..own.says(DOMAIN, "text")
    };
    let signature = said.sign(&own.key);
    assert_eq!(
        said.verify(&Boc::encode(&strange), &key, &signature),
        Err(Invalid::Address)
    );
    assert_eq!(said.verify(b"no cells", &key, &signature), Err(Invalid::Address));
}

#[test]
fn a_wallet_v5_is_known_by_its_code_and_by_the_library_that_stands_for_it() {
    let key = SigningKey::from_bytes(&[5; 32]);
    let data = build(|cell| {
        cell.store_bit_one()?;
        cell.store_u32(0)?;
        cell.store_u32(0x7fff_ff11)?;
        cell.store_raw(key.verifying_key().as_bytes(), 256)?;
        cell.store_bit_zero()
    });
    let mut hash = [0; 32];
    hex::decode_to_slice(WALLETS[4].0, &mut hash).expect("hex");
    let library = CellBuilder::build_library(&tycho_types::cell::HashBytes(hash));
    let state = CellBuilder::build_from(contracts::state_init(&library, data)).expect("it fits");
    let said = Statement {
        account: Address::new(state.repr_hash().0),
        domain: DOMAIN,
        timestamp_s: 1,
        payload: "text",
    };
    let verified = said.verify(&Boc::encode(&state), &key.verifying_key().to_bytes(), &said.sign(&key));
    assert_eq!(verified, Ok(()));
    assert_eq!(WALLETS[3].0, hex::encode(contracts::WALLET_V4.repr_hash().0));
}
