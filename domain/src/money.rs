//! Money as integers in minor units.
//!
//! One type per asset, so that gold coins and USDT are never added. Parsing
//! rejects what is not exactly representable and never rounds; formatting is canonical (domain §5).
//! Accounts and balances are in other modules.

use serde::{Deserialize, Serialize};
use std::fmt::Write;
use thiserror::Error;

/// An asset of domain §1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asset {
    /// Gold coins, whole.
    Coin,
    Diamond,
    /// Game tokens, two decimals.
    Gusd,
    /// USDT, six decimals.
    Usdt,
    /// Coupons, six decimals.
    Coupon,
}

impl Asset {
    /// All assets, in the order reports list them.
    pub const ALL: [Asset; 5] = [Asset::Coin, Asset::Diamond, Asset::Gusd, Asset::Usdt, Asset::Coupon];

    /// Number of decimals of the minor unit (domain §1).
    pub const fn scale(self) -> u32 {
        match self {
            Asset::Coin | Asset::Diamond => 0,
            Asset::Gusd => 2,
            Asset::Usdt | Asset::Coupon => 6,
        }
    }

    /// The permanent name in the journal.
    pub const fn name(self) -> &'static str {
        match self {
            Asset::Coin => "coin",
            Asset::Diamond => "diamond",
            Asset::Gusd => "gusd",
            Asset::Usdt => "usdt",
            Asset::Coupon => "coupon",
        }
    }

    /// The asset of a journal name.
    pub fn named(name: &str) -> Option<Asset> {
        Asset::ALL.into_iter().find(|asset| asset.name() == name)
    }

    /// `minor` units written with this asset's decimals.
    pub fn format(self, minor: i64) -> String {
        format_minor(minor, self.scale())
    }
}

/// Why a written amount was refused. Nothing is ever rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum AmountError {
    /// Not `digits` or `digits.digits` in ASCII, without sign or exponent.
    #[error("an amount is written in plain digits, for example 12.5")]
    NotPlainDigits,
    /// More decimals than the asset has.
    #[error("an amount has at most {0} decimals here")]
    TooManyDecimals(u32),
    /// Does not fit into 64 bits of minor units.
    #[error("an amount is too large")]
    TooLarge,
}

/// `minor` units written with `scale` decimals, canonical.
pub fn format_minor(minor: i64, scale: u32) -> String {
    let mut text = String::with_capacity(21);
    write_minor(&mut text, minor, scale).expect("a string takes everything");
    text
}

fn write_minor(out: &mut impl Write, minor: i64, scale: u32) -> std::fmt::Result {
    let unit = 10_u64.pow(scale);
    let (whole, rest) = (minor.unsigned_abs() / unit, minor.unsigned_abs() % unit);
    let sign = if minor < 0 { "-" } else { "" };
    match scale {
        0 => write!(out, "{sign}{whole}"),
        _ => write!(out, "{sign}{whole}.{rest:0width$}", width = scale as usize),
    }
}

/// Reads an unsigned decimal with at most `scale` decimals into minor units.
///
/// # Errors
/// [`AmountError`], never a rounded value.
pub fn parse_minor(text: &str, scale: u32) -> Result<i64, AmountError> {
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
        Some(_) => return Err(AmountError::NotPlainDigits),
        None => (text, ""),
    };
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let padded = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || padded || !plain(whole) || !plain(fraction) {
        return Err(AmountError::NotPlainDigits);
    }
    let missing = (scale as usize)
        .checked_sub(fraction.len())
        .ok_or(AmountError::TooManyDecimals(scale))?;
    let digits = whole
        .bytes()
        .chain(fraction.bytes())
        .chain(std::iter::repeat_n(b'0', missing));
    let shifted = |minor: i64, digit: u8| minor.checked_mul(10)?.checked_add(i64::from(digit - b'0'));
    digits.into_iter().try_fold(0, shifted).ok_or(AmountError::TooLarge)
}

/// Reads a recorded amount, which may be negative, without copying its text.
struct Written {
    scale: u32,
}

impl serde::de::Visitor<'_> for Written {
    type Value = i64;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an amount as a decimal string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<i64, E> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        parse_minor(digits, self.scale)
            .map(|minor| sign * minor)
            .map_err(E::custom)
    }
}

macro_rules! money {
    ($(#[$doc:meta])* $name:ident, $asset:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(i64);

        impl $name {
            pub const ZERO: $name = $name(0);
            /// The asset this type counts.
            pub const ASSET: Asset = $asset;

            /// `minor` units.
            pub const fn from_minor(minor: i64) -> Self {
                $name(minor)
            }

            /// The number of minor units.
            pub const fn minor(self) -> i64 {
                self.0
            }

            /// Reads a plain decimal.
            ///
            /// # Errors
            /// [`AmountError`] when it is not exactly representable.
            pub fn parse(text: &str) -> Result<Self, AmountError> {
                parse_minor(text, Self::ASSET.scale()).map($name)
            }

            /// True for exactly zero.
            pub const fn is_zero(self) -> bool {
                self.0 == 0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write_minor(formatter, self.0, Self::ASSET.scale())
            }
        }

        // Overflow panics instead of wrapping: no reachable amount comes near 2^63.
        impl std::ops::Add for $name {
            type Output = $name;
            fn add(self, other: $name) -> $name {
                $name(self.0.checked_add(other.0).expect("amount overflow"))
            }
        }

        impl std::ops::Sub for $name {
            type Output = $name;
            fn sub(self, other: $name) -> $name {
                $name(self.0.checked_sub(other.0).expect("amount overflow"))
            }
        }

        impl std::ops::AddAssign for $name {
            fn add_assign(&mut self, other: $name) {
                *self = *self + other;
            }
        }

        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = $name>>(amounts: I) -> $name {
                amounts.fold($name::ZERO, |sum, amount| sum + amount)
            }
        }

        impl Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Written { scale: Self::ASSET.scale() }).map($name)
            }
        }
    };
}

money!(Coin, Asset::Coin);
money!(Diamond, Asset::Diamond);
money!(
    /// Game tokens in hundredths. One hundredth is worth one micro-USDT (domain F6).
    Gusd,
    Asset::Gusd
);
money!(
    /// USDT in millionths.
    Usdt,
    Asset::Usdt
);
money!(
    /// Coupons in millionths; one is made of one USDT (domain §10.9).
    Coupon,
    Asset::Coupon
);

impl Gusd {
    /// The value at the fixed factor 10000 gusd = 1 USDT (domain §10.1): exact, both minor units are equal.
    pub const fn at_parity(self) -> Usdt {
        Usdt(self.0)
    }
}

impl Usdt {
    /// The value at the fixed factor 10000 gusd = 1 USDT (domain §10.1): exact.
    pub const fn at_parity(self) -> Gusd {
        Gusd(self.0)
    }

    /// Coupons of the same worth, 1:1 (domain §10.9).
    pub const fn as_coupons(self) -> Coupon {
        Coupon(self.0)
    }
}

impl Coupon {
    /// USDT of the same worth, 1:1 (domain §10.9).
    pub const fn as_usdt(self) -> Usdt {
        Usdt(self.0)
    }
}

impl Coin {
    /// The value at parity 1 coin = 1 gusd (domain §1).
    pub fn at_parity(self) -> Gusd {
        Gusd(self.0.checked_mul(100).expect("amount overflow"))
    }
}

#[cfg(test)]
mod tests;
