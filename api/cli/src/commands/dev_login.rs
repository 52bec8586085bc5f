//! `ledger dev-login`: launch data as the messenger would sign it, for a player of the development server.

use super::Failure;
use api::auth::launch_data::{LaunchUser, TG_ID_MAX, sign};
use serde_json::json;
use settings::{BadSetting, Mode, Settings};
use std::time::{SystemTime, UNIX_EPOCH};

/// The demo player's messenger id.
pub const DEMO_TG_ID: i64 = 1_000_001;

/// Print launch data for a player of the development server.
///
/// The line on stdout is what the messenger hands to the mini-app. Give it as `init_data` to
/// /api/v1/login/telegram; it is accepted for 24 hours. It is signed with this installation's
/// development bot token, so it works beside a running `ledger up`.
#[derive(clap::Args, Debug)]
pub struct DevLogin {
    /// Messenger id of the player, a positive whole number
    #[arg(long, value_name = "N", default_value_t = DEMO_TG_ID, value_parser = clap::value_parser!(i64).range(1..=TG_ID_MAX))]
    tg_id: i64,
    /// Invite code of the player whose link was opened
    #[arg(long, value_name = "CODE", value_parser = invite_code)]
    inviter: Option<String>,
    /// Print one JSON object: init_data, tg_id and the address of the mini-app with this login
    #[arg(long)]
    json: bool,
}

impl DevLogin {
    /// Signs and prints.
    pub fn run(self, settings: &Settings) -> Result<(), Failure> {
        if settings.service.mode == Mode::Production {
            return Err(
                BadSetting("LEDGER_MODE is production: a development login does not exist there.".into()).into(),
            );
        }
        let secrets = settings.secrets()?;
        let start_param = self.inviter.as_ref().map(|code| format!("r_{code}"));
        let init_data = sign(
            &secrets.bot_token,
            &person(self.tg_id),
            start_param.as_deref(),
            unix_now(),
        );
        if self.json {
            let inviter = self.inviter.map(|code| format!("&inviter={code}")).unwrap_or_default();
            let url = format!("http://{}/dev?tg_id={}{inviter}", settings.service.http, self.tg_id);
            println!("{}", json!({ "init_data": init_data, "tg_id": self.tg_id, "url": url }));
        } else {
            println!("{init_data}");
        }
        Ok(())
    }
}

/// The made-up person behind a development messenger id.
pub fn person(tg_id: i64) -> LaunchUser {
    let first_name = if tg_id == DEMO_TG_ID {
        "Demo".to_owned()
    } else {
        format!("Angler {tg_id}")
    };
    LaunchUser {
        tg_id,
        first_name,
        language_code: Some("en".into()),
        ..LaunchUser::default()
    }
}

/// Now, in Unix seconds: the edge where the command line meets the clock.
pub fn unix_now() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .expect("the clock is set after 1970");
    i64::try_from(since.as_secs()).expect("seconds fit for ever")
}

fn invite_code(text: &str) -> Result<String, String> {
    let code = domain::ids::Scode::parse(text);
    code.map(|code| code.to_string())
        .ok_or_else(|| "an invite code has eight letters and digits, without I, L, O and U".into())
}
