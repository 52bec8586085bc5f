//! What the commands of staff share: the name of an account, the client of the staff service, and the ledger for what
//! needs no account.

mod accounts;
mod call;
pub mod client;
#[cfg(feature = "tools")]
pub mod demo;
pub mod key;
mod login;
mod print;

pub use accounts::{Staff, refused};

use super::{Failure, database, migrate};
use ledger::Ledger;
use settings::Settings;

/// Reads the name of a staff account.
pub fn name(text: &str) -> Result<String, String> {
    if domain::staff::is_name(text) {
        Ok(text.to_owned())
    } else {
        Err("a name has up to 60 letters, digits, dots, dashes, underscores and @".into())
    }
}

/// Does something on the migrated ledger of these settings.
///
/// # Errors
/// A setting that leads to no ledger, or what `work` ended with.
pub async fn on_ledger(
    settings: &Settings,
    work: impl AsyncFnOnce(&Ledger) -> Result<(), Failure>,
) -> Result<(), Failure> {
    // Before anything is started: in production a missing secret ends here.
    settings.secrets()?;
    let opened = database::open(settings).await?;
    let done = async {
        let ledger = migrate::prepare(settings, &opened).await?;
        let done = work(&ledger).await;
        ledger.close().await;
        done
    };
    let done = done.await;
    opened.close().await?;
    done
}

#[cfg(test)]
mod tests;
