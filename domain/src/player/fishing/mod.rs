//! Fishing: a dive is started, cast by cast goes deeper, and ends at the surface,
//! at the bottom, by time or by a staff void (PRODUCT §2).
//!
//! The outcome is fixed when the cast is appended; a retry returns it and never
//! rolls again. Surfacing always works. Order of checks: dive state, step, time,
//! limits, money.

use super::dive::{Dive, Fund, Kind, Roll};
use super::team::{self, Shares};
use super::{Event, Happening, Player, Rule};
use crate::ids::{DiveId, PlayerId};
use crate::money::{Coin, Diamond, Gusd, Usdt};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::{Day, HOUR_MS, Timestamp};
use serde::{Deserialize, Serialize};

/// A pause this long begins a new session in the player's own figures (ASSUMED: the reality popup's 30 minutes).
const SESSION_GAP_MS: i64 = HOUR_MS / 2;

/// The open dive, the day's losses and the running session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fishing {
    /// The open dive.
    pub dive: Option<Dive>,
    /// Dives closed so far.
    pub dives: u64,
    /// When the last cast of any dive was made: the pace holds across dives.
    pub cast_at: Timestamp,
    /// The day `lost` belongs to.
    pub loss_day: Day,
    /// Paid coins staked minus payouts of that day, at parity; may be negative.
    pub lost: Gusd,
    /// The running session.
    pub session: Session,
}

/// The player's own figures since the last long pause (PRODUCT §2.1 (9)).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// When it began.
    pub started_at: Timestamp,
    /// The last dive command in it.
    pub touched_at: Timestamp,
    /// Coins staked.
    pub staked: Coin,
    /// Payouts at parity.
    pub won: Gusd,
}

/// Starts a dive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartDive {
    /// Derived from the request, so that a retry names the same dive.
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: i64,
    /// 1, or a deep start.
    pub start_level: u8,
}

/// Plays the current level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The dive.
    pub dive: DiveId,
    /// The step the client believes is next.
    pub seq: u32,
    /// Pays a diamond against mines.
    pub shield: bool,
}

/// Ends the dive and takes the payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surface {
    /// The dive.
    pub dive: DiveId,
}

/// Ends a dive that lay idle, with the same payout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpireDive {
    /// The dive.
    pub dive: DiveId,
}

/// Cancels an open dive after a fault and returns the stakes: staff, two people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoidDive {
    /// The dive.
    pub dive: DiveId,
    /// Why.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved.
    pub approver: String,
}

/// A dive began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveStarted {
    /// The dive.
    pub dive: DiveId,
    /// Coins for a cast.
    pub stake: Coin,
    /// Who pays.
    pub fund: Fund,
    /// Where.
    pub start_level: u8,
    /// Diamonds paid for the deep start.
    pub diamonds: Diamond,
    /// Hash of the paytable.
    pub table_hash: String,
    /// Version of the configuration in force.
    pub config_version: u64,
    /// Commit of the seed in use.
    pub commit: String,
    /// The player's part.
    pub client_seed: String,
    /// The first cast's nonce.
    pub nonce: u64,
    /// When.
    pub at: Timestamp,
}

/// A cast was made and decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CastResolved {
    /// The dive.
    pub dive: DiveId,
    /// Step, from 1.
    pub seq: u32,
    /// Level played.
    pub level: u8,
    /// Place of the draw within the seed pair.
    pub nonce: u64,
    /// The number drawn.
    pub t: u32,
    /// What it brought.
    pub kind: Kind,
    /// Species, for a fish.
    pub id: Option<String>,
    /// Ten times the multiple of the stake.
    pub x10: u32,
    /// Worth of the prize.
    pub value: Gusd,
    /// Danger bonus.
    pub bonus: Gusd,
    /// Places on the line that were destroyed.
    pub destroyed: Vec<u8>,
    /// Shielded.
    pub shield: bool,
    /// Coins burned.
    pub stake: Coin,
    /// Who paid.
    pub fund: Fund,
    /// Diamonds burned for the shield.
    pub diamonds: Diamond,
    /// Line value afterwards.
    pub line: Gusd,
    /// Safe box afterwards.
    pub safe: Gusd,
    /// When.
    pub at: Timestamp,
}

/// Why a dive ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The player surfaced.
    Surfaced,
    /// Level 37 was played.
    Bottom,
    /// A day without a command.
    Expired,
    /// Cancelled by staff.
    Voided,
}

/// A dive ended and was paid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveClosed {
    /// The dive.
    pub dive: DiveId,
    /// Why.
    pub reason: Reason,
    /// Who paid.
    pub fund: Fund,
    /// Casts made.
    pub casts: u32,
    /// Coins burned.
    pub staked: Coin,
    /// Fish that reached the surface.
    pub fish: Gusd,
    /// Danger bonuses.
    pub bonus: Gusd,
    /// Chests in tokens.
    pub chest_gusd: Gusd,
    /// Cash chests, paid out in USDT.
    pub chest_usdt: Usdt,
    /// Everything at parity.
    pub payout: Gusd,
    /// Payout above the stakes; the base of shares.
    pub profit: Gusd,
    /// The payout cap was reached.
    pub capped: bool,
    /// Deep-start diamonds returned because no cast was made.
    pub returned: Diamond,
    /// What the inviters earn.
    pub shares: Shares,
    /// When.
    pub at: Timestamp,
}

/// A dive was cancelled and its stakes returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiveVoided {
    /// The dive.
    pub dive: DiveId,
    /// Who had paid.
    pub fund: Fund,
    /// Casts made.
    pub casts: u32,
    /// Coins returned.
    pub refund: Coin,
    /// Why.
    pub case_id: String,
    /// Who proposed.
    pub proposer: String,
    /// Who approved.
    pub approver: String,
    /// When.
    pub at: Timestamp,
}

impl Fishing {
    /// Value lost today on paid dives; negative when ahead.
    pub fn lost_on(&self, day: Day) -> Gusd {
        if self.loss_day == day {
            self.lost
        } else {
            Gusd::ZERO
        }
    }

    /// When the next cast may be made.
    pub fn next_cast_at(&self, context_min_ms: i64) -> Timestamp {
        self.cast_at.plus_ms(context_min_ms)
    }

    fn lose(&mut self, day: Day, lost: Gusd) {
        self.lost = self.lost_on(day) + lost;
        self.loss_day = day;
    }

    fn touch(&mut self, at: Timestamp) {
        if at.since(self.session.touched_at) > SESSION_GAP_MS {
            self.session = Session {
                started_at: at,
                ..Session::default()
            };
        }
        self.session.touched_at = at;
    }
}

impl Player {
    fn open_dive(&self, dive: DiveId) -> Result<&Dive, Refusal> {
        let open = self.fishing.dive.as_ref();
        open.filter(|open| open.id == dive)
            .ok_or(Refusal::NoDiveOpen)
    }

    fn fund_for(&self, stake: Coin) -> Result<Fund, Refusal> {
        let covers = |fund: &Fund| self.wallet.minor(fund.stake_purse()) >= stake.minor();
        [Fund::Paid, Fund::Promo]
            .into_iter()
            .find(covers)
            .ok_or(Refusal::NotEnoughCoins)
    }

    fn check_loss(&self, fund: Fund, stake: Coin, context: &Context) -> Result<(), Refusal> {
        let limit = context.config.game.loss_day;
        let would_be = self.fishing.lost_on(context.now.day()) + stake.at_parity();
        if fund == Fund::Paid && would_be > limit.at_parity() {
            return Err(Refusal::DailyLossLimitReached {
                limit: limit.to_string(),
            });
        }
        Ok(())
    }
}

/// The largest stake the reserve carries (PRODUCT §2.5: 0.2 coins per USDT).
pub fn stake_max(context: &Context) -> Coin {
    let per_reserve = i128::from(context.config.game.stake_per_reserve_milli);
    let coins = i128::from(context.reserve.minor()) * per_reserve / 1_000 / 1_000_000;
    Coin::from_minor(i64::try_from(coins.max(0)).unwrap_or(i64::MAX))
}

impl Rule for StartDive {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let game = &context.config.game;
        if player.fishing.dive.is_some() {
            return Err(Refusal::DiveAlreadyOpen);
        }
        let stake_max = stake_max(context).minor();
        if !game.play_options.contains(&self.stake) || self.stake > stake_max {
            return Err(Refusal::StakeNotAvailable { stake_max });
        }
        let deep = game.deep_start.get(&self.start_level).copied();
        let diamonds = if self.start_level == 1 { Some(0) } else { deep };
        let diamonds = Diamond::from_minor(diamonds.ok_or(Refusal::StartLevelNotAvailable)?);
        let stake = Coin::from_minor(self.stake);
        let fund = player.fund_for(stake)?;
        player.check_loss(fund, stake, context)?;
        let started = DiveStarted {
            dive: self.dive,
            stake,
            fund,
            start_level: self.start_level,
            diamonds,
            table_hash: context.config.table_hash(),
            config_version: context.config.version,
            commit: player.seeds.commit.clone(),
            client_seed: player.seeds.client_seed.clone(),
            nonce: player.seeds.nonce,
            at: context.now,
        };
        Ok(Event::from(started).into())
    }
}

impl Rule for Cast {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let game = &context.config.game;
        let dive = player.open_dive(self.dive)?;
        if context.now >= dive.touched_at.plus_ms(game.dive_ttl_ms) {
            return Err(Refusal::NoDiveOpen);
        }
        if self.seq != dive.seq() {
            return Err(Refusal::StepOutOfDate);
        }
        let next_cast_at = player.fishing.next_cast_at(game.min_cast_ms);
        if context.now < next_cast_at {
            return Err(Refusal::TooFast {
                next_cast_at: next_cast_at.0,
            });
        }
        player.check_loss(dive.fund, dive.stake, context)?;
        let resolved = self.resolve(player, dive, context)?;
        let bottom = dive.level() == crate::paytable::LEVELS;
        let mut decision = Decision::from(Event::from(resolved));
        if bottom {
            let mut after = player.clone();
            decision
                .events
                .iter()
                .for_each(|event| event.happening().evolve(&mut after));
            decision
                .events
                .extend(close(&after, Reason::Bottom, context)?);
        }
        Ok(decision)
    }
}

impl Cast {
    fn resolve(
        &self,
        player: &Player,
        dive: &Dive,
        context: &Context,
    ) -> Result<CastResolved, Refusal> {
        let unavailable = |field: &str| Refusal::InvalidField {
            field: field.into(),
        };
        let table = context
            .config
            .paytables
            .get(&dive.table_hash)
            .ok_or_else(|| unavailable("paytable"))?;
        let band = table.band(dive.level()).ok_or(Refusal::BottomReached)?;
        let seeds = &player.seeds;
        let opened = context
            .seed
            .as_ref()
            .filter(|seed| seed.commit() == seeds.commit);
        let seed = opened.ok_or_else(|| unavailable("seed"))?;
        let roll = dive.roll(band, seed, &seeds.client_seed, seeds.nonce, self.shield);
        let mut after = dive.clone();
        after.apply(&roll);
        let Roll {
            t,
            kind,
            id,
            x10,
            value,
            bonus,
            destroyed,
        } = roll;
        let diamonds = if self.shield {
            context.config.game.shield_cost
        } else {
            0
        };
        Ok(CastResolved {
            dive: dive.id,
            seq: self.seq,
            level: dive.level(),
            nonce: seeds.nonce,
            t,
            kind,
            id,
            x10,
            value,
            bonus,
            destroyed,
            shield: self.shield,
            stake: dive.stake,
            fund: dive.fund,
            diamonds: Diamond::from_minor(diamonds),
            line: after.line_value(),
            safe: after.safe(),
            at: context.now,
        })
    }
}

impl Rule for Surface {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        player.open_dive(self.dive)?;
        let events = close(player, Reason::Surfaced, context)?;
        Ok(Decision {
            events,
            claims: Vec::new(),
        })
    }
}

impl Rule for ExpireDive {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let dive = player.open_dive(self.dive)?;
        if context.now < dive.touched_at.plus_ms(context.config.game.dive_ttl_ms) {
            return Err(Refusal::StateChanged);
        }
        let events = close(player, Reason::Expired, context)?;
        Ok(Decision {
            events,
            claims: Vec::new(),
        })
    }
}

impl Rule for VoidDive {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let dive = player.open_dive(self.dive)?;
        if self.proposer == self.approver {
            return Err(Refusal::OtherPersonMustApprove);
        }
        if self.case_id.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        let voided = DiveVoided {
            dive: dive.id,
            fund: dive.fund,
            casts: dive.casts,
            refund: dive.staked(),
            case_id: self.case_id.clone(),
            proposer: self.proposer.clone(),
            approver: self.approver.clone(),
            at: context.now,
        };
        Ok(Event::from(voided).into())
    }
}

/// Pays the open dive out (PRODUCT §2.1 (7)): line plus safe box, capped at 10,000 stakes.
fn close(player: &Player, reason: Reason, context: &Context) -> Result<Vec<Event>, Refusal> {
    let dive = player.fishing.dive.as_ref().ok_or(Refusal::NoDiveOpen)?;
    let table = context.config.paytables.get(&dive.table_hash);
    let cap_x = table.map_or(i64::MAX, |table| table.max_dive_payout_x);
    let cap = dive.stake.at_parity().minor().saturating_mul(cap_x);
    let full = dive.line_value() + dive.safe() + dive.chest_usdt.at_parity();
    let payout = Gusd::from_minor(full.minor().min(cap));
    let profit = Gusd::from_minor((payout - dive.staked().at_parity()).minor().max(0));
    let shares = if dive.fund == Fund::Paid {
        Shares::of(player, profit, context)
    } else {
        Shares::default()
    };
    let returned = if dive.casts == 0 {
        dive.deep_start_cost
    } else {
        0
    };
    let closed = DiveClosed {
        dive: dive.id,
        reason,
        fund: dive.fund,
        casts: dive.casts,
        staked: dive.staked(),
        fish: dive.line_value(),
        bonus: dive.bonus,
        chest_gusd: dive.chest_gusd,
        chest_usdt: dive.chest_usdt.min(payout.at_parity()),
        payout,
        profit,
        capped: full > payout,
        returned: Diamond::from_minor(returned),
        shares,
        at: context.now,
    };
    let qualified = team::qualification(player, dive.casts, context).map(Event::from);
    Ok(std::iter::once(Event::from(closed))
        .chain(qualified)
        .collect())
}

impl Happening for DiveStarted {
    fn evolve(&self, player: &mut Player) {
        player.fishing.touch(self.at);
        player.fishing.dive = Some(Dive {
            id: self.dive,
            stake: self.stake,
            fund: self.fund,
            start_level: self.start_level,
            deep_start_cost: self.diamonds.minor(),
            casts: 0,
            line: Vec::new(),
            bonus: Gusd::ZERO,
            chest_gusd: Gusd::ZERO,
            chest_usdt: Usdt::ZERO,
            table_hash: self.table_hash.clone(),
            started_at: self.at,
            touched_at: self.at,
        });
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, Purse::Diamond);
        Postings::NONE.diamond(purse, Account::House(House::DiamondSink), self.diamonds)
    }
}

impl Happening for CastResolved {
    fn evolve(&self, player: &mut Player) {
        let fishing = &mut player.fishing;
        fishing.touch(self.at);
        fishing.cast_at = self.at;
        fishing.session.staked += self.stake;
        if self.fund == Fund::Paid {
            fishing.lose(self.at.day(), self.stake.at_parity());
        }
        if let Some(dive) = &mut fishing.dive {
            dive.apply(&Roll {
                t: self.t,
                kind: self.kind,
                id: self.id.clone(),
                x10: self.x10,
                value: self.value,
                bonus: self.bonus,
                destroyed: self.destroyed.clone(),
            });
            dive.touched_at = self.at;
        }
        player.seeds.nonce = self.nonce + 1;
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let diamonds = Account::Player(player, Purse::Diamond);
        Postings::NONE
            .coin(
                Account::Player(player, self.fund.stake_purse()),
                Account::House(House::CoinSink),
                self.stake,
            )
            .diamond(diamonds, Account::House(House::DiamondSink), self.diamonds)
    }
}

impl Happening for DiveClosed {
    fn evolve(&self, player: &mut Player) {
        let fishing = &mut player.fishing;
        fishing.touch(self.at);
        fishing.session.won += self.payout;
        if self.fund == Fund::Paid {
            fishing.lose(self.at.day(), Gusd::ZERO - self.payout);
        }
        fishing.dive = None;
        fishing.dives += 1;
        self.shares.evolve(&mut player.team);
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = |purse| Account::Player(player, purse);
        let tokens = self.payout - self.chest_usdt.at_parity();
        let paid = Postings::NONE
            .gusd(
                Account::House(self.fund.prize_issue()),
                purse(self.fund.prize_purse()),
                tokens,
            )
            .usdt(
                Account::House(House::UsdtReserve),
                purse(Purse::Usdt),
                self.chest_usdt,
            )
            .diamond(
                Account::House(House::DiamondSink),
                purse(Purse::Diamond),
                self.returned,
            );
        self.shares.postings(paid)
    }
}

impl Happening for DiveVoided {
    fn evolve(&self, player: &mut Player) {
        let fishing = &mut player.fishing;
        if self.fund == Fund::Paid {
            fishing.lose(self.at.day(), Gusd::ZERO - self.refund.at_parity());
        }
        fishing.dive = None;
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let purse = Account::Player(player, self.fund.stake_purse());
        Postings::NONE.coin(Account::House(House::CoinSink), purse, self.refund)
    }
}
