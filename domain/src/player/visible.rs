//! What the player may see of an event that moved value: the rule behind it and the
//! fields that explain the amount.
//!
//! This is an allow-list: a field in no list is hidden, so a new field of an event is shown
//! only after it is added here. A path names a value of the recorded payload, its parts
//! separated by dots. Never listed: other players and members of staff, conclusions about
//! the player, and the time, since the explained history line has its own. An event that
//! moves no value has no history line and lists no field.

/// The visible part of one event type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visible {
    /// The permanent name of the event type.
    pub event: &'static str,
    /// The permanent name of the rule; `other` for events that explain no line.
    pub rule: &'static str,
    /// Paths of the fields that may be shown.
    pub fields: &'static [&'static str],
}

impl Visible {
    /// The entry of an event type; an unknown one has none, and nothing of it may be shown.
    pub fn of(event: &str) -> Option<&'static Visible> {
        VISIBLE.iter().find(|entry| entry.event == event)
    }

    /// True when the value at `path` may be shown.
    pub fn shows(&self, path: &str) -> bool {
        self.fields.contains(&path)
    }
}

const fn visible(event: &'static str, rule: &'static str, fields: &'static [&'static str]) -> Visible {
    Visible { event, rule, fields }
}

const fn hidden(event: &'static str) -> Visible {
    visible(event, "other", &[])
}

/// One entry for each event type of the catalogue, in its order.
#[rustfmt::skip]
pub const VISIBLE: &[Visible] = &[
    hidden("PlayerRegistered"),
    hidden("InviterBound"),
    hidden("HouseBound"),
    hidden("TermsAccepted"),
    hidden("SeedRotated"),
    visible("DiveStarted", "dive.start", &[
        "dive", "stake", "fund", "start_level", "diamonds", "table_hash", "commit", "client_seed", "nonce",
    ]),
    visible("CastResolved", "dive.cast", &[
        "dive", "seq", "level", "nonce", "t", "kind", "id", "x10", "value", "bonus", "destroyed", "shield", "stake",
        "fund", "diamonds", "line", "safe",
    ]),
    visible("DiveClosed", "dive.payout", &[
        "dive", "reason", "fund", "casts", "staked", "fish", "bonus", "chest_gusd", "chest_usdt", "payout", "profit",
        "capped", "returned", "shares.l1.usdt", "shares.l1.remainder", "shares.l1.rate_ppm", "shares.l2.usdt",
        "shares.l2.remainder", "shares.l2.rate_ppm",
    ]),
    visible("DiveVoided", "dive.void", &["dive", "fund", "casts", "refund", "returned", "case_id"]),
    visible("FreeCoinClaimed", "free_coin.daily", &["day", "amount"]),
    visible("SignedIn", "signin.ladder", &["day", "streak", "step", "coins", "diamonds"]),
    visible("InviteQualified", "other", &["diamonds"]),
    hidden("InviteValidated"),
    hidden("InviteRefused"),
    hidden("RebatesStopped"),
    hidden("FriendTied"),
    visible("TeamRecordReceived", "team.record", &[
        "id", "record.kind", "record.day", "record.diamonds", "record.usdt", "record.received", "diamonds", "usdt",
        "rest", "on",
    ]),
    visible("TeamRecordExpired", "other", &[
        "id", "record.kind", "record.day", "record.diamonds", "record.usdt", "record.received",
    ]),
    visible("TeamRecordCancelled", "other", &[
        "id", "record.kind", "record.day", "record.diamonds", "record.usdt", "record.received", "case_id",
    ]),
    hidden("TaskVisited"),
    hidden("TaskVerified"),
    visible("TaskReceived", "promotion.reward", &[
        "task_id", "reward.coin", "reward.diamond", "reward.gusd_bonus", "proof", "take",
    ]),
    hidden("WalletProved"),
    visible("RedPacketCredited", "red_packet.share", &[
        "packet", "slot", "prize.coin", "prize.diamond", "prize.gusd_bonus", "prize.usdt",
    ]),
    visible("AdjustmentPosted", "staff.adjustment", &["purse", "delta", "counter", "case_id"]),
    visible("VipActivated", "vip.price", &["vip_id", "rank", "price", "asset", "days", "claims", "from"]),
    visible("VipClaimed", "vip.claim", &["vip_id", "day", "n", "coins", "diamonds"]),
    hidden("VipExpired"),
    visible("CouponBought", "coupon.from_usdt", &["usdt"]),
    hidden("TopUpOpened"),
    hidden("TopUpClosed"),
    visible("TopUpCredited", "topup.credit", &["order_no", "amount", "tx", "lt"]),
    visible("CouponRefunded", "coupon.refund", &[
        "order_no", "amount", "case_id", "credited_at", "payout.terms.withdrawal", "payout.terms.address",
    ]),
    visible("ShopPurchased", "shop.purchase", &[
        "item_id", "count", "price", "paid", "coin_paid", "coin_promo", "diamond", "per", "take",
    ]),
    visible("Exchanged", "exchange.gusd_usdt", &["gusd", "usdt", "vip_id", "cap"]),
    visible("BonusUnlocked", "exchange.unlock", &["gusd", "pool_id", "take", "identity"]),
    visible("BonusExpired", "exchange.bonus_expired", &["gusd", "credited_at"]),
    hidden("LimitSet"),
    hidden("SelfExcluded"),
    hidden("MessagesChosen"),
    hidden("MessagesBlocked"),
    hidden("CountrySeen"),
    hidden("KycStatusChanged"),
    hidden("AddressSet"),
    visible("WithdrawalRequested", "withdraw.hold", &[
        "request.terms.withdrawal", "request.terms.amount", "request.terms.fee", "request.terms.address",
        "request.terms.comment", "request.facts.vip_id", "request.facts.fee_ppm", "request.facts.fee_min",
        "request.facts.lifetime", "request.facts.topped_up", "request.facts.kyc", "request.facts.is_confirmed",
    ]),
    visible("WithdrawalSent", "withdraw.sent", &["withdrawal", "amount", "fee"]),
    visible("WithdrawalSettled", "withdraw.paid", &["withdrawal", "amount", "fee", "was_sent", "order_no"]),
    visible("WithdrawalRefunded", "withdraw.refund", &[
        "withdrawal", "amount", "fee", "was_sent", "reason", "order_no",
    ]),
    hidden("PlayerFrozen"),
    hidden("PlayerUnfrozen"),
    hidden("ErasureRequested"),
    hidden("ErasureCancelled"),
    hidden("DataErased"),
];

#[cfg(test)]
mod tests;
