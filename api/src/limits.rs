//! Limits of requests: how often one player or one address may call (api §4, T-69).
//!
//! Each bucket is one number, the theoretical arrival time of the generic cell rate
//! algorithm: a window's worth may come at once, then the pace holds. Memory is
//! bounded; a bucket that was idle for its window is full again and need not be kept.
//!
//! An address of IPv6 counts as its /64. `X-Forwarded-For` is believed only as far as
//! our own proxies wrote it. Knows nothing of sessions and of what is called.

use domain::config;
use domain::ids::PlayerId;
use domain::time::Timestamp;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

/// Buckets kept at most, about 100 bytes each.
const BUCKETS_MAX: u64 = 200_000;
/// A minute in microseconds.
const MINUTE_US: i64 = 60_000_000;
/// A bucket idle for longer is as good as new: longer than any window.
const IDLE: Duration = Duration::from_secs(3_700);

/// Withdrawals that one player may ask for in an hour (api §4).
const WITHDRAW_PER_HOUR: u32 = 5;

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
    /// Withdrawals that a player asks for, an hour.
    Withdraw,
    /// Codes of a player that no packet has (domain §3.10).
    WrongCode,
    /// Verifications of one task of a player (domain §3.9).
    Verify,
}

impl Class {
    /// Calls in the window of this kind: a minute, unless its feature says otherwise.
    pub const fn per_min(self, limits: &config::Limits) -> u32 {
        match self {
            Class::Login => limits.login_per_min,
            Class::Claim => limits.claim_per_min,
            Class::Cast => limits.cast_per_min,
            Class::Withdraw => WITHDRAW_PER_HOUR,
            // The last two have windows and numbers of their own, which the configuration of their feature holds.
            Class::Other | Class::Stranger | Class::WrongCode | Class::Verify => limits.other_per_min,
        }
    }

    /// The window over which this kind is counted.
    const fn window_us(self) -> i64 {
        match self {
            Class::WrongCode | Class::Withdraw => 60 * MINUTE_US,
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
}

impl Subject {
    /// Something of a player, by name.
    pub fn part(player: PlayerId, name: &str) -> Subject {
        let mut digest = DefaultHasher::new();
        name.hash(&mut digest);
        Subject::Part(player, digest.finish())
    }
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

impl Address {
    /// The address; of the sixth version as the network it is in.
    pub fn ip(self) -> IpAddr {
        self.0
    }

    /// False for addresses of private networks: they tell nobody from anybody.
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
    /// Counts one call, of which `most` may come in the window of their class.
    ///
    /// # Errors
    /// Milliseconds until the next call is welcome; the refused one was not counted.
    pub fn count(&self, subject: Subject, class: Class, most: u32, now: Timestamp) -> Result<(), i64> {
        let window_us = class.window_us();
        self.take(subject, class, window_us, window_us / i64::from(most.max(1)), now)
    }

    /// Counts one call, of which each comes `every_ms` after the one before.
    ///
    /// # Errors
    /// Milliseconds until the next call is welcome; the refused one was not counted.
    pub fn pace(&self, subject: Subject, class: Class, every_ms: i64, now: Timestamp) -> Result<(), i64> {
        let every_us = every_ms.saturating_mul(1_000);
        self.take(subject, class, every_us, every_us, now)
    }

    fn take(&self, subject: Subject, class: Class, window_us: i64, step_us: i64, now: Timestamp) -> Result<(), i64> {
        let bucket = self.buckets.get_with((subject, class), Arc::default);
        let now_us = now.0.saturating_mul(1_000);
        let mut known = bucket.load(Ordering::Relaxed);
        loop {
            let arrival = known.max(now_us) + step_us;
            let early_us = arrival - now_us - window_us;
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
    pub fn check(&self, subject: Subject, class: Class, most: u32, now: Timestamp) -> Result<(), i64> {
        let Some(bucket) = self.buckets.get(&(subject, class)) else {
            return Ok(());
        };
        let window_us = class.window_us();
        let early_us = bucket.load(Ordering::Relaxed) + window_us / i64::from(most.max(1))
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
    fn ten_wrong_codes_come_at_once_and_then_one_in_six_minutes() {
        let limits = Limits::default();
        let subject = Subject::Player(PlayerId::of_messenger(1));
        let count = |ms| limits.count(subject, Class::WrongCode, 10, Timestamp(ms));
        assert!((0..10).all(|_| count(1_000_000) == Ok(())));
        assert_eq!(count(1_000_000), Err(360_001));
        assert_eq!(count(1_360_000), Ok(()));
        assert!(count(1_360_000).is_err());
    }

    #[test]
    fn each_part_of_a_player_has_its_own_pace() {
        let limits = Limits::default();
        let player = PlayerId::of_messenger(1);
        let verify = |task, ms| limits.pace(Subject::part(player, task), Class::Verify, 10_000, Timestamp(ms));
        assert_eq!((verify("a", 50_000), verify("b", 50_000)), (Ok(()), Ok(())));
        assert_eq!((verify("a", 59_999), verify("a", 60_000)), (Err(2), Ok(())));
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
