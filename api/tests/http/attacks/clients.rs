//! Whoever has launch data that he altered, made or found logs in as nobody (cases T-34, T-35). Signed by the messenger
//! as it stands, on the device that it was made for, it is a login.

use super::{Family, Outcome};
use crate::test_app::{BOT_TOKEN, TestApp};
use api::auth::launch_data::{LaunchUser, sign};
use serde_json::json;

const REFUSED: &str = "-1001";
const DAY_S: i64 = 86_400;

pub async fn family() -> Family {
    let mut family = Family::new("clients");
    let app = TestApp::open().await;
    let user = |tg_id: i64, first_name: &str| LaunchUser {
        tg_id,
        first_name: first_name.into(),
        ..LaunchUser::default()
    };
    let (ann, now_s) = (user(7, "Ann"), app.now() / 1_000);
    let signed = |user: &LaunchUser, link: Option<&str>| sign(BOT_TOKEN, user, link, now_s);
    let good = signed(&ann, None);
    let invited = format!("{good}&start_param=r_ABCDEFGH");
    for (attack, launch, right) in [
        (
            "another name",
            good.replace("Ann", "Eve"),
            signed(&user(7, "Eve"), None),
        ),
        (
            "launch data of another bot",
            sign("2:another bot", &ann, None, now_s),
            good.clone(),
        ),
        ("an inviter added", invited, signed(&ann, Some("r_ABCDEFGH"))),
        (
            "launch data of yesterday",
            sign(BOT_TOKEN, &ann, None, now_s - DAY_S - 1),
            good.clone(),
        ),
        (
            "launch data of tomorrow",
            sign(BOT_TOKEN, &ann, None, now_s + DAY_S),
            good.clone(),
        ),
    ] {
        let refused = Outcome::of(&app.login(&launch, "").await);
        family.tried(attack, REFUSED, refused, Outcome::of(&app.login(&right, "").await));
    }
    let found = signed(&user(8, "Bob"), None);
    let login = async |device: &str| {
        let body = json!({ "init_data": found, "inviter": "", "device": device });
        Outcome::of(&app.post("login/telegram", body).await)
    };
    let owner = login("telephone-of-bob").await;
    family.tried(
        "launch data found on another device",
        REFUSED,
        login("telephone-of-eve").await,
        owner,
    );
    family
}
