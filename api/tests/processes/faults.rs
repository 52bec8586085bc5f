//! Faults one at a time, each at its exact place (F-01 to F-04, F-13, F-15, F-22).
//!
//! - The proxy does to a change what it says, and to nothing else.
//! - A process is ended at each named crash point under load; what it left is looked at, another
//!   process goes on, and the audit finds nothing.
//! - Each fault of the connection hits appends and pages under load; the audit finds nothing.

use crate::rig::audit;
use crate::rig::installation::Installation;
use crate::rig::proxy::{Fault, Proxy, Tricks};
use crate::rig::server::Server;
use crate::rig::server_list::ServerList;
use crate::rig::simulated_player::{Habit, everybody};
use ledger::testing::players;
use sqlx::postgres::PgConnectOptions;
use sqlx::{Connection, Executor, PgConnection, Row};
use std::os::unix::process::ExitStatusExt;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

const NOTHING: [String; 0] = [];
/// Players at once.
const PLAYERS: i64 = 12;
/// How long a process may play before it reaches its crash point.
const REACHED_MAX: Duration = Duration::from_secs(60);
/// How long a change may take to be seen.
const SEEN_MAX: Duration = Duration::from_secs(20);
/// What a process that aborts dies of.
const SIGABRT: i32 = 6;

/// A table behind a proxy: one session goes through it, the other watches.
struct Scratch {
    proxy: Proxy,
    direct: PgConnection,
}

impl Scratch {
    async fn with(tricks: Tricks) -> Scratch {
        let database = ledger::testing::database(1).await;
        let mut direct = PgConnection::connect_with(&database).await.expect("connected");
        direct
            .execute("create table marks (mark text primary key)")
            .await
            .expect("a table");
        let proxy = Proxy::before(&database, tricks).await;
        Scratch { proxy, direct }
    }

    async fn session(&self) -> PgConnection {
        let through = PgConnectOptions::from_str(&self.proxy.url()).expect("an address");
        PgConnection::connect_with(&through).await.expect("connected")
    }

    async fn has(&mut self, mark: &str) -> bool {
        let row = sqlx::query("select count(*) from marks where mark = $1").bind(mark);
        let row = row.fetch_one(&mut self.direct).await.expect("counted");
        row.try_get::<i64, _>(0).expect("a count") == 1
    }

    async fn sees(&mut self, mark: &str) {
        let seen = async { while !self.has(mark).await {} };
        tokio::time::timeout(SEEN_MAX, seen).await.expect("the mark is seen");
    }
}

async fn mark(session: &mut PgConnection, mark: &str) -> Result<(), sqlx::Error> {
    let insert = sqlx::query("insert into marks values ($1)").bind(mark);
    insert.execute(session).await.map(drop)
}

async fn mark_in_a_transaction(session: &mut PgConnection, text: &str) -> Result<(), sqlx::Error> {
    let mut transaction = session.begin().await?;
    mark(&mut transaction, text).await?;
    transaction.commit().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_connection_breaks_before_or_after_a_commit_as_configured() {
    let mut scratch = Scratch::with(Tricks::default()).await;
    let delay = Fault::Delay(Duration::from_millis(1));
    for (fault, answered, happened) in [
        (Fault::CutBefore, false, false),
        (Fault::CutAfterCommit, false, true),
        (Fault::Dribble(7), false, true),
        (Fault::Dribble(usize::MAX), false, true),
        (delay, true, true),
    ] {
        let mut session = scratch.session().await;
        scratch.proxy.arm("marks", fault);
        // Neither what only reads nor what fails nor what is about something else meets the fault.
        session.execute("select count(*) from marks").await.expect("read");
        session.execute("create table other (mark text)").await.ok();
        session
            .execute("insert into other values ('')")
            .await
            .expect("another table");
        session
            .execute("insert into marks values (null)")
            .await
            .expect_err("no key");
        let name = format!("{fault:?}");
        assert_eq!(mark(&mut session, &name).await.is_ok(), answered, "{name}");
        assert_eq!(scratch.has(&name).await, happened, "{name}");

        let mut session = scratch.session().await;
        let name = format!("{fault:?} in a transaction");
        let applied = scratch.proxy.arm_and_wait("marks", fault);
        let (marked, ()) = tokio::join!(mark_in_a_transaction(&mut session, &name), applied);
        assert_eq!(
            (marked.is_ok(), scratch.has(&name).await),
            (answered, happened),
            "{name}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_line_holds_a_request_or_an_answer_back() {
    let mut scratch = Scratch::with(Tricks::default()).await;
    let mut session = scratch.session().await;
    let held = scratch.proxy.arm_and_wait("marks", Fault::HoldRequest);
    let asking = tokio::spawn(async move { mark(&mut session, "late").await });
    held.await;
    assert!(!scratch.has("late").await);
    asking.abort();
    scratch.proxy.release();
    scratch.sees("late").await;

    let mut session = scratch.session().await;
    let held = scratch.proxy.arm_and_wait("marks", Fault::HoldAnswer);
    let asking = tokio::spawn(async move { mark(&mut session, "unheard").await });
    held.await;
    assert!(scratch.has("unheard").await && !asking.is_finished());
    scratch.proxy.release();
    asking.await.expect("no panic").expect_err("the answer was lost");

    let mut session = scratch.session().await;
    scratch.proxy.shut();
    let asking = tokio::spawn(async move { mark(&mut session, "through the hole").await });
    assert!(!scratch.has("through the hole").await && !asking.is_finished());
    scratch.proxy.reopen();
    asking.await.expect("no panic").expect("answered");
    let mut session = scratch.session().await;
    scratch.proxy.cut();
    mark(&mut session, "cut").await.expect_err("the line was cut");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_proxy_rewrites_and_answers_early_when_configured() {
    let mut scratch = Scratch::with(Tricks {
        rewrites: vec![("values ($1)", "values ($1 || '!')")],
        ..Tricks::default()
    })
    .await;
    mark(&mut scratch.session().await, "loud").await.expect("marked");
    assert!(scratch.has("loud!").await && scratch.proxy.rewritten() == 1);

    let mut scratch = Scratch::with(Tricks {
        lies_about: Some(("marks", Duration::from_secs(3_600))),
        ..Tricks::default()
    })
    .await;
    let mut session = scratch.session().await;
    mark(&mut session, "one").await.expect("answered");
    assert!(!scratch.has("one").await, "answered before it was committed");
    mark(&mut session, "two").await.expect("answered");
    assert!(scratch.has("one").await && !scratch.has("two").await);
    scratch.proxy.cut();
    // Waits for the end of the lost transaction, which holds the key.
    mark(&mut scratch.direct, "two").await.expect("nobody else has it");

    let mut scratch = Scratch::with(Tricks {
        forgets_before: Some("'kept'"),
        ..Tricks::default()
    })
    .await;
    let mut session = scratch.session().await;
    let mut transaction = session.begin().await.expect("begun");
    mark(&mut transaction, "forgotten").await.expect("marked");
    let kept = transaction.execute("insert into marks values ('kept')").await;
    assert_eq!(kept.expect("marked").rows_affected(), 1);
    transaction.commit().await.expect("committed");
    assert!(scratch.has("kept").await && !scratch.has("forgotten").await);
}

/// Plays until a process reaches its crash point, looks at what it left, and goes on with another process.
async fn crash_at(partitions: u16, point: &str, left: &str) {
    let installation = Installation::with_players_in(partitions, PLAYERS).await;
    let mut server = Server::start_with(&installation, &[("LEDGER_CRASH_POINT", point)]).await;
    let server_list = ServerList::of(&[&server.url]);
    let games = everybody(&server_list, PLAYERS, 1, Habit::Plain).await;
    server.arm();
    let status = tokio::time::timeout(REACHED_MAX, server.ended()).await.expect(point);
    assert_eq!(status.signal(), Some(SIGABRT), "{point}: {status}");
    server_list.remove(&server.url);
    let row = sqlx::query(left)
        .fetch_one(&mut installation.connect().await)
        .await
        .expect(left);
    assert!(row.try_get::<bool, _>(0).expect("yes or no"), "{point}: {left}");

    let server = Server::start(&installation).await;
    server_list.add(&server.url);
    server_list.wait_answered(100).await;
    assert_sound(&installation, &server_list, games).await;
}

/// Everybody goes home, and the audit finds nothing.
async fn assert_sound(
    installation: &Installation,
    server_list: &Arc<ServerList>,
    games: tokio::task::JoinSet<crate::rig::simulated_player::Journal>,
) {
    server_list.stop_players();
    let (acks, mut problems) = audit::journals(games).await;
    problems.extend(audit::problems(installation, server_list, &acks).await);
    assert_eq!(problems, NOTHING);
}

/// Rows of the view `dives` are those of its cursor, no more and no less, and events wait for it.
const A_PAGE_IS_LOST_WHOLE: &str = "
    select (select count(*) from dives)
             = (select count(*) from events e join cursors c on c.view = 'dives' and c.partition = e.partition
                 where e.event_type = 'DiveStarted' and e.position <= c.position)
       and exists (select from cursors c join heads h using (partition) where c.position < h.position)";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_before_the_append_leaves_nothing_f_01() {
    // The commands of the lost batch had been decided: not one of their events may be without its answer.
    let left = "select not exists (select from events e where e.metadata->>'request_id' is not null and not exists
                    (select from requests r where r.request_id = (e.metadata->>'request_id')::uuid))";
    crash_at(4, "before_append:10", left).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_after_the_commit_is_answered_on_repetition_f_02() {
    // The last batch is whole: the answer to the retry is there with its events, unless it was of a command without
    // a request id, as an offer that expires is.
    let left = "select bool_and(r.request_id is not null or e.metadata->>'request_id' is null) from heads h
                  join events e using (partition, position)
                  left join requests r on r.partition = e.partition and r.position = e.position";
    crash_at(1, "after_commit:10", left).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_between_rows_and_cursor_loses_the_page_whole_f_04() {
    crash_at(1, "in_view_batch:20", A_PAGE_IS_LOST_WHOLE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_before_the_commit_of_a_page_loses_it_whole_f_03_f_04() {
    crash_at(4, "before_view_commit:20", A_PAGE_IS_LOST_WHOLE).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_between_an_event_and_its_policy_is_made_good() {
    let left = "select exists (select from events q where q.event_type = 'InviteQualified' and not exists
                    (select from events v where v.event_type = 'InviteValidated'
                        and v.payload->'InviteValidated'->>'friend' = q.aggregate_id))";
    crash_at(4, "before_policy:2", left).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_between_a_policys_command_and_its_cursor_does_not_repeat_it() {
    let left = "select exists (select from events q
                  join events v on v.event_type = 'InviteValidated' and v.payload->'InviteValidated'->>'friend' = q.aggregate_id
                  left join cursors c on c.view = 'policies' and c.partition = q.partition
                 where q.event_type = 'InviteQualified' and q.position > coalesce(c.position, 0))";
    crash_at(1, "after_policy:2", left).await;
}

/// Two servers, each behind a proxy.
async fn two_servers(installation: &Installation) -> ([Proxy; 2], [Server; 2], Arc<ServerList>) {
    let proxies = [
        Proxy::before(&installation.database, Tricks::default()).await,
        Proxy::before(&installation.database, Tricks::default()).await,
    ];
    let servers = [
        Server::start_behind(installation, &proxies[0]).await,
        Server::start_behind(installation, &proxies[1]).await,
    ];
    let server_list = ServerList::of(&[&servers[0].url, &servers[1].url]);
    (proxies, servers, server_list)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_fault_of_the_line_strikes_appends_and_pages_and_nothing_is_lost_f_13_f_15() {
    let installation = Installation::with_players_in(4, PLAYERS).await;
    let (proxies, _servers, server_list) = two_servers(&installation).await;
    let games = everybody(&server_list, PLAYERS, 2, Habit::Twice).await;
    for round in 0..4 {
        for fault in [
            Fault::CutBefore,
            Fault::CutAfterCommit,
            Fault::Dribble(11 + round),
            Fault::Delay(Duration::from_millis(50)),
        ] {
            proxies[round % 2].arm_and_wait("insert into events", fault).await;
            // Whichever server leads a view meets it.
            proxies.iter().for_each(|proxy| proxy.arm("update cursors", fault));
            server_list.wait_answered(10).await;
        }
    }
    assert_sound(&installation, &server_list, games).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_arrives_after_its_repetition_changes_nothing_f_02_f_13_f_22() {
    // Both writers wait until they give the answer up; the one's batch is durable, the other's is still on
    // its way when its commands are sent again.
    let installation = Installation::with_players_in(1, PLAYERS).await;
    let (proxies, _servers, server_list) = two_servers(&installation).await;
    let third = Server::start(&installation).await;
    let games = everybody(&server_list, PLAYERS, 3, Habit::Plain).await;
    server_list.wait_answered(50).await;
    tokio::join!(
        proxies[0].arm_and_wait("insert into events", Fault::HoldRequest),
        proxies[1].arm_and_wait("insert into events", Fault::HoldAnswer)
    );
    server_list.add(&third.url);
    tokio::join!(proxies[0].given_up(), proxies[1].given_up());
    // Enough for those who waited to send again and be answered.
    server_list.wait_answered(200).await;
    proxies.iter().for_each(Proxy::release);
    server_list.wait_answered(100).await;
    assert_sound(&installation, &server_list, games).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_on_which_nothing_passes_is_given_up_whatever_waited_for_it_f_13_f_15() {
    let database = ledger::testing::database(1).await;
    let proxy = Proxy::before(&database, Tricks::default()).await;
    let through = PgConnectOptions::from_str(&proxy.url()).expect("an address");
    let ledger = ledger::testing::open(through, ledger::Clock::system()).await;
    let known = players::register(&ledger, 1).await;
    players::give_coins(&ledger, known, 5).await;
    proxy.shut();
    // Two wait for a check that the state is the newest, one for an append; who comes late meets a cold stream.
    let mut asked = tokio::task::JoinSet::new();
    for number in 0..3 {
        let (ledger, stream) = (ledger.clone(), ledger::StreamId::player(known));
        asked.spawn(async move {
            if number == 1 {
                let credit = players::adjust(1).into();
                let asked = ledger
                    .players()
                    .execute(&stream, credit, ledger::Request::default(), ledger::Plain);
                asked.await.is_err()
            } else {
                ledger.players().load(&stream).await.is_err()
            }
        });
    }
    let given_up = tokio::time::timeout(REACHED_MAX, asked.join_all()).await;
    assert_eq!(given_up.expect("nobody waits for ever"), [true; 3]);
    proxy.reopen();
    players::give_coins(&ledger, known, 5).await;
    // The append that nobody was answered for may have come through since.
    let coins = players::state(&ledger, known).await.wallet.coins().minor();
    assert!((10..=11).contains(&coins), "{coins}");
}
