//! Recomputes a revealed dive from its seed, client seed, nonces and paytable, and compares.
//!
//! Steps: 1. the seed is the one that was committed to; 2. the paytable is the one of the hash;
//! 3. each cast, in order, draws the recorded number and the recorded prize; 4. the payout is the
//! line plus the safe box. Everything is computed anew from the draw upwards: nothing recorded is
//! believed except the stake, the fund and whether a cast was shielded, which the player chose.

use super::tables::Tables;
use anyhow::{Context, bail};
use domain::draw::ServerSeed;
use domain::ids::DiveId;
use domain::money::{Coin, Gusd, Usdt};
use domain::paytable::{LEVELS, Paytable};
use domain::player::dive::{Dive, Fund, Kind, Roll};
use domain::time::Timestamp;
use serde::Deserialize;
use serde_json::Value;

/// A dive as `fishing/dive_detail` answers it.
#[derive(Clone, Debug, Deserialize)]
pub struct Detail {
    /// How it ended; `None` while it is open.
    pub result: Option<DiveResult>,
    /// Its casts, in order.
    pub casts: Vec<Cast>,
    /// SHA-256 of the seed, shown before the first cast.
    pub commit: String,
    /// The seed, once revealed.
    pub server_seed: Option<String>,
    /// The player's part.
    pub client_seed: String,
    /// SHA-256 of the paytable.
    pub table_hash: String,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Cast {
    /// Step, from 1.
    pub seq: u32,
    pub level: u8,
    /// Index of the draw within the seed pair.
    pub nonce: u64,
    pub t: u32,
    /// What it brought.
    pub kind: Kind,
    /// Species, for a fish.
    pub id: Option<String>,
    /// Ten times the multiple of the stake.
    pub x10: u32,
    /// Worth of the prize.
    pub value: Gusd,
    pub bonus: Gusd,
    /// Positions on the line that were destroyed.
    pub destroyed: Vec<u8>,
    /// Shielded by the player.
    pub shield: bool,
}

/// How the dive ended.
#[derive(Clone, Debug, Deserialize)]
pub struct DiveResult {
    /// surfaced, bottom, expired or voided.
    pub reason: String,
    pub casts: u32,
    pub staked: i64,
    /// Fish that reached the surface.
    pub fish: Gusd,
    pub bonus: Gusd,
    /// Chests in tokens.
    pub chest_gusd: Gusd,
    pub chest_usdt: Usdt,
    /// Everything at parity.
    pub payout: Gusd,
    /// `gusd` for a dive of bought coins, `gusd_bonus` for given ones.
    pub credited_as: String,
    /// Payout above the stakes.
    pub profit: Gusd,
    /// The cap was reached.
    pub capped: bool,
}

impl DiveResult {
    /// A dive that staff cancelled: its casts are checked, nothing was paid but the stakes returned.
    pub fn voided(casts: u32, refund: Coin, fund: Fund) -> DiveResult {
        DiveResult {
            reason: "voided".into(),
            casts,
            staked: refund.minor(),
            fish: Gusd::ZERO,
            bonus: Gusd::ZERO,
            chest_gusd: Gusd::ZERO,
            chest_usdt: Usdt::ZERO,
            payout: Gusd::ZERO,
            credited_as: if fund == Fund::Paid { "gusd" } else { "gusd_bonus" }.into(),
            profit: Gusd::ZERO,
            capped: false,
        }
    }
}

/// Why nothing can be said about a dive yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotVerifiable {
    /// The pair is still in use.
    #[error("The seed of this dive is not revealed yet: rotate the seed pair, then verify.")]
    Sealed,
    /// The dive goes on.
    #[error("This dive is still open: surface first.")]
    Open,
    /// No paytable with that hash is at hand.
    #[error(
        "The paytable {0} of this dive is not known here: give it with --paytable, or verify against the database."
    )]
    UnknownTable(String),
}

/// One cast, recomputed.
#[derive(Clone, Debug)]
pub struct Line {
    pub recorded: Cast,
    /// What the draw says.
    pub roll: Roll,
    pub agrees: bool,
}

/// All that was compared.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Cast by cast, up to the first that cannot be played.
    pub lines: Vec<Line>,
    pub payout: Gusd,
    /// Staff cancelled it: what the casts would have paid was not compared, only that nothing was.
    pub cancelled: bool,
    /// One sentence for each difference; empty when the dive was fair.
    pub differences: Vec<String>,
}

/// Recomputes `detail` with the paytable of its hash.
///
/// # Errors
/// [`NotVerifiable`] when the dive is open, its seed sealed or its paytable unknown.
pub fn recompute(detail: &Detail, tables: &Tables) -> Result<Comparison, NotVerifiable> {
    let result = detail.result.as_ref().ok_or(NotVerifiable::Open)?;
    let revealed = detail.server_seed.as_deref().ok_or(NotVerifiable::Sealed)?;
    let table = tables.find(&detail.table_hash)?;
    let mut comparison = Comparison {
        lines: Vec::new(),
        payout: Gusd::ZERO,
        cancelled: result.reason == "voided",
        differences: Vec::new(),
    };
    let Some(seed) = ServerSeed::parse(revealed) else {
        comparison
            .differences
            .push("The revealed seed is not 64 hex characters.".into());
        return Ok(comparison);
    };
    comparison.expect(seed.commit() == detail.commit, || {
        format!("The seed's hash is {}, not the commit.", seed.commit())
    });
    let Some(mut dive) = opening(detail, result) else {
        comparison
            .differences
            .push("The coins staked are not a whole stake for each cast.".into());
        return Ok(comparison);
    };
    comparison.play(&mut dive, detail, table, &seed);
    if comparison.cancelled {
        comparison.expect_nothing_paid(&dive, result);
    } else {
        comparison.settle(&dive, result, table);
    }
    Ok(comparison)
}

/// The dive before its first cast.
fn opening(detail: &Detail, result: &DiveResult) -> Option<Dive> {
    let casts = i64::from(result.casts);
    let stake = if casts == 0 { 0 } else { result.staked / casts };
    let whole = stake * casts == result.staked && (casts == 0 || stake > 0);
    let fund = if result.credited_as == "gusd" {
        Fund::Paid
    } else {
        Fund::Promo
    };
    let start_level = detail.casts.first().map_or(1, |cast| cast.level);
    whole.then(|| before_first_cast(Coin::from_minor(stake), fund, start_level))
}

/// A dive as it stands when it begins. Costs in diamonds and times decide nothing here, and who draws brings the seeds.
pub fn before_first_cast(stake: Coin, fund: Fund, start_level: u8) -> Dive {
    Dive {
        id: DiveId::default(),
        stake,
        fund,
        start_level,
        deep_start_cost: 0,
        shields_cost: 0,
        casts: 0,
        line: Vec::new(),
        bonus: Gusd::ZERO,
        chest_gusd: Gusd::ZERO,
        chest_usdt: Usdt::ZERO,
        table_hash: String::new(),
        client_seed: String::new(),
        started_at: Timestamp::default(),
        touched_at: Timestamp::default(),
    }
}

impl Comparison {
    fn expect(&mut self, holds: bool, sentence: impl FnOnce() -> String) {
        if !holds {
            self.differences.push(sentence());
        }
    }

    fn play(&mut self, dive: &mut Dive, detail: &Detail, table: &Paytable, seed: &ServerSeed) {
        let first_nonce = detail.casts.first().map_or(0, |cast| cast.nonce);
        for (index, recorded) in detail.casts.iter().take(usize::from(LEVELS)).enumerate() {
            let nonce = first_nonce.saturating_add(index as u64);
            let in_order =
                recorded.seq == dive.seq() && recorded.nonce == nonce && u32::from(recorded.level) == level(dive);
            self.expect(in_order, || {
                let Cast { seq, nonce, level, .. } = recorded;
                format!(
                    "Step {}: recorded as step {seq}, nonce {nonce}, level {level}, which is out of order.",
                    dive.seq()
                )
            });
            let Some(band) = u8::try_from(level(dive)).ok().and_then(|level| table.band(level)) else {
                self.differences
                    .push(format!("Step {}: there is no level {}.", dive.seq(), level(dive)));
                return;
            };
            let roll = dive.roll(band, seed, &detail.client_seed, recorded.nonce, recorded.shield);
            let agrees = roll == recorded.as_roll();
            self.expect(agrees, || {
                let Roll { t, kind, x10, .. } = &roll;
                format!(
                    "Step {}: the draw is t={t}, {kind:?} x10={x10}; recorded is t={}, {:?} x10={}.",
                    recorded.seq, recorded.t, recorded.kind, recorded.x10
                )
            });
            dive.apply(&roll);
            self.lines.push(Line {
                recorded: recorded.clone(),
                roll,
                agrees,
            });
        }
        self.expect(detail.casts.len() <= usize::from(LEVELS), || {
            format!("{} casts are more than a dive has.", detail.casts.len())
        });
    }

    /// A dive that was cancelled gave its stakes back and paid nothing, whatever its casts had brought.
    fn expect_nothing_paid(&mut self, dive: &Dive, result: &DiveResult) {
        self.expect_casts(dive, result);
        for (name, recorded) in [
            ("fish", result.fish),
            ("danger bonus", result.bonus),
            ("chests", result.chest_gusd),
            ("cash chests", result.chest_usdt.at_parity()),
            ("payout", result.payout),
            ("profit", result.profit),
        ] {
            self.expect(recorded == Gusd::ZERO, || {
                format!("The dive was cancelled, so its {name} should be 0.00; recorded is {recorded} (in gusd).")
            });
        }
        self.expect(!result.capped, || {
            "The dive was cancelled, and its payout is recorded as capped.".into()
        });
    }

    fn expect_casts(&mut self, dive: &Dive, result: &DiveResult) {
        self.expect(result.casts == dive.casts, || {
            format!("The result counts {} casts, {} are recorded.", result.casts, dive.casts)
        });
    }

    fn settle(&mut self, dive: &Dive, result: &DiveResult, table: &Paytable) {
        let cap = dive.stake.at_parity().minor().saturating_mul(table.max_dive_payout_x);
        let full = dive.line_value() + dive.safe() + dive.chest_usdt.at_parity();
        self.payout = Gusd::from_minor(full.minor().min(cap));
        let profit = (self.payout - dive.staked().at_parity()).minor().max(0);
        let (payout, cash) = (self.payout, dive.chest_usdt.min(self.payout.at_parity()));
        self.expect_casts(dive, result);
        for (name, recorded, computed) in [
            ("fish", result.fish, dive.line_value()),
            ("danger bonus", result.bonus, dive.bonus),
            ("chests", result.chest_gusd, dive.chest_gusd),
            ("cash chests", result.chest_usdt.at_parity(), cash.at_parity()),
            ("payout", result.payout, payout),
            ("profit", result.profit, Gusd::from_minor(profit)),
        ] {
            self.expect(recorded == computed, || {
                format!("The {name} should be {computed}, recorded is {recorded} (in gusd).")
            });
        }
        self.expect(result.capped == (full > payout), || {
            "The payout cap is recorded wrongly.".into()
        });
    }
}

// A forged start level must not overflow the byte of `Dive::level`.
fn level(dive: &Dive) -> u32 {
    u32::from(dive.start_level) + dive.casts
}

impl Cast {
    fn as_roll(&self) -> Roll {
        let Cast {
            t,
            kind,
            id,
            x10,
            value,
            bonus,
            destroyed,
            ..
        } = self.clone();
        Roll {
            t,
            kind,
            id,
            x10,
            value,
            bonus,
            destroyed,
        }
    }
}

/// What can be said about a dive from an answer of fishing/dive_detail alone.
pub enum Fairness {
    /// Everything agrees.
    Fair,
    /// It is open, its seed is sealed, or its record is not there yet.
    NotYet,
    /// Sentences that say what differs.
    Unfair(Vec<String>),
}

/// Judges a dive that was played with the built-in paytable.
pub fn fairness(answer: &str) -> Fairness {
    let Ok(detail) = parse(answer) else {
        return Fairness::NotYet;
    };
    match recompute(&detail, &Tables::new([])) {
        Ok(comparison) if comparison.differences.is_empty() => Fairness::Fair,
        Ok(comparison) => Fairness::Unfair(comparison.differences),
        Err(_) => Fairness::NotYet,
    }
}

/// Reads a dive from the answer of the call, or from the answer's `data` alone.
pub fn parse(text: &str) -> anyhow::Result<Detail> {
    let mut answer: Value = serde_json::from_str(text).context("the file is not JSON")?;
    if let Some(code) = answer.get("error").and_then(Value::as_i64).filter(|code| *code != 0) {
        bail!("the file holds the refusal {code}, not a dive");
    }
    let data = answer.get_mut("data").map(Value::take);
    serde_json::from_value(data.unwrap_or(answer)).context("the file is not an answer of fishing/dive_detail")
}
