//! The checks at start: a ledger does not run where facts could be lost or changed.
//!
//! Each refusal is one plain sentence that says what to do. What an earlier run
//! exported is compared with the log by whoever exported it, after these.

mod rights;

use crate::error::Fault;
use crate::{Options, synchrony};
use rights::FACTS;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgPool, Postgres, Row};

/// Facts without a trigger that fires before any change. The bits: 27 is before update and delete of each row,
/// 34 is before truncate. A distributed PostgreSQL refuses triggers and has the grants alone (migration 0300).
const UNGUARDED: &str = "
select g.verb || ' of ' || f.name
  from unnest($1::text[]) as f(name),
       (values ('update and delete', 27), ('truncate', 34)) as g(verb, bits)
 where not exists (select from pg_extension where extname = 'citus')
   and not exists (select from pg_trigger t
                    where t.tgrelid = f.name::regclass
                      and t.tgfoid = to_regprocedure('facts_never_change()')
                      and t.tgtype & g.bits = g.bits
                      and t.tgenabled in ('O', 'A')
                      and t.tgqual is null
                      and t.tgattr = '')
 order by 1";

/// Refuses a database that is not fit to hold money.
///
/// # Errors
/// [`Fault::Setting`] with the first thing that is wrong.
pub(crate) async fn run(pool: &PgPool, options: &Options) -> Result<(), Fault> {
    if !options.allow_unsafe_server {
        durability(pool, options).await?;
    }
    rights::check(pool, options.allow_owner_login).await?;
    refuse(pool, sqlx::query(UNGUARDED).bind(&FACTS[..]), |what| {
        format!("no trigger refuses {what}; create and enable the triggers of migration 0300")
    })
    .await?;
    setting(
        pool,
        "session_replication_role",
        &["origin", "local"],
        "no trigger protects the facts; set it to origin",
    )
    .await
}

/// Refuses a server that may lose what it acknowledged (ledger §4.9), alone or with a standby.
async fn durability(pool: &PgPool, options: &Options) -> Result<(), Fault> {
    for name in ["fsync", "full_page_writes", "synchronous_commit"] {
        let sound = ["on", "local", "remote_write", "remote_apply"];
        setting(pool, name, &sound, "what was acknowledged may be lost; turn it on").await?;
    }
    synchrony::require(pool, options.synchronous).await
}

async fn setting(pool: &PgPool, name: &str, sound: &[&str], otherwise: &str) -> Result<(), Fault> {
    let row = sqlx::query("select current_setting($1)")
        .bind(name)
        .fetch_one(pool)
        .await?;
    let value: String = row.try_get(0)?;
    if sound.contains(&value.as_str()) {
        return Ok(());
    }
    Err(Fault::Setting(format!(
        "the server runs with {name}={value}: {otherwise}"
    )))
}

/// Refuses with the first row that `query` finds.
async fn refuse(
    pool: &PgPool,
    query: Query<'_, Postgres, PgArguments>,
    says: impl Fn(&str) -> String,
) -> Result<(), Fault> {
    match query.fetch_optional(pool).await? {
        Some(row) => Err(Fault::Setting(says(row.try_get(0)?))),
        None => Ok(()),
    }
}
