//! What the service may do, as the role of its rights and as its own login: exactly what the
//! migrations grant it (ledger §4.12).
//!
//! Whoever holds the service's connection can undo its `set role`, so the login itself is looked at as well.

use super::declared::Declared;
use super::refuse;
use crate::error::Fault;
use crate::schema::APPLICATION;
use sqlx::{PgPool, Row};

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

/// Rights beyond those that migrations grant, whoever granted them: on every table, view and sequence that is no
/// extension's, on single columns where not on the whole, and on functions that act as their owner. A copy of a view
/// that is being rebuilt has the rights of the view.
const BEYOND: &str = "
with declared as (select * from unnest($2::text[], $3::text[]) as d(name, may)),
relation as (
    select c.oid, c.relname as name, c.relkind = 'S' as is_sequence,
           case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as shown
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'rebuild') and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
),
held as (
    select t.name, t.shown, v.may, null::text as of_column
      from relation t
     cross join unnest($4::text[] || case when current_setting('server_version_num')::int >= 170000
                                          then array['maintain'] else '{}' end) as v(may)
     where case when t.is_sequence then v.may in ('select', 'update') and has_sequence_privilege($1::name, t.oid, v.may)
                else has_table_privilege($1::name, t.oid, v.may) end
     union all
    select t.name, t.shown, v.may, a.attname
      from relation t
     cross join unnest(array['select', 'insert', 'update', 'references']) as v(may)
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     where not t.is_sequence and not has_table_privilege($1::name, t.oid, v.may)
       and has_any_column_privilege($1::name, t.oid, v.may) and has_column_privilege($1::name, t.oid, a.attnum, v.may)
     union all
    select t.name, t.shown, 'usage', null from relation t
     where t.is_sequence and has_sequence_privilege($1::name, t.oid, 'usage')
     union all
    select p.proname, 'the function ' || p.proname, 'execute', null
      from pg_proc p
     where p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'rebuild')) and p.prosecdef
       and has_function_privilege($1::name, p.oid, 'execute')
       and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
)
select h.may || ' ' || h.shown || coalesce(' (' || h.of_column || ')', '')
  from held h
 where not exists (select from declared d
                    where d.name = h.name and d.may in (h.may, h.may || ' (' || h.of_column || ')'))
 order by 1";

/// Every right on a table of version 15; from version 17 on there is one more.
const VERBS: [&str; 7] = [
    "select",
    "insert",
    "update",
    "delete",
    "truncate",
    "references",
    "trigger",
];

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
pub(super) async fn check(pool: &PgPool, declared: &Declared, allow_owner_login: bool) -> Result<(), Fault> {
    role(pool, declared, APPLICATION, "").await?;
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
    role(pool, declared, &login, OTHER_LOGIN).await
}

async fn might(pool: &PgPool, role: &str, otherwise: &str) -> Result<(), Fault> {
    refuse(pool, sqlx::query(MIGHT).bind(role), |attribute| {
        format!("the role {role} is {attribute}{otherwise}")
    })
    .await
}

async fn role(pool: &PgPool, declared: &Declared, role: &str, otherwise: &str) -> Result<(), Fault> {
    might(pool, role, otherwise).await?;
    refuse(pool, sqlx::query(OWNED).bind(role), |what| {
        format!("the role {role} owns {what} and could change facts; give it to the role that migrates{otherwise}")
    })
    .await?;
    let (names, rights): (Vec<_>, Vec<_>) = declared.rights.iter().cloned().unzip();
    let beyond = sqlx::query(BEYOND).bind(role).bind(names).bind(rights).bind(&VERBS[..]);
    refuse(pool, beyond, |what| {
        format!("the role {role} may {what}, which no migration grants; revoke that right{otherwise}")
    })
    .await?;
    refuse(pool, sqlx::query(CREATES).bind(role), |place| {
        format!("the role {role} may create objects in {place}; revoke that right from it and from public{otherwise}")
    })
    .await
}
