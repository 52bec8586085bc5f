//! The arbitrage matrix (domain §6): which conversions exist, at which rate, and that no cycle gains.
//!
//! Which conversions exist is read from the golden events, so a new event must be entered
//! in the matrix; the rates are measured by executing them. Chance is represented by the exact return
//! of the paytable: `returns.rs` shows that no way of playing changes it.

mod bots;
mod rates;

use domain::ids::PlayerId;
use domain::player::{Event, Player};
use domain::posting::Account;
use domain::posting::Purse::{
    self, CoinPaid, CoinPromo, Coupon as Coupons, Diamond, Gusd as Tokens, GusdBonus, Usdt as Dollars, UsdtHold,
};
use domain::stream::{Stream as _, StreamEvent as _};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// The conversions that the matrix allows. Casts burn and dives mint: the way from coins to tokens is two events.
const CONVERSIONS: [(Purse, Purse, &str); 9] = [
    (Coupons, CoinPaid, "ShopPurchased"),
    (Coupons, CoinPromo, "ShopPurchased"),
    (Coupons, Diamond, "ShopPurchased"),
    (Dollars, Coupons, "CouponBought"),
    (Tokens, Dollars, "Exchanged"),
    (GusdBonus, Tokens, "BonusUnlocked"),
    (Dollars, UsdtHold, "WithdrawalRequested"),
    (UsdtHold, Dollars, "WithdrawalRefunded"),
    (UsdtHold, Coupons, "WithdrawalRefunded"),
];

/// Credits without a debit: rewards, prizes and payments, by purse and event.
const SOURCES: [(Purse, &str); 19] = [
    (CoinPromo, "FreeCoinClaimed"),
    (CoinPromo, "SignedIn"),
    (Diamond, "SignedIn"),
    (CoinPaid, "VipClaimed"),
    (Diamond, "VipClaimed"),
    (CoinPromo, "TaskReceived"),
    (Diamond, "TaskReceived"),
    (GusdBonus, "TaskReceived"),
    (CoinPromo, "RedPacketCredited"),
    (Diamond, "RedPacketCredited"),
    (GusdBonus, "RedPacketCredited"),
    (Dollars, "RedPacketCredited"),
    (Dollars, "TeamRecordReceived"),
    (Diamond, "TeamRecordReceived"),
    (Coupons, "TopUpCredited"),
    // Prizes; a dive that closes without a cast returns what its start charged.
    (Tokens, "DiveClosed"),
    (GusdBonus, "DiveClosed"),
    (Dollars, "DiveClosed"),
    (Diamond, "DiveClosed"),
];

/// An act of two members of staff is not a conversion; a refund of coupons can only be paid, to whoever paid the top-up,
/// or become coupons again.
const OF_STAFF: [&str; 3] = ["AdjustmentPosted", "CouponRefunded", "DiveVoided"];

/// Every golden event of a player, alone or in a stream, with what it moves on the player's own purses.
fn golden() -> Vec<(&'static str, BTreeMap<Purse, i64>)> {
    let alone = include_str!("../events.jsonl").lines();
    let streams = include_str!("../streams.jsonl").lines();
    let read = |line| serde_json::from_str::<Value>(line).expect("a golden line");
    let players = alone
        .chain(streams)
        .map(read)
        .filter(|line| line["stream"] == Player::TYPE);
    let recorded = |line: Value| match line["events"].as_array() {
        Some(events) => events.clone(),
        None => vec![line],
    };
    let event = |recorded: Value| serde_json::from_value::<Event>(recorded["payload"].clone()).ok();
    players
        .flat_map(recorded)
        .filter_map(event)
        .map(|event| (event.name(), moved(&event)))
        .collect()
}

fn moved(event: &Event) -> BTreeMap<Purse, i64> {
    let owner = PlayerId(Uuid::from_u128(1));
    let mut purses = BTreeMap::new();
    for leg in event.postings(owner.0).legs() {
        if let Account::Player(player, purse) = leg.account
            && player == owner
        {
            *purses.entry(purse).or_insert(0) += leg.amount;
        }
    }
    purses
}

#[test]
fn nothing_turns_into_what_the_matrix_excludes() {
    let mut seen = BTreeSet::new();
    for (event, purses) in golden().iter().filter(|(event, _)| !OF_STAFF.contains(event)) {
        let (lost, won): (Vec<_>, Vec<_>) = purses.iter().partition(|(_, amount)| **amount < 0);
        for (to, _) in &won {
            let froms: Vec<_> = lost.iter().map(|(from, _)| **from).collect();
            let is_source = froms.is_empty() && SOURCES.contains(&(**to, event));
            let is_conversion = |from: &Purse| CONVERSIONS.contains(&(*from, **to, event));
            let is_allowed = is_source || (!froms.is_empty() && froms.iter().all(is_conversion));
            assert!(is_allowed, "{event} makes {to:?} of {froms:?}");
            seen.insert((*event, **to));
        }
    }
    let sources = SOURCES.iter().map(|&(to, event)| (event, to));
    let unseen: Vec<_> = sources.filter(|source| !seen.contains(source)).collect();
    assert!(unseen.is_empty(), "no golden event shows {unseen:?}");
}
