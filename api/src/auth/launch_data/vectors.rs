//! Launch data that was published by others, so that our signer cannot vouch for our verifier.
//! The tokens are samples from documentation (api §9.3).

use super::LaunchVerifier;
pub(super) use super::sign::sign_pairs as signed_pairs;

/// The window of domain §3.1, in seconds.
pub const WINDOW_S: i64 = 86_400;
/// The bot of V2 and V3.
pub const BOT_ID: i64 = 7_342_037_359;

/// One published launch and what it says.
#[derive(Clone, Copy)]
pub struct Vector {
    pub raw: &'static str,
    pub bot_token: Option<&'static str>,
    pub secret: &'static str,
    pub auth_date_s: i64,
    pub nickname: &'static str,
    pub avatar: Option<&'static str>,
}

impl Vector {
    /// A verifier for the vector's bot, from its token where that was published.
    pub fn verifier(&self) -> LaunchVerifier {
        let secret = || {
            let mut bytes = [0; 32];
            hex::decode_to_slice(self.secret, &mut bytes).expect("64 digits");
            LaunchVerifier::from_secret(&bytes)
        };
        self.bot_token.map_or_else(secret, LaunchVerifier::new)
    }
}

const AVATAR: Option<&str> = Some("https://t.me/i/userpic/320/4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg");

/// Of 2022: before the messenger added its own signature.
pub const V1: Vector = Vector {
    raw: "query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2",
    bot_token: Some("5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8"),
    secret: "a5c609aa52f63cb5e6d8ceb6e4138726ea82bbc36bb786d64482d445ea38ee5f",
    auth_date_s: 1_662_771_648,
    nickname: "Vladislav Kibenko",
    avatar: None,
};

/// Of 2024, with both proofs; of its secret only the derived form was published.
pub const V2: Vector = Vector {
    raw: "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6",
    bot_token: None,
    secret: "c0881d6d547967540dcb06d7378a2c2b2c79a8f915ae70a4a37a8a04de0da32b",
    auth_date_s: 1_733_584_787,
    nickname: "Vladislav + - ? / Kibenko",
    avatar: AVATAR,
};

/// Of 2024, with both proofs and the token.
pub const V3: Vector = Vector {
    raw: "user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733509682&signature=TYJxVcisqbWjtodPepiJ6ghziUL94-KNpG8Pau-X7oNNLNBM72APCpi_RKiUlBvcqo5L-LAxIc3dnTzcZX_PDg&hash=a433d8f9847bd6addcc563bff7cc82c89e97ea0d90c11fe5729cae6796a36d73",
    bot_token: Some("7342037359:AAHI25ES9xCOMPokpYoz-p8XVrZUdygo2J4"),
    secret: "231a7ce63f8a4f94a57ed1b31763396f5195134575445dcb13695a5de2e8b1f7",
    auth_date_s: 1_733_509_682,
    nickname: "Vladislav + - ? / Kibenko",
    avatar: AVATAR,
};
