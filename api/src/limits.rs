//! Limits of requests: how often one player or one address may call (api §4, T-69); [`shared`] puts together what
//! several processes count.
//!
//! Each bucket is one number, the theoretical arrival time of the generic cell rate
//! algorithm: a window's worth may come at once, then the pace holds. Memory is
//! bounded; a bucket that was idle for its window is full again and need not be kept.
//!
//! An address of IPv6 counts as its /64. `X-Forwarded-For` is trusted only as far as
//! our own proxies wrote it. Knows nothing of sessions and of what is called.

pub mod shared;

use domain::config;
use domain::ids::PlayerId;
use domain::time::Timestamp;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use uuid::Uuid;

/// Buckets kept at most, about 100 bytes each.
const BUCKETS_MAX: u64 = 200_000;
/// A minute in microseconds.
const MINUTE_US: i64 = 60_000_000;
/// A bucket idle for longer is as good as new: longer than any window.
const IDLE: Duration = Duration::from_secs(3_700);

/// Withdrawals that one player may ask for in an hour (api §4).
const WITHDRAW_PER_HOUR: u32 = 5;

/// Wrong logins of staff from one address in a minute (api §4): whatever players are allowed, nobody guesses more often.
const STAFF_LOGINS_PER_MIN: u32 = 10;

/// What kind of call is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Logins of players from an address.
    Login,
    /// Wrong logins of staff from an address.
    StaffLogin,
    /// Claims and receives of a player.
    Claim,
    /// Casts of a player.
    Cast,
    /// Everything else.
    Other,
    /// Unknown tokens from an address.
    UnknownToken,
    /// Withdrawals that a player asks for, an hour.
    Withdraw,
    /// Codes of a player that no packet has (domain §3.10).
    WrongCode,
    /// Verifications of one task of a player (domain §3.9).
    Verify,
    /// Images that are sent for one form of a player, an hour.
    Upload,
}

impl Class {
    /// Calls in the window of this kind: a minute, unless its feature says otherwise.
    pub const fn per_min(self, limits: &config::Limits) -> u32 {
        match self {
            Class::Login => limits.login_per_min,
            Class::StaffLogin => STAFF_LOGINS_PER_MIN,
            Class::Claim => limits.claim_per_min,
            Class::Cast => limits.cast_per_min,
            Class::Withdraw => WITHDRAW_PER_HOUR,
            // The last three have windows and numbers of their own, which their feature holds.
            Class::Other | Class::UnknownToken | Class::WrongCode | Class::Verify | Class::Upload => {
                limits.other_per_min
            }
        }
    }

    /// The window over which this kind is counted.
    const fn window_us(self) -> i64 {
        match self {
            Class::WrongCode | Class::Withdraw | Class::Upload => 60 * MINUTE_US,
            _ => MINUTE_US,
        }
    }
}

/// Who is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A player, wherever the calls come from.
    Player(PlayerId),
    /// An address, whoever calls from it.
    Address(Address),
    /// Something of a player, by a digest of its name.
    Part(PlayerId, u64),
    /// A browser of staff, or a session there, wherever the calls come from.
    Browser(Uuid),
}

impl Subject {
    /// Something of a player, by name.
    pub fn part(player: PlayerId, name: &str) -> Subject {
        let mut digest = DefaultHasher::new();
        name.hash(&mut digest);
        Subject::Part(player, digest.finish())
    }
}

/// An address as far as it distinguishes callers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        Address(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        })
    }
}

impl Address {
    /// The address; of the sixth version as the network it is in.
    pub fn ip(self) -> IpAddr {
        self.0
    }

    /// False for addresses of private networks: they distinguish nobody.
    pub fn is_public(self) -> bool {
        match self.0 {
            IpAddr::V4(address) => {
                let carrier = address.octets()[0] == 100 && address.octets()[1] & 0xc0 == 0x40;
                !(address.is_private()
                    || address.is_loopback()
                    || address.is_link_local()
                    || address.is_unspecified()
                    || carrier)
            }
            IpAddr::V6(address) => {
                !(address.is_loopback()
                    || address.is_unspecified()
                    || address.is_unique_local()
                    || address.is_unicast_link_local())
            }
        }
    }
}

/// The caller's address: the peer's own, or what the outermost of `proxies` trusted proxies saw.
/// Anything that a client writes into the header itself is further left and is ignored, whatever its bytes are.
pub fn address_of<'a>(peer: IpAddr, forwarded: impl Iterator<Item = &'a [u8]>, proxies: u8) -> Address {
    let hops: Vec<&[u8]> = forwarded
        .flat_map(|header| header.split(|byte| *byte == b','))
        .collect();
    let seen = usize::from(proxies)
        .checked_sub(1)
        .and_then(|inner| hops.iter().rev().nth(inner));
    let seen = seen.and_then(|hop| str::from_utf8(hop).ok());
    seen.and_then(|hop| hop.trim().parse::<IpAddr>().ok())
        .unwrap_or(peer)
        .into()
}

/// Who is counted for what.
type Key = (Subject, Class);

/// One bucket, in microseconds.
#[derive(Debug, Default)]
struct Bucket {
    /// Theoretical arrival time of the next call.
    arrival: AtomicI64,
    /// What was let pass here and no other process knows.
    unsent: AtomicI64,
}

/// All buckets of this process.
#[derive(Clone)]
pub struct Limits {
    buckets: moka::sync::Cache<Key, Arc<Bucket>>,
    due: shared::Due,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            buckets: moka::sync::Cache::builder()
                .max_capacity(BUCKETS_MAX)
                .time_to_idle(IDLE)
                .build(),
            due: shared::Due::default(),
        }
    }
}

impl Limits {
    /// Counts one call, of which `most` may come in the window of their class.
    ///
    /// # Errors
    /// Milliseconds until the next call is allowed; the refused one was not counted.
    pub fn count(&self, subject: Subject, class: Class, most: u32, now: Timestamp) -> Result<(), i64> {
        let window_us = class.window_us();
        self.count_in(subject, class, window_us, window_us / i64::from(most.max(1)), now)
    }

    /// Counts one call, of which each comes `every_ms` after the one before.
    ///
    /// # Errors
    /// Milliseconds until the next call is allowed; the refused one was not counted.
    pub fn pace(&self, subject: Subject, class: Class, every_ms: i64, now: Timestamp) -> Result<(), i64> {
        let every_us = every_ms.saturating_mul(1_000);
        self.count_in(subject, class, every_us, every_us, now)
    }

    fn count_in(
        &self,
        subject: Subject,
        class: Class,
        window_us: i64,
        step_us: i64,
        now: Timestamp,
    ) -> Result<(), i64> {
        let bucket = self.buckets.get_with((subject, class), Arc::default);
        let now_us = now.0.saturating_mul(1_000);
        let mut known = bucket.arrival.load(Ordering::Relaxed);
        let left_us = loop {
            let arrival = known.max(now_us) + step_us;
            let early_us = arrival - now_us - window_us;
            if early_us > 0 {
                return Err(early_us / 1_000 + 1);
            }
            let set = bucket
                .arrival
                .compare_exchange_weak(known, arrival, Ordering::Relaxed, Ordering::Relaxed);
            match set {
                Ok(_) => break arrival - now_us,
                Err(newer) => known = newer,
            }
        };
        // What was let pass long ago is over: others need not hear of it.
        let unsent = bucket.unsent.fetch_add(step_us, Ordering::Relaxed) + step_us;
        self.due.note((subject, class), &bucket, unsent.min(left_us), window_us);
        Ok(())
    }

    /// Takes a call back that was counted and is none of those that are limited.
    pub fn give_back(&self, subject: Subject, class: Class, most: u32) {
        let window_us = class.window_us();
        let step_us = window_us / i64::from(most.max(1));
        let Some(bucket) = self.buckets.get(&(subject, class)) else {
            return;
        };
        bucket.arrival.fetch_sub(step_us, Ordering::Relaxed);
        // Below nothing where others have heard of the call: they hear of this too.
        let unsent = bucket.unsent.fetch_sub(step_us, Ordering::Relaxed) - step_us;
        self.due.note((subject, class), &bucket, -unsent, window_us);
    }

    /// Whether one more call would be allowed; counts nothing.
    ///
    /// # Errors
    /// Milliseconds until it is.
    pub fn check(&self, subject: Subject, class: Class, most: u32, now: Timestamp) -> Result<(), i64> {
        let Some(bucket) = self.buckets.get(&(subject, class)) else {
            return Ok(());
        };
        let window_us = class.window_us();
        let early_us = bucket.arrival.load(Ordering::Relaxed) + window_us / i64::from(most.max(1))
            - now.0.saturating_mul(1_000)
            - window_us;
        if early_us > 0 {
            Err(early_us / 1_000 + 1)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests;
