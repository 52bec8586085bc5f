//! What an answer costs: as many pages of the table as it has rows, however many rows others have.

use domain::config::Config;
use domain::ids::PlayerId;
use ledger::testing::{GENESIS_MS, database, on_one_and_four_partitions, open};
use ledger::{Clock, EventLog};
use projections::{players, team_records};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::{Executor, PgPool, Row};

/// Rows of others.
const OTHERS: i32 = 20_000;
/// Pages of an answer at most; the tables have hundreds.
const PAGES_MAX: i64 = 50;
/// The player whose rows are read.
const READER: i64 = 1;

on_one_and_four_partitions![
    what_a_team_has_earned_is_read_without_the_books_of_others,
    what_waits_is_read_without_others_records_and_days_that_are_over,
];

/// One connection, so that nobody else's pages are among those it counts.
async fn alone(database: &PgConnectOptions) -> PgPool {
    let pool = PgPoolOptions::new().max_connections(1);
    pool.connect_with(database.clone()).await.expect("connects")
}

/// Pages of a table and of its indexes that were looked at so far.
async fn pages(pool: &PgPool, table: &str) -> i64 {
    // A connection keeps its counts to itself until they are flushed.
    let flush = "select pg_stat_force_next_flush()";
    pool.execute(flush).await.expect("flushed");
    let looked = "select heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit
                    from pg_statio_user_tables where relid = $1::regclass";
    let row = sqlx::query(looked).bind(table).fetch_one(pool).await;
    row.and_then(|row| row.try_get(0)).expect("a count")
}

/// Asks with plans for the values at hand and with plans for any values: a server changes over by itself.
async fn assert_reads_little(pool: &PgPool, table: &str, read: impl AsyncFn()) {
    let walked = pages(pool, table).await;
    let walk = format!("select count(*) from {table}");
    pool.execute(walk.as_str()).await.expect("walked");
    let whole = pages(pool, table).await - walked;
    assert!(whole > 3 * PAGES_MAX, "{table} has no more than {whole} pages");
    for plans in ["force_custom_plan", "force_generic_plan"] {
        let set = format!("set plan_cache_mode to {plans}");
        pool.execute(set.as_str()).await.expect("set");
        let before = pages(pool, table).await;
        read().await;
        let read = pages(pool, table).await - before;
        assert!((1..=PAGES_MAX).contains(&read), "{read} pages of {table}, {plans}");
    }
}

async fn what_a_team_has_earned_is_read_without_the_books_of_others(partitions: u16) {
    let pool = alone(&database(partitions).await).await;
    let reader = PlayerId::of_messenger(READER);
    let fill = format!(
        "alter table postings set (autovacuum_enabled = off);
         insert into postings
         select n % {partitions}, md5((n / 4)::text)::uuid, 'coin_paid', n, 0, 'coin', 1, 1
           from generate_series(1, {OTHERS}) n;
         insert into postings
         select n % {partitions}, '{reader}', 'referral_due', {OTHERS} + n, 0, 'usdt', case n when 8 then -5 else 7 end, 1
           from generate_series(1, 8) n;
         analyze postings"
    );
    pool.execute(fill.as_str()).await.expect("filled");
    let read = async || {
        let team = players::team(&EventLog::without_key(pool.clone()), reader)
            .await
            .expect("a team");
        assert_eq!(team.rebate_total.minor(), 7 * 7, "what was received is no less earned");
    };
    assert_reads_little(&pool, "postings", read).await;
}

async fn what_waits_is_read_without_others_records_and_days_that_are_over(partitions: u16) {
    let database = database(partitions).await;
    let ledger = open(database.clone(), Clock::fixed(GENESIS_MS)).await;
    let pool = alone(&database).await;
    let (reader, rules, now) = (
        PlayerId::of_messenger(READER),
        Config::standard().team,
        ledger.clock().now(),
    );
    let today = now.day().0;
    // Every fortieth row is one of the reader's, of a day that is over.
    let fill = format!(
        "alter table team_records set (autovacuum_enabled = off);
         insert into team_records
         select n % {partitions}, gen_random_uuid(), case when n % 40 = 0 then '{reader}' else md5((n / 10)::text)::uuid end,
                'invite', {today} - case when n % 40 = 0 then 1000 else 0 end, null, 2, 0, 0, 0, null, {now}
           from generate_series(1, {OTHERS}) n;
         insert into team_records
         select n % {partitions}, gen_random_uuid(), '{reader}', 'invite', {today}, null, 2, 0, 0, 0, null, {now}
           from generate_series(1, 3) n;
         analyze team_records",
        now = now.0,
    );
    pool.execute(fill.as_str()).await.expect("filled");
    let shown = team_records::shown(&ledger, &rules).await.expect("a moment");
    let read = async || {
        let waits = team_records::pending(&pool, reader, shown, &rules, now)
            .await
            .expect("a sum");
        assert_eq!((waits.count, waits.diamonds.minor()), (3, 6));
    };
    assert_reads_little(&pool, "team_records", read).await;
}
