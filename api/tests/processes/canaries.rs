//! Seeded defects that the audit must notice (ledger §10, G11): a check that never failed shows
//! nothing. A defect that is not noticed fails its test.
//!
//! Each is planted in a program and a database that have none: by changing the scratch database, by
//! a proxy that changes messages on the connection, or by the environment of a test build. All run
//! the same scenario, in which the audit finds nothing wrong with the program as it is: two servers,
//! players who send to both, a crash between a commit and its answer, cut connections, lost pages.
//! The naive reader of the log is tried in `ledger/tests/it/skips.rs`.

pub mod forgeries;
pub mod scenario;

use crate::rig::installation::Installation;
use crate::rig::postgres::Postgres;
use crate::rig::proxy::{Proxy, Tricks};
use crate::rig::simulated_player::Habit;
use scenario::{Canary, NOTHING, alone, assert_found, assert_found_one_of, scenario, superuser};
use sqlx::Executor;
use std::time::Duration;

/// What players see of a server that found its log without what it acknowledged: it writes no more.
const NEVER_ANSWERED: &str = "was never answered";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_audit_finds_nothing_in_the_program_as_it_is() {
    assert_eq!(scenario(Canary::default()).await, NOTHING);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_hint_to_other_processes_does_not_matter() {
    let tricks = Tricks {
        rewrites: vec![("pg_notify('ledger'", "pg_notify('nobody'")],
        ..Tricks::default()
    };
    let canary = Canary {
        tricks,
        ..Canary::default()
    };
    assert_eq!(scenario(canary).await, NOTHING);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_version_that_may_be_written_twice_is_noticed() {
    let problems = scenario(Canary {
        planted: "drop index a_version_of_a_stream_is_written_once;
                  create index versions_of_a_stream on events (aggregate_id, sequence, aggregate_type, partition)",
        ..Canary::default()
    });
    assert_found(&problems.await, "versions of a stream are 1, 2, 3");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_that_may_be_answered_twice_is_noticed() {
    let problems = scenario(Canary {
        planted: "alter table requests drop constraint a_request_is_answered_once;
                  create index answers on requests (partition, request_id, scope)",
        ..Canary::default()
    });
    assert_found(&problems.await, "a request is answered once");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_before_its_commit_is_noticed() {
    let installation = Installation::with_players(1).await;
    let tricks = Tricks {
        lies_about: Some(("insert into events", Duration::from_millis(20))),
        ..Tricks::default()
    };
    let proxy = Proxy::before(&installation.database, tricks).await;
    let problems = alone(&installation, 1, &proxy, 5, async || proxy.cut()).await;
    assert_found_one_of(&problems, &["is remembered 0 times", NEVER_ANSWERED]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cursor_that_moves_without_its_rows_is_noticed() {
    let problems = scenario(Canary {
        tricks: Tricks {
            forgets_before: Some("update cursors set position"),
            ..Tricks::default()
        },
        ..Canary::default()
    });
    assert_found(&problems.await, "a dive has a row with its end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_snapshot_that_holds_an_event_twice_is_noticed() {
    // The first gift of COINS once more, by a program that believes every snapshot.
    let problems = scenario(Canary {
        environment: &[("LEDGER_DEFECT", "unchecked_snapshot")],
        planted: "update snapshots
                     set state = replace(convert_from(state, 'UTF8'), '\"wallet\":[', '\"wallet\":[1')::bytea
                   where aggregate_type = 'player'",
        players: 2,
        appends: 150,
        ..Canary::default()
    });
    assert_found(&problems.await, "the answer says");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_from_memory_is_noticed() {
    let problems = scenario(Canary {
        environment: &[("LEDGER_DEFECT", "unfenced_refusal")],
        appends: 5,
        ..Canary::default()
    });
    assert_found(&problems.await, "a player got a wrong answer");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_retry_under_another_request_id_is_noticed() {
    // One crash may meet a batch in which no player waits for an answer: policies write too.
    let problems = scenario(Canary {
        habit: Habit::Forgetful,
        crashes: 4,
        ..Canary::default()
    });
    assert_found(&problems.await, "a player got a wrong answer");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_that_are_left_out_are_noticed() {
    let problems = scenario(Canary {
        planted: "update heads set position = position + 1",
        ..Canary::default()
    });
    assert_found(&problems.await, "positions are 1 to the head");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balance_that_is_not_its_postings_is_noticed() {
    let tricks = Tricks {
        rewrites: vec![(
            "set balance = b.balance + a.delta",
            "set balance = b.balance + a.delta + 1",
        )],
        ..Tricks::default()
    };
    let problems = scenario(Canary {
        tricks,
        ..Canary::default()
    });
    assert_found(&problems.await, "a balance is the sum of its postings");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forgotten_refusals_are_noticed() {
    let tricks = Tricks {
        rewrites: vec![("as mac) r", "as mac) r where r.code = 0")],
        ..Tricks::default()
    };
    let problems = scenario(Canary {
        tricks,
        ..Canary::default()
    });
    // A player who is refused once and accepted when asked again stops there, before anything else is looked at.
    let shows = ["is remembered 0 times", "was sent twice at once and answered"];
    assert_found_one_of(&problems.await, &shows);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repetition_with_other_bytes_is_noticed() {
    let tricks = Tricks {
        rewrites: vec![(
            "r.message, r.answer, r.version",
            "r.message, replace(r.answer, '\"coin\"', '\"coins\"'), r.version",
        )],
        ..Tricks::default()
    };
    let problems = scenario(Canary {
        tricks,
        ..Canary::default()
    });
    // The server finds that the answer is not what it remembered, and gives none.
    assert_found_one_of(&problems.await, &["and on repetition", NEVER_ANSWERED]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commits_that_wait_for_no_disk_are_noticed() {
    // A server that is set to be slow in writing, and whose sessions do not wait for it, forgets when it
    // is killed what it would forget in a power cut.
    let slow = [("wal_writer_delay", "10s"), ("wal_writer_flush_after", "1GB")];
    let postgres = Postgres::start(crate::rig::installation::folder(), &slow).await;
    let installation = Installation::with_players_on(&postgres, 1, 6).await;
    let proxy = Proxy::before(&installation.database, Tricks::default()).await;
    let hasty = "alter database postgres set synchronous_commit = off";
    let disrupt = async || {
        // The server has been checked at its start: only its next sessions are hasty.
        superuser(&installation).await.execute(hasty).await.expect("planted");
        postgres.kill().await;
        postgres.revive().await;
    };
    let problems = alone(&installation, 6, &proxy, 3, disrupt).await;
    assert_found_one_of(&problems, &["is remembered 0 times", NEVER_ANSWERED]);
}
