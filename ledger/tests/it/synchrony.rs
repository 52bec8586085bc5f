//! A server that stops waiting for its standby while a ledger runs: nothing is written until it waits again.

use crate::players::adjust;
use crate::waiting::until;
use domain::ids::{DiveId, PlayerId};
use ledger::synchrony::Synchronous;
use ledger::testing::players::{cast, give_coins, open_the_house, register};
use ledger::testing::private_server::PrivateServer;
use ledger::testing::{GENESIS_MS, migrate, open, options};
use ledger::{Clock, CommandError, Ledger, Options, Plain, Reply, Request, StreamId, books};
use sqlx::{ConnectOptions, Connection, Executor};

const STANDBYS: &str = "synchronous_standby_names";

/// A ledger that requires a standby, with a player, on a server that waits for one. There is none, so whatever is
/// written there waits.
async fn synchronous(server: &PrivateServer) -> (Ledger, PlayerId) {
    let database = server.options();
    migrate(&database, 1).await;
    let first = open(database.clone(), Clock::fixed(GENESIS_MS)).await;
    open_the_house(&first).await;
    let player = register(&first, 1).await;
    give_coins(&first, player, 1).await;
    books::reach_heads(first.pool()).await.expect("books");
    first.close().await;
    server.set(STANDBYS, Some("*")).await;
    let synchronous = Synchronous::Required;
    let ledger = Ledger::connect(Options {
        synchronous,
        ..options(database)
    });
    (ledger.await.expect("it starts"), player)
}

async fn give(ledger: &Ledger, player: PlayerId) -> Result<Reply, CommandError> {
    let (id, request) = (StreamId::player(player), Request::without_id("staff:ana"));
    ledger.players().execute(&id, adjust(1).into(), request, Plain).await
}

/// The same command again under the same id.
async fn repeated(ledger: Ledger, player: PlayerId) -> Result<Reply, CommandError> {
    let (id, request) = (StreamId::player(player), Request::system("staff:ana", player.0));
    ledger.players().execute(&id, adjust(1).into(), request, Plain).await
}

/// A repetition of what is written waits until the server wants no standby any more, and then gets the same answer.
async fn is_answered_once_a_standby_has_it(server: &PrivateServer, ledger: &Ledger, player: PlayerId, written: &Reply) {
    let again = tokio::spawn(repeated(ledger.clone(), player));
    until(async || count(server, "pg_stat_activity where wait_event = 'SyncRep'").await > 0).await;
    assert!(!again.is_finished(), "no standby has it");
    server.set(STANDBYS, None).await;
    let again = again.await.expect("no panic").expect("answered");
    assert!(again.replayed && again.data == written.data);
}

async fn count(server: &PrivateServer, counted: &str) -> i64 {
    let mut owner = server.options().connect().await.expect("the owner");
    let count = sqlx::query_scalar(&format!("select count(*) from {counted}"))
        .fetch_one(&mut owner)
        .await;
    owner.close().await.expect("closed");
    count.expect("a count")
}

/// Writes until the writer waits for a standby; then the server no longer wants one, and answers.
async fn writes(server: &PrivateServer, ledger: &Ledger, player: PlayerId) {
    let (of, before) = (ledger.clone(), count(server, "events").await);
    let given = tokio::spawn(async move { give(&of, player).await });
    until(async || count(server, "pg_stat_activity where wait_event = 'SyncRep'").await > 0).await;
    assert_eq!(
        count(server, "events").await,
        before,
        "nobody sees it before a standby has it"
    );
    server.set(STANDBYS, None).await;
    assert!(given.await.expect("no panic").expect("written").is_accepted());
    assert_eq!(count(server, "events").await, before + 1);
}

async fn is_busy(server: &PrivateServer, ledger: &Ledger, player: PlayerId) {
    let before = count(server, "events").await;
    let given = give(ledger, player).await;
    assert!(matches!(given, Err(CommandError::Busy)), "{given:?}");
    assert_eq!(count(server, "events").await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_standby_a_running_ledger_stops_writing_and_goes_on_with_one() {
    let server = PrivateServer::start("asynchronous").await;
    let (ledger, player) = synchronous(&server).await;
    writes(&server, &ledger, player).await;
    until(async || ledger.synchrony().lost().is_some()).await;
    let why = ledger.synchrony().lost().expect("a sentence");
    assert!(
        why.starts_with("the server runs with synchronous_standby_names=''"),
        "{why}"
    );
    is_busy(&server, &ledger, player).await;
    server.set(STANDBYS, Some("*")).await;
    until(async || ledger.synchrony().lost().is_none()).await;
    writes(&server, &ledger, player).await;
    ledger.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_looks_at_its_own_connection_before_it_writes() {
    let server = PrivateServer::start("writer").await;
    let (ledger, player) = synchronous(&server).await;
    writes(&server, &ledger, player).await;
    until(async || ledger.synchrony().lost().is_some()).await;
    server.set(STANDBYS, Some("*")).await;
    until(async || ledger.synchrony().lost().is_none()).await;
    let mut owner = server.options().connect().await.expect("the owner");
    let service = ledger.pool().connect_options().get_username().to_owned();
    let alter = |what: &str| format!("alter role {service} {what} synchronous_commit");
    // Whoever is connected keeps what it has; the writer must connect again. Its last statement wrote, or looked at streams.
    let lower = format!(
        "{} = local; select pg_terminate_backend(pid) from pg_stat_activity where query ~ 'into events|newest.leaf'
            and pid <> pg_backend_pid()",
        alter("set")
    );
    owner
        .execute("set synchronous_commit = local")
        .await
        .expect("the test waits for nobody");
    owner.execute(lower.as_str()).await.expect("lowered");
    assert!(give(&ledger, player).await.is_err(), "its connection is gone");
    is_busy(&server, &ledger, player).await;
    let why = ledger.synchrony().lost().expect("a sentence");
    assert!(
        why.starts_with("the server runs with synchronous_commit=local"),
        "{why}"
    );
    owner.execute(alter("reset").as_str()).await.expect("reset");
    until(async || ledger.synchrony().lost().is_none()).await;
    writes(&server, &ledger, player).await;
    ledger.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_answered_from_what_no_standby_may_have() {
    let server = PrivateServer::start("settled").await;
    let (ledger, player) = synchronous(&server).await;
    ledger.close().await;
    // As after a crash of the primary: what it wrote before can be seen there, and no standby is known to have it.
    let lone = open(server.options(), Clock::fixed(GENESIS_MS));
    server.set(STANDBYS, None).await;
    let lone = lone.await;
    let written = repeated(lone.clone(), player).await.expect("written");
    lone.close().await;
    server.set(STANDBYS, Some("*")).await;
    let synchronous = Synchronous::Required;
    let ledger = Ledger::connect(Options {
        synchronous,
        ..options(server.options())
    });
    let ledger = ledger.await.expect("it starts");
    is_answered_once_a_standby_has_it(&server, &ledger, player, &written).await;
    ledger.close().await;
}

/// Another process wrote it, and the primary was restarted: the stream has moved on from what this process remembers of it.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_that_a_stream_moved_on_from_what_no_standby_may_have() {
    let server = PrivateServer::start("moved").await;
    let (ledger, player) = synchronous(&server).await;
    let (of, id) = (ledger.clone(), StreamId::player(player));
    let remembered = tokio::spawn(async move { of.players().load(&id).await });
    until(async || count(&server, "pg_stat_activity where wait_event = 'SyncRep'").await > 0).await;
    server.set(STANDBYS, None).await;
    remembered.await.expect("no panic").expect("remembered");
    let lone = open(server.options(), Clock::fixed(GENESIS_MS)).await;
    let written = repeated(lone.clone(), player).await.expect("written");
    lone.close().await;
    server.set(STANDBYS, Some("*")).await;
    until(async || ledger.synchrony().lost().is_none()).await;
    let mut owner = server.options().connect().await.expect("the owner");
    let end = "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'ledger_service'";
    owner.execute(end).await.expect("ended");
    owner.close().await.expect("closed");
    assert!(give(&ledger, player).await.is_err(), "its connection is gone");
    is_answered_once_a_standby_has_it(&server, &ledger, player, &written).await;
    ledger.close().await;
}

/// Whoever only looks, and whoever is refused without a request id, is answered from rows as well.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_sees_what_no_standby_may_have() {
    let server = PrivateServer::start("seen").await;
    let (ledger, player) = synchronous(&server).await;
    let id = StreamId::player(player);
    let (of, looks_at) = (ledger.clone(), id.clone());
    let seen = tokio::spawn(async move { of.players().load(&looks_at).await.is_ok() });
    let of = ledger.clone();
    let refused = tokio::spawn(async move {
        let (command, request) = (cast(DiveId(player.0), 1), Request::without_id("player"));
        of.players().execute(&id, command, request, Plain).await.is_ok()
    });
    let is_answered = || seen.is_finished() || refused.is_finished();
    until(async || is_answered() || count(&server, "pg_stat_activity where wait_event = 'SyncRep'").await > 0).await;
    assert!(!is_answered(), "no standby has what it was answered from");
    server.set(STANDBYS, None).await;
    for answered in [seen, refused] {
        // Both waited. Once the server is no longer synchronous, new calls get Busy.
        answered.await.expect("no panic");
    }
    ledger.close().await;
}
