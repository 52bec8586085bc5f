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

#[tokio::test(flavor = "multi_thread")]
async fn refuses_rights_on_facts_beyond_reading_and_adding() {
    let database = database(1).await;
    assert_eq!(refusal(&database).await, None);
    for table in ["events", "postings", "requests", "natural_keys"] {
        for (verb, to) in [
            ("update", "ledger_app"),
            ("delete", "public"),
            ("truncate", "ledger_app"),
        ] {
            let sentence = format!("the role ledger_app may {verb} {table}, but facts never change; revoke that right");
            let (grant, revoke) = (
                format!("grant {verb} on {table} to {to}"),
                format!("revoke {verb} on {table} from {to}"),
            );
            check(&database, &grant, &sentence, &revoke).await;
        }
    }
    check(
        &database,
        "grant update (payload) on events to ledger_app",
        "the role ledger_app may update events, but facts never change; revoke that right",
        "revoke update (payload) on events from ledger_app",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn refuses_facts_whose_triggers_are_missing_or_off() {
    let database = database(1).await;
    let sentence = |what: &str| format!("no trigger refuses {what}; create and enable the triggers of migration 0300");
    for table in ["events", "postings", "requests", "natural_keys"] {
        for (trigger, verb) in [
            ("facts_never_change", "update and delete"),
            ("facts_are_never_emptied", "truncate"),
        ] {
            let said = sentence(&format!("{verb} of {table}"));
            let alter = |to: &str| format!("alter table {table} {to} trigger {trigger}");
            check(&database, &alter("disable"), &said, &alter("enable")).await;
            check(&database, &alter("enable replica"), &said, &alter("enable always")).await;
        }
    }
    let create = "create trigger facts_never_change before update or delete on events for each row";
    check(
        &database,
        "drop trigger facts_never_change on events",
        &sentence("update and delete of events"),
        &format!("{create} execute function facts_never_change()"),
    )
    .await;
    check(
        &database,
        &format!(
            "create or replace trigger {} when (false) execute function facts_never_change()",
            &create[15..]
        ),
        &sentence("update and delete of events"),
        &format!(
            "create or replace trigger {} execute function facts_never_change()",
            &create[15..]
        ),
    )
    .await;
    let mut owner = owner(&database).await;
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
