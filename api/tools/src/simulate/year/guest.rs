//! One player of a year: what a visit is made of. Habits are the player's own, drawn once.

use super::super::codes::Codes;
use super::super::dealer;
use super::super::player::{Game, Strategy, dive, enter};
use super::super::session::{Session, World};
use super::super::tally::Tally;
use crate::dev_wallet::wallet_of;
use domain::ids::PlayerId;
use local_chain::Chain;
use rand::RngExt;
use serde_json::json;
use std::sync::Arc;
use ton::Address;

/// What a player tops up at once, whole USDT, the smallest stake in coins, and the VIP tier that is kept; 0 is none.
/// ASSUMED, as all habits here: most play small, some do not.
const HABITS: [(i64, i64, u8); 8] = [
    (20, 100, 0),
    (100, 2_000, 2),
    (10, 10, 0),
    (500, 5_000, 4),
    (50, 1_000, 1),
    (20, 500, 0),
    (200, 5_000, 3),
    (50, 2_000, 1),
];
/// Coins of one USDT.
const COINS: i64 = 10_000;
/// What the USDT wallet of a player gets when it runs dry, in millionths.
const REFILL_USDT: u128 = 20_000_000_000;
/// TON of a wallet at least, in nanotons: a transfer carries a tenth of one.
const TON_MIN: u128 = 1_000_000_000;
/// Dives of a visit end after so many seconds of the player's own.
const DIVE_MS: i64 = 30_000;
/// Smallest and largest withdrawal that players ask for, in millionths: the rule approves them.
const WITHDRAWAL: (i64, i64) = (10_000_000, 20_000_000);
/// Who has enough to withdraw does so in so many of a hundred visits.
const WITHDRAWS_PERCENT: u32 = 30;
/// Items of the shop bought at once at most.
const COUNT_MAX: i64 = 20;

/// A player with habits.
pub struct Guest {
    session: Session,
    strategy: Strategy,
    /// What a top-up brings, whole USDT.
    topup: i64,
    stake_min: i64,
    /// The VIP tier that is bought whenever its days are over; 0 is none.
    tier: u8,
    /// Since the first visit.
    game: Option<Game>,
    has_address: bool,
    packet: String,
}

impl Guest {
    /// Somebody who has never come.
    pub fn of(world: Arc<World>, tg_id: i64) -> Guest {
        let mut session = Session::new(world, tg_id);
        let habit = usize::try_from(tg_id).map_or(0, |id| id % HABITS.len());
        let (topup, stake_min, tier) = HABITS[habit];
        Guest {
            strategy: Strategy::of(&mut session),
            session,
            topup,
            stake_min,
            tier,
            game: None,
            has_address: false,
            packet: String::new(),
        }
    }

    pub fn is_known(&self) -> bool {
        self.game.is_some()
    }

    pub fn tally(self) -> Tally {
        self.session.tally
    }

    /// Comes and pays. Who had to give up has said so in the tally.
    pub async fn pay(&mut self, chain: &Chain, codes: &Codes) -> Option<()> {
        // What was credited since the last visit is no answer of the service.
        self.session.books.close();
        if self.game.is_none() {
            let game = enter(&mut self.session, codes).await?;
            self.game = Some(game.for_stakes_from(self.stake_min));
        } else {
            self.session.login(None).await?;
            self.session.change("signin/sign", json!({})).await?;
        }
        self.session.read("fishing/player_info", json!({})).await?;
        if self.session.books.balance("coin_paid") >= self.topup * COINS / 2 {
            return Some(());
        }
        let whole = self.topup * self.session.dice.random_range(1..=2);
        let body = json!({ "channel": "ton_usdt", "amount": whole.to_string() });
        let order = self.session.change("topup/create", body).await?;
        let (number, to) = (order.field("/order/order_no"), order.field("/order/pay/to"));
        if let (Some(number), Some(Ok(to))) = (number.as_str(), to.as_str().map(Address::parse)) {
            let paid = self.transfer(chain, to, u128::try_from(whole).ok()? * 1_000_000, number);
            self.session.tally.gave_up.extend(paid.err());
        }
        Some(())
    }

    /// From the player's wallet, which is refilled when it runs dry.
    fn transfer(&mut self, chain: &Chain, to: Address, minor: u128, comment: &str) -> Result<(), String> {
        let wallet = wallet_of(chain, PlayerId::of_messenger(self.session.tg_id));
        let own = wallet.address();
        if chain.standing(own).balance < TON_MIN {
            chain.faucet(own, 10 * TON_MIN);
        }
        if chain.usdt_balance(own) < minor {
            chain.mint(own, REFILL_USDT);
        }
        chain.settle();
        let sent = wallet.send_usdt(chain, to, minor, Some(comment));
        sent.map(drop)
            .map_err(|refused| format!("player {}: the wallet refused: {}", self.session.tg_id, refused.why))
    }

    /// Spends, dives and takes; `count` players share the clock.
    pub async fn play(&mut self, count: usize, packet: Option<&str>) -> Option<()> {
        self.session.books.close();
        if let Some(code) = packet.filter(|code| *code != self.packet) {
            code.clone_into(&mut self.packet);
            self.session.change("redpacket/claim", json!({ "code": code })).await?;
            self.session.books.close();
        }
        self.spend().await?;
        let deadline = self.session.now().plus_ms(DIVE_MS * i64::try_from(count).ok()?);
        let game = self.game.as_ref()?;
        dive(&mut self.session, game, self.strategy, deadline).await?;
        dealer::exchange(&mut self.session).await?;
        match self.session.dice.random_range(0..6) {
            0 => dealer::buy_coupons(&mut self.session).await?,
            1 => dealer::unlock(&mut self.session).await?,
            2 => dealer::team(&mut self.session).await?,
            3 => dealer::tasks(&mut self.session).await?,
            _ => {}
        }
        self.withdraw().await
    }

    /// Coupons become VIP days and what the shop sells, the dearest first.
    async fn spend(&mut self) -> Option<()> {
        let session = &mut self.session;
        session.read("fishing/player_info", json!({})).await?;
        if self.tier > 0 {
            let info = session.read("vip/info", json!({})).await?;
            if info.field("/current") == 0 {
                session.change("vip/activate", json!({ "vip_id": self.tier })).await?;
            } else {
                let body = json!({ "vip_id": info.field("/current") });
                session.change("vip/receive", body).await?;
            }
        }
        if session.books.balance("coupon") < 1_000_000 {
            return Some(());
        }
        let shop = session.read("shop/list", json!({})).await?;
        let mut items = dealer::list(&shop);
        items.sort_by_key(|item| std::cmp::Reverse(price(&item["price"])));
        for item in items {
            let each = price(&item["price"]).max(1);
            let wanted = if item["limit"].is_null() { COUNT_MAX } else { 1 };
            let count = (session.books.balance("coupon") / each).min(wanted);
            if count > 0 {
                let body = json!({ "item_id": item["item_id"], "price": item["price"], "count": count });
                session.change("shop/buy", body).await?;
            }
        }
        Some(())
    }

    /// To the player's own wallet, now and then.
    async fn withdraw(&mut self) -> Option<()> {
        let session = &mut self.session;
        if !self.has_address {
            let address = wallet_address(session.tg_id);
            let set = session
                .change("withdraw/set_address", json!({ "key": "ton", "address": address }))
                .await?;
            self.has_address = set.error == 0;
            return Some(());
        }
        let most = session.books.balance("usdt").min(WITHDRAWAL.1) / 1_000_000 * 1_000_000;
        if most < WITHDRAWAL.0 || session.dice.random_range(0..100) >= WITHDRAWS_PERCENT {
            return Some(());
        }
        let amount = (most / 1_000_000).to_string();
        dealer::done(
            session
                .change("withdraw/do", json!({ "key": "ton", "amount": amount }))
                .await,
        )
    }
}

fn wallet_address(tg_id: i64) -> String {
    let owner = PlayerId::of_messenger(tg_id).0.into_bytes();
    local_chain::DemoWallet::of(owner).address().non_bounceable()
}

fn price(text: &serde_json::Value) -> i64 {
    let digits = text.as_str().map(|text| text.replace('.', ""));
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}
