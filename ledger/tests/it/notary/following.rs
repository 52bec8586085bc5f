//! Trees and checkpoints while the log grows: exactly once, whatever interrupts the process.

use super::*;
use ledger::notary::follow::Follower;
use ledger::notary::{Signed, Vkey, proof, signed};
use ledger::testing::{on_one_and_four_partitions, open};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

on_one_and_four_partitions!(
    a_checkpoint_covers_everything_and_lies_outside,
    nothing_is_counted_twice_or_left_out_when_the_work_is_cut_off,
    a_lost_connection_loses_the_whole_page,
    two_notaries_beside_writers_agree,
);

/// Sizes and roots of the trees as the notary keeps them.
async fn kept(ledger: &Ledger) -> Vec<LogHead> {
    let rows = sqlx::query("select size, root from heads left join log_trees using (partition) order by partition")
        .fetch_all(ledger.pool())
        .await
        .expect("trees");
    let head = |row: &sqlx::postgres::PgRow| {
        let (size, root): (Option<i64>, Option<Vec<u8>>) = (row.get(0), row.get(1));
        let root = root.map_or(EMPTY_HASH, |root| Hash(root.try_into().expect("32 bytes")));
        LogHead {
            size: size.unwrap_or_default() as u64,
            root,
        }
    };
    rows.iter().map(head).collect()
}

async fn a_checkpoint_covers_everything_and_lies_outside(partitions: u16) {
    let (ledger, folder) = (played(partitions).await, Folder::new());
    let mut notary = notary(&ledger, &folder).await;
    assert!(notary.lag().await.expect("heads").iter().all(|(_, lag)| *lag > 0));
    notary.round().await.expect("a round");
    assert!(notary.lag().await.expect("heads").iter().all(|(_, lag)| *lag == 0));
    let (newest, vkey) = signed::newest(ledger.pool()).await.expect("read").expect("signed");
    assert_eq!(newest.checkpoint.logs, defined(&ledger).await);
    assert_eq!(
        (newest.checkpoint.number, newest.checkpoint.time),
        (1, ledger.clock().now())
    );
    assert_eq!(vkey, ledger::notary::vkey(&MASTER_KEY, &newest.checkpoint.origin));
    assert_eq!(folder.latest().as_deref(), Some(newest.note.as_str()));

    notary.round().await.expect("a round without news");
    assert_eq!(notary.newest(), Some(&newest), "nothing to sign");
    play(&ledger, 100..=101).await;
    notary.round().await.expect("a round");
    let newer = notary.newest().expect("signed").clone();
    assert_eq!(
        (newer.checkpoint.number, &newer.checkpoint.logs),
        (2, &defined(&ledger).await)
    );
    assert_eq!(folder.latest().as_deref(), Some(newer.note.as_str()));
    for (partition, log) in (0..).zip(&newer.checkpoint.logs) {
        let note = signed::newest_of_log(ledger.pool(), partition)
            .await
            .expect("read")
            .expect("signed");
        let text = vkey.of_partition(partition).open(&note).expect("the log's own key");
        let read = tlog_tiles::Checkpoint::from_bytes(text.as_bytes()).expect("a tlog-checkpoint");
        assert_eq!((read.size(), *read.hash()), (log.size, log.root));
    }
}

/// Follows every log page by page until it is cut off.
async fn follow_all(ledger: &Ledger, page: i64) {
    let mut follower = Follower::default();
    for partition in 0..i32::from(ledger.partitions()) {
        loop {
            let mut transaction = ledger.pool().begin().await.expect("begun");
            let taken = follower
                .step(ledger.pool(), &mut transaction, partition, page)
                .await
                .expect("fits");
            transaction.commit().await.expect("committed");
            if taken == 0 {
                break;
            }
        }
    }
}

async fn nothing_is_counted_twice_or_left_out_when_the_work_is_cut_off(partitions: u16) {
    let ledger = played(partitions).await;
    let mut dice = StdRng::seed_from_u64(7);
    let mut cut = 0;
    for page in [1, 3, 7].into_iter().cycle().take(120) {
        let time = Duration::from_micros(dice.random_range(0..8_000));
        cut += u32::from(tokio::time::timeout(time, follow_all(&ledger, page)).await.is_err());
    }
    assert!(cut > 10, "only {cut} were cut off");
    follow_all(&ledger, 50).await;
    assert_eq!(kept(&ledger).await, defined(&ledger).await);
}

async fn a_lost_connection_loses_the_whole_page(partitions: u16) {
    let ledger = played(partitions).await;
    let partition = a_busy_partition(&ledger);
    let mut follower = Follower::default();
    for lost in 0..3 {
        let before = kept(&ledger).await;
        let mut transaction = ledger.pool().begin().await.expect("begun");
        let taken = follower
            .step(ledger.pool(), &mut transaction, partition, 10)
            .await
            .expect("fits");
        assert_eq!(taken, 10);
        let pid: i32 = sqlx::query("select pg_backend_pid()")
            .fetch_one(&mut *transaction)
            .await
            .expect("a process")
            .get(0);
        tamper(&ledger, &format!("select pg_terminate_backend({pid})")).await;
        assert!(transaction.commit().await.is_err(), "lost {lost}");
        assert_eq!(kept(&ledger).await, before);
    }
    follow_all(&ledger, 10).await;
    assert_eq!(kept(&ledger).await, defined(&ledger).await);
}

/// Rounds until the writers are done and everything is signed.
async fn attend(ledger: Ledger, folder: Arc<Folder>, done: Arc<AtomicBool>) {
    let mut notary = notary(&ledger, &folder).await;
    loop {
        let finished = done.load(Ordering::SeqCst);
        notary.round().await.expect("a round");
        let lag = notary.lag().await.expect("heads");
        if finished && lag.iter().all(|(_, lag)| *lag == 0) {
            return;
        }
    }
}

async fn two_notaries_beside_writers_agree(partitions: u16) {
    let ledger = played(partitions).await;
    let other = open(ledger::testing::owner(&ledger), ledger.clock().clone()).await;
    let (done, folder) = (Arc::new(AtomicBool::new(false)), Arc::new(Folder::new()));
    let notaries: Vec<_> = [&ledger, &other]
        .map(|ledger| tokio::spawn(attend(ledger.clone(), folder.clone(), done.clone())))
        .into();
    let writers: Vec<_> = [(&ledger, 200), (&other, 300)]
        .map(|(ledger, first)| {
            let ledger = ledger.clone();
            tokio::spawn(async move { play(&ledger, first..first + 4).await })
        })
        .into();
    for writer in writers {
        writer.await.expect("a writer");
    }
    done.store(true, Ordering::SeqCst);
    for notary in notaries {
        notary.await.expect("a notary");
    }
    let signed = all_signed(&ledger).await;
    let numbers: Vec<u64> = signed.iter().map(|signed| signed.checkpoint.number).collect();
    assert_eq!(
        numbers,
        (1..=numbers.len() as u64).collect::<Vec<_>>(),
        "each number once"
    );
    assert!(numbers.len() > 2, "signed while the writers wrote");
    let mut connection = ledger.pool().acquire().await.expect("a connection");
    for pair in signed.windows(2) {
        let (old, new) = (&pair[0].checkpoint, &pair[1].checkpoint);
        proof::extends(&mut connection, old, &new.logs)
            .await
            .expect("each continues the one before");
    }
    let last = signed.last().expect("signed");
    assert_eq!(last.checkpoint.logs, defined(&ledger).await);
    assert_eq!(folder.latest().as_deref(), Some(last.note.as_str()));
}

async fn all_signed(ledger: &Ledger) -> Vec<Signed> {
    let rows = sqlx::query("select note, vkey from checkpoints order by number")
        .fetch_all(ledger.pool())
        .await;
    let open = |row: &sqlx::postgres::PgRow| {
        let vkey = Vkey::parse(row.get(1)).expect("a key");
        Signed::open(row.get(0), &vkey).expect("a good signature")
    };
    rows.expect("checkpoints").iter().map(open).collect()
}

/// The machine that wrote an event had a clock that was ahead; the notary's is right.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_checkpoint_is_older_than_an_event_that_it_covers() {
    let (ledger, folder) = (played(1).await, Folder::new());
    let right = ledger.clock().now();
    ledger.clock().advance_ms(3_600_000);
    let ahead = ledger.clock().now();
    register(&ledger, 99).await;
    ledger.clock().set_ms(right.0);
    let mut notary = notary(&ledger, &folder).await;
    notary.round().await.expect("a round");
    let newest = notary.newest().expect("a checkpoint");
    assert_eq!(newest.checkpoint.time, ahead);
    ledger.close().await;
}
