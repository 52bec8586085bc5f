//! A player's own books: what each answer must have done to the balances, reckoned from what was
//! asked for and won, and compared with the balances in the server's answers.
//!
//! Amounts are whole minor units: cents of tokens, millionths of USDT and coupons. A token's cent and a
//! millionth of a USDT are worth the same (10,000 tokens are one USDT).

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The balances by their names in the answers.
const PURSES: [&str; 8] = [
    "coin_paid",
    "coin_promo",
    "diamond",
    "gusd",
    "gusd_bonus",
    "usdt",
    "usdt_hold",
    "coupon",
];

/// What a player must hold.
#[derive(Debug, Default)]
pub struct Books {
    balances: BTreeMap<&'static str, i64>,
    is_open: bool,
    /// A payment that arrives empties the hold whenever it does.
    has_withdrawn: bool,
    /// What a cast of the open dive costs, and in which coins.
    stake: (&'static str, i64),
    /// Answers with balances that were compared, since they were last counted.
    pub compared: u64,
}

impl Books {
    /// What the player holds of something.
    pub fn balance(&self, purse: &str) -> i64 {
        self.balances.get(purse).copied().unwrap_or_default()
    }

    /// An answer was lost and cannot be fetched again: the next balances in an answer are taken as they are.
    pub fn close(&mut self) {
        self.is_open = false;
    }

    /// Enters an accepted answer. What does not fit is returned as a sentence, once.
    pub fn enter(&mut self, call: &str, body: &Map<String, Value>, data: &Value) -> Option<String> {
        self.remember_dive(data);
        if self.is_open {
            for (purse, delta) in self.changes(call, body, data) {
                *self.balances.entry(purse).or_default() += delta;
            }
        }
        if call == "team/receive" && data["record"]["state"] != "received" {
            // The day's cap left a part for another day, and does not say which.
            self.close();
        }
        self.has_withdrawn |= call == "withdraw/do";
        let asset = data.get("asset")?;
        let answered = PURSES.map(|purse| (purse, minor(&asset[purse])));
        let wrong: Vec<String> = answered
            .iter()
            .filter(|(purse, _)| *purse != "usdt_hold" || !self.has_withdrawn)
            .filter(|(purse, after)| self.is_open && self.balance(purse) != *after)
            .map(|(purse, after)| format!("{purse} is {after} and not {}", self.balance(purse)))
            .collect();
        self.compared += u64::from(self.is_open);
        self.is_open = true;
        self.balances = answered.into_iter().collect();
        (!wrong.is_empty()).then(|| format!("{call} {}: {}", Value::Object(body.clone()), wrong.join(", ")))
    }

    fn remember_dive(&mut self, data: &Value) {
        if let Some(dive) = data.get("dive").filter(|dive| dive.is_object()) {
            let purse = if dive["fund"] == "paid" {
                "coin_paid"
            } else {
                "coin_promo"
            };
            self.stake = (purse, minor(&dive["stake"]));
        }
    }

    fn changes(&self, call: &str, body: &Map<String, Value>, data: &Value) -> Vec<(&'static str, i64)> {
        let number = |pointer: &str| data.pointer(pointer).map_or(0, minor);
        let asked = |field: &str| body.get(field).map_or(0, minor);
        match call {
            "signin/sign" => vec![("coin_promo", number("/coin")), ("diamond", number("/diamond"))],
            "fishing/receive_free_coin" => vec![("coin_promo", number("/coin"))],
            "fishing/cast" => self.cast(data),
            "fishing/surface" => payout(&data["result"]),
            "exchange/do" => exchanged(body),
            "exchange/unlock" => vec![("gusd_bonus", -number("/unlocked")), ("gusd", number("/unlocked"))],
            "vip/activate" => vec![("coupon", -number("/vip/price"))],
            "vip/receive" => vec![("coin_paid", number("/coins")), ("diamond", number("/diamonds"))],
            "shop/buy" => bought(&data["item"], asked("count")),
            "team/receive" => vec![
                ("diamond", number("/record/diamonds")),
                ("usdt", number("/record/usdt")),
            ],
            "promotion/receive" => vec![
                ("coin_promo", number("/task/reward/coin")),
                ("diamond", number("/task/reward/diamond")),
                ("gusd_bonus", number("/task/reward/gusd_bonus")),
            ],
            "withdraw/do" => {
                let amount = millionths(body);
                vec![("usdt", -amount), ("usdt_hold", amount)]
            }
            _ => Vec::new(),
        }
    }

    /// A shield costs one diamond; the last level pays at once.
    fn cast(&self, data: &Value) -> Vec<(&'static str, i64)> {
        let (purse, stake) = self.stake;
        let shield = i64::from(data["cast"]["shield"] == true);
        let mut changes = vec![(purse, -stake), ("diamond", -shield)];
        changes.extend(payout(&data["result"]));
        changes
    }
}

/// The payout is stated at parity; cash is a part of it.
fn payout(result: &Value) -> Vec<(&'static str, i64)> {
    let cash = minor(&result["chest_usdt"]);
    let purse = if result["credited_as"] == "gusd" {
        "gusd"
    } else {
        "gusd_bonus"
    };
    vec![(purse, minor(&result["payout"]) - cash), ("usdt", cash)]
}

/// Exchanges are asked for in whole tokens and whole USDT here.
fn exchanged(body: &Map<String, Value>) -> Vec<(&'static str, i64)> {
    let amount = body.get("amount").map_or(0, minor);
    if body.get("pair") == Some(&Value::from("gusd_usdt")) {
        return vec![("gusd", -amount * 100), ("usdt", amount * 100)];
    }
    let amount = millionths(body);
    vec![("usdt", -amount), ("coupon", amount)]
}

fn bought(item: &Value, count: i64) -> Vec<(&'static str, i64)> {
    vec![
        ("coupon", -minor(&item["price"]) * count),
        ("coin_paid", minor(&item["coin_paid"]) * count),
        ("coin_promo", minor(&item["coin_promo"]) * count),
        ("diamond", minor(&item["diamond"]) * count),
    ]
}

/// A whole amount of USDT that was asked for.
fn millionths(body: &Map<String, Value>) -> i64 {
    body.get("amount").map_or(0, minor) * 1_000_000
}

/// A number, or a text with the asset's decimals, in minor units.
fn minor(value: &Value) -> i64 {
    match value {
        Value::String(text) => text.replace('.', "").parse().unwrap_or_default(),
        number => number.as_i64().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests;
