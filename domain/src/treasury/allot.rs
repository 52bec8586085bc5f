//! Allotments of the promo budget: the day's unlock pool and red packets of USDT.
//!
//! The pool of a day is `min(pool_max, pool_min + share of yesterday's positive net
//! revenue)` (domain §2.8), and never more than what is free. Net, not gross: with
//! the largest referral a share of gross would exceed the margin. An allotment contains
//! the command that uses it, so that the policy can continue after a crash (`policies.rs`).

use super::fund::AMOUNT_MAX;
use super::{Treasury, TreasuryEvent};
use crate::config::exchange::Unlock;
use crate::ids::{PacketId, StockId};
use crate::money::Usdt;
use crate::red_packet::CreatePacket;
use crate::refusal::{Refusal, field};
use crate::stream::{Context, Decision};
use crate::time::Day;
use serde::{Deserialize, Serialize};

/// Most shards of a day's pool (domain §2.9: 64).
const SHARDS_MAX: u16 = 64;

/// The purpose of an allotment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Allotment {
    /// The unlock pool of a day.
    Pool {
        /// The UTC day.
        day: Day,
        /// Yesterday's net revenue, which may be negative.
        ngr: Usdt,
        /// Into how many stocks it is split.
        shards: u16,
    },
    /// A red packet of USDT.
    Packet {
        /// The complete packet.
        create: Box<CreatePacket>,
    },
}

/// The allotment that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Returned {
    /// A shard of a pool.
    Pool(StockId),
    /// A red packet.
    Packet(PacketId),
}

/// Allots the day's unlock pool; issued by the clock at 00:05.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllotPool {
    pub day: Day,
    /// Yesterday's net revenue: paid stakes less payouts less referral.
    pub ngr: Usdt,
    /// Into how many stocks it is split.
    pub shards: u16,
}

/// Allots the total of a red packet of USDT: staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllotPacket {
    /// The complete packet.
    pub create: Box<CreatePacket>,
}

/// Returns an allotment, or a part of it; issued by policies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReturnPromo {
    pub source: Returned,
    /// The unused amount.
    pub amount: Usdt,
}

/// The pool of a day, from the previous day's net revenue.
pub fn pool_of_day(rules: &Unlock, ngr: Usdt) -> Usdt {
    let share = i128::from(ngr.minor().max(0)) * i128::from(rules.pool_share_ppm) / 1_000_000;
    let pool = i128::from(rules.pool_min.minor()) + share;
    i64::try_from(pool).map_or(rules.pool_max, |pool| Usdt::from_minor(pool).min(rules.pool_max))
}

/// The part of a pool in the stock `shard` of `shards`; together they are the whole pool.
pub fn pool_shard(pool: Usdt, shard: u16, shards: u16) -> Usdt {
    let (each, rest) = (pool.minor() / i64::from(shards), pool.minor() % i64::from(shards));
    Usdt::from_minor(each + i64::from(i64::from(shard) < rest))
}

impl AllotPool {
    pub(super) fn decide(&self, treasury: &Treasury, context: &Context) -> Result<Decision<TreasuryEvent>, Refusal> {
        if self.day != context.now.day() {
            return Err(field("day"));
        }
        if !(1..=SHARDS_MAX).contains(&self.shards) {
            return Err(field("shards"));
        }
        let amount = pool_of_day(&context.config.exchange.unlock, self.ngr).min(treasury.promo_free);
        if amount <= Usdt::ZERO {
            return Err(Refusal::InsufficientUsdt);
        }
        let purpose = Allotment::Pool {
            day: self.day,
            ngr: self.ngr,
            shards: self.shards,
        };
        let decision = Decision::from(TreasuryEvent::PromoAllotted {
            purpose,
            amount,
            config_version: context.config.version,
        });
        Ok(decision.claiming(format!("pool:{}", self.day), Refusal::StateChanged))
    }
}

impl AllotPacket {
    pub(super) fn decide(&self, treasury: &Treasury, context: &Context) -> Result<Decision<TreasuryEvent>, Refusal> {
        self.create.check(context)?;
        let amount = self.create.total.usdt().ok_or_else(|| field("total"))?;
        if amount > treasury.promo_free {
            return Err(Refusal::InsufficientUsdt);
        }
        let decision = Decision::from(TreasuryEvent::PromoAllotted {
            purpose: Allotment::Packet {
                create: self.create.clone(),
            },
            amount,
            config_version: context.config.version,
        });
        let key = format!("packet_allotted:{}", self.create.packet);
        Ok(decision.claiming(key, Refusal::StateChanged))
    }
}

impl ReturnPromo {
    pub(super) fn decide(&self) -> Result<Decision<TreasuryEvent>, Refusal> {
        if !(1..=AMOUNT_MAX).contains(&self.amount.minor()) {
            return Err(field("amount"));
        }
        let (source, amount) = (self.source, self.amount);
        Ok(TreasuryEvent::PromoReturned { source, amount }.into())
    }
}
