//! Limits of requests: how often one player or one address may call (PRODUCT §4, T-69).
//!
//! Each bucket is one number, the theoretical arrival time of the generic cell rate
//! algorithm: a minute's worth may come at once, then the pace holds. Memory is
//! bounded; an idle bucket is full again and need not be kept.
//!
//! An address of IPv6 counts as its /64. `X-Forwarded-For` is believed only as far as
//! our own proxies wrote it. Knows nothing of sessions and of what is called.

use domain::config;
use domain::ids::PlayerId;
use domain::time::Timestamp;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Buckets kept at most, about 100 bytes each.
const BUCKETS_MAX: u64 = 200_000;
/// The window over which a limit is counted, in microseconds.
const WINDOW_US: i64 = 60_000_000;
/// A bucket idle for longer is as good as new.
const IDLE: Duration = Duration::from_secs(180);

/// What kind of call is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Logins of an address.
    Login,
    /// Claims and receives of a player.
    Claim,
    /// Casts of a player.
    Cast,
    /// Everything else.
    Other,
    /// Tokens of an address that nobody is known by.
    Stranger,
}

impl Class {
    /// Calls a minute.
    pub const fn per_min(self, limits: &config::Limits) -> u32 {
        match self {
            Class::Login => limits.login_per_min,
            Class::Claim => limits.claim_per_min,
            Class::Cast => limits.cast_per_min,
            Class::Other | Class::Stranger => limits.other_per_min,
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
}

/// An address as far as it tells callers apart.
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

/// The caller's address: the peer's own, or what the outermost of `proxies` trusted proxies saw.
/// Anything a client writes into `forwarded` itself stands further left and is not looked at.
pub fn address_of<'a>(peer: IpAddr, forwarded: impl Iterator<Item = &'a str>, proxies: u8) -> Address {
    let hops: Vec<&str> = forwarded.flat_map(|header| header.split(',')).map(str::trim).collect();
    let seen = usize::from(proxies)
        .checked_sub(1)
        .and_then(|inner| hops.iter().rev().nth(inner));
    seen.and_then(|hop| hop.parse::<IpAddr>().ok()).unwrap_or(peer).into()
}

/// All buckets of this process.
#[derive(Clone)]
pub struct Limits {
    buckets: moka::sync::Cache<(Subject, Class), Arc<AtomicI64>>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            buckets: moka::sync::Cache::builder()
                .max_capacity(BUCKETS_MAX)
                .time_to_idle(IDLE)
                .build(),
        }
    }
}

impl Limits {
    /// Counts one call.
    ///
    /// # Errors
    /// Milliseconds until the next call is welcome; the refused one was not counted.
    pub fn count(&self, subject: Subject, class: Class, per_min: u32, now: Timestamp) -> Result<(), i64> {
        let bucket = self.buckets.get_with((subject, class), Arc::default);
        let (now_us, step_us) = (now.0.saturating_mul(1_000), WINDOW_US / i64::from(per_min.max(1)));
        let mut known = bucket.load(Ordering::Relaxed);
        loop {
            let arrival = known.max(now_us) + step_us;
            let early_us = arrival - now_us - WINDOW_US;
            if early_us > 0 {
                return Err(early_us / 1_000 + 1);
            }
            match bucket.compare_exchange_weak(known, arrival, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Ok(()),
                Err(newer) => known = newer,
            }
        }
    }

    /// Whether one more call would be welcome; counts nothing.
    ///
    /// # Errors
    /// Milliseconds until it is.
    pub fn check(&self, subject: Subject, class: Class, per_min: u32, now: Timestamp) -> Result<(), i64> {
        let Some(bucket) = self.buckets.get(&(subject, class)) else {
            return Ok(());
        };
        let early_us = bucket.load(Ordering::Relaxed) + WINDOW_US / i64::from(per_min.max(1))
            - now.0.saturating_mul(1_000)
            - WINDOW_US;
        if early_us > 0 {
            Err(early_us / 1_000 + 1)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn a_minute_s_worth_may_come_at_once_then_the_pace_holds() {
        let limits = Limits::default();
        let subject = Subject::Player(PlayerId::of_messenger(1));
        let count = |ms| limits.count(subject, Class::Cast, 24, Timestamp(ms));
        assert!((0..24).all(|_| count(1_000_000) == Ok(())));
        assert_eq!(count(1_000_000), Err(2_501));
        assert_eq!(limits.check(subject, Class::Cast, 24, Timestamp(1_000_000)), Err(2_501));
        assert_eq!(count(1_002_500), Ok(()));
        assert!(count(1_002_500).is_err());
        assert_eq!(limits.count(subject, Class::Claim, 5, Timestamp(1_000_000)), Ok(()));
        assert!((0..24).all(|_| count(2_000_000) == Ok(())));
    }

    #[test]
    fn a_thousand_made_up_headers_do_not_raise_the_quota_t_69() {
        let limits = Limits::default();
        let passed = (0..1_000).filter(|number| {
            let header = format!("10.0.{}.{}", number / 250, number % 250);
            let address = address_of(ip("203.0.113.9"), std::iter::once(header.as_str()), 0);
            limits
                .count(Subject::Address(address), Class::Login, 10, Timestamp(5_000))
                .is_ok()
        });
        assert_eq!(passed.count(), 10);
    }

    #[test]
    fn believes_our_own_proxies_and_nobody_further_left_t_69() {
        let peer = ip("10.0.0.1");
        let seen = |header: &'static str, proxies| address_of(peer, std::iter::once(header), proxies);
        assert_eq!(seen("198.51.100.7", 0), peer.into());
        assert_eq!(seen("1.1.1.1, 198.51.100.7", 1), ip("198.51.100.7").into());
        assert_eq!(seen("1.1.1.1, 198.51.100.7, 10.0.0.2", 2), ip("198.51.100.7").into());
        assert_eq!(seen("nonsense", 1), peer.into());
        assert_eq!(seen("198.51.100.7", 2), peer.into());
        assert_eq!(
            address_of(peer, ["1.1.1.1", "198.51.100.7"].into_iter(), 1),
            ip("198.51.100.7").into()
        );
    }

    #[test]
    fn ipv6_counts_by_its_64_and_mapped_ipv4_by_itself_t_69() {
        assert_eq!(
            Address::from(ip("2001:db8:1:2:3::4")),
            Address::from(ip("2001:db8:1:2:ffff::1"))
        );
        assert_ne!(
            Address::from(ip("2001:db8:1:2::1")),
            Address::from(ip("2001:db8:1:3::1"))
        );
        assert_eq!(Address::from(ip("::ffff:192.0.2.1")), Address::from(ip("192.0.2.1")));
    }
}
