//! Amounts and counts as people read them: with the decimals of their asset, with their noun.

use domain::money::Asset;
use std::fmt::Display;

/// An amount of minor units. A sum beyond every single amount, or of an asset nobody knows, is shown in minor units.
pub fn written(asset: &str, minor: i128) -> String {
    match (Asset::named(asset), i64::try_from(minor)) {
        (Some(asset), Ok(minor)) => asset.format(minor),
        _ => format!("{minor} minor units"),
    }
}

/// A count with its noun, whose plural ends in "s": "1 break", "3 breaks".
pub fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let ending = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{ending}")
}

#[cfg(test)]
mod tests;
