//! A ledger refuses to start where facts could be lost or changed (ledger §4.9, T-57), in one plain
//! sentence each.

use ledger::synchrony::Synchronous;
use ledger::testing::private_server::PrivateServer;
use ledger::testing::{database, migrate, options};
use ledger::{Fault, Ledger, Options, schema};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor, PgConnection};

/// What a start on this database says; nothing when it starts.
async fn refusal(database: &PgConnectOptions) -> Option<String> {
    refusal_of(options(database.clone())).await
}

pub async fn refusal_of(options: Options) -> Option<String> {
    match Ledger::connect(options).await {
        Ok(ledger) => {
            ledger.close().await;
            None
        }
        Err(Fault::Setting(sentence)) => Some(sentence),
        Err(fault) => panic!("{fault}"),
    }
}

async fn owner(database: &PgConnectOptions) -> PgConnection {
    database.connect().await.expect("the owner")
}

/// Spoils the database, expects the sentence, and mends it again.
pub async fn check(database: &PgConnectOptions, spoil: &str, sentence: &str, mend: &str) {
    let mut owner = owner(database).await;
    owner.execute(spoil).await.expect(spoil);
    assert_eq!(refusal(database).await.as_deref(), Some(sentence), "{spoil}");
    owner.execute(mend).await.expect(mend);
    assert_eq!(refusal(database).await, None, "{mend}");
}

/// Spoils the database, returns what a start then says, and mends it again.
async fn said_after(database: &PgConnectOptions, owner: &mut PgConnection, spoil: &str, mend: &str) -> Option<String> {
    owner.execute(spoil).await.expect(spoil);
    let said = refusal(database).await;
    owner.execute(mend).await.expect(mend);
    said
}

/// Every table of the schema, every right on it and on its first column, and whether the service has it.
const RIGHTS: &str = "
select c.relname::text || column_of.shown, may || column_of.list || ' on ' || c.relname
  from pg_class c
 cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as may
  join pg_attribute a on a.attrelid = c.oid and a.attnum = 1
 cross join lateral (values ('', ''), (' (' || a.attname || ')', ' (' || a.attname || ')')) as column_of(shown, list)
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
   and not has_table_privilege('ledger_app', c.oid, may)
   and (column_of.list = '' or may = 'update' and not has_column_privilege('ledger_app', c.oid, 1::smallint, may))
 order by 1, 2";

#[tokio::test(flavor = "multi_thread")]
async fn refuses_every_right_on_every_table_that_no_migration_grants() {
    let database = database(1).await;
    assert_eq!(refusal(&database).await, None);
    let mut owner = owner(&database).await;
    let rights: Vec<(String, String)> = sqlx::query_as(RIGHTS).fetch_all(&mut owner).await.expect("rights");
    assert!(rights.len() > 250, "only {} rights", rights.len());
    for (turn, (on, right)) in rights.iter().enumerate() {
        let to = ["ledger_app", "public"][turn % 2];
        let may = right.split([' ']).next().unwrap_or_default();
        let sentence = format!("the role ledger_app may {may} {on}, which no migration grants; revoke that right");
        let (grant, revoke) = (format!("grant {right} to {to}"), format!("revoke {right} from {to}"));
        let said = said_after(&database, &mut owner, &grant, &revoke).await;
        assert_eq!(said, Some(sentence), "{grant}");
    }
    assert_eq!(refusal(&database).await, None, "all was taken back");
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_rights_on_what_is_no_table_of_the_migrations() {
    let database = database(1).await;
    let definer = "language sql security definer return 1";
    for (make, may, remove) in [
        (
            "create view everything as select * from sessions; grant select on everything to ledger_app",
            "select everything",
            "drop view everything",
        ),
        (
            "create table rebuild.proposals (a int); grant delete on rebuild.proposals to public",
            "delete rebuild.proposals",
            "drop table rebuild.proposals",
        ),
        (
            "create sequence numbers; grant usage on sequence numbers to ledger_app",
            "usage numbers",
            "drop sequence numbers",
        ),
        (
            &format!("create function everything() returns int {definer}"),
            "execute the function everything",
            "drop function everything()",
        ),
        (
            "grant execute on function a_proposal_is_what_its_stream_says to ledger_app",
            "execute the function a_proposal_is_what_its_stream_says",
            "revoke execute on function a_proposal_is_what_its_stream_says from ledger_app",
        ),
    ] {
        let sentence = format!("the role ledger_app may {may}, which no migration grants; revoke that right");
        check(&database, make, &sentence, remove).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_every_protecting_trigger_that_is_missing_changed_or_off() {
    let database = database(1).await;
    let mut owner = owner(&database).await;
    let triggers: Vec<(String, String, String)> = sqlx::query_as(
        "select tgname::text, tgrelid::regclass::text, pg_get_triggerdef(oid) from pg_trigger
          where not tgisinternal order by 1, 2",
    )
    .fetch_all(&mut owner)
    .await
    .expect("triggers");
    let guards = |name: &str, of: &str| triggers.iter().any(|trigger| trigger.0 == name && trigger.1 == of);
    assert!(guards("facts_never_change", "natural_keys") && guards("a_slot_ends_once", "payout_slots"));
    assert!(guards("a_proposal_is_what_its_stream_says", "proposals"));
    for (name, of, definition) in &triggers {
        let alter = |to: &str| format!("alter table {of} {to} trigger {name}");
        let never = definition.replacen(" EXECUTE", " WHEN (false) EXECUTE", 1);
        let replace = |with: &str| with.replacen("CREATE TRIGGER", "create or replace trigger", 1);
        for (spoil, mend) in [
            (alter("disable"), alter("enable")),
            (alter("enable replica"), alter("enable always")),
            (format!("drop trigger {name} on {of}"), definition.clone()),
            (replace(&never), replace(definition)),
        ] {
            let said = said_after(&database, &mut owner, &spoil, &mend)
                .await
                .unwrap_or_default();
            let begin = format!(
                "the trigger {name} of {of} is missing, changed or off; create and enable it as in migration 0"
            );
            assert!(said.starts_with(&begin), "{spoil}: {said}");
        }
    }
    assert_eq!(refusal(&database).await, None, "all work again");
    let name = database.get_database().expect("a name");
    owner
        .execute(format!("alter database {name} set session_replication_role = replica").as_str())
        .await
        .expect("set");
    assert_eq!(
        refusal(&database).await.as_deref(),
        Some("the server runs with session_replication_role=replica: no trigger protects the facts; set it to origin")
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_an_application_that_owns_what_it_uses() {
    let database = database(1).await;
    let sentence = |what: &str| {
        format!("the role ledger_app owns {what} and could change facts; give it to the role that migrates")
    };
    for (kind, name, rights) in [
        ("table", "events", "select, insert"),
        ("table", "heads", "select, update"),
        ("function", "facts_never_change", "execute"),
        ("schema", "public", "usage"),
    ] {
        let alter = |to: &str| format!("alter {kind} {name} owner to {to}");
        // The former owner keeps no right that is not granted again.
        let mend = format!(
            "{}; grant {rights} on {kind} {name} to ledger_app",
            alter("current_user")
        );
        check(
            &database,
            &alter("ledger_app"),
            &sentence(&format!("the {kind} {name}")),
            &mend,
        )
        .await;
    }
    let name = database.get_database().expect("a name");
    let alter = |to: &str| format!("alter database {name} owner to {to}");
    let said = sentence(&format!("the database {name}"));
    check(&database, &alter("ledger_app"), &said, &alter("current_user")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_a_server_that_forgets_and_an_application_that_may_do_anything() {
    let server = PrivateServer::start("self-check").await;
    let database = server.options();
    migrate(&database, 1).await;
    assert_eq!(refusal(&database).await, None);
    for setting in ["fsync", "full_page_writes", "synchronous_commit"] {
        server.set(setting, Some("off")).await;
        let said = refusal(&database).await.expect("a refusal");
        let sentence = format!("the server runs with {setting}=off: what was acknowledged may be lost; turn it on");
        assert_eq!(said, sentence);
        server.set(setting, None).await;
    }
    assert_eq!(refusal(&database).await, None);
    check(
        &database,
        "alter role ledger_app superuser",
        "the role ledger_app is a superuser and could change facts; run: alter role ledger_app nosuperuser",
        "alter role ledger_app nosuperuser",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_a_database_whose_migrations_are_not_those_of_this_version() {
    let database = database(1).await;
    let unknown = "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
                   values (20, 'unknown', true, '\\x00', 0)";
    let forget = "delete from _sqlx_migrations where version = 20";
    let changed = "update _sqlx_migrations set checksum = checksum || '\\x00' where version = 1";
    let restore = "update _sqlx_migrations set checksum = substr(checksum, 1, 48) where version = 1";
    for (spoil, number, mend) in [(unknown, "0020", forget), (changed, "0001", restore)] {
        let mut owner = owner(&database).await;
        owner.execute(spoil).await.expect(spoil);
        let Err(Fault::Setting(sentence)) = schema::migrate(&database, 1).await else {
            panic!("not refused after: {spoil}");
        };
        assert_eq!(
            sentence,
            format!(
                "this database was made by another version of this program, whose schema this version cannot continue \
                 (migration {number}): run that version again, or export from it and start with a new database"
            )
        );
        owner.execute(mend).await.expect(mend);
        schema::migrate(&database, 1).await.expect(mend);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_a_server_that_answers_before_a_standby_has_it_where_that_is_required() {
    let server = PrivateServer::start("synchronous").await;
    let database = server.options();
    migrate(&database, 1).await;
    let required = || {
        let synchronous = Synchronous::Required;
        refusal_of(Options {
            synchronous,
            ..options(database.clone())
        })
    };
    let sentence = |what: &str, change: &str| {
        Some(format!(
            "the server runs with {what}: a failover would lose what was acknowledged; {change}, or accept that with \
             LEDGER_SYNC=off"
        ))
    };
    let names = sentence("synchronous_standby_names=''", "name its standbys there");
    assert_eq!(required().await, names);
    assert_eq!(refusal(&database).await, None, "accepted where it is not required");
    for lower in ["local", "remote_write"] {
        server.set("synchronous_commit", Some(lower)).await;
        assert_eq!(refusal(&database).await, None, "{lower}");
        server.set("synchronous_standby_names", Some("*")).await;
        let commit = sentence(&format!("synchronous_commit={lower}"), "set it to on");
        assert_eq!(required().await, commit);
        server.set("synchronous_standby_names", None).await;
    }
    server.set("synchronous_standby_names", Some("*")).await;
    for enough in ["on", "remote_apply"] {
        server.set("synchronous_commit", Some(enough)).await;
        assert_eq!(required().await, None, "{enough}");
    }
}
