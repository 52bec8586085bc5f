//! Two servers on one database (F-24), and a server that is asked to stop (F-38).

pub mod crowd;

use crate::rig::audit;
use crate::rig::installation::Installation;
use crate::rig::server::Server;
use crate::rig::server_list::{Destination, ServerList};
use crate::rig::simulated_player::{Ack, SimulatedPlayer};
use serde_json::{Value, json};
use sqlx::Row;
use std::collections::HashSet;
use std::process::ExitStatus;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

use uuid::Uuid;

/// How long a server may take to stop (F-38).
const STOP_MAX: Duration = Duration::from_secs(10);
/// Players whose game a stop interrupts.
const PLAYERS: i64 = 20;
/// Stops under load in one run.
const STOPS: u64 = 4;
/// Kills under load until one must have fallen between a commit and its answer; about every second does.
const KILLS_MAX: u64 = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_thousand_calls_to_two_servers_meet_one_truth_f_24() {
    let installation = Installation::empty().await;
    let regulars = crowd::enrol_regulars(&installation).await;
    // Both find a database without a configuration and record what every database begins with.
    let (one, other) = tokio::join!(Server::start(&installation), Server::start(&installation));
    crowd::furnish(&installation, &regulars).await;
    let (code, figures) = crowd::play(&installation, &[&one.url, &other.url]).await;
    assert_eq!((code, &figures["ok"]), (Some(0), &json!(true)), "{figures}");
    assert_eq!((&figures["mismatches"], &figures["gave_up"]), (&json!([]), &json!([])));
    assert_eq!(
        (&figures["total"]["server_faults"], &figures["balances_wrong"]),
        (&json!(0), &json!([]))
    );
    assert!(
        figures["total"]["count"].as_u64() >= Some(crowd::OPERATIONS),
        "{figures}"
    );
    assert_eq!(crowd::never_accepted(&figures), Vec::<&str>::new(), "{figures}");
    assert!(
        figures["repeats"].as_u64() > Some(0) && figures["dives_verified"].as_u64() > Some(0),
        "{figures}"
    );
    eprintln!("{}", figures["total"]);

    assert_eq!(audit::of_database(&installation).await, Vec::<String>::new());
    assert!(count(&installation, "select count(*) from events").await > 1_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_that_both_servers_are_asked_for_is_played_once_f_24() {
    let installation = Installation::with_players(1).await;
    let (one, other) = tokio::join!(Server::start(&installation), Server::start(&installation));
    let mut left = SimulatedPlayer::login(ServerList::of(&[&one.url]), 1, 1).await;
    let mut right = SimulatedPlayer::login(ServerList::of(&[&other.url]), 1, 2).await;
    let (mut casts, mut replays) = (0, 0);
    for _ in 0..10 {
        let value = Uuid::new_v4().simple().to_string();
        let start = json!({ "stake": 10, "start_level": 1, "device_value": value });
        let started = left.command("fishing/dive_start", start, 0).await;
        let started = started.expect("a server answers");
        let data: Value = serde_json::from_str(&started.data).expect("JSON");
        let dive = &data["dive"]["dive_id"];
        assert_eq!(
            right.settle(started.command.clone()).await.map(|ack| ack.data),
            Some(started.data.clone())
        );
        for seq in 1..=5 {
            let body = json!({ "dive_id": dive, "seq": seq, "shield": false });
            let (mine, yours) = tokio::join!(
                left.command("fishing/cast", body.clone(), 10),
                right.command("fishing/cast", body, 10)
            );
            let answers = [mine.expect("open"), yours.expect("open")];
            let codes: HashSet<i32> = answers.iter().map(|ack| ack.error).collect();
            assert_eq!(
                codes,
                HashSet::from([0, 3004]),
                "one is played, the other is out of date"
            );
            casts += 1;
            // One request, sent to both at once, is one cast with one answer.
            let twice = answers
                .iter()
                .find(|ack| ack.error == 0)
                .expect("a cast")
                .command
                .clone();
            let (mine, yours) = tokio::join!(left.settle(twice.clone()), right.settle(twice));
            assert_eq!(mine.map(|ack| ack.data), yours.map(|ack| ack.data));
            replays += 1;
        }
        let body = json!({ "dive_id": dive });
        let (mine, yours) = tokio::join!(
            left.command("fishing/surface", body.clone(), 0),
            right.command("fishing/surface", body, 0)
        );
        let codes: HashSet<i32> = [mine, yours].into_iter().flatten().map(|ack| ack.error).collect();
        assert_eq!(
            codes,
            HashSet::from([0, 3001]),
            "one ends the dive, the other finds none"
        );
    }
    assert_eq!((casts, replays), (50, 50));
    assert_eq!(
        count(
            &installation,
            "select count(*) from events where event_type = 'CastResolved'"
        )
        .await,
        50
    );
    assert_eq!(
        count(
            &installation,
            "select count(*) from events where event_type = 'DiveClosed'"
        )
        .await,
        10
    );
    // Postings follow the events; the audit waits for them and compares both.
    assert_eq!(audit::of_database(&installation).await, Vec::<String>::new());
    let spent = "select sum(amount)::bigint from postings where account = 'h:coin_sink'";
    assert_eq!(count(&installation, spent).await, 500);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_asked_to_stop_under_load_answers_what_it_accepted_f_38() {
    let installation = Installation::with_players(PLAYERS).await;
    for round in 0..STOPS {
        let Left { status, silent } = play_until(&installation, round, End::Asked).await;
        assert!(status.success(), "{status}");
        assert!(silent.is_empty(), "recorded and not answered: {silent:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_does_not_answer_what_it_accepted_is_noticed() {
    // What no drain would look like: a kill leaves commands that were recorded and not answered.
    let installation = Installation::with_players(PLAYERS).await;
    for round in 0..KILLS_MAX {
        let Left { status, silent } = play_until(&installation, round, End::Killed).await;
        assert!(!status.success(), "{status}");
        if !silent.is_empty() {
            return;
        }
    }
    panic!("{KILLS_MAX} kills under load, and never was an answer missed");
}

/// How a server ends.
#[derive(Clone, Copy)]
enum End {
    Asked,
    Killed,
}

/// What is left of a game whose server ended in the middle of it.
struct Left {
    status: ExitStatus,
    /// Commands that are recorded although their player was never answered.
    silent: Vec<Uuid>,
}

/// Everybody plays until the server ends.
async fn play_until(installation: &Installation, round: u64, end: End) -> Left {
    let mut server = Server::start(installation).await;
    let server_list = ServerList::of(&[&server.url]);
    let mut games = JoinSet::new();
    for tg_id in 1..=PLAYERS {
        games.spawn(
            SimulatedPlayer::login(server_list.clone(), tg_id, 1_000 * round)
                .await
                .play(),
        );
    }
    server_list.wait_answered(100).await;
    server_list.set(Destination::Closing(server.url.as_str().into()));
    match end {
        End::Asked => server.send("-TERM").await,
        End::Killed => server.send("-KILL").await,
    }
    let asked = Instant::now();
    let status = tokio::time::timeout(STOP_MAX, server.ended())
        .await
        .expect("the server ends in time");
    eprintln!("ended after {:?}", asked.elapsed());
    let (mut acks, mut unanswered): (Vec<Ack>, Vec<Uuid>) = (Vec::new(), Vec::new());
    while let Some(journal) = games.join_next().await {
        let journal = journal.expect("no panic");
        unanswered.extend(journal.unanswered.iter().map(|command| command.req_id));
        acks.extend(journal.acks);
    }
    assert_eq!(
        unanswered.len(),
        PLAYERS as usize,
        "the end came in the middle of everybody's game"
    );
    assert!(acks.iter().all(|ack| ack.failures == 0), "no failure on the way out");
    let recorded = recorded(installation).await;
    let is_recorded = |ack: &Ack| recorded.contains(&ack.command.req_id);
    assert!(acks.iter().all(is_recorded), "an acknowledged command is recorded");
    unanswered.retain(|id| recorded.contains(id));
    Left {
        status,
        silent: unanswered,
    }
}

/// Request ids that the database remembers.
async fn recorded(installation: &Installation) -> HashSet<Uuid> {
    let rows = sqlx::query("select request_id from requests")
        .fetch_all(&mut installation.connect().await)
        .await;
    rows.expect("asked")
        .iter()
        .map(|row| row.try_get(0).expect("an id"))
        .collect()
}

async fn count(installation: &Installation, statement: &str) -> i64 {
    let row = sqlx::query(statement)
        .fetch_one(&mut installation.connect().await)
        .await
        .expect("counted");
    row.try_get(0).expect("a count")
}
