//! What the cursor of a view says about an event that it cannot take, with two programs at work.

use crate::play::until;
use ledger::Ledger;
use ledger::log_page::LogPage;
use ledger::testing::players::register;
use ledger::testing::{ledger, owner_of};
use projections::cursor::standings;
use projections::runner::run;
use projections::view::{View, Writing};
use sqlx::{Executor, PgConnection};
use tokio::sync::{Notify, watch};

/// The event that the older program cannot take.
const FOREIGN: i64 = 2;

/// A view of an older program: it fails at one event on request, and never ends the page after that.
struct Older {
    is_at: Notify,
    fails: Notify,
}

static OLDER: Older = Older {
    is_at: Notify::const_new(),
    fails: Notify::const_new(),
};

impl View for Older {
    fn name(&self) -> &'static str {
        "older"
    }

    fn page_max(&self) -> i64 {
        1
    }

    fn write<'a>(&'a self, _transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            match page.first().map(|event| event.position) {
                Some(FOREIGN) => {
                    self.is_at.notify_one();
                    self.fails.notified().await;
                    Err(ledger::Fault::Law("of a later program".into()))
                }
                Some(position) if position > FOREIGN => std::future::pending().await,
                _ => Ok(()),
            }
        })
    }
}

/// How many sessions wait for a lock with a statement like this.
async fn waiting(ledger: &Ledger, statement: &str) -> i64 {
    let count = sqlx::query_scalar(
        "select count(*) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like $1",
    );
    let mut owner = owner_of(ledger).await;
    count.bind(statement).fetch_one(&mut owner).await.expect("a count")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_view_is_stopped_at_the_event_that_failed_and_not_at_the_next_one() {
    let ledger = ledger(1).await;
    for tg_id in 1..=5 {
        register(&ledger, tg_id).await;
    }
    let (stop, stopped) = watch::channel(false);
    let tasks = run(&ledger, &[&OLDER], &stopped);
    OLDER.is_at.notified().await;
    // The other program can take the event, and does before the older one has noted that it cannot.
    let mut other = owner_of(&ledger).await;
    other
        .execute("begin; lock table cursors in share mode")
        .await
        .expect("locked");
    OLDER.fails.notify_one();
    let noting = "update cursors%stopped_error%";
    until("the older one notes why it stopped", async || {
        waiting(&ledger, noting).await == 1
    })
    .await;
    let taken = format!("update cursors set position = {FOREIGN} where view = 'older'; commit");
    other.execute(taken.as_str()).await.expect("taken");
    until("the note is made", async || waiting(&ledger, noting).await == 0).await;
    let noted = async || {
        let all = standings(ledger.pool(), ledger.clock().now()).await.expect("standings");
        all.into_iter().find(|one| one.view == "older").expect("a cursor")
    };
    until("the older one goes on", async || {
        let held = "select count(*) from pg_locks l join pg_database d on d.oid = l.database
                     where d.datname = current_database() and l.relation = 'cursors'::regclass
                       and l.mode = 'RowShareLock'";
        let held = sqlx::query_scalar::<_, i64>(held).fetch_one(ledger.pool()).await;
        held.expect("locks") > 0
    })
    .await;
    assert_eq!(noted().await.stopped, None, "the event after it is not to blame");
    stop.send(true).expect("it listens");
    drop(tasks);
}
