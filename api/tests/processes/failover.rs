//! The primary dies while players play, a synchronous standby takes its place, and the services follow it: nothing that
//! was answered is lost, nothing happens twice, and no answer is a failure of the service (ledger §4.13).
//!
//! The steps of the operator are those of the manual (`api/deploy/README.md`), run from its text.

use crate::cli_production::RISKED;
use crate::deploy::{WAIT_MAX, path, url};
use crate::rig::audit;
use crate::rig::client::Journal;
use crate::rig::installation::{Installation, OWNER, folder};
use crate::rig::manual::Manual;
use crate::rig::phone::Phone;
use crate::rig::postgres::{Postgres, hand_over};
use crate::rig::proxy::{Proxy, Tricks};
use crate::rig::server::Server;
use crate::rig::server_list::ServerList;
use crate::rig::simulated_player::{Habit, everybody};
use ledger::standby::{SCREEN_WAIT, WORK_WAIT};
use ledger::testing::{self, players::give_coins, players::register};
use ledger::{Clock, StreamId, feed};
use serde_json::json;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Connection};
use std::path::Path;
use std::sync::Arc;
use tokio::task::JoinSet;
use uuid::Uuid;

/// Players at once.
const PLAYERS: i64 = 10;
/// Services that they use by turns.
const SERVERS: usize = 2;
/// Commands that are answered before and after.
const ANSWERS: u64 = 200;

/// A standby of this server, made and started as the manual says.
pub async fn standby(manual: &Manual, installation: &Installation, of: &Postgres) -> Postgres {
    let home = folder();
    let cluster = home.join("data");
    let variables = [("ADMIN_URL", &*url(&of.options())), ("PGDATA", path(&cluster))];
    manual.done("standby", installation, &variables).await;
    hand_over(&cluster, &of.cluster());
    Postgres::start(home, &[]).await
}

/// One address with several hosts.
pub fn several(servers: &[PgConnectOptions]) -> String {
    let urls: Vec<String> = servers.iter().map(url).collect();
    let hosts: Vec<&str> = urls.iter().map(|url| host(url)).collect();
    urls[0].replacen(hosts[0], &hosts.join(","), 1)
}

fn host(url: &str) -> &str {
    let rest = url.split_once('@').expect("a login").1;
    rest.split_once('/').expect("a database").0
}

/// The addresses of the service and of the owner that name all these servers.
fn addresses(owner: &[PgConnectOptions]) -> (String, String) {
    let service: Vec<PgConnectOptions> = owner.iter().map(testing::service).collect();
    (several(&service), several(owner))
}

/// Whether everything committed on the primary is confirmed by a standby.
const IS_SYNCHRONOUS: &str = "select count(*) > 0 from pg_stat_replication where sync_state in ('sync', 'quorum')";
/// Whether no session of the service is left but those whose commit waits for a standby: they notice nothing any more.
const NOBODY_STAYS: &str = "select count(*) = 0 from pg_stat_activity
     where usename = 'ledger_service' and wait_event is distinct from 'SyncRep'";

/// Waits until a server says that something is so.
pub async fn until(server: &Postgres, is_so: &'static str) {
    let mut owner = server.options().connect().await.expect("a connection");
    while !sqlx::query_scalar::<_, bool>(is_so)
        .fetch_one(&mut owner)
        .await
        .expect(is_so)
    {}
    owner.close().await.expect("closed");
}

/// Waits until the players got on.
pub async fn progress(server_list: &ServerList) {
    let answered = tokio::time::timeout(WAIT_MAX, server_list.wait_answered(ANSWERS)).await;
    answered.expect("the players get answers");
}

/// An installation, its primary, and a standby that confirms each of its commits.
pub async fn replicated(manual: &Manual) -> (Installation, Postgres, Postgres) {
    let first = Postgres::start(folder(), &[]).await;
    let installation = Installation::with_players_on(&first, 1, PLAYERS).await;
    let second = standby(manual, &installation, &first).await;
    let admin = url(&first.options());
    manual
        .done("synchronous", &installation, &[("ADMIN_URL", &admin)])
        .await;
    until(&first, IS_SYNCHRONOUS).await;
    (installation, first, second)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn services_follow_a_failover_and_nothing_acknowledged_is_lost_or_answered_as_a_failure() {
    let Some(manual) = Manual::open() else { return };
    let (mut installation, first, second) = replicated(&manual).await;
    let (service, owner) = addresses(&[first.options(), second.options()]);
    let settings = [
        ("DATABASE_URL", &*service),
        (OWNER, &*owner),
        ("LEDGER_SYNC", "required"),
    ];
    let mut servers = Vec::new();
    for _ in 0..SERVERS {
        servers.push(Server::start_with(&installation, &settings).await);
    }
    let urls: Vec<&str> = servers.iter().map(|server| server.url.as_str()).collect();
    let server_list = ServerList::of(&urls);
    let games = everybody(&server_list, PLAYERS, 7, Habit::Twice).await;
    progress(&server_list).await;

    first.kill().await;
    let promoted = url(&second.options());
    manual
        .done("promote", &installation, &[("STANDBY_URL", &promoted)])
        .await;
    manual
        .done("synchronous", &installation, &[("ADMIN_URL", &promoted)])
        .await;
    let third = standby(&manual, &installation, &second).await;
    progress(&server_list).await;

    let log = std::fs::read_to_string(installation.folder.join("server.log")).expect("a log");
    assert!(!log.contains(RISKED), "a standby is required: {log}");
    installation.database = second.options();
    nothing_is_lost(&installation, &server_list, games).await;
    reads_a_standby(&installation, &third).await;
}

/// Nobody stopped the old primary: it takes connections as before, is the first of the list, and answers no commit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_that_take_writes_the_one_promoted_last_is_the_primary() {
    let Some(manual) = Manual::open() else { return };
    let (mut installation, first, second) = replicated(&manual).await;
    let (service, owner) = addresses(&[first.options(), second.options()]);
    let settings = [("DATABASE_URL", &*service), (OWNER, &*owner)];
    let before = Server::start_with(&installation, &settings).await;
    let server_list = ServerList::of(&[&before.url]);
    let games = everybody(&server_list, PLAYERS, 8, Habit::Twice).await;
    progress(&server_list).await;

    let promoted = url(&second.options());
    manual
        .done("promote", &installation, &[("STANDBY_URL", &promoted)])
        .await;
    let after = Server::start_with(&installation, &settings).await;
    server_list.add(&after.url);
    progress(&server_list).await;
    let left = tokio::time::timeout(WAIT_MAX, until(&first, NOBODY_STAYS)).await;
    left.expect("a service leaves the server that was replaced");

    installation.database = second.options();
    nothing_is_lost(&installation, &server_list, games).await;
}

/// The machine of the primary is gone: it ends no connection and answers nothing, for as long as the test lasts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_a_primary_that_says_nothing_more() {
    let Some(manual) = Manual::open() else { return };
    let (mut installation, first, second) = replicated(&manual).await;
    let line = Proxy::before(&first.options(), Tricks::default()).await;
    let through_line = line.url().parse().expect("an address");
    let (service, owner) = addresses(&[through_line, second.options()]);
    let settings = [("DATABASE_URL", &*service), (OWNER, &*owner)];
    let server = Server::start_with(&installation, &settings).await;
    let server_list = ServerList::of(&[&server.url]);
    let games = everybody(&server_list, PLAYERS, 9, Habit::Twice).await;
    progress(&server_list).await;

    line.shut();
    let promoted = url(&second.options());
    manual
        .done("promote", &installation, &[("STANDBY_URL", &promoted)])
        .await;
    progress(&server_list).await;

    installation.database = second.options();
    nothing_is_lost(&installation, &server_list, games).await;
}

/// One address leads to another server, and what was connected before stays connected to the one that was replaced.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_one_address_another_primary_is_noticed_and_what_was_in_memory_is_read_anew() {
    let Some(manual) = Manual::open() else { return };
    let (installation, first, second) = replicated(&manual).await;
    let line = Proxy::before(&first.options(), Tricks::default()).await;
    let through_line = line.url().parse().expect("an address");
    let ledger = testing::open(through_line, Clock::system()).await;
    let player = register(&ledger, 901).await;
    let id = StreamId::player(player);
    let before = ledger.players().load(&id).await.expect("in memory").version;

    let promoted = url(&second.options());
    manual
        .done("promote", &installation, &[("STANDBY_URL", &promoted)])
        .await;
    let elsewhere = testing::open(second.options(), Clock::system()).await;
    give_coins(&elsewhere, player, 5).await;
    let after = elsewhere.players().load(&id).await.expect("there").version;
    line.lead_to(&second.options());
    let noticed = async { while ledger.players().load(&id).await.ok().map(|loaded| loaded.version) != Some(after) {} };
    let noticed = tokio::time::timeout(WAIT_MAX, noticed).await;
    assert!(
        after > before && noticed.is_ok(),
        "the process stays at the server that was replaced"
    );
    give_coins(&ledger, player, 5).await;

    // The one that was replaced answers there again.
    line.lead_to(&first.options());
    let timelines = timelines_of_pool(&ledger).await;
    assert!(timelines.iter().all(|timeline| timeline == "00000002"), "{timelines:?}");
    line.lead_to(&second.options());
    for ledger in [ledger, elsewhere] {
        ledger.close().await;
    }
}

/// Timelines of the servers to which the connections of a pool lead: of those that wait there, and of a new one.
async fn timelines_of_pool(ledger: &ledger::Ledger) -> Vec<String> {
    let (mut held, mut timelines) = (Vec::new(), Vec::new());
    for _ in 0..=ledger.pool().num_idle() {
        // A server that was replaced is no connection of the pool.
        let Ok(mut connection) = ledger.pool().acquire().await else {
            continue;
        };
        let timeline: String = sqlx::query_scalar("select left(pg_walfile_name(pg_current_wal_lsn()), 8)")
            .fetch_one(&mut *connection)
            .await
            .expect("a timeline");
        timelines.push(timeline);
        held.push(connection);
    }
    timelines
}

/// There is no primary for longer than a batch waits for one: whoever asks is answered Busy, and once there is one the
/// same request happens, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_primary_whoever_asks_is_answered_busy() {
    let postgres = Postgres::start(folder(), &[]).await;
    let installation = Installation::with_players_on(&postgres, 1, 1).await;
    let server = Server::start(&installation).await;
    let phone = Phone::login(&server.url, 1, "Ana").await;
    let sign = json!({ "req_id": Uuid::new_v4() });
    postgres.kill().await;
    let busy = tokio::time::timeout(WAIT_MAX, phone.call("signin/sign", sign.clone()));
    let busy = busy.await.expect("nobody waits for ever");
    assert_eq!(busy["error"], -1008, "{busy}");
    postgres.revive().await;
    let signed = loop {
        let answer = phone.call("signin/sign", sign.clone()).await;
        match answer["error"].as_i64() {
            Some(0) => break answer,
            code => assert_eq!(code, Some(-1008), "{answer}"),
        }
    };
    assert_eq!(phone.call("signin/sign", sign).await["data"], signed["data"]);
}

/// Ends the play: all that was answered stands in the database of the installation, and nothing was a 5xx.
pub async fn nothing_is_lost(installation: &Installation, server_list: &Arc<ServerList>, games: JoinSet<Journal>) {
    server_list.stop_players();
    let (acks, mut problems) = audit::journals(games).await;
    problems.extend(audit::problems(installation, server_list, &acks).await);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    let faults: u32 = acks.iter().map(|ack| ack.faults).sum();
    assert_eq!(faults, 0, "a failover is no failure of the service");
}

/// What only reads may do so on a standby, and says how old its answers may be.
async fn reads_a_standby(installation: &Installation, standby: &Postgres) {
    let read = url(&testing::service(&standby.options()));
    // Of several it is the one that is a standby, whatever their order.
    let both = several(&[
        testing::service(&installation.database),
        testing::service(&standby.options()),
    ]);
    let out = installation.folder.join("exported");
    let out = out.to_str().expect("a path of text");
    let reads = [
        &["verify"][..],
        &["audit"],
        &["trial-balance"],
        &["balance", "--player", "tg:1"],
        &["statement", "--player", "tg:1"],
        &["replay", "player/tg:1"],
        &["config", "list"],
        &["rail", "status"],
        &["export", "--out", out],
    ];
    for arguments in reads {
        let mut command = installation.command(arguments);
        command.env("LEDGER_READ_URL", &both).env_remove(OWNER);
        let output = command.output().await.expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        assert!(
            said.contains("Reading a standby: it has all that the primary had"),
            "{arguments:?}: {said}"
        );
    }
    let mut rebuild = installation.command(&["rebuild", "players", "--compare-only"]);
    let output = rebuild.env("LEDGER_READ_URL", &both).output().await.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "a view is compared at the primary: {said}");
    a_reader_waits_for_the_standby(installation, standby).await;
    let mut service = installation.command(&["serve"]);
    service.env("DATABASE_URL", &read).env_remove(OWNER);
    let output = service.output().await.expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("takes no writes") && said.contains("is a standby"),
        "{said}"
    );
    assert!(Path::new(&standby.cluster()).join("standby.signal").is_file());
}

/// Who reads at the standby sees what was written before; while it does not follow, the primary is read.
async fn a_reader_waits_for_the_standby(installation: &Installation, standby: &Postgres) {
    let ledger = testing::open(installation.database.clone(), Clock::system()).await;
    let read = url(&testing::service(&standby.options()));
    ledger.read_from(read.parse().expect("an address"));
    let mut admin = standby.options().connect().await.expect("a connection");
    for tg_id in [901, 902] {
        let player = register(&ledger, tg_id).await;
        let reader = ledger.reader(WORK_WAIT).await;
        assert!(reader.is_at_standby());
        let events = feed::read_stream(reader.pool(), "player", &player.to_string(), 0).await;
        assert!(!events.expect("events").is_empty());
        sqlx::query("select pg_wal_replay_pause()")
            .execute(&mut admin)
            .await
            .expect("paused");
        register(&ledger, tg_id + 10).await;
        assert!(
            !ledger.reader(SCREEN_WAIT).await.is_at_standby(),
            "it lacks what was written"
        );
        sqlx::query("select pg_wal_replay_resume()")
            .execute(&mut admin)
            .await
            .expect("resumed");
    }
    let reads = ledger.standby().expect("a standby").reads();
    assert_eq!(reads, [("standby", 2), ("primary", 2)]);
    admin.close().await.expect("closed");
    ledger.close().await;
}
