//! Codes of activation: how they are made and spent (threat T-53, `domain::staff::activation`).
//!
//! Whoever makes an account reads its code once; what is kept is the hash, in the member's stream. The owner sends the
//! code with a password and the secret of a second factor. Both are kept as a record of the vault, which opens nothing;
//! then the stream takes the code, once, and names the record. A call or a process that ends before leaves a code that is
//! good as ever; after, an account that its owner enters. A refusal is not remembered: who was too early, before the
//! approval, tries again.

use super::credentials::{self, Secrets};
use super::{accounts, login};
use api::error::Failure;
use domain::defence::Defence;
use domain::ids::StaffId;
use domain::refusal::Refusal;
use domain::staff::StaffCommand;
use ledger::{Ledger, Request};
use sha2::{Digest, Sha256};

/// Bytes of a code: 160 bits in 32 letters.
const CODE_BYTES: usize = 20;
/// Letters between two dashes.
const GROUP: usize = 4;

/// A new code, in groups of letters.
pub fn new_code() -> String {
    let letters = credentials::base32(&rand::random::<[u8; CODE_BYTES]>());
    let groups: Vec<&str> = letters
        .as_bytes()
        .chunks(GROUP)
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join("-")
}

/// What is kept of a code, however it was typed: hex of SHA-256 of its letters.
pub fn hash_of(code: &str) -> String {
    if Defence::Hashed.is_off() {
        return code.to_owned();
    }
    let letters: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    hex::encode(Sha256::digest(letters.to_ascii_uppercase()))
}

/// Spends a member's code and keeps what the owner chose.
///
/// # Errors
/// The refusal of a login for a name or a code that is wrong or was spent, 4008 for one that is too late, or a fault.
pub async fn activate(ledger: &Ledger, name: &str, code: &str, secrets: &Secrets) -> Result<(), Failure> {
    let (member, code) = (StaffId::of(name), hash_of(code));
    let before = accounts::load(ledger, member).await?;
    // A stranger's code writes nothing.
    before
        .may_activate(&code, ledger.clock().now())
        .map_err(|refusal| shown(refusal.code()))?;
    let credentials = credentials::prepare(ledger, member, secrets).await?;
    let activate = StaffCommand::Activate { code, credentials };
    let request = Request::without_id("system:staff_activation");
    let reply = accounts::name(ledger, (member, before.credentials), (activate, credentials), request).await?;
    match reply.code {
        0 => Ok(login::unlock(ledger, member).await?),
        code => Err(shown(code)),
    }
}

/// A refusal as whoever tries codes may see it.
fn shown(code: i32) -> Failure {
    match code == Refusal::Expired.code() {
        true => Refusal::Expired.into(),
        false => login::refused(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_the_same_however_it_is_typed_and_never_comes_back() {
        let (code, other) = (new_code(), new_code());
        assert_eq!((code.len(), code.matches('-').count()), (39, 7), "{code}");
        assert_eq!(hash_of(&code), hash_of(&code.to_lowercase().replace('-', " ")));
        assert_ne!(hash_of(&code), hash_of(&other));
    }
}
