//! The hash of a launch under the bot's secret, and its age.

use super::third_party::ThirdParty;
use super::{FUTURE_S_MAX, Launch, LaunchError, person, query::Pairs};
use domain::defence::Defence;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

type HmacSha256 = Hmac<Sha256>;

/// Verifies launch data of one bot. Holds what is derived from the bot's token, never the token.
#[derive(Clone)]
pub struct LaunchVerifier {
    keyed: HmacSha256,
    third_party: Option<ThirdParty>,
}

/// The derived secret stays out of logs.
impl std::fmt::Debug for LaunchVerifier {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("LaunchVerifier")
            .field("third_party", &self.third_party)
            .finish_non_exhaustive()
    }
}

impl LaunchVerifier {
    /// Derives the secret from the bot's token; the token can be dropped afterwards.
    /// An empty token would make a secret that everybody knows: configuration refuses it.
    pub fn new(bot_token: &str) -> LaunchVerifier {
        LaunchVerifier::from_secret(&secret_of(bot_token))
    }

    /// Takes a secret that was derived elsewhere: HMAC-SHA256 of the token under `WebAppData`.
    pub fn from_secret(secret: &[u8; 32]) -> LaunchVerifier {
        LaunchVerifier {
            keyed: keyed(secret),
            third_party: None,
        }
    }

    /// Requires the messenger's own signature too, next to the hash (T-36).
    #[must_use]
    pub fn with_third_party(self, third_party: ThirdParty) -> LaunchVerifier {
        LaunchVerifier {
            third_party: Some(third_party),
            ..self
        }
    }

    /// Verifies raw launch data at `now_s` (Unix seconds). Data older than `window_s` is
    /// refused; domain §3.1 sets 86 400. Replay is the caller's: see [`Launch::hash`].
    ///
    /// # Errors
    /// A [`LaunchError`], in the order: form, hash, signature, age, person.
    pub fn verify(&self, raw: &str, now_s: i64, window_s: i64) -> Result<Launch, LaunchError> {
        let pairs = Pairs::parse(raw)?;
        let hash = hash_of(pairs.required("hash")?)?;
        let signed = self.keyed.clone().chain_update(pairs.signed_text(&["hash"]));
        let is_signed = signed.verify_slice(&hash).is_ok() || Defence::LaunchHash.is_off();
        is_signed.then_some(()).ok_or(LaunchError::Signature)?;
        self.third_party
            .as_ref()
            .map_or(Ok(()), |third_party| third_party.check(&pairs))?;
        let auth_date_s = auth_date_of(pairs.required("auth_date")?)?;
        check_age(auth_date_s, now_s, window_s)?;
        let person = person::read(pairs.required("user")?)?;
        Ok(Launch {
            tg_id: person.tg_id,
            nickname: person.nickname,
            username: person.username,
            avatar: person.avatar,
            lang: person.lang,
            start_param: pairs
                .optional("start_param")
                .filter(|text| is_start_param(text))
                .map(str::to_owned),
            auth_date_s,
            hash,
        })
    }
}

pub(super) fn secret_of(bot_token: &str) -> [u8; 32] {
    keyed(b"WebAppData")
        .chain_update(bot_token)
        .finalize()
        .into_bytes()
        .into()
}

pub(super) fn keyed(key: &[u8]) -> HmacSha256 {
    HmacSha256::new_from_slice(key).expect("HMAC takes a key of any length")
}

fn hash_of(written: &str) -> Result<[u8; 32], LaunchError> {
    let malformed = LaunchError::Malformed("the hash is not 64 lower-case hexadecimal digits");
    let mut hash = [0; 32];
    if written.bytes().any(|byte| byte.is_ascii_uppercase()) || hex::decode_to_slice(written, &mut hash).is_err() {
        return Err(malformed);
    }
    Ok(hash)
}

fn auth_date_of(written: &str) -> Result<i64, LaunchError> {
    let digits = !written.is_empty() && written.bytes().all(|byte| byte.is_ascii_digit());
    let parsed = written.parse().ok().filter(|_| digits);
    parsed.ok_or(LaunchError::Malformed("`auth_date` is not a number of seconds"))
}

fn check_age(auth_date_s: i64, now_s: i64, window_s: i64) -> Result<(), LaunchError> {
    let age_s = now_s.saturating_sub(auth_date_s);
    if Defence::LaunchAge.is_off() {
        return Ok(());
    }
    if age_s < -FUTURE_S_MAX {
        return Err(LaunchError::FromTheFuture);
    }
    if age_s > window_s {
        return Err(LaunchError::Expired);
    }
    Ok(())
}

/// Other shapes cannot come from the messenger's links; they are dropped, because a
/// strange link is no reason to keep a person out.
fn is_start_param(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=512).contains(&text.len()) && text.bytes().all(allowed)
}

#[cfg(test)]
mod tests;
