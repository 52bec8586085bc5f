//! `ledger staff`: accounts of members of staff. The first one is made here; the console makes the others.

use settings::table::Table;
use crate::commands::{Failure, database, moment, staff, subject};
use settings::{BadSetting, Mode, Settings};
use api::staff::accounts;
use api::staff::credentials::{self, Issued};
use clap::Subcommand;
use domain::ids::{PlayerId, StaffId};
use domain::staff::{Add, Decided, Role, Roles, StaffCommand};
use domain::time::Timestamp;
use ledger::{Ledger, Request};
use uuid::Uuid;

/// Who acts on the command line: somebody who holds the machine and the master key, so nobody of staff.
const OPERATOR: &str = "operator";

/// Add, list, disable, enable and reset accounts of staff.
#[derive(clap::Args, Debug)]
pub struct Staff {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Make an account; its password and the secret of its second factor are printed once
    Add {
        /// Up to 60 letters, digits, dots, dashes, underscores and @
        #[arg(value_parser = staff::name)]
        name: String,
        /// What the member does; several may be given
        #[arg(long, value_name = "ROLE", required = true, value_parser = role)]
        role: Vec<Role>,
        /// The player that the member is, if any: nobody decides about the own money
        #[arg(long, value_name = "PLAYER", value_parser = subject::player)]
        own: Option<PlayerId>,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT", default_value = "made on the command line")]
        reason: String,
    },
    /// Every account with its roles and open sessions
    List,
    /// Close an account; its sessions end at once
    Disable {
        /// The account
        #[arg(value_parser = staff::name)]
        name: String,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Open a closed account again
    Enable {
        /// The account
        #[arg(value_parser = staff::name)]
        name: String,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// New password and second factor; the member's sessions end at once
    Reset {
        /// The account
        #[arg(value_parser = staff::name)]
        name: String,
        /// Why; recorded for ever
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Print the code of the second factor at this moment; development only
    Code {
        /// The account
        #[arg(value_parser = staff::name)]
        name: String,
    },
}

fn role(text: &str) -> Result<Role, String> {
    let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    Role::named(text).ok_or_else(|| format!("the roles are {}", names.join(", ")))
}

fn decided(reason: String) -> Decided {
    Decided {
        by: OPERATOR.to_owned(),
        reason,
    }
}

/// A request of the operator's own, under which the credentials are made.
fn request() -> Request {
    Request::system("system:operator", Uuid::new_v4())
}

impl Staff {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        if matches!(self.act, Act::Code { .. }) && settings.mode == Mode::Production {
            let sentence = "LEDGER_MODE is production: codes come from the member's authenticator alone.";
            return Err(BadSetting(sentence.into()).into());
        }
        staff::on_ledger(settings, async |ledger| match self.act {
            Act::Add {
                name,
                role,
                own,
                reason,
            } => add(ledger, name, role.into_iter().collect(), own, reason).await,
            Act::List => list(ledger).await,
            Act::Disable { name, reason } => tell(ledger, &name, StaffCommand::Disable(decided(reason))).await,
            Act::Enable { name, reason } => tell(ledger, &name, StaffCommand::Enable(decided(reason))).await,
            Act::Reset { name, reason } => {
                let issued = accounts::reset(ledger, &name, decided(reason), request()).await;
                print(&name, &issued.map_err(failure)?);
                Ok(())
            }
            Act::Code { name } => code(ledger, &name).await,
        })
        .await
    }
}

fn failure(failure: api::error::Failure) -> Failure {
    match failure {
        api::error::Failure::Fault(fault) => database::failure(fault),
        refused => {
            let (code, data) = (refused.code(), refused.data());
            Failure::Usage(format!(
                "Refused with {code}: {}.",
                api::staff::openapi::message(code, &data)
            ))
        }
    }
}

async fn add(
    ledger: &Ledger,
    name: String,
    roles: Roles,
    own: Option<PlayerId>,
    reason: String,
) -> Result<(), Failure> {
    let add = Add {
        name: name.clone(),
        roles,
        own,
        decided: decided(reason),
    };
    let issued = accounts::add(ledger, add, request()).await.map_err(failure)?;
    print(&name, &issued);
    Ok(())
}

/// The only time that anybody sees them.
fn print(name: &str, issued: &Issued) {
    println!("name           {name}");
    println!("password       {}", issued.password);
    println!("second factor  {}", issued.totp_secret);
    println!("               {}", issued.otpauth_url);
}

async fn tell(ledger: &Ledger, name: &str, command: StaffCommand) -> Result<(), Failure> {
    staff::accepted(accounts::ask(ledger, StaffId::of(name), command, request()).await)?;
    println!("{name}: done.");
    Ok(())
}

async fn list(ledger: &Ledger) -> Result<(), Failure> {
    let now = ledger.clock().now();
    let mut table = Table::new(&["name", "roles", "closed", "sessions", "waits until"]);
    for account in accounts::list(ledger).await.map_err(database::failure)? {
        let roles: Vec<&str> = account.state.roles.iter().map(|role| role.name()).collect();
        let open = account.state.sessions.iter().filter(|open| now < open.expires_at);
        let waits = account.locked_until_ms > now.0;
        table.row(vec![
            account.state.name.clone().unwrap_or_default(),
            roles.join(" "),
            if account.state.is_disabled { "closed" } else { "" }.to_owned(),
            open.count().to_string(),
            if waits {
                moment::write(Timestamp(account.locked_until_ms))
            } else {
                String::new()
            },
        ]);
    }
    print!("{table}");
    Ok(())
}

async fn code(ledger: &Ledger, name: &str) -> Result<(), Failure> {
    let code = credentials::code_of(ledger, StaffId::of(name), ledger.clock().now()).await;
    match code.map_err(database::failure)? {
        Some(code) => {
            println!("{code}");
            Ok(())
        }
        None => Err(Failure::Usage(format!("There is no account {name}."))),
    }
}
