//! Amounts as people read them: with the decimals of their asset.

use domain::money::Asset;

/// An amount of minor units. A sum beyond every single amount, or of an asset nobody knows, is shown in minor units.
pub fn written(asset: &str, minor: i128) -> String {
    match (Asset::named(asset), i64::try_from(minor)) {
        (Some(asset), Ok(minor)) => asset.format(minor),
        _ => format!("{minor} minor units"),
    }
}

#[cfg(test)]
mod tests;
