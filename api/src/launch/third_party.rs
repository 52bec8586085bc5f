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
mod tests {
    use super::super::vectors::{BOT_ID, V1, V2, V3};
    use super::*;
    use ed25519_dalek::{Signer, SigningKey};

    fn production(bot_id: i64) -> ThirdParty {
        ThirdParty::parse(bot_id, PRODUCTION_KEY).expect("the published key")
    }

    #[test]
    fn accepts_the_published_signatures_t_34() {
        for vector in [V2, V3] {
            assert_eq!(production(BOT_ID).verify(vector.raw), Ok(()));
        }
    }

    #[test]
    fn refuses_the_signature_of_another_bot_t_36() {
        assert_eq!(production(BOT_ID + 1).verify(V2.raw), Err(LaunchError::Signature));
    }

    #[test]
    fn a_production_server_refuses_the_test_environment_and_the_reverse_t_36() {
        let key = ThirdParty::parse(BOT_ID, TEST_ENVIRONMENT_KEY).expect("the published key");
        assert_eq!(key.verify(V2.raw), Err(LaunchError::Signature));
    }

    #[test]
    fn refuses_launch_data_without_a_signature_t_36() {
        assert_eq!(
            production(BOT_ID).verify(V1.raw),
            Err(LaunchError::Missing("signature"))
        );
    }

    #[test]
    fn accepts_padding_and_refuses_stray_bits_behind_the_signature_t_34() {
        let padded = V2.raw.replace("IlADQ&", "IlADQ%3D%3D&");
        assert_eq!(production(BOT_ID).verify(&padded), Ok(()));
        for raw in [V2.raw.replace("IlADQ&", "IlADR&"), V2.raw.replace("IlADQ&", "IlAD&")] {
            assert_eq!(production(BOT_ID).verify(&raw), Err(LaunchError::Signature));
        }
    }

    #[test]
    fn accepts_a_key_of_its_own_in_tests_and_refuses_unusable_ones_t_36() {
        let key = SigningKey::from_bytes(&[7; 32]);
        let unsigned = "auth_date=1&user=%7B%7D";
        let text = signed_text(5, &Pairs::parse(unsigned).expect("readable"));
        let raw = format!(
            "{unsigned}&signature={}",
            BASE64.encode(key.sign(text.as_bytes()).to_bytes()).replace('=', "%3D")
        );
        let ours = ThirdParty::parse(5, &hex::encode(key.verifying_key().to_bytes())).expect("a real key");
        assert_eq!(ours.verify(&raw), Ok(()));
        for unusable in [
            "",
            "zz",
            &PRODUCTION_KEY[2..],
            &"00".repeat(32),
            &format!("01{}", "00".repeat(31)),
        ] {
            assert!(ThirdParty::parse(5, unusable).is_err(), "{unusable}");
        }
    }
}
