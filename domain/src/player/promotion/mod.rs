//! Promotions: tasks of the catalogue, verified and then received (domain §3.9).
//!
//! | step | event | next |
//! |---|---|---|
//! | open | - | a link is visited, anything else verified |
//! | visited | `TaskVisited` | verified, 15 s later |
//! | verified | `TaskVerified` | verified again, 10 s later, or received |
//! | received | `TaskReceived` | - |
//!
//! Conditions in the player's own stream are read there: dives, check-ins, valid
//! invites, top-ups, the approved identity, the wallet that signed. A condition known elsewhere is
//! passed in as [`Proof`], requested by the caller before each command: whether the player
//! is in a channel. Without an answer nothing changes (8006, threat T-43).
//! The condition is checked again at receipt: a player who left the channel receives nothing.
//!
//! A failed verification records nothing, so its rate is limited by the API; the
//! interval after a recorded step is checked here. A reward is received once under a key
//! (law I-28); a limited one also uses a take of the task's stock (`stock.rs`).

mod receive;
mod verify;
mod wallet;

pub use receive::{ReceiveTask, TaskReceived};
pub use verify::{TaskVerified, TaskVisited, VerifyTask};
pub use wallet::{CHALLENGE_MS, ProveWallet, WalletProved, wallet_key};

use super::Player;
use crate::config::Config;
use crate::config::promotion::{TASKS_MAX, Task, TaskKind};
use crate::refusal::Refusal;
use crate::stream::Context;
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counters of tasks, and the state of each task.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Promotion {
    /// Finished dives with a cast.
    pub dives: u32,
    /// Days with a check-in.
    pub signins: u32,
    /// The tasks acted on last, as many as a catalogue can hold.
    pub tasks: BTreeMap<String, Step>,
    /// The account on the chain that the player has shown to be the own one, `workchain:hex`.
    #[serde(default)]
    pub wallet: Option<String>,
}

/// The state of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The last stage.
    pub stage: Stage,
    pub at: Timestamp,
}

/// The stages of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The link was opened.
    Visited,
    /// The condition was met.
    Verified,
    /// The reward was given.
    Received,
}

/// The proof of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Not requested: the condition is in the player's own stream.
    Own,
    /// It is met.
    Holds,
    /// It is not met.
    Fails,
    /// The external service gave no answer.
    NoAnswer,
}

impl Promotion {
    /// The last step of a task.
    pub fn step(&self, task_id: &str) -> Option<Step> {
        self.tasks.get(task_id).copied()
    }

    fn set(&mut self, task_id: &str, stage: Stage, at: Timestamp) {
        self.tasks.insert(task_id.to_owned(), Step { stage, at });
        if self.tasks.len() > TASKS_MAX {
            // A task unused for so long has left the catalogue; its natural key is still claimed.
            let oldest = self.tasks.iter().min_by_key(|(_, step)| step.at);
            let oldest = oldest.map(|(task_id, _)| task_id.clone()).unwrap_or_default();
            self.tasks.remove(&oldest);
        }
    }
}

impl Player {
    /// The player's progress towards the task's target.
    pub fn task_progress(&self, kind: &TaskKind, config: &Config) -> u32 {
        let has = match kind {
            TaskKind::InviteN(_) => self.team.valid_invites,
            TaskKind::DivesN(_) => self.promotion.dives,
            TaskKind::SigninN(_) => self.promotion.signins,
            TaskKind::TopupFirst => u32::from(self.has_topped_up(config)),
            TaskKind::KycDone => u32::from(self.identity.is_approved()),
            TaskKind::WalletConnect => u32::from(self.promotion.wallet.is_some()),
            // Not known in this stream.
            TaskKind::TgChannel { .. } | TaskKind::VisitLink => 0,
        };
        has.min(kind.target())
    }

    /// When a task may be verified again.
    pub fn verify_after(&self, task: &Task, context: &Context) -> Option<Timestamp> {
        let rules = &context.config.promotion;
        self.promotion.step(&task.task_id).map(|step| match step.stage {
            Stage::Visited => step.at.plus_ms(rules.visit_wait_ms),
            Stage::Verified | Stage::Received => step.at.plus_ms(rules.verify_wait_ms),
        })
    }

    /// The task of the catalogue, while it is open for this player.
    fn open_task<'a>(&self, task_id: &str, context: &'a Context) -> Result<&'a Task, Refusal> {
        let task = context.config.promotion.task(task_id).ok_or(Refusal::TaskNotFound)?;
        if self
            .promotion
            .step(task_id)
            .is_some_and(|step| step.stage == Stage::Received)
        {
            return Err(Refusal::AlreadyReceived);
        }
        if !task.is_open(context.now) {
            return Err(Refusal::TaskClosed);
        }
        Ok(task)
    }

    /// What the condition counts, when it is met.
    fn met(&self, kind: &TaskKind, proof: Proof, config: &Config) -> Result<u32, Refusal> {
        let progress = match (kind, proof) {
            (TaskKind::VisitLink, _) => 1,
            (TaskKind::TgChannel { .. }, Proof::Holds) => 1,
            (TaskKind::TgChannel { .. }, Proof::Fails) => 0,
            (TaskKind::TgChannel { .. }, Proof::Own | Proof::NoAnswer) => return Err(Refusal::CannotCheckNow),
            (own, _) => self.task_progress(own, config),
        };
        if progress < kind.target() {
            return Err(Refusal::TaskNotCompleted);
        }
        Ok(progress)
    }
}
