//! What the service may do, as the role of its rights and as its own login: no more than it needs (ledger §4.12).
//!
//! Whoever holds the service's connection can undo its `set role`, so the login itself is looked at as well.

use super::refuse;
use crate::error::Fault;
use crate::schema::APPLICATION;
use sqlx::{PgPool, Row};

/// Tables that are only ever added to.
pub(super) const FACTS: [&str; 6] = [
    "events",
    "postings",
    "requests",
    "natural_keys",
    "checkpoints",
    "log_checkpoints",
];

/// Tables that functions alone write, each of which checks what it is asked for.
const GUARDED: [&str; 11] = [
    "ended_launches",
    "ended_sessions",
    "incoming_payments",
    "payout_messages",
    "payout_replacements",
    "payout_slots",
    "payout_switches",
    "payout_wallets",
    "sessions",
    "spent_launches",
    "staff_sessions",
];

/// Every right with which a table is changed.
const WRITES: [&str; 4] = ["insert", "update", "delete", "truncate"];

/// Attributes of a role with which it could make itself the owner.
const MIGHT: &str = "
select m.attribute || ' and could change facts; run: alter role ' || r.rolname || ' ' || m.without
  from pg_roles r
 cross join lateral (values
       (1, 'a superuser', 'nosuperuser', r.rolsuper),
       (2, 'allowed to create roles', 'nocreaterole', r.rolcreaterole),
       (3, 'allowed to create databases', 'nocreatedb', r.rolcreatedb),
       (4, 'allowed to replicate', 'noreplication', r.rolreplication),
       (5, 'allowed to bypass row security', 'nobypassrls', r.rolbypassrls)) as m(turn, attribute, without, has)
 where r.rolname = $1 and m.has
 order by m.turn";

/// Roles that the login is a member of, directly or through others, beside that of its rights. Who owns the database is
/// found by what it owns.
const MEMBER: &str = "
select r.rolname::text from pg_roles r
 where pg_has_role($1::name, r.oid, 'member') and r.rolname not in ($1, $2, 'pg_database_owner')
 order by r.rolname";

/// What a role owns, or a role whose rights it has.
const OWNED: &str = "
select owned.what
  from (select 'the table ' || relname, relowner from pg_class
         where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('public', 'rebuild'))
        union all select 'the function ' || proname, proowner from pg_proc where pronamespace = 'public'::regnamespace
        union all select 'the schema ' || nspname, nspowner from pg_namespace where nspname in ('public', 'rebuild')
        union all select 'the database ' || datname, datdba from pg_database where datname = current_database())
       as owned(what, owner)
 where pg_has_role($1::name, owned.owner, 'member')
 order by owned.what";

/// Rights on tables beyond those that the service needs, whoever granted them.
const GRANTED: &str = "
select g.verb || ' ' || f.name
  from unnest($2::text[]) as f(name), unnest($3::text[]) as g(verb)
 where has_table_privilege($1::name, f.name, g.verb)
    or g.verb = 'update' and has_any_column_privilege($1::name, f.name, g.verb)
 order by 1";

/// Where a role could put what others would run or read in its place.
const CREATES: &str = "
select c.place
  from (select 'the schema ' || nspname, has_schema_privilege($1::name, oid, 'create') from pg_namespace
         where nspname in ('public', 'rebuild')
        union all select 'the database ' || current_database(),
                         has_database_privilege($1::name, current_database()::text, 'create')) as c(place, may)
 where c.may order by 1";

/// What else can be done where the login of the service is the wrong one.
const OTHER_LOGIN: &str = ", or name another login in DATABASE_URL, which `ledger migrate` makes";

/// Refuses rights that the service does not need: of its role always, and of its login unless that may own the schema.
pub(super) async fn check(pool: &PgPool, allow_owner_login: bool) -> Result<(), Fault> {
    role(pool, APPLICATION, "").await?;
    if allow_owner_login {
        return Ok(());
    }
    let row = sqlx::query("select session_user::text").fetch_one(pool).await?;
    let login: String = row.try_get(0)?;
    might(pool, &login, OTHER_LOGIN).await?;
    refuse(pool, sqlx::query(MEMBER).bind(&login).bind(APPLICATION), |role| {
        format!("the role {login} is a member of {role} and could act as it; revoke {role} from it{OTHER_LOGIN}")
    })
    .await?;
    role(pool, &login, OTHER_LOGIN).await
}

async fn might(pool: &PgPool, role: &str, otherwise: &str) -> Result<(), Fault> {
    refuse(pool, sqlx::query(MIGHT).bind(role), |attribute| {
        format!("the role {role} is {attribute}{otherwise}")
    })
    .await
}

async fn role(pool: &PgPool, role: &str, otherwise: &str) -> Result<(), Fault> {
    might(pool, role, otherwise).await?;
    refuse(pool, sqlx::query(OWNED).bind(role), |what| {
        format!("the role {role} owns {what} and could change facts; give it to the role that migrates{otherwise}")
    })
    .await?;
    let facts = ["update", "delete", "truncate"];
    let granted = sqlx::query(GRANTED).bind(role).bind(&FACTS[..]).bind(&facts[..]);
    refuse(pool, granted, |what| {
        format!("the role {role} may {what}, but facts never change; revoke that right{otherwise}")
    })
    .await?;
    let guarded = sqlx::query(GRANTED).bind(role).bind(&GUARDED[..]).bind(&WRITES[..]);
    refuse(pool, guarded, |what| {
        format!("the role {role} may {what}, which functions alone write; revoke that right{otherwise}")
    })
    .await?;
    refuse(pool, sqlx::query(CREATES).bind(role), |place| {
        format!("the role {role} may create objects in {place}; revoke that right from it and from public{otherwise}")
    })
    .await
}
