//! A checker that keeps its own balances from the recorded events of a player and
//! compares: balances, nonces, steps, days, shares. Laws carry the ids of the ledger's README.

use crate::economy::Books;
use crate::payouts;
use domain::draw::{Words, hex_digest};
use domain::ids::RecordId;
use domain::money::{Asset, Coin, Gusd};
use domain::paytable::LEVELS;
use domain::player::dive::{Fund, Kind};
use domain::player::fishing::{CastResolved, DiveClosed, DiveStarted, DiveVoided};
use domain::player::seeds::SeedRotated;
use domain::player::team::TeamRecordReceived;
use domain::player::{Event, Player};
use domain::posting::{Account, Purse};
use domain::stream::StreamEvent;
use domain::testing::Angler;
use domain::time::{Day, Timestamp};
use std::collections::{BTreeMap, BTreeSet};

/// Independent balances of one player.
pub struct Witness {
    purses: BTreeMap<Purse, i64>,
    commits: [String; 2],
    client_seed: String,
    nonce: u64,
    dive: Option<(DiveStarted, u32, i64)>,
    cast_at: Timestamp,
    days_signed: BTreeSet<Day>,
    days_claimed: BTreeSet<Day>,
    lost: BTreeMap<Day, i64>,
    profit: i64,
    profit_l2: i64,
    shares: [i64; 2],
    is_bound: bool,
    is_qualified: bool,
    verified: BTreeSet<String>,
    gifts: BTreeSet<String>,
    records: BTreeMap<RecordId, i64>,
    receipts: BTreeMap<Day, (i64, i64)>,
    economy: Books,
    payouts: payouts::Books,
}

impl Witness {
    /// Opens the books after registration.
    pub fn new(angler: &Angler) -> Witness {
        let seeds = &angler.player.seeds;
        Witness {
            purses: BTreeMap::new(),
            commits: [seeds.commit.clone(), seeds.next_commit.clone()],
            client_seed: seeds.client_seed.clone(),
            nonce: 0,
            dive: None,
            cast_at: Timestamp::default(),
            days_signed: BTreeSet::new(),
            days_claimed: BTreeSet::new(),
            lost: BTreeMap::new(),
            profit: 0,
            profit_l2: 0,
            shares: [0, 0],
            is_bound: false,
            is_qualified: false,
            verified: BTreeSet::new(),
            gifts: BTreeSet::new(),
            records: BTreeMap::new(),
            receipts: BTreeMap::new(),
            economy: Books::default(),
            payouts: payouts::Books::default(),
        }
    }

    /// Takes note of the events of one accepted command and checks every law.
    pub fn sees(&mut self, before: &Player, events: &[Event], angler: &Angler) {
        for event in events {
            self.books(event, angler);
            self.secrets(event, angler);
            self.economy.sees(event, angler);
            self.payouts.sees(event, angler);
            match event {
                Event::DiveStarted(started) => self.started(started),
                Event::CastResolved(cast) => self.cast(cast, angler),
                Event::DiveClosed(closed) => self.closed(closed, before),
                Event::DiveVoided(voided) => self.voided(voided),
                Event::SeedRotated(rotated) => self.rotated(rotated),
                Event::SignedIn(signed) => {
                    assert!(self.days_signed.insert(signed.day), "I-23: one check-in a day");
                    let run = (0..)
                        .take_while(|back| self.days_signed.contains(&Day(signed.day.0 - back)))
                        .count();
                    assert_eq!(signed.streak as usize, run, "I-23: the streak is the run of days");
                    assert_eq!(usize::from(signed.step), (run - 1) % 7 + 1);
                }
                Event::FreeCoinClaimed(claimed) => self.claimed(claimed.day, claimed.amount, before),
                Event::HouseBound(_) => self.bound(),
                Event::InviterBound(bound) => {
                    self.bound();
                    assert!(
                        bound.inviter.registered_at < before.registration.registered_at,
                        "I-26: older"
                    );
                }
                Event::TeamRecordReceived(received) => self.received(received),
                Event::TaskVerified(verified) => drop(self.verified.insert(verified.task_id.clone())),
                Event::TaskReceived(received) => {
                    assert!(
                        self.verified.contains(&received.task_id),
                        "I-28: verified before received"
                    );
                    let is_first = self.gifts.insert(received.task_id.clone());
                    assert!(is_first, "I-28: a task is received once");
                }
                Event::RedPacketCredited(credited) => {
                    let is_first = self.gifts.insert(format!("share {}", credited.slot));
                    assert!(is_first, "I-30: a share is credited once");
                }
                Event::InviteQualified(_) => {
                    assert!(
                        !std::mem::replace(&mut self.is_qualified, true),
                        "I-27: a friend counts once"
                    );
                }
                _ => {}
            }
        }
        for purse in Purse::ALL {
            assert_eq!(
                self.purses.get(&purse).copied().unwrap_or(0),
                angler.has(purse),
                "wallet == fold of postings"
            );
        }
    }

    fn bound(&mut self) {
        let before = std::mem::replace(&mut self.is_bound, true);
        assert!(!before, "I-26: bound once, for ever");
    }

    fn books(&mut self, event: &Event, angler: &Angler) {
        let postings = event.postings(angler.player.id.0);
        for asset in Asset::ALL {
            assert_eq!(postings.sum(asset), 0, "I-01: {event:?}");
        }
        for leg in postings.legs() {
            assert_ne!(leg.amount, 0, "I-01: no empty posting");
            if let Account::Player(owner, purse) = leg.account {
                assert_eq!(owner, angler.player.id, "an event moves its own player's purses only");
                *self.purses.entry(purse).or_default() += leg.amount;
            }
        }
        assert!(
            self.purses.values().all(|balance| *balance >= 0),
            "I-02: at every prefix of the log"
        );
    }

    /// I-37: no event contains a seed that is in use or announced, except the reveal of the retired one.
    fn secrets(&self, event: &Event, angler: &Angler) {
        let text = serde_json::to_string(event).expect("an event writes");
        let retires = matches!(event, Event::SeedRotated(_));
        for commit in &self.commits[usize::from(retires)..] {
            let sealed = angler.sealed(commit).expect("a sealed seed");
            assert!(!text.contains(sealed.reveal()), "I-37: a seed leaks");
        }
    }

    fn started(&mut self, started: &DiveStarted) {
        assert!(self.dive.is_none(), "one open dive");
        assert_eq!((&started.commit, started.nonce), (&self.commits[0], self.nonce));
        let (own, value) = started.client_seed.split_once('.').expect("a value of the device");
        if self.client_seed.is_empty() {
            value.clone_into(&mut self.client_seed);
        }
        assert_eq!(
            own, self.client_seed,
            "I-37e: the pair's client seed, which the device draws where nobody chose"
        );
        self.dive = Some((started.clone(), 0, started.diamonds.minor()));
    }

    fn cast(&mut self, cast: &CastResolved, angler: &Angler) {
        let (started, casts, diamonds) = self.dive.as_mut().expect("a cast belongs to an open dive");
        *casts += 1;
        *diamonds += cast.diamonds.minor();
        assert_eq!(
            (cast.dive, cast.seq, cast.fund, cast.stake),
            (started.dive, *casts, started.fund, started.stake)
        );
        assert_eq!(
            u32::from(cast.level),
            u32::from(started.start_level) + *casts - 1,
            "each cast one level deeper"
        );
        assert!(
            cast.level <= LEVELS && cast.at.since(self.cast_at) >= 2_500,
            "the pace holds across dives"
        );
        assert_eq!(cast.nonce, self.nonce, "I-37: nonces 0..n-1 without gap or repeat");
        let sealed = angler.sealed(&self.commits[0]).expect("a sealed seed");
        let t = Words::new(sealed, &started.client_seed, cast.nonce).number();
        assert_eq!(cast.t, t, "I-36: the draw is recomputable");
        assert!(cast.destroyed.is_empty() || (cast.kind == Kind::Mine && !cast.shield));
        assert_eq!(cast.diamonds.minor(), i64::from(cast.shield));
        self.nonce += 1;
        self.cast_at = cast.at;
        if cast.fund == Fund::Paid {
            let limit = self.economy.loss_day(cast.at, angler.config.game.loss_day);
            let lost = self.lost_on(cast.at.day());
            *lost += cast.stake.at_parity().minor();
            assert!(*lost <= limit, "I-39: the day's loss stays within the limit");
        }
    }

    /// The books of a day. A clock that steps back over midnight does not start the previous day again.
    fn lost_on(&mut self, day: Day) -> &mut i64 {
        let latest = self.lost.keys().next_back().copied().unwrap_or(day);
        self.lost.entry(day.max(latest)).or_default()
    }

    fn closed(&mut self, closed: &DiveClosed, before: &Player) {
        let (started, casts, _) = self.dive.take().expect("an open dive");
        assert_eq!((closed.dive, closed.casts), (started.dive, casts));
        assert_eq!(closed.staked.minor(), started.stake.minor() * i64::from(casts));
        let full = closed.fish + closed.bonus + closed.chest_gusd + closed.chest_usdt.at_parity();
        let cap = Gusd::from_minor(started.stake.at_parity().minor() * 10_000);
        assert!(
            closed.payout == full.min(cap) && closed.capped == (full > cap),
            "I-36: win <= cap"
        );
        let net = closed.payout.minor() - closed.staked.at_parity().minor();
        assert_eq!(closed.profit.minor(), net.max(0));
        let returned = if casts == 0 { started.diamonds.minor() } else { 0 };
        assert_eq!(closed.returned.minor(), returned);
        if closed.fund == Fund::Paid {
            *self.lost_on(closed.at.day()) -= closed.payout.minor();
        } else {
            assert!(
                closed.chest_usdt.is_zero() && closed.shares.l1.is_none(),
                "promo play pays no cash"
            );
        }
        self.share(closed, before);
    }

    /// I-25: the shares so far are the floors of the rates over all profit so far, up to the refusal of the invite.
    fn share(&mut self, closed: &DiveClosed, before: &Player) {
        let Some(inviter) = before
            .registration
            .inviter
            .as_ref()
            .filter(|_| closed.fund == Fund::Paid && !before.team.is_refused)
        else {
            return;
        };
        self.profit += closed.profit.minor();
        self.profit_l2 += if inviter.upline.is_some() {
            closed.profit.minor()
        } else {
            0
        };
        for (sum, share) in self.shares.iter_mut().zip([&closed.shares.l1, &closed.shares.l2]) {
            *sum += share.as_ref().map_or(0, |share| share.usdt.minor());
        }
        assert_eq!(self.shares, [self.profit * 5 / 100, self.profit_l2 / 100], "I-25");
        let receivers = [&closed.shares.l1, &closed.shares.l2].map(|share| share.as_ref().map(|share| share.to));
        assert!(
            receivers.iter().flatten().all(|to| *to != before.id),
            "I-25: nobody earns from self"
        );
    }

    fn voided(&mut self, voided: &DiveVoided) {
        let (started, casts, diamonds) = self.dive.take().expect("an open dive");
        assert_eq!(voided.refund.minor(), started.stake.minor() * i64::from(casts));
        assert_eq!((voided.returned.minor(), voided.fund), (diamonds, started.fund));
        assert_ne!(voided.proposer, voided.approver, "four eyes");
        if voided.fund == Fund::Paid {
            *self.lost_on(voided.at.day()) -= voided.refund.at_parity().minor();
        }
    }

    fn rotated(&mut self, rotated: &SeedRotated) {
        assert!(self.dive.is_none(), "I-37: no reveal while a dive is open");
        assert_eq!(
            hex_digest(rotated.old_seed.as_bytes()),
            self.commits[0],
            "I-37: SHA-256(seed) = commit"
        );
        assert_eq!(
            (&rotated.old_commit, &rotated.new_commit),
            (&self.commits[0], &self.commits[1])
        );
        assert!(
            !self.commits.contains(&rotated.next_commit),
            "I-37: no bet after reveal"
        );
        self.commits = [rotated.new_commit.clone(), rotated.next_commit.clone()];
        self.client_seed = rotated.client_seed.clone();
        self.nonce = 0;
    }

    /// I-27 and I-28: a record pays at most what it holds, a day at most its limits.
    fn received(&mut self, received: &TeamRecordReceived) {
        let record = self.records.entry(received.id).or_default();
        *record += received.usdt.minor() + received.diamonds.minor();
        let held = received.record.usdt.minor() + received.record.diamonds.minor();
        assert!(*record <= held, "I-28: a record is received once");
        let (diamonds, usdt) = self.receipts.entry(received.on).or_default();
        *diamonds += received.diamonds.minor();
        *usdt += received.usdt.minor();
        assert!(*diamonds <= 50 && *usdt <= 200_000_000, "I-27: the day's limits hold");
    }

    fn claimed(&mut self, day: Day, amount: Coin, before: &Player) {
        assert!(self.days_claimed.insert(day), "I-24: once a day");
        let parked = self
            .dive
            .as_ref()
            .map_or(0, |(started, casts, _)| started.stake.minor() * i64::from(*casts));
        assert!(
            before.wallet.coins().minor() + parked < 1_000,
            "I-24: under the floor, stakes included"
        );
        assert!(
            before.team.valid_invites >= 1 && amount.minor() == 1_000,
            "I-24: a friend, and 1,000 exactly"
        );
    }
}
