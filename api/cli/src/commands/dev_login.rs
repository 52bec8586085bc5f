//! `ledger dev-login`: launch data as the messenger would sign it, for a player of the development server.

use super::Failure;
use api::auth::launch_data::{TG_ID_MAX, sign};
use api::web::opened_with;
use serde_json::json;
use settings::{BadSetting, Mode, Settings};
use tools::person::{DEMO_TG_ID, person, unix_now};

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
            let page = match settings.throw_away_token()? {
                Some(_) => {
                    let inviter = self.inviter.map(|code| format!("&inviter={code}")).unwrap_or_default();
                    format!("/dev?tg_id={}{inviter}", self.tg_id)
                }
                None => opened_with(&init_data),
            };
            let url = format!("http://{}{page}", settings.service.http);
            println!("{}", json!({ "init_data": init_data, "tg_id": self.tg_id, "url": url }));
        } else {
            println!("{init_data}");
        }
        Ok(())
    }
}

fn invite_code(text: &str) -> Result<String, String> {
    let code = domain::ids::Scode::parse(text);
    code.map(|code| code.to_string())
        .ok_or_else(|| "an invite code has eight letters and digits, without I, L, O and U".into())
}
