//! `ledger staff`: sessions and accounts of members of staff. Two of security make accounts, so the first of a list and the
//! second of security are made on the database, by whoever holds the machine and the master key; every other act is a
//! call of a logged-in account.

use super::client::Client;
use super::key::{Key, Signing};
use super::login::{Activate, Login, Password};
use super::{call, on_ledger};
use crate::commands::{Failure, database, staff, subject};
use ::staff::accounts;
use ::staff::credentials;
use clap::Subcommand;
use domain::ids::{PlayerId, StaffId};
use domain::staff::{Add, Decided, Role, SECURITY_MIN};
use ledger::{Ledger, Request};
use serde_json::json;
use settings::{BadSetting, Mode, Settings};
use uuid::Uuid;

/// Who makes the first account: the holder of the machine and the master key, so nobody of staff.
const OPERATOR: &str = "operator";

/// Log in and out; activate the own account; add, list, change, disable, enable and reset accounts of staff and their keys; make any call of the staff service.
#[derive(clap::Args, Debug)]
pub struct Staff {
    #[command(subcommand)]
    act: Act,
    /// Print the data of the answer as JSON
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand, Debug)]
enum Act {
    Login(Login),
    /// End the session and remove its file
    Logout,
    /// Who is logged in, and what the account may do
    Me,
    /// Propose an account; the code with which its owner activates it is printed once, and good once another of security
    /// approved. Without a session it makes the first account, and the second of security, at once
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
        #[command(flatten)]
        signing: Signing,
    },
    /// Every account with its roles and open sessions
    List,
    Activate(Activate),
    Password(Password),
    /// Propose other roles for an account; its sessions end with the approval
    Roles {
        #[command(flatten)]
        account: Account,
        /// What the member does; several may be given
        #[arg(long, value_name = "ROLE", required = true, value_parser = role)]
        role: Vec<Role>,
    },
    /// Close an account; its sessions end at once
    Disable(Account),
    /// Propose to open a closed account again
    Enable(Account),
    /// Propose that the owner chooses password and second factor anew, with a code that is printed once; the member's
    /// sessions end with the approval
    Reset(Account),
    /// Keys with which members sign what they approve
    #[command(subcommand)]
    Key(Key),
    /// Print the code of the second factor at this moment; development only
    Code {
        /// The account
        #[arg(value_parser = staff::name)]
        name: String,
    },
    /// Make any call of `ledger openapi --staff`; a request id is made for those that need one
    Call {
        #[command(flatten)]
        signing: Signing,
        /// The call, for example withdrawals/list
        #[arg(value_name = "NOUN/VERB")]
        call: String,
        /// The fields of its body: --field value, lists with commas or several times, objects as JSON
        #[arg(value_name = "FIELDS", trailing_var_arg = true, allow_hyphen_values = true)]
        fields: Vec<String>,
    },
}

#[derive(clap::Args, Debug)]
struct Account {
    /// The account
    #[arg(value_parser = staff::name)]
    name: String,
    /// Why; recorded for ever
    #[arg(long, value_name = "TEXT")]
    reason: String,
    #[command(flatten)]
    signing: Signing,
}

fn role(text: &str) -> Result<Role, String> {
    let names: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    Role::named(text).ok_or_else(|| format!("the roles are {}", names.join(", ")))
}

fn names(roles: &[Role]) -> Vec<&'static str> {
    roles.iter().map(|role| role.name()).collect()
}

impl Staff {
    /// Does it.
    pub async fn run(self, settings: &Settings) -> Result<(), Failure> {
        match self.act {
            Act::Login(login) => return login.run(settings, self.json).await,
            Act::Activate(activate) => return activate.run(settings).await,
            Act::Password(password) => return password.run(settings).await,
            Act::Logout => return Client::open(settings)?.log_out().await,
            Act::Code { name } => return code(settings, &name).await,
            Act::Key(key) => {
                let answer = key.run(settings).await?;
                answer.iter().for_each(|answer| answer.print(self.json));
                return Ok(());
            }
            _ => {}
        }
        let Some(client) = Client::stored(settings)? else {
            return match self.act {
                Act::Add {
                    name,
                    role,
                    own,
                    reason,
                    signing: _,
                } => first(settings, name, &role, own, reason).await,
                _ => Client::open(settings).map(drop),
            };
        };
        let answer = match self.act {
            Act::Me => client.read("session/me", json!({})).await?,
            Act::List => client.read("staff/list", json!({})).await?,
            Act::Add {
                name,
                role,
                own,
                reason,
                signing,
            } => {
                let body = json!({ "name": name, "roles": names(&role), "own": own.map(|own| own.to_string()) });
                signing.act(&client, "staff/add", &reason, body).await?
            }
            Act::Roles { account, role } => {
                let body = json!({ "name": account.name, "roles": names(&role) });
                let signing = &account.signing;
                signing.act(&client, "staff/roles", &account.reason, body).await?
            }
            Act::Disable(account) => account.change(&client, "staff/disable").await?,
            Act::Enable(account) => account.change(&client, "staff/enable").await?,
            Act::Reset(account) => account.change(&client, "staff/reset").await?,
            Act::Call { signing, call, fields } => signing.any(&client, &call, call::body(&call, &fields)?).await?,
            Act::Login(_) | Act::Logout | Act::Activate(_) | Act::Password(_) | Act::Code { .. } | Act::Key(_) => {
                return Ok(());
            }
        };
        answer.print(self.json);
        Ok(())
    }
}

impl Account {
    async fn change(&self, client: &Client, call: &str) -> Result<super::client::Answer, Failure> {
        let body = json!({ "name": self.name });
        self.signing.act(client, call, &self.reason, body).await
    }
}

/// Makes the first account, and the second of security: fewer can make nobody.
async fn first(
    settings: &Settings,
    name: String,
    roles: &[Role],
    own: Option<PlayerId>,
    reason: String,
) -> Result<(), Failure> {
    on_ledger(settings, async |ledger| {
        let is_first = accounts::list(ledger).await.map_err(database::failure)?.is_empty();
        let security = accounts::security(ledger).await.map_err(database::failure)?;
        if !is_first && (security >= SECURITY_MIN || !roles.contains(&Role::Security)) {
            return Client::open(settings).map(drop);
        }
        let add = Add {
            name: name.clone(),
            roles: roles.iter().copied().collect(),
            own,
            code: None,
            decided: Decided {
                by: OPERATOR.to_owned(),
                approver: None,
                reason,
            },
        };
        let request = Request::system("system:operator", Uuid::new_v4());
        let code = accounts::add(ledger, add, request).await.map_err(refused)?;
        // The only time that the code is shown.
        println!("name  {name}\ncode  {code}\n      `ledger staff activate {name} --code CODE` within three days");
        Ok(())
    })
    .await
}

/// Why a call was not done, as a person at the command line reads it.
pub fn refused(failure: api::error::Failure) -> Failure {
    match failure {
        api::error::Failure::Fault(fault) => database::failure(fault),
        refused => {
            let (code, data) = (refused.code(), refused.data());
            let message = ::staff::openapi::message(code, &data);
            let field = match &refused {
                api::error::Failure::Invalid(field) => format!(" ({field})"),
                api::error::Failure::Broken(finding) => format!(" ({})", finding),
                _ => String::new(),
            };
            Failure::Usage(format!("Refused with {code}: {message}{field}."))
        }
    }
}

async fn code(settings: &Settings, name: &str) -> Result<(), Failure> {
    if settings.service.mode == Mode::Production {
        let sentence = "LEDGER_MODE is production: codes come from the member's authenticator alone.";
        return Err(BadSetting(sentence.into()).into());
    }
    on_ledger(settings, async |ledger| print_code(ledger, name).await).await
}

async fn print_code(ledger: &Ledger, name: &str) -> Result<(), Failure> {
    let code = credentials::code_of(ledger, StaffId::of(name), ledger.clock().now()).await;
    match code.map_err(database::failure)? {
        Some(code) => {
            println!("{code}");
            Ok(())
        }
        None => Err(Failure::Usage(format!(
            "There is no account {name}: `ledger staff list` shows all."
        ))),
    }
}
