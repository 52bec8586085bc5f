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
