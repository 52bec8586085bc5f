//! Following: each event once with any number of processes, and what happens before an event that cannot be taken.

use crate::play::{assert_views_are_the_log, compare, crowd, play, record_foreign, tamper, until};
use domain::ids::PlayerId;
use ledger::log_page::LogPage;
use ledger::testing::players::{open_the_house, register};
use ledger::testing::{database, ledger, on_one_and_four_partitions, open};
use ledger::{Clock, Ledger};
use projections::cursor::{Standing, head, position, standings};
use projections::runner::{drain, run, step};
use projections::view::{View, Writing};
use projections::{FOLLOWING, dives::Dives, players::Players};
use sqlx::{PgConnection, Row};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tokio::sync::{Notify, watch};
use tokio::task::JoinSet;

/// The followers of one process.
struct Followers {
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

impl Followers {
    fn of(ledger: &Ledger, views: &[&'static dyn View]) -> Followers {
        let (stop, stopped) = watch::channel(false);
        let tasks = run(ledger, views, &stopped);
        Followers { stop, tasks }
    }

    async fn stop(self) {
        self.stop.send(true).expect("they listen");
        self.tasks.join_all().await;
    }
}

async fn standing(ledger: &Ledger, view: &str, partition: i32) -> Option<Standing> {
    let all = standings(ledger.pool(), ledger.clock().now()).await.expect("standings");
    all.into_iter()
        .find(|standing| standing.view == view && standing.partition == partition)
}

async fn all_have_seen_everything(ledger: &Ledger) -> bool {
    let all = standings(ledger.pool(), ledger.clock().now()).await.expect("standings");
    all.len() == FOLLOWING.len() * usize::from(ledger.partitions()) && all.iter().all(|standing| standing.behind == 0)
}

async fn two_processes_under_load_take_every_event_once_i_19_i_20(partitions: u16) {
    let database = database(partitions).await;
    let clock = Clock::fixed(ledger::testing::GENESIS_MS);
    let ledgers = [open(database.clone(), clock.clone()).await, open(database, clock).await];
    open_the_house(&ledgers[0]).await;
    ledgers[1].refresh().await.expect("refreshed");
    let followers = ledgers.each_ref().map(|ledger| Followers::of(ledger, FOLLOWING));
    let mut playing = JoinSet::new();
    for (ledger, seed) in ledgers.clone().into_iter().zip(1_i64..) {
        // Steps by hand beside the followers: the locks alone must keep them apart.
        let stepping = ledger.clone();
        playing.spawn(async move {
            for _ in 0..50 {
                for view in FOLLOWING {
                    step(&stepping, *view, 0).await.expect("a step");
                }
            }
        });
        playing.spawn(async move {
            let players = crowd(&ledger, seed * 100..seed * 100 + 15, seed.unsigned_abs()).await;
            play(&ledger, &players, 60, seed.unsigned_abs()).await;
        });
    }
    playing.join_all().await;
    until("the views catch up", async || {
        all_have_seen_everything(&ledgers[0]).await
    })
    .await;
    for followers in followers {
        followers.stop().await;
    }
    let lags = standings(ledgers[0].pool(), ledgers[0].clock().now()).await;
    assert!(lags.expect("standings").iter().all(|standing| standing.behind_ms == 0));
    assert_views_are_the_log(&ledgers[0]).await;
}

async fn views_at_one_position_move_in_one_transaction(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    let followers = Followers::of(&ledger, FOLLOWING);
    // The first event may find a process that does not lead all of them yet.
    let first = register(&ledger, 1).await;
    until("the views catch up", async || all_have_seen_everything(&ledger).await).await;
    let log = ledger.partition_of(first.0);
    let same = (2..).find(|tg_id| ledger.partition_of(PlayerId::of_messenger(*tg_id).0) == log);
    register(&ledger, same.expect("a neighbour")).await;
    until("the views catch up", async || all_have_seen_everything(&ledger).await).await;
    followers.stop().await;
    let transactions =
        sqlx::query_scalar("select count(distinct xmin::text) from cursors where partition = $1 and view <> 'books'");
    let transactions: i64 = transactions
        .bind(i32::from(log))
        .fetch_one(ledger.pool())
        .await
        .expect("a count");
    assert_eq!(transactions, 1, "of {} views", FOLLOWING.len() - 1);
}

async fn an_event_of_a_later_program_stops_the_views_it_concerns_and_no_other_f_27(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let players = crowd(&ledger, 1..20, 7).await;
    play(&ledger, &players, 30, 7).await;
    let last = i32::from(partitions) - 1;
    let poison = record_foreign(
        &ledger,
        last,
        "CastResolved",
        "2",
        r#"{"CastResolved":{"from":"later"}}"#,
    )
    .await;
    ledger.clock().advance_ms(5_000);
    crowd(&ledger, 100..120, 8).await;
    let followers = Followers::of(&ledger, FOLLOWING);

    let stopped = async || {
        standing(&ledger, "dives", last)
            .await
            .and_then(|standing| standing.stopped)
    };
    until("the view says why it stopped", async || stopped().await.is_some()).await;
    let stop = stopped().await.expect("a stop");
    assert_eq!((stop.position, stop.event_type.as_str()), (poison, "CastResolved"));
    assert_eq!(
        (stop.since, stop.error.contains("version \"2\"")),
        (ledger.clock().now(), true),
        "{stop:?}"
    );
    assert_eq!(
        position(&ledger, &Dives, last).await.expect("a position"),
        poison - 1,
        "up to it, not over it"
    );
    let others = async || {
        let all = standings(ledger.pool(), ledger.clock().now()).await.expect("standings");
        let mut others = all.iter().filter(|one| {
            one.partition != last
                || ![
                    "books",
                    "dives",
                    "draw_bins",
                    "catches",
                    "week_catches",
                    "achievements",
                    "turnovers",
                    "solvency",
                ]
                .contains(&one.view.as_str())
        });
        others.all(|other| other.behind == 0 && other.stopped.is_none())
    };
    until("other views and partitions go on", others).await;
    let dives = standing(&ledger, "dives", last).await.expect("a standing");
    assert!(dives.behind > 1 && dives.behind_ms >= 5_000, "{dives:?}");

    // The cause is removed: here the event turns out to be of a kind that is known. In production a new program starts.
    let mend = format!(
        "update events set event_type = 'TermsAccepted', event_version = '1', payload = '{{\"TermsAccepted\":{{\"version\":\"1\"}}}}'
          where partition = {last} and position = {poison}"
    );
    tamper(&ledger, &mend).await;
    until("the view goes on by itself", async || {
        all_have_seen_everything(&ledger).await
    })
    .await;
    assert_eq!(stopped().await, None);
    followers.stop().await;
    assert_eq!(compare(&ledger, "dives").await.different, 0);
}

async fn an_event_of_a_type_nobody_knows_stops_every_view_of_its_streams_f_27(partitions: u16) {
    let ledger = ledger(partitions).await;
    register(&ledger, 1).await;
    let poison = record_foreign(&ledger, 0, "PlayersMerged", "1", "{}").await;
    let mut unconcerned = Vec::new();
    for view in FOLLOWING {
        match drain(&ledger, &[*view]).await {
            Ok(()) => unconcerned.push(view.name()),
            Err(_) => assert!(position(&ledger, *view, 0).await.expect("a position") < poison),
        }
    }
    // What reads no player's stream, or nothing but what every event has.
    let expected = [
        "week_places",
        "kyc_checks",
        "red_packets",
        "stocks",
        "proposals",
        "staff_actions",
        "cases",
        "case_acts",
        "effects",
    ];
    assert_eq!(unconcerned, expected);
    // A stream of another type does not concern them, except those that sum the legs of all.
    let other = format!("update events set aggregate_type = 'raffle' where partition = 0 and position = {poison}");
    tamper(&ledger, &other).await;
    for view in FOLLOWING {
        let drained = drain(&ledger, &[*view]).await;
        let sums_legs = ["books", "turnovers", "solvency"].contains(&view.name());
        assert_eq!(drained.is_ok(), !sums_legs, "{}", view.name());
    }
}

on_one_and_four_partitions!(
    views_at_one_position_move_in_one_transaction,
    two_processes_under_load_take_every_event_once_i_19_i_20,
    an_event_of_a_later_program_stops_the_views_it_concerns_and_no_other_f_27,
    an_event_of_a_type_nobody_knows_stops_every_view_of_its_streams_f_27,
);

/// A view whose writer panics at an event until it is mended, and counts what it took.
struct Broken {
    at: i64,
    mended: AtomicBool,
    taken: AtomicU64,
}

static BROKEN: Broken = Broken {
    at: 13,
    mended: AtomicBool::new(false),
    taken: AtomicU64::new(0),
};

impl View for Broken {
    fn name(&self) -> &'static str {
        "broken"
    }

    fn write<'a>(&'a self, _transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let holds = page.iter().any(|event| event.position == self.at);
            assert!(!holds || self.mended.load(Ordering::SeqCst), "a defect");
            self.taken.fetch_add(page.len() as u64, Ordering::SeqCst);
            Ok(())
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_that_panics_is_a_stop_of_its_view_f_27() {
    let ledger = ledger(1).await;
    for tg_id in 1..=20 {
        register(&ledger, tg_id).await;
    }
    let followers = Followers::of(&ledger, &[&BROKEN, &Players]);
    let stopped = async || {
        standing(&ledger, "broken", 0)
            .await
            .and_then(|standing| standing.stopped)
    };
    until("the view stops", async || stopped().await.is_some()).await;
    let stop = stopped().await.expect("a stop");
    assert_eq!((stop.position, BROKEN.taken.load(Ordering::SeqCst)), (13, 12));
    until("the other goes on", async || {
        standing(&ledger, "players", 0).await.is_some_and(|one| one.behind == 0)
    })
    .await;
    BROKEN.mended.store(true, Ordering::SeqCst);
    until("it goes on", async || {
        standing(&ledger, "broken", 0).await.is_some_and(|one| one.behind == 0)
    })
    .await;
    assert_eq!((stopped().await, BROKEN.taken.load(Ordering::SeqCst)), (None, 20));
    followers.stop().await;
}

/// The view of players, stuck when it has written a page and before its cursor moves.
struct Stuck {
    written: Notify,
}

impl View for Stuck {
    fn name(&self) -> &'static str {
        Players.name()
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            Players.write(transaction, page).await?;
            self.written.notify_one();
            std::future::pending().await
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_killed_inside_a_page_leaves_nothing_and_the_next_takes_it_once_f_03_f_04() {
    let ledger = ledger(1).await;
    for tg_id in 1..=30 {
        register(&ledger, tg_id).await;
    }
    let stuck: &'static Stuck = Box::leak(Box::new(Stuck { written: Notify::new() }));
    let dying = {
        let ledger = ledger.clone();
        tokio::spawn(async move { step(&ledger, stuck, 0).await })
    };
    stuck.written.notified().await;
    // Whoever comes meanwhile finds the cursor taken, and does not wait for it.
    assert_eq!(step(&ledger, &Players, 0).await.expect("a step"), 0);
    dying.abort();
    assert!(dying.await.expect_err("killed").is_cancelled());
    let rows = sqlx::query("select count(*) from players")
        .fetch_one(ledger.pool())
        .await;
    assert_eq!(rows.and_then(|row| row.try_get::<i64, _>(0)).expect("a count"), 0);
    drain(&ledger, &[&Players])
        .await
        .expect("an event taken twice would break the key");
    let compared = compare(&ledger, "players").await;
    assert_eq!((compared.live, compared.different), (30, 0));
    assert_eq!(
        position(&ledger, &Players, 0).await.expect("a position"),
        head(&ledger, 0).await.expect("a head")
    );
}
