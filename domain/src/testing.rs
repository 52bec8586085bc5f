//! A player for tests: verbs instead of set-up code.
//!
//! It holds what is outside the rules, as plain data: a clock that is set by
//! hand, sealed seeds, a reserve. It keeps the log of all events.
//! Compiled for tests only (feature `testing`).

mod numbers;
pub use numbers::{root, with_root, with_seasons};

use crate::config::Config;
use crate::draw::{ServerSeed, hex_digest};
use crate::ids::{DiveId, PlayerId, Scode, WithdrawalId, derived};
use crate::kyc::Status;
use crate::money::{Coin, Usdt};
use crate::player::adjustment::Adjust;
use crate::player::coupon::CreditTopUp;
use crate::player::dive::Dive;
use crate::player::fishing::{Cast, StartDive, Surface};
use crate::player::identity::NoteKyc;
use crate::player::registration::{AcceptTerms, Inviter, Register};
use crate::player::seeds::RotateSeed;
use crate::player::withdrawal::{RequestWithdrawal, SetAddress};
use crate::player::{Command, Event, Player};
use crate::posting::{House, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision, Stream};
use crate::time::{Day, Timestamp};
use crate::withdrawal::{Address, Chain, Request};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Noon of 2025-01-01.
pub const START: Timestamp = Timestamp(Day(20_089).start().0 + 12 * crate::time::HOUR_MS);

/// The server seed of domain §2.6's vectors.
pub fn golden_seed() -> ServerSeed {
    ServerSeed::parse(&format!("{}c0ff", "c0ffee".repeat(10))).expect("64 hex characters")
}

/// The `number`-th of a sequence of different seeds.
pub fn seed(number: u64) -> ServerSeed {
    ServerSeed::parse(&hex_digest(&number.to_be_bytes())).expect("64 hex characters")
}

/// A valid address of the TON chain.
pub const ADDRESS: &str = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

/// True for a text in Chinese as the product writes it, 你 to the player and no mark of Western width beside a Chinese
/// character, and for a text without any Chinese.
pub fn is_product_chinese(text: &str) -> bool {
    let is_han = |letter: char| ('\u{4e00}'..='\u{9fff}').contains(&letter);
    let is_narrow = |letter: char| ",.;:!?()".contains(letter);
    let letters: Vec<char> = text.chars().collect();
    let touches = |pair: &[char]| is_han(pair[0]) && is_narrow(pair[1]) || is_narrow(pair[0]) && is_han(pair[1]);
    !text.contains('您') && !letters.windows(2).any(touches)
}

/// A registered player with everything a rule may need.
#[derive(Clone, Debug)]
pub struct Angler {
    /// The state folded so far.
    pub player: Player,
    pub now: Timestamp,
    /// The numbers in force.
    pub config: Arc<Config>,
    /// The prize reserve.
    pub reserve: Usdt,
    /// What the house won on paid dives today.
    pub house_day: Usdt,
    /// The stake above which solvency closed play.
    pub stakes_closed_above: Option<Coin>,
    /// The product's own accounts on the chains.
    pub house_accounts: Arc<[Address]>,
    /// All recorded events.
    pub log: Vec<Event>,
    keys: BTreeSet<String>,
    /// Dives are recorded as before devices drew values.
    draws_as_before: bool,
    seeds: BTreeMap<String, ServerSeed>,
    next_seed: u64,
}

impl Angler {
    /// A player who just registered and accepted the terms, without an inviter and without coins.
    #[expect(clippy::new_without_default, reason = "a test names whom it begins with")]
    pub fn new() -> Angler {
        Angler::invited_by(None)
    }

    /// A player who just registered through `inviter`.
    pub fn invited_by(inviter: Option<Inviter>) -> Angler {
        Angler::registered(7, inviter, START)
    }

    /// The player of a messenger account, registered `at` a moment through `inviter`.
    pub fn registered(tg_id: i64, inviter: Option<Inviter>, at: Timestamp) -> Angler {
        let mut angler = Angler {
            player: Player::default(),
            now: at,
            config: Arc::new(Config::standard()),
            reserve: Usdt::from_minor(25_000_000_000),
            house_day: Usdt::ZERO,
            stakes_closed_above: None,
            house_accounts: Arc::new([]),
            log: Vec::new(),
            keys: BTreeSet::new(),
            draws_as_before: false,
            seeds: BTreeMap::from([(golden_seed().commit(), golden_seed())]),
            next_seed: tg_id.unsigned_abs() << 32,
        };
        let player = PlayerId::of_messenger(tg_id);
        let commits = [angler.fresh_commit(), golden_seed().commit()];
        angler.must(Register {
            player,
            tg_id,
            scode: Scode::mint(player, 0, 0),
            lang: "en".into(),
            inviter: inviter.map(Into::into),
            commits,
        });
        let version = angler.config.product.terms_version.clone();
        angler.must(AcceptTerms { version });
        angler
    }

    /// The same player with the seed pair of domain §2.6's vectors, at nonce 0, whose dives have no value of a device.
    pub fn with_golden_seed(mut self) -> Angler {
        self.draws_as_before = true;
        let rotation = self.rotation("angler-1");
        self.must(rotation);
        self
    }

    /// The same player with `coins` bought coins more.
    pub fn with_coins(self, coins: i64) -> Angler {
        self.holding(Purse::CoinPaid, House::CoinIssueShop, coins)
    }

    /// The same player with `coins` promo coins more.
    pub fn with_promo(self, coins: i64) -> Angler {
        self.holding(Purse::CoinPromo, House::CoinIssueSignin, coins)
    }

    /// The same player with `diamonds` more.
    pub fn with_diamonds(self, diamonds: i64) -> Angler {
        self.holding(Purse::Diamond, House::DiamondIssueTask, diamonds)
    }

    /// The same player with `micro` millionths of a coupon more.
    pub fn with_coupons(self, micro: i64) -> Angler {
        self.holding(Purse::Coupon, House::CouponIssue, micro)
    }

    /// The same player with `micro` millionths of USDT more.
    pub fn with_usdt(self, micro: i64) -> Angler {
        self.holding(Purse::Usdt, House::UsdtReserve, micro)
    }

    /// The same player with an address to be paid to, a day later.
    pub fn with_address(mut self) -> Angler {
        self.must(SetAddress {
            chain: Chain::Ton,
            address: ADDRESS.into(),
            comment: String::new(),
            is_confirmed: true,
        });
        self.wait(self.config.withdraw.address_wait_ms);
        self
    }

    /// The same player with a proved identity.
    pub fn with_identity(mut self) -> Angler {
        let revision = self.player.identity.kyc_revision + 1;
        let status = Status::Approved;
        self.must(NoteKyc { status, revision });
        self
    }

    /// The same player with `minor` hundredths of a free token more.
    pub fn with_gusd(self, minor: i64) -> Angler {
        self.holding(Purse::Gusd, House::GusdIssuePaid, minor)
    }

    /// The same player with `minor` hundredths of a bonus token more.
    pub fn with_bonus(self, minor: i64) -> Angler {
        self.holding(Purse::GusdBonus, House::GusdIssueBonus, minor)
    }

    /// The same player with more in a purse, by an adjustment.
    pub fn holding(mut self, purse: Purse, counter: House, delta: i64) -> Angler {
        if delta == 0 {
            return self;
        }
        let (case_id, proposer, approver) = ("case-1".into(), "ann".into(), "bob".into());
        self.must(Adjust {
            purse,
            delta,
            counter,
            case_id,
            proposer,
            approver,
            tx: None,
            restates: None,
        });
        self
    }

    /// The same player under other numbers.
    pub fn under(mut self, change: impl FnOnce(&mut Config)) -> Angler {
        change(Arc::make_mut(&mut self.config));
        self
    }

    /// This player as an inviter.
    pub fn as_inviter(&self) -> Inviter {
        let registration = &self.player.registration;
        Inviter {
            player: self.player.id,
            scode: registration.scode.clone(),
            registered_at: registration.registered_at,
            upline: registration.inviter.as_ref().map(|inviter| inviter.player),
        }
    }

    /// Advances the clock.
    pub fn wait(&mut self, ms: i64) -> &mut Angler {
        self.now = self.now.plus_ms(ms);
        self
    }

    /// The context in which `command` is decided.
    pub fn context(&self, command: &Command) -> Context {
        let needed = self.player.seed_needed(command);
        Context {
            now: self.now,
            config: self.config.clone(),
            seed: needed.and_then(|commit| self.seeds.get(commit).cloned()),
            reserve: self.reserve,
            house_day: self.house_day,
            stakes_closed_above: self.stakes_closed_above,
            house_accounts: self.house_accounts.clone(),
        }
    }

    /// What the rules decide, without recording it.
    pub fn decide(&self, command: impl Into<Command>) -> Result<Decision<Event>, Refusal> {
        let command = command.into();
        self.player.decide(&command, &self.context(&command))
    }

    /// Gives a command and records what it changes; a natural key is claimed once.
    pub fn give(&mut self, command: impl Into<Command>) -> Result<Vec<Event>, Refusal> {
        let Decision { mut events, claims } = self.decide(command)?;
        if self.draws_as_before {
            events.iter_mut().for_each(as_before);
        }
        if let Some(taken) = claims.iter().find(|claim| self.keys.contains(&claim.key)) {
            return Err(taken.taken.clone());
        }
        self.keys.extend(claims.into_iter().map(|claim| claim.key));
        events.iter().for_each(|event| self.player.evolve(event));
        self.log.extend(events.iter().cloned());
        Ok(events)
    }

    /// Gives a command that is accepted, and returns its first event.
    ///
    /// # Panics
    /// When it is refused.
    pub fn must(&mut self, command: impl Into<Command>) -> Event {
        let events = self.give(command).expect("the command is accepted");
        events.into_iter().next().expect("a decision has events")
    }

    /// The command that requests `micro` millionths of USDT; its id depends on the length of the log.
    pub fn withdrawal(&self, micro: i64) -> RequestWithdrawal {
        RequestWithdrawal {
            chain: Chain::Ton,
            withdrawal: WithdrawalId(derived(&self.log.len().to_string(), self.player.id.0)),
            amount: Usdt::from_minor(micro),
            is_confirmed: true,
            is_flagged: false,
            is_tied: false,
        }
    }

    /// Requests `micro` millionths of USDT and returns the recorded event.
    ///
    /// # Panics
    /// When it is refused.
    pub fn withdraws(&mut self, micro: i64) -> Request {
        match self.must(self.withdrawal(micro)) {
            Event::WithdrawalRequested(requested) => requested.request,
            other => panic!("a request is recorded as WithdrawalRequested, not {other:?}"),
        }
    }

    /// Tops up whole USDT and returns the order's number.
    pub fn tops_up(&mut self, whole: i64) -> String {
        let order_no = format!("order-{}", self.log.len());
        self.must(CreditTopUp {
            order_no: order_no.clone(),
            amount: Usdt::from_minor(whole * 1_000_000),
            tx: order_no.clone(),
            lt: 1,
            from_suspense: false,
        });
        order_no
    }

    /// The open dive.
    pub fn dive(&self) -> Option<&Dive> {
        self.player.fishing.dive.as_ref()
    }

    /// The open dive's id, or nil.
    pub fn dive_id(&self) -> DiveId {
        self.dive().map(|dive| dive.id).unwrap_or_default()
    }

    /// The command that starts the next dive.
    pub fn start(&self, stake: i64, start_level: u8) -> StartDive {
        let dive = DiveId(derived(&self.log.len().to_string(), self.player.id.0));
        StartDive {
            dive,
            stake,
            start_level,
            device_value: dive.0.simple().to_string(),
        }
    }

    pub fn dives(&mut self, stake: i64, start_level: u8) -> &mut Angler {
        self.must(self.start(stake, start_level));
        self
    }

    /// The next cast of the open dive.
    pub fn cast(&self, shield: bool) -> Cast {
        let seq = self.dive().map_or(1, Dive::seq);
        Cast {
            dive: self.dive_id(),
            seq,
            shield,
        }
    }

    /// Waits for the pace and casts `times` times without a shield.
    pub fn casts(&mut self, times: u32) -> &mut Angler {
        for _ in 0..times {
            self.wait(self.config.game.min_cast_ms);
            self.must(self.cast(false));
        }
        self
    }

    /// Ends the open dive.
    pub fn surface(&self) -> Surface {
        Surface { dive: self.dive_id() }
    }

    /// Ends the open dive and takes the payout.
    pub fn surfaces(&mut self) -> &mut Angler {
        self.must(self.surface());
        self
    }

    /// Seals a new seed and returns its commit.
    pub fn fresh_commit(&mut self) -> String {
        self.next_seed += 1;
        let fresh = seed(self.next_seed);
        self.seeds.insert(fresh.commit(), fresh.clone());
        fresh.commit()
    }

    /// The command that retires the pair in use.
    pub fn rotation(&mut self, client_seed: &str) -> RotateSeed {
        let fresh_commit = self.fresh_commit();
        RotateSeed {
            client_seed: client_seed.into(),
            fresh_commit,
        }
    }

    /// Minor units in a purse.
    pub fn has(&self, purse: Purse) -> i64 {
        self.player.wallet.minor(purse)
    }

    pub fn sealed(&self, commit: &str) -> Option<&ServerSeed> {
        self.seeds.get(commit)
    }
}

/// A dive as it was recorded before devices drew values.
fn as_before(event: &mut Event) {
    if let Event::DiveStarted(started) = event {
        let own = started.client_seed.find('.').unwrap_or(started.client_seed.len());
        started.client_seed.truncate(own);
    }
}
