//! Citus: the rows of the logs spread over the nodes of a distributed PostgreSQL (ledger §4.14).
//!
//! Each table whose rows lie with their owner's log becomes a distributed table with `partition` as distribution column;
//! `heads` is the first, and the others are colocated with it, so that everything of one log lies on one node. Tables
//! of the house (`check (partition = 0)`) and tables without a partition stay local, on the coordinator.
//!
//! Every step can be repeated: what is done is not done again, and what an interrupted run left is finished.
//!
//! Knows nothing of nodes: how many there are, and on which of them a shard lies, is the operator's.

use crate::append::function;
use crate::error::Fault;
use crate::schema::APPLICATION;
use sqlx::{Executor, PgConnection, PgExecutor};
use std::collections::BTreeSet;

/// Shards at least: the number that Citus takes by itself. The number of a log decides by its hash in which shard it
/// lies, so several logs may share one.
const SHARDS_MIN: i32 = 32;

/// Which server a session is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Engine {
    /// One PostgreSQL that holds every log.
    Plain,
    /// The coordinator of a Citus cluster.
    Citus,
}

impl Engine {
    /// Asks the server.
    ///
    /// # Errors
    /// Of the database.
    pub(crate) async fn of(executor: impl PgExecutor<'_>) -> Result<Engine, sqlx::Error> {
        let is_citus = sqlx::query_scalar("select exists (select from pg_extension where extname = 'citus')")
            .fetch_one(executor)
            .await?;
        Ok(if is_citus { Engine::Citus } else { Engine::Plain })
    }
}

/// Tables whose rows lie with their owner's log, as the catalogue has them: `heads` first.
const OF_LOGS: &str = "
select t.relname::text
  from pg_class t
  join pg_attribute a on a.attrelid = t.oid and a.attname = 'partition' and not a.attisdropped
 where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
   and not exists (select from pg_constraint c
                    where c.conrelid = t.oid and c.contype = 'c'
                      and pg_get_constraintdef(c.oid) = 'CHECK ((partition = 0))')
 order by t.relname <> 'heads', t.relname";

/// Those that are distributed. Only a server with Citus has this table.
const DISTRIBUTED: &str = "
select t.relname::text from pg_catalog.pg_dist_partition p join pg_class t on t.oid = p.logicalrelid
 where t.relnamespace = 'public'::regnamespace and p.partmethod = 'h'";

/// A row of the catalogue of Citus that names the log's parameter: without one, calls are not sent to its node.
const IS_DELEGATED: &str = "
select exists (select from pg_catalog.pg_dist_object
                where classid = 'pg_proc'::regclass and objid = to_regproc($1)::oid
                  and distribution_argument_index is not null)";

/// Spreads what is not spread yet, on a server with Citus; on any other nothing is done.
///
/// # Errors
/// [`Fault::Setting`] with the table that Citus refuses, and why.
pub(super) async fn distribute(owner: &mut PgConnection, partitions: u16) -> Result<(), Fault> {
    if Engine::of(&mut *owner).await? == Engine::Plain {
        return Ok(());
    }
    keep_triggers(owner).await?;
    admit_between_nodes(owner).await?;
    for table in missing(owner).await? {
        spread(owner, &table, partitions).await?;
    }
    delegate_append(owner).await
}

/// Refuses a database of which a table is not spread, since rows of one log would lie in two places, or whose append no
/// node runs.
///
/// # Errors
/// [`Fault::Setting`].
pub(super) async fn require_distributed(connection: &mut PgConnection) -> Result<(), Fault> {
    if Engine::of(&mut *connection).await? == Engine::Plain {
        return Ok(());
    }
    if let Some(table) = missing(connection).await?.first() {
        return Err(Fault::Setting(format!(
            "the table {table} is not distributed over the nodes of Citus: run `ledger migrate`"
        )));
    }
    if is_delegated(connection).await? {
        return Ok(());
    }
    Err(Fault::Setting(
        "the append does not run on the nodes of Citus: run `ledger migrate`".into(),
    ))
}

/// Whether Citus sends calls of the append to the node of their log.
async fn is_delegated(connection: &mut PgConnection) -> Result<bool, Fault> {
    let query = sqlx::query_scalar(IS_DELEGATED).bind(function::NAME);
    Ok(query.fetch_one(connection).await?)
}

/// Tables of logs that are not distributed.
async fn missing(connection: &mut PgConnection) -> Result<Vec<String>, Fault> {
    let done: Vec<String> = sqlx::query_scalar(DISTRIBUTED).fetch_all(&mut *connection).await?;
    let done = BTreeSet::from_iter(done);
    let all: Vec<String> = sqlx::query_scalar(OF_LOGS).fetch_all(connection).await?;
    Ok(all.into_iter().filter(|table| !done.contains(table)).collect())
}

/// Citus distributes a table with triggers only where a setting allows it. Those of facts look at their own row alone, and
/// that of proposals at events of the same log, which lie on the same node.
async fn keep_triggers(owner: &mut PgConnection) -> Result<(), Fault> {
    let durable: String = sqlx::query_scalar(
        "select format('alter database %I set citus.enable_unsafe_triggers = on', current_database())",
    )
    .fetch_one(&mut *owner)
    .await?;
    let set = format!("{durable}; set citus.enable_unsafe_triggers = on");
    match owner.execute(set.as_str()).await {
        Ok(_) => Ok(()),
        Err(error) => Err(refused(
            &format!("the setting with which tables keep their triggers (`{durable}`)"),
            &error,
        )),
    }
}

/// Nodes open connections to each other as the role that a session acts as. The role has no password: only what the
/// nodes accept from each other lets it in.
async fn admit_between_nodes(owner: &mut PgConnection) -> Result<(), Fault> {
    let may_log_in: bool = sqlx::query_scalar("select rolcanlogin from pg_roles where rolname = $1")
        .bind(APPLICATION)
        .fetch_one(&mut *owner)
        .await?;
    if may_log_in {
        return Ok(());
    }
    match owner.execute(format!("alter role {APPLICATION} login").as_str()).await {
        Ok(_) => Ok(()),
        Err(error) => Err(refused(&format!("`alter role {APPLICATION} login`"), &error)),
    }
}

/// Each table in a transaction of its own: a long one would hold locks on all of them.
async fn spread(owner: &mut PgConnection, table: &str, partitions: u16) -> Result<(), Fault> {
    let place = format!("public.{table}");
    if table != "heads" {
        return colocate(owner, &place).await;
    }
    sqlx::query(
        "select create_distributed_table($1::text::regclass, 'partition', colocate_with := 'none',
                                         shard_count := $2::int)",
    )
    .bind(place)
    .bind(SHARDS_MIN.max(i32::from(partitions)))
    .execute(owner)
    .await
    .map_err(|error| refused(&format!("to distribute the table {table}"), &error))?;
    Ok(())
}

/// Distributes a table in the way of `heads`.
async fn colocate(owner: &mut PgConnection, place: &str) -> Result<(), Fault> {
    let table = place.trim_start_matches("public.");
    sqlx::query("select create_distributed_table($1::text::regclass, 'partition', colocate_with := 'public.heads')")
        .bind(place)
        .execute(owner)
        .await
        .map_err(|error| refused(&format!("to distribute the table {table}"), &error))?;
    Ok(())
}

/// Distributes a new table, whose rows will lie with their owner's log, with the others; on a server without Citus
/// nothing is done.
///
/// # Errors
/// [`Fault::Setting`] when Citus refuses it.
pub async fn distribute_with_logs(owner: &mut PgConnection, table: &str) -> Result<(), Fault> {
    match Engine::of(&mut *owner).await? {
        Engine::Plain => Ok(()),
        Engine::Citus => colocate(owner, table).await,
    }
}

/// Lets a transaction that reads all logs change a table afterwards: Citus reads over several connections to a node, and
/// changes nothing of a table that was read over more than one. On a server without Citus nothing is done.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn read_over_one_connection(transaction: &mut PgConnection) -> Result<(), Fault> {
    if Engine::of(&mut *transaction).await? == Engine::Citus {
        let settings = "set local citus.max_adaptive_executor_pool_size = 1;
                        set local citus.multi_shard_modify_mode = 'sequential'";
        transaction.execute(settings).await?;
    }
    Ok(())
}

/// The append as a function, which Citus runs on the node of the log.
async fn delegate_append(owner: &mut PgConnection) -> Result<(), Fault> {
    owner.execute(function::definition().as_str()).await?;
    if is_delegated(owner).await? {
        return Ok(());
    }
    sqlx::query(
        "select create_distributed_function($1::text::regprocedure, $2::text, colocate_with := 'public.heads')",
    )
    .bind(function::signature())
    .bind(function::PARTITION)
    .execute(owner)
    .await
    .map_err(|error| refused("to run the append on the node of its log", &error))?;
    Ok(())
}

fn refused(what: &str, error: &sqlx::Error) -> Fault {
    let why = error
        .as_database_error()
        .map_or_else(|| error.to_string(), |answer| answer.message().to_owned());
    Fault::Setting(format!("Citus refuses {what}: {why}"))
}
