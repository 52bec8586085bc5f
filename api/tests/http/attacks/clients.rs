//! Whoever has launch data that he altered, made or found logs in as nobody (threats T-34, T-35). Without the check of
//! its hash, or of its age, or with the memory of spent launches lost, the same data is a login.

use super::{Family, Outcome};
use crate::test_app::{BOT_TOKEN, TestApp};
use api::auth::launch_data::{LaunchUser, sign};
use domain::defence::Defence;
use ledger::testing::owner_of;
use serde_json::json;
use sqlx::Executor;

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
    let signed = |user: &LaunchUser| sign(BOT_TOKEN, user, None, now_s);
    let good = signed(&ann);
    let invited = format!("{good}&start_param=r_ABCDEFGH");
    let (hash, age) = (Defence::LaunchHash, Defence::LaunchAge);
    for (attack, defence, launch) in [
        ("another name", hash, good.replace("Ann", "Eve")),
        (
            "launch data of another bot",
            hash,
            sign("2:another bot", &ann, None, now_s),
        ),
        ("an inviter added", hash, invited),
        (
            "launch data of yesterday",
            age,
            sign(BOT_TOKEN, &ann, None, now_s - DAY_S - 1),
        ),
        (
            "launch data of tomorrow",
            age,
            sign(BOT_TOKEN, &ann, None, now_s + DAY_S),
        ),
    ] {
        let login = async || Outcome::of(&app.login(&launch, "").await);
        family.left_out(attack, REFUSED, defence, login).await;
    }
    let found = signed(&user(8, "Bob"));
    let login = async |device: &str| {
        let body = json!({ "init_data": found, "inviter": "", "device": device });
        Outcome::of(&app.post("login/telegram", body).await)
    };
    assert_eq!(login("telephone-of-bob").await, Outcome::Done);
    let refused = login("telephone-of-eve").await;
    let mut owner = owner_of(&app.ledger).await;
    owner.execute("delete from spent_launches").await.expect("forgotten");
    let name = "launch data found on another device";
    family.tried(name, REFUSED, refused, login("telephone-of-eve").await);
    family
}
