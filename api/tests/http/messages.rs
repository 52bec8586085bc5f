//! Messages by the bot (domain §3.17), from the event to a stand-in of the messenger over real HTTP.

use crate::angler::{Angler, fresh};
use crate::test_app::{TestApp, development};
use api::app::Settings;
use api::messages;
use api::messenger::stand_in::StandIn;
use domain::config::Config;
use domain::ids::PlayerId;
use domain::player::freeze::Freeze;
use domain::player::limits::{Break, TakeBreak};
use domain::player::messages::REMINDER_MS;
use domain::player::team::CountInvite;
use ledger::testing::players;
use projections::message_outbox as outbox;
use projections::runner;
use serde_json::{Value, json};
use sqlx::Row;
use std::time::Duration;
use workers::messages::Messages;

const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const DAY_MS: i64 = 86_400_000;
const ALL: [&str; 4] = ["checkin", "withdrawal", "friend", "bonus"];
/// For a message on its way over a socket.
const SOON: Duration = Duration::from_secs(30);

/// A service whose bot writes to a stand-in of the messenger. Time passes only where a test says so.
struct Bot {
    messenger: StandIn,
    app: TestApp,
}

impl Bot {
    async fn open() -> Bot {
        let messenger = StandIn::start().await.expect("a port");
        let app = TestApp::open_with(Config::demo(), Bot::settings(&messenger)).await;
        Bot { messenger, app }
    }

    fn settings(messenger: &StandIn) -> Settings {
        Settings {
            messenger: Some(messenger.access()),
            ..development()
        }
    }

    /// The process manager has seen everything.
    async fn follows(&self) {
        let policy = Messages::of(self.app.ledger.clone());
        runner::drain(&self.app.ledger, &[&policy]).await.expect("follows");
    }

    async fn sends(&self) {
        messages::tick(self.app.service()).await.expect("sent");
    }

    /// What the bot wrote from the log as it is now, in all.
    async fn wrote(&self) -> Vec<String> {
        self.follows().await;
        self.sends().await;
        self.texts()
    }

    fn texts(&self) -> Vec<String> {
        let sent = self.messenger.sent();
        let text = |message: &Value| message["text"].as_str().expect("a text").to_owned();
        sent.iter().map(text).collect()
    }

    /// So many friends' invites count from now on.
    async fn befriends(&self, player: PlayerId, friends: std::ops::Range<i64>) {
        for friend in friends {
            let friend = PlayerId::of_messenger(friend);
            players::must(&self.app.ledger, player, CountInvite { friend }).await;
        }
    }

    /// How rows of the outbox ended, with how many.
    async fn ended(&self) -> Vec<(String, i64)> {
        let statement = "select outcome, count(*) from message_outbox where outcome is not null group by 1 order by 1";
        let rows = sqlx::query(statement).fetch_all(&**self.app.ledger.pool()).await;
        rows.expect("rows").iter().map(|row| (row.get(0), row.get(1))).collect()
    }
}

/// The body that switches these on and all others off.
fn choice(on: &[&str]) -> Value {
    Value::Object(
        ALL.iter()
            .map(|topic| ((*topic).to_owned(), json!(on.contains(topic))))
            .collect(),
    )
}

async fn chooses(angler: &Angler<'_>, on: &[&str]) -> Value {
    angler.call("messages/set", choice(on)).await.done().data["messages"].clone()
}

async fn sets_address(angler: &Angler<'_>) {
    let body = json!({ "key": "ton", "address": ADDRESS, "comment": "" });
    angler.call("withdraw/set_address", body).await.done();
}

#[tokio::test]
async fn a_choice_is_read_back_and_made_once() {
    let app = TestApp::open().await;
    let angler = app.player(7).await;
    let none = json!({ "checkin": false, "withdrawal": false, "friend": false, "bonus": false, "blocked": false });
    assert_eq!(angler.read("messages/info").await["messages"], none);
    let mut body = choice(&["friend"]);
    body["req_id"] = json!(fresh());
    let first = angler.call("messages/set", body.clone()).await.done();
    assert_eq!(angler.call("messages/set", body).await.done().bytes, first.bytes);
    assert_eq!(first.data["messages"]["friend"], true);
    assert_eq!(angler.read("messages/info").await["messages"], first.data["messages"]);
    let missing = angler
        .call("messages/set", json!({ "checkin": true }))
        .await
        .refused(-1006);
    assert_eq!(missing, json!({ "field": "withdrawal" }));
}

#[tokio::test]
async fn a_changed_address_is_told_to_whoever_chose_nothing_t_09() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    sets_address(&angler).await;
    let texts = bot.wrote().await;
    assert_eq!(texts.len(), 1);
    assert!(
        texts[0].contains("withdrawal address of your account was set"),
        "{texts:?}"
    );
    let sent = &bot.messenger.sent()[0];
    assert_eq!(sent["chat_id"], 7);
    let button = &sent["reply_markup"]["inline_keyboard"][0][0];
    assert_eq!(button["url"], "https://t.me/bot/app?startapp=s_withdraw");
    assert!(!sent.to_string().contains(ADDRESS), "no address leaves the service");
    // The same page once more, as after a crash before its cursor moved.
    sqlx::query("update cursors set position = 0 where view = 'messages'")
        .execute(&**bot.app.ledger.pool())
        .await
        .expect("a cursor");
    assert_eq!(bot.wrote().await.len(), 1);
}

#[tokio::test]
async fn a_message_is_of_the_language_of_the_choice_and_not_sent_once_it_is_taken_back() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    bot.befriends(angler.id, 100..101).await;
    assert_eq!(bot.wrote().await, [""; 0], "nothing was chosen");
    angler.call_in("zh", "messages/set", choice(&["friend"])).await.done();
    bot.befriends(angler.id, 101..102).await;
    assert_eq!(bot.wrote().await, ["好友邀请已生效，奖励可在“邀请”中领取。"]);
    bot.befriends(angler.id, 102..103).await;
    bot.follows().await;
    chooses(&angler, &[]).await;
    bot.sends().await;
    assert_eq!(bot.texts().len(), 1);
    assert_eq!(bot.ended().await, [("sent".to_owned(), 1), ("unwanted".to_owned(), 1)]);
}

#[tokio::test]
async fn two_senders_send_each_message_once_and_keep_the_pace_together() {
    let bot = Bot::open().await;
    let other = bot.app.neighbour_with(Bot::settings(&bot.messenger)).await;
    let angler = bot.app.player(7).await;
    chooses(&angler, &["friend"]).await;
    bot.befriends(angler.id, 100..130).await;
    bot.follows().await;
    let both = async || {
        let (one, two) = tokio::join!(messages::tick(bot.app.service()), messages::tick(other.service()));
        one.and(two).expect("sent");
        bot.texts().len()
    };
    assert_eq!(both().await, 25, "what one second allows all of them together");
    bot.app.wait_ms(1_000);
    assert_eq!(both().await, 30);
    bot.app.wait_ms(outbox::CLAIM_MS);
    assert_eq!(both().await, 30);
    assert_eq!(bot.ended().await, [("sent".to_owned(), 30)]);
}

#[tokio::test]
async fn silence_that_the_messenger_asks_for_holds_for_every_message() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    chooses(&angler, &["friend"]).await;
    bot.befriends(angler.id, 100..101).await;
    bot.messenger.ask_for_silence(30);
    assert_eq!(bot.wrote().await.len(), 0);
    bot.befriends(angler.id, 101..102).await;
    bot.app.wait_ms(29_999);
    assert_eq!(bot.wrote().await.len(), 0);
    bot.app.wait_ms(1);
    assert_eq!(bot.wrote().await.len(), 2);
}

#[tokio::test]
async fn a_blocked_bot_is_silent_until_the_player_chooses_again() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    chooses(&angler, &ALL).await;
    bot.messenger.block(7, true);
    bot.befriends(angler.id, 100..101).await;
    assert_eq!(bot.wrote().await.len(), 0);
    assert_eq!(angler.read("messages/info").await["messages"]["blocked"], true);
    bot.messenger.block(7, false);
    bot.app.wait_ms(outbox::CLAIM_MS);
    bot.befriends(angler.id, 101..102).await;
    assert_eq!(bot.wrote().await.len(), 0, "nobody is written to who said no");
    sets_address(&angler).await;
    assert_eq!(bot.wrote().await.len(), 1, "security is tried all the same");
    assert_eq!(chooses(&angler, &ALL).await["blocked"], false);
    bot.befriends(angler.id, 102..103).await;
    assert_eq!(bot.wrote().await.len(), 2);
    assert_eq!(bot.ended().await, [("blocked".to_owned(), 1), ("sent".to_owned(), 2)]);
}

#[tokio::test]
async fn a_messenger_that_is_away_is_tried_again_for_a_day() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    bot.messenger.fail(true);
    sets_address(&angler).await;
    assert_eq!(bot.wrote().await.len(), 0);
    bot.messenger.fail(false);
    bot.app.wait_ms(9_999);
    assert_eq!(bot.wrote().await.len(), 0);
    bot.app.wait_ms(1);
    assert_eq!(bot.wrote().await.len(), 1);
    bot.messenger.fail(true);
    sets_address(&angler).await;
    for _ in 0..24 {
        assert_eq!(bot.wrote().await.len(), 1);
        bot.app.wait_ms(DAY_MS / 24);
    }
    bot.messenger.fail(false);
    assert_eq!(bot.wrote().await.len(), 1, "a day later it is news no more");
    assert_eq!(bot.ended().await, [("sent".to_owned(), 1), ("too_late".to_owned(), 1)]);
}

#[tokio::test]
async fn a_sender_that_dies_before_it_sent_loses_nothing_and_after_it_sent_repeats_once() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    sets_address(&angler).await;
    bot.follows().await;
    let claimed = outbox::claim(bot.app.ledger.pool(), bot.app.ledger.clock().now(), 25).await;
    assert_eq!(claimed.expect("claimed").len(), 1);
    assert_eq!(bot.wrote().await.len(), 0, "somebody has it");
    bot.app.wait_ms(outbox::CLAIM_MS);
    assert_eq!(bot.wrote().await.len(), 1);

    sets_address(&angler).await;
    bot.follows().await;
    bot.messenger.hold(true);
    bot.app.wait_ms(1_000);
    let service = bot.app.service().clone();
    let dies = tokio::spawn(async move { messages::tick(&service).await });
    let arrived = async {
        while bot.texts().len() < 2 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, arrived).await.expect("the messenger has it");
    dies.abort();
    assert!(dies.await.expect_err("ended").is_cancelled());
    bot.messenger.hold(false);
    assert_eq!(bot.wrote().await.len(), 2, "the claim of the dead holds");
    bot.app.wait_ms(outbox::CLAIM_MS);
    assert_eq!(
        bot.wrote().await.len(),
        3,
        "at least once, and twice after a crash between the two"
    );
    bot.app.wait_ms(outbox::CLAIM_MS);
    assert_eq!(bot.wrote().await.len(), 3);
}

#[tokio::test]
async fn a_reminder_comes_once_a_day_at_noon_to_who_asked_and_did_not_check_in() {
    let bot = Bot::open().await;
    let [asked, signed, frozen, resting, silent] = [7, 8, 9, 10, 11].map(|tg_id| bot.app.player(tg_id));
    let (asked, signed, frozen, resting, _silent) = tokio::join!(asked, signed, frozen, resting, silent);
    bot.app.next_day();
    for angler in [&asked, &signed, &frozen, &resting] {
        chooses(angler, &["checkin"]).await;
    }
    signed.call("signin/sign", json!({})).await.done();
    let (staff, reason) = ("ann".into(), "Chargeback".into());
    players::must(&bot.app.ledger, frozen.id, Freeze { staff, reason }).await;
    let (kind, days) = (Break::CoolOff, 1);
    players::must(&bot.app.ledger, resting.id, TakeBreak { kind, days }).await;
    let reminded = async || {
        bot.follows().await;
        for _ in 0..2 {
            workers::messages::tick(&bot.app.ledger).await.expect("looked at");
            bot.sends().await;
        }
        let to = |message: &Value| message["chat_id"].as_i64().expect("an id");
        bot.messenger.sent().iter().map(to).collect::<Vec<_>>()
    };
    bot.app.wait_ms(REMINDER_MS - 1);
    assert_eq!(reminded().await, [0; 0], "it is not noon");
    bot.app.wait_ms(1);
    assert_eq!(reminded().await, [7]);
    // Off and on again makes no second one of the same day.
    chooses(&asked, &[]).await;
    chooses(&asked, &["checkin"]).await;
    bot.app.wait_ms(60_000);
    assert_eq!(reminded().await, [7]);
    bot.app.next_day();
    asked.call("signin/sign", json!({})).await.done();
    bot.app.wait_ms(REMINDER_MS);
    let mut second = reminded().await;
    second.sort_unstable();
    assert_eq!(
        second,
        [7, 8, 10],
        "the break is over, and who checked in is left alone"
    );
}

#[tokio::test]
async fn an_old_log_that_is_followed_for_the_first_time_writes_to_nobody() {
    let bot = Bot::open().await;
    let angler = bot.app.player(7).await;
    sets_address(&angler).await;
    bot.app.wait_ms(DAY_MS);
    assert_eq!(bot.wrote().await.len(), 0);
    sets_address(&angler).await;
    assert_eq!(bot.wrote().await.len(), 1);
}
