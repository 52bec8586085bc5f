//! What the commands of staff share: the ledger they work on, a name, and what a refusal is.
//!
//! The command line knows nobody by password: whoever holds the machine says who acts. The rules that ask
//! for two people compare these names, as they do for the console.

mod accounts;
pub mod demo;

pub use accounts::Staff;

use super::{Failure, database, migrate};
use settings::Settings;
use ledger::{CommandError, Ledger, Reply, Request};

/// Longest name of a staff member.
const NAME_MAX: usize = 60;

/// Reads the name of a staff member.
pub fn name(text: &str) -> Result<String, String> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_@".contains(&byte);
    if (1..=NAME_MAX).contains(&text.len()) && text.bytes().all(plain) {
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

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_is_short_and_plain() {
        assert_eq!(name("ann.b@house"), Ok("ann.b@house".into()));
        assert!(name("").is_err() && name("ann b").is_err() && name(&"x".repeat(61)).is_err());
    }
}
