//! The proof that a wallet is the player's own: `ton_proof` of TON Connect (domain §3.9).
//!
//! The text that is signed is made here and kept nowhere: the moment, random bits, and a keyed hash of both with the
//! player, so that a proof of somebody else's is worth nothing. That it counts once is the rule's
//! (`domain/src/player/promotion/wallet.rs`), and so is its end.

use crate::app::App;
use crate::error::Failure;
use crate::wire::promotion::{PromotionProveWalletBody, PromotionWalletPayloadData};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::ids::PlayerId;
use domain::player::promotion::CHALLENGE_MS;
use domain::refusal::Refusal;
use domain::time::Timestamp;
use rand::RngExt;
use ton::Address;
use ton::proof::{Invalid, Statement};

/// Bytes in front of the keyed hash: the moment in milliseconds, random bits.
const HEAD_BYTES: usize = 8 + 16;
/// Bytes of the hash: cut, because a payload has 128 characters at most.
const TAG_BYTES: usize = 16;
/// Where people's wallets are; elsewhere one first state would be a second wallet.
const WORKCHAIN: i8 = 0;
/// What the keyed hash is for.
const PURPOSE: &str = "wallet_payload";

/// A proof whose signature holds.
pub struct Proved {
    pub account: Address,
    /// When the text was made.
    pub challenged_at: Timestamp,
    /// When it was signed, by the wallet's clock.
    pub signed_at: Timestamp,
}

/// A new text for this player's wallet to sign.
pub fn payload(app: &App, player: PlayerId, now: Timestamp) -> PromotionWalletPayloadData {
    let mut head = [0; HEAD_BYTES];
    head[..8].copy_from_slice(&now.0.to_be_bytes());
    head[8..].copy_from_slice(&rand::rng().random::<[u8; 16]>());
    PromotionWalletPayloadData {
        payload: hex::encode([&head[..], &tag(app, player, &head)].concat()),
        valid_until: now.plus_ms(CHALLENGE_MS).0,
    }
}

fn tag(app: &App, player: PlayerId, head: &[u8]) -> [u8; TAG_BYTES] {
    let text = [player.0.as_bytes(), head].concat();
    let full = app.ledger().vault().fingerprint(PURPOSE, &text);
    std::array::from_fn(|at| full[at])
}

/// When the text was made; none for a text that was not made here for this player.
fn challenged_at(app: &App, player: PlayerId, payload: &str) -> Option<Timestamp> {
    let mut bytes = [0; HEAD_BYTES + TAG_BYTES];
    hex::decode_to_slice(payload, &mut bytes).ok()?;
    let (head, given) = bytes.split_at(HEAD_BYTES);
    let moment = head.first_chunk::<8>()?;
    (tag(app, player, head) == given).then(|| Timestamp(i64::from_be_bytes(*moment)))
}

/// Checks all of a proof but its time and who else has shown the wallet.
///
/// # Errors
/// 8007 with the part that does not hold; 8006 where nobody said under which host the product is reached; -1006 for a
/// field that is not of its form.
pub fn check(app: &App, player: PlayerId, body: &PromotionProveWalletBody) -> Result<Proved, Failure> {
    let invalid = |reason: &str| Refusal::WalletProofInvalid { reason: reason.into() };
    let hosts = &app.settings().app_hosts;
    if hosts.is_empty() {
        return Err(Refusal::CannotCheckNow.into());
    }
    let account = Address::parse(&body.address).map_err(|_| Failure::invalid("address"))?;
    let public_key = hex::decode(&body.public_key).ok().and_then(|key| key.try_into().ok());
    let public_key = public_key.ok_or_else(|| Failure::invalid("public_key"))?;
    let state = STANDARD.decode(&body.state_init);
    let state = state.map_err(|_| Failure::invalid("state_init"))?;
    let signature = STANDARD.decode(&body.signature).ok();
    let signature = signature.and_then(|bytes| bytes.try_into().ok());
    let signature = signature.ok_or_else(|| Failure::invalid("signature"))?;
    let timestamp_s = u32::try_from(body.timestamp).map_err(|_| Failure::invalid("timestamp"))?;
    if !hosts.contains(&body.domain) {
        return Err(invalid("domain").into());
    }
    if account.workchain != WORKCHAIN {
        return Err(invalid("address").into());
    }
    let challenged_at = challenged_at(app, player, &body.payload).ok_or_else(|| invalid("payload"))?;
    let statement = Statement {
        account,
        domain: &body.domain,
        timestamp_s: timestamp_s.into(),
        payload: &body.payload,
    };
    let verified = statement.verify(&state, &public_key, &signature);
    verified.map_err(|part| {
        invalid(match part {
            Invalid::Address => "address",
            Invalid::Key => "key",
            Invalid::Signature => "signature",
        })
    })?;
    Ok(Proved {
        account,
        challenged_at,
        signed_at: Timestamp(i64::from(timestamp_s) * 1_000),
    })
}
