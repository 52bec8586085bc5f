//! The two logins of a database (ledger §4.12): one owns the schema and migrates, the other serves and owns nothing.
//!
//! Rights belong to the role `ledger_app`, which nobody logs in as; the service's login is a member of it and of no
//! other. [`admit`] makes that login, or mends it. What a password is does not leave this process: the server is given
//! the verifier that it would have made of it.

mod verifier;

use crate::error::Fault;
use crate::schema::APPLICATION;
use percent_encoding::percent_decode_str;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection, Row};
use std::time::Duration;

/// What the service logs in as where nobody names a login: on the embedded server.
pub const SERVICE: &str = "ledger_service";

/// Roles are of the whole server, so programs that start at the same time may make the same one.
const ATTEMPTS_MAX: u32 = 20;
/// Pause between two attempts.
const ATTEMPT_PAUSE: Duration = Duration::from_millis(50);
/// Duplicate object, unique violation, and the internal error of two changes of one row of the catalogue.
const RACES: [&str; 3] = ["42710", "23505", "XX000"];

/// The role of the rights, and what is known of the login.
const STANDING: &str = "
select exists (select from pg_roles where rolname = $1) as has_application,
       exists (select from pg_roles where rolname = $2) as exists,
       coalesce((select rolcanlogin from pg_roles where rolname = $2), false) as may_log_in,
       exists (select from pg_auth_members m join pg_roles r on r.oid = m.roleid join pg_roles l on l.oid = m.member
                where r.rolname = $1 and l.rolname = $2) as is_member,
       exists (select from pg_roles
                where rolname = $2 and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls))
           as is_mighty,
       current_user::text = $2 as is_owner";

/// Makes the login that `service` names, with the password that stands there and the rights of the application, or
/// adds to an existing one what is missing. Nothing is changed where nothing is missing, so it needs the right to
/// create roles once only.
///
/// # Errors
/// [`Fault::Setting`] for a login that may do more than serve, or that cannot be made; [`Fault`] of the database.
pub async fn admit(owner: &PgConnectOptions, service: &PgConnectOptions) -> Result<(), Fault> {
    let mut connection = PgConnection::connect_with(owner).await?;
    for attempt in 1.. {
        match make(&mut connection, service).await {
            Err(Fault::Database(fault)) if attempt < ATTEMPTS_MAX && is_race(&fault) => {
                tokio::time::sleep(ATTEMPT_PAUSE).await;
            }
            made => {
                made?;
                break;
            }
        }
    }
    connection.close().await?;
    Ok(())
}

async fn make(owner: &mut PgConnection, service: &PgConnectOptions) -> Result<(), Fault> {
    let login = service.get_username();
    let standing = sqlx::query(STANDING)
        .bind(APPLICATION)
        .bind(login)
        .fetch_one(&mut *owner)
        .await?;
    let is = |name: &str| standing.try_get::<bool, _>(name);
    if login == APPLICATION {
        return Err(Fault::Setting(format!(
            "{login} is the role of the service's rights, which nobody logs in as: name another login in DATABASE_URL"
        )));
    }
    if is("is_owner")? {
        return Err(Fault::Setting(format!(
            "the service would log in as {login}, which migrates: name another login in DATABASE_URL, which \
             `ledger migrate` makes"
        )));
    }
    if is("is_mighty")? {
        return Err(Fault::Setting(format!(
            "the login {login} may do more than serve: name another one in DATABASE_URL, which `ledger migrate` makes"
        )));
    }
    if !is("has_application")? {
        change(owner, "create role %I nologin", APPLICATION, "").await?;
    }
    let is_ours = is("is_member")?;
    if !is("exists")? {
        change(owner, "create role %I login", login, "").await?;
    } else if !is("may_log_in")? {
        change(owner, "alter role %I login", login, "").await?;
    }
    if !is_ours {
        change(owner, "grant %I to %I", APPLICATION, login).await?;
    }
    if is_ours || !is("exists")? {
        set_password(owner, service).await?;
    }
    Ok(())
}

/// Gives the login the password that `service` has, unless it gets in already.
async fn set_password(owner: &mut PgConnection, service: &PgConnectOptions) -> Result<(), Fault> {
    let Some(password) = password(service)? else {
        return Ok(());
    };
    match service.connect().await {
        Ok(connection) => return Ok(connection.close().await?),
        Err(fault) if code(&fault).is_some_and(|code| code.starts_with("28")) => {}
        // Another address than the owner's may not be reached from here: what the service may do is checked there.
        Err(fault) => tracing::debug!(%fault, "the service's login was not tried"),
    }
    let verifier = verifier::of(&password);
    change(owner, "alter role %I password %L", service.get_username(), &verifier).await
}

/// The password of an address; none where there is none.
fn password(service: &PgConnectOptions) -> Result<Option<String>, Fault> {
    let url = service.to_url_lossy();
    let Some(encoded) = url.password() else {
        return Ok(None);
    };
    // PostgreSQL and its drivers normalise other letters first; a verifier made without that would not fit.
    let password = percent_decode_str(encoded).decode_utf8().ok();
    let password = password.filter(|password| password.bytes().all(|byte| (b' '..=b'~').contains(&byte)));
    let unfit = || Fault::Setting("the password in DATABASE_URL may have printable ASCII characters only".to_owned());
    password.map(|password| Some(password.into_owned())).ok_or_else(unfit)
}

/// Runs a statement about roles; names and texts are quoted by the server.
async fn change(owner: &mut PgConnection, statement: &str, first: &str, second: &str) -> Result<(), Fault> {
    let quoted: String = sqlx::query_scalar("select format($1, $2, $3)")
        .bind(statement)
        .bind(first)
        .bind(second)
        .fetch_one(&mut *owner)
        .await?;
    match owner.execute(quoted.as_str()).await {
        Ok(_) => Ok(()),
        Err(fault) if code(&fault).as_deref() == Some("42501") => Err(Fault::Setting(format!(
            "the login that migrates may not make the service's login: {fault}; give it the right once with \
             `alter role … createrole`, or let a superuser run `ledger migrate`"
        ))),
        Err(fault) => Err(fault.into()),
    }
}

fn code(fault: &sqlx::Error) -> Option<String> {
    let refusal = fault.as_database_error()?;
    refusal.code().map(|code| code.into_owned())
}

fn is_race(fault: &sqlx::Error) -> bool {
    code(fault).is_some_and(|code| RACES.contains(&code.as_str()))
}

/// Whether this login may migrate the database: it owns the schema, or there is none yet.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn may_migrate(login: &PgConnectOptions) -> Result<bool, Fault> {
    let mut connection = login.connect().await?;
    let may = sqlx::query_scalar(
        "select coalesce((select pg_has_role(current_user, relowner, 'member') from pg_class
                           where oid = to_regclass('_sqlx_migrations')), true)",
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    Ok(may)
}
