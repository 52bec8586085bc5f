//! The runner: reads a page after the cursor, writes the rows and moves the cursor, all in one transaction; for all
//! views of a partition that stand at the same position in the same transaction ([`crate::group`]).
//!
//! ```text
//! leading? ─no─▶ wait for the leader lock
//!    │yes
//!    ▼
//! lock cursors ─▶ read page ─▶ write rows ─▶ move cursors ─▶ commit ─▶ again, or wait for the scout
//!                   └──────────────┴─▶ fault: rolled back; each view alone, with half the page, down to one event
//! ```
//!
//! Any number of processes may run the same views: one leads each view of a partition
//! ([`crate::leader`]), and the lock on the cursor's row makes every event count once
//! with any number of processes. An event that a view cannot take alone stops that view, of that
//! partition, and nothing else. It is never skipped: its cursor says why ([`cursor::Stop`]),
//! the fault is logged once, and the view continues by itself when the cause is removed.

use crate::cursor;
use crate::follower::Follower;
use crate::group::{Group, Member, PAGE_MAX, follow, groups_of};
use crate::leader::LeaderLocks;
use crate::scout::{Wakeable, scout};
use crate::step;
use crate::view::View;
use ledger::{Fault, Ledger};
use sqlx::PgPool;
use std::sync::Arc;
use tokio::sync::{Notify, Semaphore, watch};
use tokio::task::JoinSet;

/// Pages that one process writes at once, over all views and partitions: each holds a connection of the pool,
/// and players need the others.
const STEPS_MAX: usize = 4;

/// Follows the log with every view in every partition until `stop` turns true. Tasks end after their
/// current page.
pub fn run(ledger: &Ledger, views: &[&'static dyn View], stop: &watch::Receiver<bool>) -> JoinSet<()> {
    ledger.set_followed();
    let groups: Vec<(Vec<&'static dyn View>, i32)> = (0..i32::from(ledger.partitions()))
        .flat_map(|partition| groups_of(views).into_iter().map(move |group| (group, partition)))
        .collect();
    let followed = groups
        .iter()
        .flat_map(|(views, partition)| views.iter().map(|view| (*view, *partition)));
    let (locks, leading) = LeaderLocks::of(followed.map(|(view, partition)| format!("{} {partition}", view.name())));
    let mut leading = leading.into_iter();
    let mut tasks = JoinSet::new();
    tasks.spawn(locks.hold_until(PgPool::clone(ledger.pool()), stop.clone()));
    let permits = Arc::new(Semaphore::new(STEPS_MAX));
    let mut known = Vec::new();
    for (views, partition) in groups {
        let wake = Arc::new(Notify::new());
        let mut members = Vec::new();
        for (view, leading) in views.into_iter().zip(leading.by_ref()) {
            known.push(Wakeable {
                view: view.name(),
                partition,
                leading: leading.clone(),
                wake: wake.clone(),
            });
            members.push(Member::new(Follower::of(ledger, view, partition, &permits), leading));
        }
        let group = Group {
            ledger: ledger.clone(),
            permits: permits.clone(),
            partition,
            members,
        };
        tasks.spawn(follow(group, wake, stop.clone()));
    }
    tasks.spawn(scout(ledger.clone(), known, stop.clone()));
    tasks
}

/// Takes one page of a partition; returns how many events it took.
///
/// # Errors
/// [`Fault`]; the view then stands where it stood.
pub async fn step(ledger: &Ledger, view: &dyn View, partition: i32) -> Result<usize, Fault> {
    let stepped = step::step(ledger, &[view], partition, view.page_max()).await?;
    Ok(stepped.events)
}

/// Follows until the views have seen everything that was recorded when this was called, whoever else follows them.
///
/// # Errors
/// [`Fault`] of the first page that some view cannot take.
pub async fn drain(ledger: &Ledger, views: &[&dyn View]) -> Result<(), Fault> {
    let names: Vec<&str> = views.iter().map(|view| view.name()).collect();
    let mut wanted = cursor::unseen(ledger, &names, None).await?;
    loop {
        catch_up(ledger, views).await?;
        wanted = cursor::unseen(ledger, &names, Some(wanted)).await?;
        if wanted.is_empty() {
            return Ok(());
        }
        // Somebody else holds a view.
        tokio::task::yield_now().await;
    }
}

/// Takes page after page until there is none that nobody else takes; views that stand together take a page together, as
/// in [`run`].
///
/// # Errors
/// [`Fault`] of the first page that some view cannot take.
pub async fn catch_up(ledger: &Ledger, views: &[&dyn View]) -> Result<(), Fault> {
    for group in groups_of(views) {
        for partition in 0..i32::from(ledger.partitions()) {
            loop {
                let stepped = step::step(ledger, &group, partition, PAGE_MAX).await?;
                if stepped.behind.is_empty() && stepped.events == 0 {
                    break;
                }
                for view in stepped.behind {
                    step(ledger, view, partition).await?;
                }
            }
        }
    }
    Ok(())
}
