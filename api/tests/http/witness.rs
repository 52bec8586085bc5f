//! Witnesses beside a service on a real database: what they cosign is published, and a second history is not cosigned,
//! whether it is shown to other readers or comes from a backup (T-57, T-60).

use crate::test_app::TestApp;
use api::app::Settings;
use api::player_answers::player_answers;
use ledger::Ledger;
use ledger::notary::cosignature::Cosigner;
use ledger::notary::witnessed::{Demand, Witnessed};
use ledger::notary::{self, Notary, Vkey, WitnessKey, cosigned, signed};
use ledger::testing::{self, MASTER_KEY, on_one_and_four_partitions, players::register};
use sqlx::{Connection, Executor, PgConnection};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::net::TcpListener;
use witness::client::Client;
use witness::follow::{self, Followed, NotFollowed};
use witness::{Witness, server};
use workers::witnesses::{Named, NotCosigned, Witnesses};

on_one_and_four_partitions!(
    two_histories_for_two_readers_are_caught,
    a_database_that_was_set_back_is_caught,
    who_only_follows_what_is_published_finds_the_same,
    a_log_that_is_behind_is_no_fork,
);

static FOLDERS: AtomicU32 = AtomicU32::new(0);

pub fn folder() -> PathBuf {
    let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("ledger-witnessed-{}-{number}", std::process::id()));
    std::fs::remove_dir_all(&path).ok();
    path
}

/// A witness of its own machine, as far as a test has one: a key, a memory, an address.
pub struct Running {
    pub witness: Witness,
    pub named: Named,
}

impl Running {
    pub async fn start(byte: u8, log: &Vkey) -> Running {
        let cosigner = Cosigner::of_seed(&[byte; 32], &format!("witness.example/{byte}")).expect("a name");
        let witness = Witness::open(cosigner, vec![log.clone()], folder(), Arc::new(|| 1_735_689_600));
        let witness = witness.expect("a folder");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let routes = server::routes(witness.clone());
        tokio::spawn(api::serve::serve_routes(
            routes,
            api::serve::Bounds::default(),
            listener,
            std::future::pending(),
        ));
        let key = witness.key().clone();
        Running {
            witness,
            named: Named { key, url },
        }
    }
}

/// The log of a database with the witnesses that it asks.
pub struct Log {
    pub app: TestApp,
    pub notary: Notary,
    pub witnesses: Witnesses,
}

impl Log {
    pub async fn of(ledger: Ledger, witnesses: &Witnesses) -> Log {
        let settings = Settings {
            witnesses: witnesses.demand(),
            ..Settings::default()
        };
        let (pool, clock) = (ledger.pool().clone(), ledger.clock().clone());
        let notary = Notary::open(pool, clock, folder()).await.expect("a notary");
        Log {
            app: TestApp::serve(ledger, None, settings).await,
            notary,
            witnesses: witnesses.clone(),
        }
    }

    /// Records somebody new, signs, and asks the witnesses.
    pub async fn grow(&mut self, tg_id: i64) -> Vec<Result<u64, NotCosigned>> {
        register(&self.app.ledger, tg_id).await;
        self.signs().await
    }

    /// Signs what there is, and asks the witnesses.
    pub async fn signs(&mut self) -> Vec<Result<u64, NotCosigned>> {
        self.notary.round().await.expect("signed");
        let asked = self.witnesses.round(&self.app.ledger, &Client::default()).await;
        asked.expect("the database")
    }

    /// What anybody reads.
    async fn published(&self) -> Option<Witnessed> {
        let answer = self
            .app
            .send(axum::http::Method::GET, "/checkpoint", &[], Vec::new())
            .await;
        let text = String::from_utf8(answer.body().to_vec()).expect("text");
        answer
            .status()
            .is_success()
            .then(|| Witnessed::parse(&text).expect("notes"))
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.app.address)
    }
}

pub async fn ledger(partitions: u16) -> (Ledger, Vkey) {
    let ledger = TestApp::open_on(partitions).await.ledger.clone();
    let origin = signed::origin(ledger.pool()).await.expect("a name");
    let vkey = notary::vkey(&MASTER_KEY, &origin);
    (ledger, vkey)
}

/// The database as it is, a second time; the ledger is opened again on both.
pub async fn copied(ledger: Ledger) -> (Ledger, Ledger) {
    let options = testing::owner(&ledger);
    let clock = ledger.clock().clone();
    let name = options.get_database().expect("a name").to_owned();
    let copy = format!("{name}_copy");
    ledger.close().await;
    let mut server = PgConnection::connect_with(&testing::server())
        .await
        .expect("a connection");
    // Listeners of a closed ledger may still be on their way out.
    let ends = format!("select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'");
    server.execute(ends.as_str()).await.expect("closed");
    let copies = format!("create database {copy} template {name}");
    let made = async {
        while server.execute(copies.as_str()).await.is_err() {
            server.execute(ends.as_str()).await.expect("closed");
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), made)
        .await
        .expect("a copy");
    let open = |options| testing::open_with(options, clock.clone(), player_answers());
    (open(options.clone()).await, open(options.database(&copy)).await)
}

pub fn one(running: &Running) -> Witnesses {
    Witnesses {
        named: vec![running.named.clone()],
        needed: 1,
    }
}

pub fn refused(answers: &[Result<u64, NotCosigned>]) -> &str {
    match answers {
        [Err(NotCosigned::Refused(why))] => why,
        other => panic!("{other:?} is no refusal"),
    }
}

pub fn demand(keys: &[&WitnessKey], needed: usize) -> Demand {
    let witnesses = keys.iter().map(|key| (**key).clone()).collect();
    Demand { witnesses, needed }
}

/// The newest checkpoint of a database, cosigned or not.
pub async fn newest(log: &Log) -> Witnessed {
    let all = Demand {
        needed: 0,
        ..log.witnesses.demand()
    };
    let newest = signed::newest(log.app.ledger.pool())
        .await
        .expect("read")
        .expect("signed")
        .0;
    let shown = cosigned::published(log.app.ledger.pool(), &all)
        .await
        .expect("read")
        .expect("signed");
    assert_eq!(shown.checkpoint, newest.note);
    shown
}

async fn two_histories_for_two_readers_are_caught(partitions: u16) {
    let (ledger, vkey) = ledger(partitions).await;
    let running = Running::start(1, &vkey).await;
    let (first, second) = copied(ledger).await;
    let (mut first, mut second) = (
        Log::of(first, &one(&running)).await,
        Log::of(second, &one(&running)).await,
    );
    assert_eq!(first.published().await, None, "nobody has cosigned yet");
    let key = &running.named.key;
    for tg_id in 1..=4 {
        let answers = first.grow(tg_id).await;
        assert!(matches!(answers.as_slice(), [Ok(_)]), "{answers:?}");
    }
    let shown = first.published().await.expect("cosigned");
    let opened = shown.open(&vkey, &demand(&[key], 1)).expect("one of one");
    assert_eq!(opened.checkpoint.number, 4);
    // The same number of people, and so of events, and other people.
    let mut answers = Vec::new();
    for tg_id in 101..=104 {
        answers = second.grow(tg_id).await;
    }
    let why = refused(&answers);
    if partitions == 1 {
        assert!(why.contains("another tree of"), "the same size: {why}");
    }
    assert_eq!(second.published().await, None, "what is not cosigned is not published");
    let own = newest(&second).await;
    assert!(own.open(&vkey, &demand(&[], 0)).is_ok(), "its signature is good");
    assert!(own.open(&vkey, &demand(&[key], 1)).is_err(), "and its history is not");
}

async fn a_database_that_was_set_back_is_caught(partitions: u16) {
    let (ledger, vkey) = ledger(partitions).await;
    let running = Running::start(1, &vkey).await;
    let mut log = Log::of(ledger, &one(&running)).await;
    assert!(log.grow(1).await.iter().all(Result::is_ok));
    let (ledger, backup) = copied(log.app.ledger.clone()).await;
    let mut log = Log::of(ledger, &one(&running)).await;
    for tg_id in 2..=5 {
        assert!(log.grow(tg_id).await.iter().all(Result::is_ok));
    }
    // Nobody has its checkpoints: the service itself cannot know that something is missing.
    let mut restored = Log::of(backup, &one(&running)).await;
    let why = refused(&restored.signs().await).to_owned();
    assert!(why.contains("the end of the log is missing"), "{why}");
    let mut last = Vec::new();
    for tg_id in 11..=18 {
        last = restored.grow(tg_id).await;
    }
    refused(&last);
    let own = newest(&restored).await;
    assert!(own.open(&vkey, &demand(&[&running.named.key], 1)).is_err());
}

async fn who_only_follows_what_is_published_finds_the_same(partitions: u16) {
    let (ledger, vkey) = ledger(partitions).await;
    let running = Running::start(1, &vkey).await;
    let (first, second) = copied(ledger).await;
    let nobody = Witnesses::default();
    let (mut first, mut second) = (Log::of(first, &nobody).await, Log::of(second, &nobody).await);
    let client = Client::default();
    for tg_id in 1..=6 {
        first.grow(tg_id).await;
        let followed = follow::round(&running.witness, &client, &first.url()).await;
        let logs = usize::from(partitions);
        assert_eq!(followed.expect("it grows"), Followed { logs, behind: 0 });
    }
    for tg_id in 101..=112 {
        second.grow(tg_id).await;
    }
    let followed = follow::round(&running.witness, &client, &second.url()).await;
    assert!(matches!(followed, Err(NotFollowed::NotCosigned { .. })), "{followed:?}");
}

/// What is published is as old as its witnesses cosigned, and another witness may have seen more.
async fn a_log_that_is_behind_is_no_fork(partitions: u16) {
    let (ledger, vkey) = ledger(partitions).await;
    let (own, others) = (Running::start(1, &vkey).await, Running::start(2, &vkey).await);
    let ahead = Running::start(3, &vkey).await;
    let (second, first) = copied(ledger).await;
    let mut first = Log::of(first, &one(&own)).await;
    let (client, logs) = (Client::default(), usize::from(partitions));
    let follows = async |log: &Log| follow::round(&ahead.witness, &client, &log.url()).await;
    first.grow(1).await;
    assert_eq!(follows(&first).await.expect("new"), Followed { logs, behind: 0 });
    let (first, backup) = copied(first.app.ledger.clone()).await;
    let mut first = Log::of(first, &one(&own)).await;
    let (mut second, backup) = (Log::of(second, &one(&others)).await, Log::of(backup, &one(&own)).await);
    for tg_id in 2..=9 {
        register(&first.app.ledger, tg_id).await;
    }
    first.notary.round().await.expect("signed");
    let asked = one(&ahead)
        .round(&first.app.ledger, &client)
        .await
        .expect("the database");
    assert!(matches!(asked.as_slice(), [Ok(2)]), "{asked:?}");
    let sizes = || (0..partitions).map(|log| ahead.witness.newest(&format!("{}/{log}", vkey.name)).expect("read"));
    let seen: Vec<_> = sizes().collect();
    let followed = follows(&first)
        .await
        .expect("the published one is older, and the beginning");
    assert!(followed.behind > 0, "{followed:?}");
    assert_eq!(sizes().collect::<Vec<_>>(), seen, "the newer is kept");

    // As small as that one, of a database that was set back, and of another history that has grown since.
    let why = follows(&backup)
        .await
        .expect_err("nothing shows what followed")
        .to_string();
    assert!(why.contains("its end is missing"), "{why}");
    second.grow(101).await;
    for tg_id in 102..=120 {
        register(&second.app.ledger, tg_id).await;
    }
    second.notary.round().await.expect("signed");
    let why = follows(&second).await.expect_err("another history").to_string();
    if partitions == 1 {
        assert!(why.contains("history was rewritten"), "{why}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn as_many_witnesses_as_are_needed_publish_a_checkpoint() {
    let (ledger, vkey) = ledger(1).await;
    let (one, two) = (Running::start(1, &vkey).await, Running::start(2, &vkey).await);
    // A witness of another log, and an address where nobody listens.
    let stranger = Running::start(3, &Vkey::parse(&vkey.of_days().to_string()).expect("a key")).await;
    let free = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let silent = Named {
        key: Cosigner::of_seed(&[4; 32], "witness.example/4")
            .expect("a name")
            .key()
            .clone(),
        url: format!("http://{}", free.local_addr().expect("an address")),
    };
    drop(free);
    let named = vec![one.named.clone(), two.named.clone(), stranger.named.clone(), silent];
    let witnesses = |needed| Witnesses {
        named: named.clone(),
        needed,
    };
    let mut log = Log::of(ledger, &witnesses(2)).await;
    let answers = log.grow(1).await;
    assert!(
        matches!(
            answers.as_slice(),
            [Ok(1), Ok(1), Err(NotCosigned::Refused(_)), Err(NotCosigned::Silent(_))]
        ),
        "{answers:?}"
    );
    let shown = log.published().await.expect("two of four");
    let keys: Vec<&WitnessKey> = named.iter().map(|named| &named.key).collect();
    assert!(shown.open(&vkey, &demand(&keys, 2)).is_ok());
    assert!(shown.open(&vkey, &demand(&keys, 3)).is_err());
    let seen = cosigned::witnesses(log.app.ledger.pool()).await.expect("read");
    let names: Vec<&str> = seen.iter().map(|seen| seen.key.name.as_str()).collect();
    assert_eq!(names, ["witness.example/1", "witness.example/2"]);
    let pool = log.app.ledger.pool();
    assert_eq!(
        cosigned::published(pool, &witnesses(3).demand()).await.expect("read"),
        None,
        "three of four"
    );
    // Whoever may write into the table writes rows for witnesses that cosigned nothing, with lines of others.
    let line = shown.logs[0].lines().find(|line| line.contains("witness.example/1"));
    let line = [format!("{}\n", line.expect("a cosignature"))];
    register(&log.app.ledger, 2).await;
    log.notary.round().await.expect("signed");
    for number in [1, 2, 99] {
        for silent in &named[2..] {
            cosigned::keep(pool, &silent.key, number, &line).await.expect("kept");
        }
    }
    assert_eq!(
        cosigned::published(pool, &witnesses(3).demand()).await.expect("read"),
        None,
        "two still"
    );
    assert_eq!(
        log.published().await,
        Some(shown),
        "the first, without the lines of the others"
    );
}
