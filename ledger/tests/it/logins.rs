//! The service's login has no right beyond its work (ledger §4.12): a ledger does not start with a login that may more.
//! What the login is refused is in the rig of attacks of `api/tests/http`.

use crate::self_check::{check, refusal_of};
use ledger::logins::{SERVICE, admit};
use ledger::testing::private_server::PrivateServer;
use ledger::testing::{database, migrate, options, service};
use ledger::{Fault, Options, schema};
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection, Executor, PgConnection};

/// What the sentences about a login end with.
const OTHER: &str = ", or name another login in DATABASE_URL, which `ledger migrate` makes";

#[tokio::test(flavor = "multi_thread")]
async fn a_login_that_may_more_is_refused_at_start() {
    let server = PrivateServer::start("mighty").await;
    let database = server.options();
    migrate(&database, 1).await;
    for (right, attribute) in [
        ("superuser", "a superuser"),
        ("createrole", "allowed to create roles"),
        ("createdb", "allowed to create databases"),
        ("replication", "allowed to replicate"),
        ("bypassrls", "allowed to bypass row security"),
    ] {
        let sentence = format!(
            "the role {SERVICE} is {attribute} and could change facts; run: alter role {SERVICE} no{right}{OTHER}"
        );
        let (give, take) = (
            format!("alter role {SERVICE} {right}"),
            format!("alter role {SERVICE} no{right}"),
        );
        check(&database, &give, &sentence, &take).await;
    }
    for group in ["ledger", "pg_write_all_data", "pg_execute_server_program"] {
        let sentence =
            format!("the role {SERVICE} is a member of {group} and could act as it; revoke {group} from it{OTHER}");
        let (give, take) = (
            format!("grant {group} to {SERVICE}"),
            format!("revoke {group} from {SERVICE}"),
        );
        check(&database, &give, &sentence, &take).await;
    }
    for (give, sentence, take) in [
        (
            "grant update on events to ledger_service",
            "the role ledger_service may update events, which no migration grants; revoke that right",
            "revoke update on events from ledger_service",
        ),
        (
            "grant update (order_no) on incoming_payments to ledger_app",
            "the role ledger_app may update incoming_payments (order_no), which no migration grants; revoke that right",
            "revoke update (order_no) on incoming_payments from ledger_app",
        ),
        (
            "grant insert on sessions to ledger_app",
            "the role ledger_app may insert sessions, which no migration grants; revoke that right",
            "revoke insert on sessions from ledger_app",
        ),
        (
            "grant create on schema public to public",
            "the role ledger_app may create objects in the schema public; revoke that right from it and from public",
            "revoke create on schema public from public",
        ),
        (
            "alter table snapshots owner to ledger_service",
            "the role ledger_service owns the table snapshots and could change facts; give it to the role that migrates",
            "alter table snapshots owner to ledger; grant select, insert, update, delete on snapshots to ledger_app",
        ),
    ] {
        let ends = if sentence.contains(SERVICE) { OTHER } else { "" };
        check(&database, give, &format!("{sentence}{ends}"), take).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_s_own_login_serves_only_where_that_is_accepted() {
    let owner = database(1).await;
    let as_owner = |allow_owner_login| Options {
        database: owner.clone().into(),
        allow_owner_login,
        ..options(owner.clone())
    };
    assert_eq!(refusal_of(as_owner(true)).await, None);
    let refused = refusal_of(as_owner(false)).await.expect("a refusal");
    assert!(refused.contains("is a superuser and could change facts"), "{refused}");
}

async fn logs_in(login: &PgConnectOptions) -> bool {
    match login.connect().await {
        Ok(connection) => connection.close().await.is_ok(),
        Err(_) => false,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn migrating_makes_the_login_and_changes_its_password_and_nobody_else_s() {
    let server = PrivateServer::start("passwords").await;
    let owner = server.options();
    schema::migrate(&owner, 1).await.expect("migrations");
    // Passwords count from here on: the file is read for each login.
    let mut admin = owner.connect().await.expect("the owner");
    let rules: String = sqlx::query_scalar("select current_setting('hba_file')")
        .fetch_one(&mut admin)
        .await
        .expect("a file");
    let before = std::fs::read_to_string(&rules).expect("rules");
    let asked = format!("local all ledger trust\nlocal all all scram-sha-256\n{before}");
    std::fs::write(&rules, asked).expect("written");
    admin.execute("select pg_reload_conf()").await.expect("read again");
    let login = |password: &str| owner.clone().username("app").password(password);
    let first = login("it's a \"first\" $1 password");
    while logs_in(&login("none")).await {
        tokio::task::yield_now().await;
    }
    admit(&owner, &first).await.expect("made");
    assert!(logs_in(&first).await && !logs_in(&login("another")).await);
    let stored = "select rolpassword from pg_authid where rolname = 'app'";
    let stored = async |admin: &mut PgConnection| -> String {
        sqlx::query_scalar(stored).fetch_one(admin).await.expect("a verifier")
    };
    let verifier = stored(&mut admin).await;
    assert!(verifier.starts_with("SCRAM-SHA-256$4096:"), "{verifier}");
    admit(&owner, &first).await.expect("nothing to do");
    assert_eq!(stored(&mut admin).await, verifier, "nothing was changed");
    let second = login("second");
    admit(&owner, &second).await.expect("changed");
    assert!(logs_in(&second).await && !logs_in(&first).await);

    admin
        .execute("create role dba login createrole")
        .await
        .expect("an administrator");
    for (name, why) in [
        ("dba", "may do more than serve"),
        ("ledger", "which migrates"),
        ("ledger_app", "nobody logs in as"),
    ] {
        let Err(Fault::Setting(sentence)) = admit(&owner, &owner.clone().username(name).password("taken")).await else {
            panic!("{name} is taken");
        };
        assert!(sentence.contains(why), "{sentence}");
    }
    let unfit = admit(&owner, &login("пароль")).await.expect_err("unfit").to_string();
    assert!(unfit.contains("printable ASCII"), "{unfit}");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_make_the_same_login_at_once() {
    let server = PrivateServer::start("at-once").await;
    let owner = server.options();
    schema::migrate(&owner, 1).await.expect("migrations");
    let mut making = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let owner = owner.clone();
        making.spawn(async move { admit(&owner, &service(&owner)).await });
    }
    for made in making.join_all().await {
        made.expect("made");
    }
    assert_eq!(refusal_of(options(owner)).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_may_not_migrate_serves_a_schema_that_is_up_to_date_alone() {
    let owner = database(1).await;
    let service = service(&owner);
    schema::require_current(&service, 1).await.expect("up to date");
    let said = async |partitions| match schema::require_current(&service, partitions).await {
        Err(Fault::Setting(sentence)) => sentence,
        other => panic!("{other:?}"),
    };
    assert!(said(4).await.contains("LEDGER_PARTITIONS=1"));
    let mut admin = owner.connect().await.expect("the owner");
    for (spoil, sentence, mend) in [
        (
            "create table forgotten as select * from _sqlx_migrations where version = 300;
             delete from _sqlx_migrations where version = 300",
            "run `ledger migrate`",
            "insert into _sqlx_migrations select * from forgotten",
        ),
        (
            "update _sqlx_migrations set version = 9999 where version = 300",
            "made by another version of this program",
            "update _sqlx_migrations set version = 300 where version = 9999",
        ),
        (
            "revoke select on _sqlx_migrations from ledger_app",
            "run `ledger migrate`",
            "grant select on _sqlx_migrations to ledger_app",
        ),
    ] {
        admin.execute(spoil).await.expect(spoil);
        let sentence_of_start = said(1).await;
        assert!(sentence_of_start.contains(sentence), "{spoil}: {sentence_of_start}");
        admin.execute(mend).await.expect(mend);
        schema::require_current(&service, 1).await.expect(mend);
    }
}
