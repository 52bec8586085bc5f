//! The checks at start: a ledger does not run where facts could be lost or changed.
//!
//! Each refusal is one plain sentence that says what to do. What an earlier run
//! exported is compared with the log by whoever exported it, after these.

mod declared;
mod rights;

use crate::error::Fault;
use crate::{Options, synchrony};
use declared::{Declared, Trigger};
use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{PgPool, Postgres, Row};

/// Triggers of the migrations that are missing, are something else now, or are off. The coordinator of Citus shows those
/// of its distributed tables too.
const UNGUARDED: &str = "
select d.name || ' of ' || d.of_table || ' is missing, changed or off; create and enable it as in migration '
       || to_char(d.migration, 'FM0000')
  from unnest($1::text[], $2::text[], $3::text[], $4::smallint[], $5::bigint[])
       as d(name, of_table, calls, fires, migration)
 where not exists (select from pg_trigger t
                    where t.tgrelid = to_regclass('public.' || d.of_table)
                      and t.tgname = d.name
                      and t.tgfoid = to_regprocedure('public.' || d.calls)
                      and t.tgtype = d.fires
                      and t.tgenabled in ('O', 'A')
                      and t.tgqual is null
                      and t.tgattr = '')
 order by d.of_table, d.name";

/// Refuses a database that is not fit to hold money.
///
/// # Errors
/// [`Fault::Setting`] with the first thing that is wrong.
pub(crate) async fn run(pool: &PgPool, options: &Options) -> Result<(), Fault> {
    if !options.allow_unsafe_server {
        durability(pool, options).await?;
    }
    let declared = Declared::read();
    rights::check(pool, &declared, options.allow_owner_login).await?;
    let column = |of: fn(&Trigger) -> &str| declared.triggers.iter().map(of).collect::<Vec<&str>>();
    let unguarded = sqlx::query(UNGUARDED)
        .bind(column(|trigger| &trigger.name))
        .bind(column(|trigger| &trigger.table))
        .bind(column(|trigger| &trigger.function))
        .bind(
            declared
                .triggers
                .iter()
                .map(|trigger| trigger.fires)
                .collect::<Vec<_>>(),
        )
        .bind(
            declared
                .triggers
                .iter()
                .map(|trigger| trigger.migration)
                .collect::<Vec<_>>(),
        );
    refuse(pool, unguarded, |what| format!("the trigger {what}")).await?;
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
