//! Databases on Citus for tests, and a stand-in for it where there is none.
//!
//! `LEDGER_TEST_CITUS` names a server with Citus: test databases are then made there, each with the extension, and all
//! tests of this workspace that make databases run on it.
//!
//! The stand-in is plain PostgreSQL that says it has the extension. Its `create_distributed_table` refuses what Citus
//! refuses of a table's keys and triggers, and distributes nothing. So what this program asks of Citus is tested, and
//! not what Citus does.

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};

/// The address of a server with Citus.
pub const SERVER: &str = "LEDGER_TEST_CITUS";

/// Whether tests run on a server with Citus.
pub fn is_asked_for() -> bool {
    std::env::var(SERVER).is_ok()
}

/// Gives a new database the extension, where tests run on a server that has it.
pub async fn extend(database: &PgConnectOptions) {
    if !is_asked_for() {
        return;
    }
    let mut owner = database.connect().await.expect("the owner");
    owner
        .execute("create extension if not exists citus")
        .await
        .expect("the extension citus");
    owner.close().await.expect("closed");
}

/// Makes a database say that it is one of Citus. Needs a superuser; lasts as long as the database.
pub async fn stand_in(owner: &mut PgConnection) {
    owner.execute(STAND_IN).await.expect("a stand-in for Citus");
}

const STAND_IN: &str = r#"
set allow_system_table_mods = on;
create table pg_catalog.pg_dist_partition (logicalrelid regclass primary key, partmethod "char" not null,
                                           colocated_with text not null, number int not null);
create table pg_catalog.pg_dist_object (classid oid not null, objid oid not null, distribution_argument_index int);
grant select on pg_catalog.pg_dist_partition, pg_catalog.pg_dist_object to public;

create function pg_catalog.create_distributed_table(
    table_name regclass, distribution_column text, distribution_type text default 'hash',
    colocate_with text default 'default', shard_count int default null)
returns void language plpgsql as $$
begin
    if exists (select from pg_dist_partition where logicalrelid = table_name) then
        raise exception 'table "%" is already distributed', table_name;
    end if;
    if colocate_with <> 'none'
        and not exists (select from pg_dist_partition where logicalrelid = colocate_with::regclass) then
        raise exception 'relation % is not distributed', colocate_with;
    end if;
    if exists (select from pg_index i where i.indrelid = table_name and i.indisunique
                  and not exists (select from pg_attribute a
                                   where a.attrelid = table_name and a.attname = distribution_column
                                     and a.attnum = any(i.indkey))) then
        raise exception 'cannot create constraint on "%": distributed relations cannot have UNIQUE, EXCLUDE, or PRIMARY KEY constraints that do not include the partition column',
            table_name;
    end if;
    if exists (select from pg_constraint c where c.conrelid = table_name and c.contype in ('f', 'x'))
        or exists (select from pg_attribute a where a.attrelid = table_name and a.attidentity <> '') then
        raise exception 'cannot distribute relation: %', table_name;
    end if;
    if exists (select from pg_trigger t where t.tgrelid = table_name and not t.tgisinternal)
        and current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then
        raise exception 'cannot distribute relation "%" because it has triggers', table_name;
    end if;
    insert into pg_dist_partition
    select table_name, 'h', colocate_with, count(*) from pg_dist_partition;
end
$$;

create function pg_catalog.create_distributed_function(
    function_name regprocedure, distribution_arg_name text, colocate_with text default 'default')
returns void language plpgsql as $$
declare
    argument int;
begin
    select array_position(proargnames, distribution_arg_name) - 1 into argument from pg_proc where oid = function_name;
    if argument is null then
        raise exception 'cannot distribute the function "%" since the distribution argument is not valid', function_name;
    end if;
    if not exists (select from pg_dist_partition where logicalrelid = colocate_with::regclass) then
        raise exception 'relation % is not distributed', colocate_with;
    end if;
    if exists (select from pg_dist_object where objid = function_name) then
        raise exception 'function "%" is already distributed', function_name;
    end if;
    insert into pg_dist_object values ('pg_proc'::regclass, function_name, argument);
end
$$;

insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
values (4000000000, 'citus', current_user::regrole, 'pg_catalog'::regnamespace, false, 'stand-in');
set allow_system_table_mods = off
"#;
