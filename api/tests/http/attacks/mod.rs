//! One rig of attacks: each is tried with its defence on, where something named stops or finds it, and with that defence
//! off, where the same act succeeds. So no attack fails for another reason than its defence.
//!
//! | family | what the attacker has | the defence | off |
//! |---|---|---|---|
//! | `service_login` | the connection of the service | rights of its login | the owner's login |
//! | `sessions` | every right on the database, not the master key | the MAC of a session's row, the member's stream | the row with the right MAC of a session that was opened |
//! | `log` | the same, and an event of his own | the MAC of events | the events with the right MAC |
//! | `backup` | a copy of the database, not the master key | sealing, the key of hashes, hashes in place of what opens, the memory of spent codes | each left out, alone |
//! | `house` | the master key as well, and wants to deal dives as he likes | the law of draws | all other laws of the audit |
//! | `withheld` | the house itself, which keeps seeds back | the laws of reveals | all other laws of the audit |
//! | `split` | the master key as well, and shows readers other histories | witnesses that remember, and how many of them a reader demands | a witness without its memory, a reader who demands fewer |
//! | `authority` | the master key as well, and acts in the name of staff with keys | laws of signatures | all other laws of the audit |
//! | `approvals` | an account of staff, or its session without its key | permissions, four eyes, signatures | each check left out, alone |
//! | `clients` | launch data that he altered, made or found | the messenger's hash, its age, the memory of spent launches | each left out, alone |
//!
//! With and without the defence it is the same act. A check of the program is left out by [`domain::defence`], which no
//! production build has; a right, a law or a memory is taken away where it is kept. The exceptions are `sessions` and
//! `log`, where no check is left out: the same row passes once its MAC is made with the key of the house; and in `backup`
//! the program that is started on the copy, which two checks stop, and which starts with the right key.
//!
//! More rewritten histories are tried in `witness.rs` and `ledger/tests/it/notary`, edited rows in
//! `ledger/tests/it/tamper.rs`, each law's own forgery in `audit.rs`.
//!
//! `cargo test --workspace --test http attacks -- --nocapture` prints every attack with what stopped it.

mod approvals;
mod authority;
mod backup;
mod clients;
mod house;
mod log;
mod service_login;
mod sessions;
mod split;
mod withheld;

use crate::test_app::Answer;
use domain::defence::Defence;
use sqlx::PgConnection;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::thread::JoinHandle;
use workers::audit::{check, laws};

/// Attacks of the rig at least.
const ATTACKS_MIN: usize = 40;

/// What an act came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Done,
    /// Refused or found, by what.
    Stopped(String),
}

/// Attacks that begin with the same rights.
pub struct Family {
    name: &'static str,
    /// Each with what stopped it.
    tried: Vec<(String, String)>,
    /// Those that nothing stopped, or something else than their defence.
    wrong: Vec<String>,
}

impl Outcome {
    /// What a call came to.
    pub fn of(answer: &Answer) -> Outcome {
        match answer.error {
            0 => Outcome::Done,
            code => Outcome::Stopped(code.to_string()),
        }
    }

    /// An act that is done, or stopped by a fault.
    pub fn of_result<T, E: Debug>(result: Result<T, E>) -> Outcome {
        match result {
            Ok(_) => Outcome::Done,
            Err(fault) => Outcome::Stopped(format!("{fault:?}")),
        }
    }
}

impl Family {
    pub const fn new(name: &'static str) -> Family {
        Family {
            name,
            tried: Vec::new(),
            wrong: Vec::new(),
        }
    }

    /// One act, twice: `by` stops it, and without this one defence it is done.
    pub async fn left_out(&mut self, attack: &str, by: &str, defence: Defence, act: impl AsyncFn() -> Outcome) {
        let with_defence = act().await;
        let off = defence.off();
        let without = act().await;
        drop(off);
        self.tried(attack, by, with_defence, without);
    }

    /// One attack: what `by` names stops it, and without that it is done.
    pub fn tried(&mut self, attack: impl Into<String>, by: &str, with_defence: Outcome, without: Outcome) {
        let attack = attack.into();
        match (&with_defence, &without) {
            (Outcome::Stopped(why), Outcome::Done) if why.contains(by) => self.tried.push((attack, by.to_owned())),
            _ => self.wrong.push(format!(
                "{}: {attack}: with its defence {with_defence:?}, without {without:?}",
                self.name
            )),
        }
    }
}

/// What the laws in SQL say of the database as it stands: all that an audit without draws and signatures would find.
async fn other_laws(database: &mut PgConnection) -> Outcome {
    laws_but(database, &[]).await
}

/// The same without some laws.
async fn laws_but(database: &mut PgConnection, left_out: &[&str]) -> Outcome {
    for law in laws().filter(|law| !left_out.contains(&law.id)) {
        let result = check(database, law).await.expect("read");
        if !result.holds() {
            return Outcome::Stopped(format!("{result:?}"));
        }
    }
    Outcome::Done
}

/// Families on a thread of their own: a defence that is left out is left out there alone.
fn apart<F: Future<Output = Vec<Family>>>(families: impl FnOnce() -> F + Send + 'static) -> JoinHandle<Vec<Family>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    std::thread::spawn(|| runtime.expect("a runtime").block_on(families()))
}

#[test]
fn a_defence_is_left_out_alone_in_its_thread_and_for_a_while() {
    let off = Defence::Signed.off();
    assert!(Defence::Signed.is_off() && !Defence::Signature.is_off());
    let elsewhere = std::thread::spawn(|| Defence::Signed.is_off());
    assert!(!elsewhere.join().expect("it ends"));
    drop(off);
    assert!(!Defence::Signed.is_off());
}

#[test]
fn every_attack_is_stopped_by_its_defence_and_succeeds_without() {
    let threads = [
        apart(async || {
            vec![
                service_login::family().await,
                sessions::family().await,
                log::family().await,
                backup::family().await,
            ]
        }),
        apart(async || {
            vec![
                house::family().await,
                authority::family().await,
                withheld::family().await,
                split::family().await,
            ]
        }),
        apart(async || vec![approvals::family().await, clients::family().await]),
    ];
    let families = threads.map(|thread| thread.join().expect("every family runs"));
    let (mut names, mut wrong) = (BTreeSet::new(), Vec::new());
    for family in families.into_iter().flatten() {
        wrong.extend(family.wrong);
        for (attack, by) in family.tried {
            println!("{:14} | {by:34} | {attack}", family.name);
            assert!(names.insert((family.name, attack)), "each attack counts once");
        }
    }
    println!("{} attacks", names.len());
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(names.len() >= ATTACKS_MIN, "{}", names.len());
}
