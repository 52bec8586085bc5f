//! Verifying a task: the condition is met, or a link was opened.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::{Proof, Stage};
use crate::config::promotion::TaskKind;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Verifies a task; for a link, the first call records that it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyTask {
    pub task_id: String,
    /// The proof.
    pub proof: Proof,
}

/// The link of a task was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskVisited {
    pub task_id: String,
    pub at: Timestamp,
}

/// The condition of a task was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskVerified {
    pub task_id: String,
    /// What was counted.
    pub progress: u32,
    /// What had to be reached.
    pub target: u32,
    /// The proof.
    pub proof: Proof,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

impl Rule for VerifyTask {
    fn gate(&self) -> Gate {
        Gate::Gift("promotion")
    }

    /// Order of checks: task, received, open, pace, condition.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let task = player.open_task(&self.task_id, context)?;
        let task_id = self.task_id.clone();
        let at = context.now;
        if let Some(after) = player.verify_after(task, context).filter(|after| at < *after) {
            return Err(Refusal::WaitBeforeVerifying { verify_after: after.0 });
        }
        if task.kind == TaskKind::VisitLink && player.promotion.step(&task_id).is_none() {
            return Ok(Event::from(TaskVisited { task_id, at }).into());
        }
        Ok(Event::from(TaskVerified {
            task_id,
            progress: player.met(&task.kind, self.proof, &context.config)?,
            target: task.kind.target(),
            proof: self.proof,
            config_version: context.config.version,
            at,
        })
        .into())
    }
}

impl DomainEvent for TaskVisited {
    fn evolve(&self, player: &mut Player) {
        player.promotion.set(&self.task_id, Stage::Visited, self.at);
    }
}

impl DomainEvent for TaskVerified {
    fn evolve(&self, player: &mut Player) {
        player.promotion.set(&self.task_id, Stage::Verified, self.at);
    }
}

#[cfg(test)]
mod tests;
