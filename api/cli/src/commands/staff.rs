//! What the commands of staff share: the name of an account, the client of the staff service, and the ledger for what
//! needs no account.

mod accounts;
mod call;
pub mod client;
pub mod demo;
mod login;
mod print;

pub use accounts::Staff;

use super::{Failure, database, migrate};
use ledger::{CommandError, Ledger, Reply, Request};
use settings::Settings;

/// Reads the name of a staff account.
pub fn name(text: &str) -> Result<String, String> {
    if domain::staff::is_name(text) {
        Ok(text.to_owned())
    } else {
        Err("a name has up to 60 letters, digits, dots, dashes, underscores and @".into())
    }
}

/// A request of a staff member. It is decided anew each time: the rules themselves refuse what is done already.
pub fn request(by: &str) -> Request {
    Request {
        actor: format!("staff:{by}"),
        ..Request::default()
    }
}

/// The reply, if the rules accepted the command.
///
/// # Errors
/// One sentence with the code of the refusal: nothing was done.
pub fn accepted(reply: Result<Reply, CommandError>) -> Result<Reply, Failure> {
    match reply {
        Ok(reply) if reply.is_accepted() => Ok(reply),
        Ok(reply) => Err(Failure::Usage(format!(
            "Refused with {}: {}.",
            reply.code, reply.message
        ))),
        Err(CommandError::Fault(fault)) => Err(database::failure(fault)),
        Err(busy) => Err(Failure::Fault(busy.into())),
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
mod tests {
    use super::name;

    #[test]
    fn a_name_is_short_and_plain() {
        assert_eq!(name("ann.b@house"), Ok("ann.b@house".into()));
        assert!(name("").is_err() && name("ann b").is_err() && name(&"x".repeat(61)).is_err());
    }
}
