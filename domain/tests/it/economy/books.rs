//! Independent balances of a player's economy, from the recorded events alone.

use domain::config::shop::Per;
use domain::ids::WithdrawalId;
use domain::money::Usdt;
use domain::player::Event;
use domain::player::coupon::{CouponRefunded, TopUpCredited, TopUpOpened};
use domain::player::exchange::Exchanged;
use domain::player::limits::{Break, LimitSet, SelfExcluded, Setting};
use domain::player::shop::ShopPurchased;
use domain::player::vip::VipClaimed;
use domain::player::withdrawal::WithdrawalRefunded;
use domain::posting::{Account, House, Purse};
use domain::stream::StreamEvent;
use domain::testing::Angler;
use domain::time::{DAY_MS, Day, HOUR_MS, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// A payment: its order, its transaction and its logical time.
type PaymentId = (String, String, u64);

/// Independent balances of one player's economy.
#[derive(Default)]
pub struct Books {
    vip_paid: i64,
    vip_coins: i64,
    claims: BTreeMap<Day, u32>,
    claimed_at: Option<Timestamp>,
    bought: BTreeMap<(String, Day), u32>,
    has_bought: bool,
    exchanged: BTreeMap<Day, i64>,
    unlocked: BTreeMap<Day, i64>,
    /// By payment.
    top_ups: BTreeMap<PaymentId, (i64, Timestamp)>,
    /// By payment, and the payment of each payout that refunds one.
    refunded: BTreeMap<PaymentId, i64>,
    payouts: BTreeMap<WithdrawalId, PaymentId>,
    transactions: BTreeSet<String>,
    breaks: BTreeMap<bool, Timestamp>,
    is_frozen: bool,
    is_erased: bool,
    loss: Limit,
    deposit: Limit,
    deposits: BTreeMap<Day, i64>,
    orders: BTreeMap<String, (i64, Timestamp)>,
    coupons: i64,
    behind_coupons: i64,
}

/// One limit of the player: in force, and pending.
#[derive(Default)]
struct Limit {
    now: Option<i64>,
    pending: Option<(Timestamp, Option<i64>)>,
}

impl Limit {
    fn at(&self, now: Timestamp) -> Option<i64> {
        let due = self.pending.filter(|(at, _)| *at <= now);
        due.map_or(self.now, |(_, limit)| limit)
    }

    /// A limit in force stays in force, even if the clock steps back.
    fn settle(&mut self, at: Timestamp) {
        self.now = self.at(at);
        self.pending = self.pending.take_if(|(effective_at, _)| *effective_at > at);
    }

    /// Takes a limit; without one `product` holds.
    fn set(&mut self, limit: Option<Usdt>, product: i64, event: &LimitSet) {
        let (at, effective_at, limit) = (event.at, event.effective_at, limit.map(Usdt::minor));
        self.now = self.at(at);
        let is_looser = limit.unwrap_or(product) > self.now.unwrap_or(product);
        assert_eq!(is_looser, effective_at > at, "T-82: tighter at once, looser later");
        self.pending = None;
        if effective_at <= at {
            self.now = limit;
        } else {
            assert_eq!(effective_at.since(at), DAY_MS, "T-82: a looser limit waits a day");
            self.pending = Some((effective_at, limit));
        }
    }
}

impl Books {
    /// Takes note of one event and checks every law that it touches.
    pub fn sees(&mut self, event: &Event, angler: &Angler) {
        self.backed(event, angler);
        let now = angler.now;
        match event {
            Event::DiveStarted(_) | Event::CastResolved(_) => {
                assert!(
                    self.breaks.values().all(|until| *until <= now),
                    "I-39: no new bet during a break"
                );
                assert!(!self.is_frozen && !self.is_erased, "a stopped account places no bet");
            }
            Event::VipActivated(event) => {
                self.vip_paid += event.price.minor();
                let length = i64::from(event.days) * DAY_MS;
                assert_eq!(event.to.since(event.from), length, "days are neither lost nor won");
            }
            Event::VipClaimed(event) => self.claimed(event),
            Event::ShopPurchased(event) => self.purchased(event),
            Event::Exchanged(event) => self.exchanged(event, angler),
            Event::BonusUnlocked(event) => {
                let sum = self.unlocked.entry(latest(&self.unlocked, event.at.day())).or_default();
                *sum += event.gusd.minor();
                assert!(*sum <= 50_000, "500 gusd a day");
            }
            Event::TopUpOpened(event) => self.opened(event),
            Event::TopUpClosed(event) => _ = self.orders.remove(&event.order_no),
            Event::TopUpCredited(event) => self.credited(event),
            Event::CouponRefunded(event) => self.refunded(event),
            Event::WithdrawalRefunded(event) => self.came_back(event),
            Event::SelfExcluded(event) => self.paused(event),
            Event::LimitSet(event) => {
                self.loss.settle(event.at);
                self.deposit.settle(event.at);
                match event.setting {
                    Setting::LossDay(limit) => self.loss.set(limit, angler.config.game.loss_day.minor(), event),
                    Setting::DepositDay(limit) => self.deposit.set(limit, i64::MAX, event),
                    _ => {}
                }
            }
            Event::PlayerFrozen(_) => self.is_frozen = true,
            Event::PlayerUnfrozen(_) => self.is_frozen = false,
            Event::DataErased(_) => self.is_erased = true,
            // The other events are checked elsewhere.
            _ => {}
        }
    }

    /// What the player may lose on a day at a moment: the own limit, else the product's.
    pub fn loss_day(&self, now: Timestamp, product: Usdt) -> i64 {
        self.loss.at(now).unwrap_or(product.minor())
    }

    /// I-05: every coupon is backed by one USDT.
    fn backed(&mut self, event: &Event, angler: &Angler) {
        for leg in event.postings(angler.player.id.0).legs() {
            match leg.account {
                Account::Player(_, Purse::Coupon) => self.coupons += leg.amount,
                Account::House(House::UsdtCustomer) => self.behind_coupons += leg.amount,
                _ => {}
            }
        }
        assert_eq!(self.coupons, self.behind_coupons, "I-05: {event:?}");
    }

    /// I-39: deposits of today, open orders and this order keep the deposit limit of a day.
    fn opened(&mut self, event: &TopUpOpened) {
        self.orders.retain(|_, (_, valid_until)| event.at < *valid_until);
        self.orders
            .insert(event.order_no.clone(), (event.amount.minor(), event.valid_until));
        let on_its_way: i64 = self.orders.values().map(|(amount, _)| amount).sum();
        let came: i64 = self.deposits.range(event.at.day()..).map(|(_, amount)| amount).sum();
        let limit = self.deposit.at(event.at).unwrap_or(i64::MAX);
        assert!(came + on_its_way <= limit && self.orders.len() <= 3, "I-39: deposits");
    }

    fn exchanged(&mut self, event: &Exchanged, angler: &Angler) {
        assert_eq!(event.usdt.minor(), event.gusd.minor(), "I-06: exact");
        let day = latest(&self.exchanged, event.at.day());
        let sum = self.exchanged.entry(day).or_default();
        *sum += event.usdt.minor();
        assert!(*sum <= event.cap.minor(), "the day's cap holds");
        assert!(event.usdt <= angler.reserve, "the reserve pays");
    }

    fn refunded(&mut self, event: &CouponRefunded) {
        let payout = event.payout.as_ref().expect("a payout");
        let payment = &payout.refund.as_ref().expect("a refund").payment;
        let payment = (event.order_no.clone(), payment.tx.clone(), payment.lt);
        self.payouts.insert(payout.terms.withdrawal, payment.clone());
        let (credited, at) = self.top_ups[&payment];
        let sum = self.refunded.entry(payment).or_default();
        *sum += event.amount.minor();
        assert!(*sum <= credited, "I-09: no more than came goes back");
        assert!(event.at.since(at) <= 14 * DAY_MS);
    }

    /// Coupons that could not be paid out are their payment's again.
    fn came_back(&mut self, event: &WithdrawalRefunded) {
        let Some(order_no) = &event.order_no else { return };
        let payment = &self.payouts[&event.withdrawal];
        assert_eq!(order_no, &payment.0, "I-09b");
        let sum = self.refunded.get_mut(payment).expect("a refund before");
        *sum -= event.amount.minor();
        assert!(*sum >= 0, "no more comes back than went");
    }

    fn paused(&mut self, event: &SelfExcluded) {
        let is_long = event.kind == Break::Exclude;
        let before = self.breaks.insert(is_long, event.until);
        assert!(before <= Some(event.until), "T-82: a break is never shortened");
        let requested = event.at.plus_ms(event.days * DAY_MS);
        assert!(event.until >= requested && (!is_long || event.days >= 183));
    }

    fn credited(&mut self, event: &TopUpCredited) {
        let is_new = self.transactions.insert(format!("{}:{}", event.tx, event.lt));
        assert!(is_new, "T-37: credited once");
        let payment = (event.order_no.clone(), event.tx.clone(), event.lt);
        self.top_ups.insert(payment, (event.amount.minor(), event.at));
        self.orders.remove(&event.order_no);
        let day = latest(&self.deposits, event.at.day());
        *self.deposits.entry(day).or_default() += event.amount.minor();
    }

    /// I-35 and domain §3.4: never more than 80 % of what was paid for the days.
    fn claimed(&mut self, event: &VipClaimed) {
        self.vip_coins += event.coins.minor();
        assert!(
            self.vip_coins * 100 * 100 <= self.vip_paid * 80,
            "I-35: claims <= days active"
        );
        let day = latest(&self.claims, event.day);
        let claims = self.claims.entry(day).or_default();
        *claims += 1;
        assert!(*claims == event.n && *claims <= 3, "I-35: claims of a day");
        let gap_ms = self.claimed_at.map_or(i64::MAX, |before| event.at.since(before));
        assert!(gap_ms >= 4 * HOUR_MS, "four hours between claims");
        self.claimed_at = Some(event.at);
    }

    fn purchased(&mut self, event: &ShopPurchased) {
        assert_eq!(event.paid.minor(), event.price.minor() * i64::from(event.count));
        assert!(
            event.coin_paid.minor() * 100 <= event.paid.minor(),
            "a coupon buys at most 10,000 coins"
        );
        let day = match event.per {
            Some(Per::Day) => {
                let days: BTreeMap<Day, ()> = self.bought.keys().map(|(_, day)| (*day, ())).collect();
                latest(&days, event.at.day())
            }
            _ => Day::default(),
        };
        let bought = self.bought.entry((event.item_id.clone(), day)).or_default();
        *bought += event.count;
        match event.item_id.as_str() {
            "first_cast" => assert!(!self.has_bought && *bought == 1, "I-38: the first purchase, once"),
            "diamonds_60" => assert!(*bought <= 5, "I-38: five a day"),
            _ => {}
        }
        self.has_bought = true;
    }
}

/// The day that counts: a clock that steps back over midnight does not reopen the day before.
fn latest<T>(days: &BTreeMap<Day, T>, day: Day) -> Day {
    days.keys().next_back().map_or(day, |last| day.max(*last))
}
