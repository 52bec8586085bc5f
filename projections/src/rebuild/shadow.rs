//! The copy of a table in schema `rebuild`: made empty with the same columns, constraints,
//! indexes, triggers, owner and rights, and swapped in by moving it to the table's schema.
//! Names are unique in a schema only, so indexes and constraints keep theirs.

use super::Mode;
use ledger::Fault;
use sqlx::{Connection, Executor, PgConnection, Row};
use std::time::Duration;

/// The schema of the tables that serve.
pub(super) const LIVE: &str = "public";
/// The schema of the copies.
pub(super) const SHADOW: &str = "rebuild";

/// How long the swap waits for the table's lock, and every later reader behind it. Shorter than the
/// second after which PostgreSQL looks for deadlocks, so that no reader is ended for one.
const LOCK_TIME_MAX: &str = "250ms";
/// Pause for readers between two attempts.
const LOCK_PAUSE: Duration = Duration::from_millis(250);
/// Attempts before the swap gives up; the view then serves as before.
const LOCK_ATTEMPTS_MAX: u32 = 40;
/// SQLSTATE of a lock that was not given in time.
const LOCK_NOT_AVAILABLE: &str = "55P03";

/// The statements that give a copy what `like` leaves out, in the order in which they must run.
const REST: &str = "
    select format('alter table rebuild.%I add constraint %I %s', t.relname, c.conname, pg_get_constraintdef(c.oid)),
           1 as turn, c.conname as name
      from pg_constraint c join pg_class t on t.oid = c.conrelid
     where t.oid = $1::regclass and c.contype in ('p', 'u', 'x')
    union all
    select replace(pg_get_indexdef(i.indexrelid), format(' ON public.%I ', t.relname), format(' ON rebuild.%I ', t.relname)),
           2, x.relname
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
     where t.oid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
    union all
    select replace(pg_get_triggerdef(g.oid), format(' ON public.%I ', t.relname), format(' ON rebuild.%I ', t.relname)),
           3, g.tgname
      from pg_trigger g join pg_class t on t.oid = g.tgrelid
     where t.oid = $1::regclass and not g.tgisinternal
    union all
    select format('alter table rebuild.%I set (%s)', t.relname, array_to_string(t.reloptions, ', ')), 3, ''
      from pg_class t where t.oid = $1::regclass and t.reloptions is not null
    union all
    select format('alter table rebuild.%I owner to %s', t.relname, t.relowner::regrole), 3, ''
      from pg_class t where t.oid = $1::regclass
    union all
    select format('grant %s on rebuild.%I to %s', a.privilege_type, t.relname,
                  case a.grantee when 0 then 'public' else a.grantee::regrole::text end), 4, a.privilege_type
      from pg_class t cross join aclexplode(t.relacl) a
     where t.oid = $1::regclass and a.grantee <> t.relowner
     order by turn, name";

/// What a table is made of, without its schema: two tables with one shape serve the same statements equally.
const SHAPE: &str = "
    select string_agg(part, e'\\n' order by part) from (
        select format('column %s %s %s %s', a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull) as part
          from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        union all
        select format('constraint %s %s', c.conname, pg_get_constraintdef(c.oid))
          from pg_constraint c where c.conrelid = $1::regclass
        union all
        select regexp_replace(pg_get_indexdef(i.indexrelid), ' ON [a-z]+\\.', ' ON ')
          from pg_index i where i.indrelid = $1::regclass
        union all
        select regexp_replace(pg_get_triggerdef(g.oid), ' ON [a-z]+\\.', ' ON ')
          from pg_trigger g where g.tgrelid = $1::regclass and not g.tgisinternal
        union all
        select format('option %s', o) from pg_class t cross join unnest(t.reloptions) o where t.oid = $1::regclass
        union all
        select format('right %s %s', a.grantee::regrole, a.privilege_type)
          from pg_class t cross join aclexplode(t.relacl) a where t.oid = $1::regclass
    ) parts";

/// Makes an empty copy; what an interrupted rebuild left is dropped. One that never serves (`unlogged`)
/// need not survive a crash of the server.
pub(super) async fn create(connection: &mut PgConnection, table: &str, mode: Mode) -> Result<(), Fault> {
    discard(connection, table).await?;
    let kind = match mode {
        Mode::Books => "unlogged table",
        Mode::Following => "table",
    };
    let like = format!("create {kind} {SHADOW}.{table} (like {LIVE}.{table} including all excluding indexes)");
    connection.execute(like.as_str()).await?;
    let rest = sqlx::query(REST)
        .bind(format!("{LIVE}.{table}"))
        .fetch_all(&mut *connection)
        .await?;
    for row in rest {
        connection.execute(row.try_get::<&str, _>(0)?).await?;
    }
    Ok(())
}

/// Counts the copy's rows, so that the first statements after the swap are planned well.
pub(super) async fn analyze(connection: &mut PgConnection, table: &str) -> Result<(), Fault> {
    connection.execute(format!("analyze {SHADOW}.{table}").as_str()).await?;
    Ok(())
}

pub(super) async fn discard(connection: &mut PgConnection, table: &str) -> Result<(), Fault> {
    connection
        .execute(format!("drop table if exists {SHADOW}.{table}").as_str())
        .await?;
    Ok(())
}

/// Replaces the table by the copy. Statements that wait for the old table find the new one.
pub(super) async fn swap(transaction: &mut PgConnection, table: &str) -> Result<(), Fault> {
    lock(transaction, table).await?;
    if shape(transaction, LIVE, table).await? != shape(transaction, SHADOW, table).await? {
        return Err(Fault::Unknown(format!(
            "the table {table} was changed during its rebuild and serves as before: rebuild it again"
        )));
    }
    let swap = format!("drop table {LIVE}.{table}; alter table {SHADOW}.{table} set schema {LIVE}");
    transaction.execute(swap.as_str()).await?;
    Ok(())
}

/// Locks the table against its readers, between two of their statements.
async fn lock(transaction: &mut PgConnection, table: &str) -> Result<(), Fault> {
    let lock =
        format!("set local lock_timeout to '{LOCK_TIME_MAX}'; lock table {LIVE}.{table} in access exclusive mode");
    for _ in 0..LOCK_ATTEMPTS_MAX {
        let mut attempt = transaction.begin().await?;
        match attempt.execute(lock.as_str()).await {
            Ok(_) => return Ok(attempt.commit().await?),
            Err(sqlx::Error::Database(refusal)) if refusal.code().as_deref() == Some(LOCK_NOT_AVAILABLE) => {
                attempt.rollback().await?;
                tokio::time::sleep(LOCK_PAUSE).await;
            }
            Err(fault) => return Err(fault.into()),
        }
    }
    Err(Fault::Unknown(format!(
        "readers do not let go of {table}, which serves as before: rebuild it again"
    )))
}

async fn shape(connection: &mut PgConnection, schema: &str, table: &str) -> Result<String, Fault> {
    let row = sqlx::query(SHAPE)
        .bind(format!("{schema}.{table}"))
        .fetch_one(connection)
        .await?;
    Ok(row.try_get(0)?)
}
