//! The messenger's own Ed25519 signature over a launch.
//!
//! It needs no bot token, so an auditor can re-verify a stored login with it. The signed
//! text begins with the bot's id: data made for another bot, or signed by the test
//! environment, is refused (T-36). It does not cover `hash` and has no notion of age.

use super::{LaunchError, query::Pairs};
use base64::engine::{DecodePaddingMode, Engine, GeneralPurpose, GeneralPurposeConfig};
use ed25519_dalek::{Signature, VerifyingKey};

/// The messenger's production key (api §9.1).
pub const PRODUCTION_KEY: &str = "e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d";
/// The key of the messenger's test environment; a production server must not use it (api §9.1).
pub const TEST_ENVIRONMENT_KEY: &str = "40055058a4ee38156a06562e52eece92a771bcd8346a8c4615cb7376eddf72ec";

/// Unpadded as the messenger writes it; padded is accepted too (api §9.1).
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::URL_SAFE,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Checks signatures of one key for one bot.
#[derive(Clone, Debug)]
pub struct ThirdParty {
    bot_id: i64,
    key: VerifyingKey,
}

impl ThirdParty {
    /// Reads the key, 64 hexadecimal digits: [`PRODUCTION_KEY`], or another one in tests.
    /// `bot_id` is the number before the colon of the bot's token.
    ///
    /// # Errors
    /// `Malformed` when the text is not a usable public key.
    pub fn parse(bot_id: i64, key_hex: &str) -> Result<ThirdParty, LaunchError> {
        let unusable = LaunchError::Malformed("the configured public key is not an Ed25519 key");
        let mut bytes = [0; 32];
        hex::decode_to_slice(key_hex, &mut bytes).map_err(|_| unusable.clone())?;
        let key = VerifyingKey::from_bytes(&bytes).ok().filter(|key| !key.is_weak());
        Ok(ThirdParty {
            bot_id,
            key: key.ok_or(unusable)?,
        })
    }

    /// Whether the messenger signed this raw string for this bot. Says nothing about its age.
    ///
    /// # Errors
    /// The errors of reading, `Missing("signature")` and `Signature`.
    pub fn verify(&self, raw: &str) -> Result<(), LaunchError> {
        self.check(&Pairs::parse(raw)?)
    }

    pub(super) fn check(&self, pairs: &Pairs) -> Result<(), LaunchError> {
        let written = pairs.required("signature")?;
        let bytes = BASE64.decode(written).map_err(|_| LaunchError::Signature)?;
        let signature = Signature::from_slice(&bytes).map_err(|_| LaunchError::Signature)?;
        let text = signed_text(self.bot_id, pairs);
        self.key
            .verify_strict(text.as_bytes(), &signature)
            .map_err(|_| LaunchError::Signature)
    }
}

fn signed_text(bot_id: i64, pairs: &Pairs) -> String {
    format!("{bot_id}:WebAppData\n{}", pairs.signed_text(&["hash", "signature"]))
}

#[cfg(test)]
mod tests;
