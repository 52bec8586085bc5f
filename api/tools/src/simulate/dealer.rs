//! What a simulated player does with winnings and rewards beside diving: exchanges, buys, claims,
//! sets limits, asks for money, and reads the lists. What the rules refuse is an answer too.

use super::session::Session;
use crate::game::Answer;
use rand::RngExt;
use serde_json::{Value, json};

/// An account of the chain that is nobody's; the players' requests never reach it. Each player has a comment of his own, as
/// the customers of an exchange have.
const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/// Withdrawals one player asks for: repetitions included, the hour's limit of five is not reached.
const WITHDRAWALS_MAX: u32 = 2;
/// Whole tokens exchanged at once at most.
const TOKENS_MAX: i64 = 50_000;

/// One deed, chosen by the player's dice.
pub async fn deal(session: &mut Session) -> Option<()> {
    match session.dice.random_range(0..10) {
        0 => exchange(session).await,
        1 => buy_coupons(session).await,
        2 => vip(session).await,
        3 => shop(session).await,
        4 => unlock(session).await,
        5 => team(session).await,
        6 => tasks(session).await,
        7 => limit(session).await,
        8 => {
            let comment = session.tg_id.to_string();
            let body = json!({ "key": "ton", "address": ADDRESS, "comment": comment });
            done(session.change("withdraw/set_address", body).await)
        }
        _ => withdraw(session).await,
    }
}

/// Reads one of the lists.
pub async fn look(session: &mut Session) -> Option<()> {
    let page = || json!({ "last_id": "", "size": 20 });
    let looks = [
        ("wallet/history", json!({ "asset": "coin", "last_id": "", "size": 20 })),
        ("fishing/history", page()),
        ("team/info", json!({})),
        ("user/info", json!({})),
        ("signin/info", json!({})),
        ("exchange/records", page()),
        ("coupon/info", json!({})),
        ("coupon/records", page()),
        ("withdraw/list", page()),
        ("limits/info", json!({})),
        ("topup/records", page()),
        ("wallet/history", page()),
    ];
    let place = session.dice.random_range(0..looks.len());
    let (call, body) = looks.into_iter().nth(place)?;
    done(session.read(call, body).await)
}

pub(super) async fn exchange(session: &mut Session) -> Option<()> {
    let tokens = (session.books.balance("gusd") / 100).min(TOKENS_MAX);
    if tokens < 10_000 {
        return done(session.read("exchange/info", json!({})).await);
    }
    let amount = session.dice.random_range(10_000..=tokens).to_string();
    let body = json!({ "pair": "gusd_usdt", "amount": amount });
    done(session.change("exchange/do", body).await)
}

pub(super) async fn unlock(session: &mut Session) -> Option<()> {
    session.read("exchange/info", json!({})).await?;
    done(session.change("exchange/unlock", json!({ "amount": "100" })).await)
}

pub(super) async fn buy_coupons(session: &mut Session) -> Option<()> {
    // Whoever has none is refused.
    let body = json!({ "pair": "usdt_coupon", "amount": session.dice.random_range(1..=3).to_string() });
    done(session.change("exchange/do", body).await)
}

async fn vip(session: &mut Session) -> Option<()> {
    let info = session.read("vip/info", json!({})).await?;
    let current = info.field("/current");
    if current == 0 || session.dice.random_ratio(1, 10) {
        return done(session.change("vip/activate", json!({ "vip_id": 1 })).await);
    }
    done(session.change("vip/receive", json!({ "vip_id": current })).await)
}

async fn shop(session: &mut Session) -> Option<()> {
    let shop = session.read("shop/list", json!({})).await?;
    let Some(item) = one_of(session, &list(&shop), "item_id", None) else {
        return Some(());
    };
    let body = json!({ "item_id": item["item_id"], "price": item["price"], "count": 1 });
    done(session.change("shop/buy", body).await)
}

pub(super) async fn team(session: &mut Session) -> Option<()> {
    let page = json!({ "last_id": "", "size": 50 });
    let records = session.read("team/records", page).await?;
    let Some(record) = one_of(session, &list(&records), "state", Some("pending")) else {
        return Some(());
    };
    let body = json!({ "record_id": record["record_id"] });
    done(session.claim("team/receive", body).await)
}

pub(super) async fn tasks(session: &mut Session) -> Option<()> {
    let tasks = list(&session.read("promotion/list", json!({})).await?);
    let body = |task: Value| json!({ "task_id": task["task_id"] });
    if let Some(task) = one_of(session, &tasks, "state", Some("verified")) {
        return done(session.claim("promotion/receive", body(task)).await);
    }
    match one_of(session, &tasks, "state", Some("open")) {
        Some(task) => done(session.claim("promotion/verify", body(task)).await),
        None => Some(()),
    }
}

async fn limit(session: &mut Session) -> Option<()> {
    let field = ["deposit_day", "deposit_week", "deposit_month"][session.dice.random_range(0..3)];
    let value = session.dice.random_range(50..=500).to_string();
    done(
        session
            .change("limits/set", json!({ "field": field, "value": value }))
            .await,
    )
}

async fn withdraw(session: &mut Session) -> Option<()> {
    session.read("withdraw/info", json!({})).await?;
    let asked = session
        .tally
        .calls
        .get("withdraw/do")
        .map_or(0, |figures| figures.count);
    if asked >= u64::from(WITHDRAWALS_MAX) {
        return done(
            session
                .read("withdraw/list", json!({ "last_id": "", "size": 20 }))
                .await,
        );
    }
    done(
        session
            .change("withdraw/do", json!({ "key": "ton", "amount": "10" }))
            .await,
    )
}

pub(super) fn list(answer: &Answer) -> Vec<Value> {
    answer.field("/list").as_array().cloned().unwrap_or_default()
}

/// One of those that have this value in the field, or of all that have the field.
fn one_of(session: &mut Session, list: &[Value], field: &str, value: Option<&str>) -> Option<Value> {
    let fits = |line: &&Value| value.map_or(!line[field].is_null(), |value| line[field] == value);
    let fitting: Vec<&Value> = list.iter().filter(fits).collect();
    if fitting.is_empty() {
        return None;
    }
    Some(fitting[session.dice.random_range(0..fitting.len())].clone())
}

pub(super) fn done(answer: Option<Answer>) -> Option<()> {
    answer.map(|_| ())
}
