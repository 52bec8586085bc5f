//! Receiving the reward of a task: once, while its condition still holds.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::{Proof, Stage};
use crate::config::promotion::Reward;
use crate::ids::{PlayerId, TakeId};
use crate::posting::{Account, House, Postings, Purse};
use crate::refusal::Refusal;
use crate::stock::used_once;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Takes the reward of a verified task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiveTask {
    pub task_id: String,
    /// The proof at this moment.
    pub proof: Proof,
    /// The take of the task's stock, when it is limited; `None` when the stock is exhausted.
    pub take: Option<TakeId>,
}

/// The reward of a task was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskReceived {
    pub task_id: String,
    /// The amount given.
    pub reward: Reward,
    /// The proof.
    pub proof: Proof,
    /// The take of the task's stock.
    pub take: Option<TakeId>,
    /// Version of the configuration in force.
    pub config_version: u64,
    pub at: Timestamp,
}

impl Rule for ReceiveTask {
    fn gate(&self) -> Gate {
        Gate::Gift("promotion")
    }

    /// Order of checks: task, received, open, verified, condition, stock.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let task = player.open_task(&self.task_id, context)?;
        let step = player.promotion.step(&self.task_id);
        if step.is_none_or(|step| step.stage != Stage::Verified) {
            return Err(Refusal::VerifyFirst);
        }
        player.met(&task.kind, self.proof, &context.config)?;
        if task.stock.is_some() != self.take.is_some() {
            return Err(Refusal::TaskClosed);
        }
        let received = TaskReceived {
            task_id: self.task_id.clone(),
            reward: task.reward,
            proof: self.proof,
            take: self.take,
            config_version: context.config.version,
            at: context.now,
        };
        let key = format!("task:{}:{}", player.id, self.task_id);
        let decision = Decision::from(Event::from(received)).claiming(key, Refusal::AlreadyReceived);
        // The task's own key makes twice once, whatever the request.
        Ok(used_once(decision, self.take, None))
    }
}

impl DomainEvent for TaskReceived {
    fn evolve(&self, player: &mut Player) {
        player.promotion.set(&self.task_id, Stage::Received, self.at);
        if !self.reward.gusd_bonus.is_zero() {
            player.exchange.credit_bonus(self.at);
        }
    }

    fn postings(&self, player: PlayerId) -> Postings {
        let Reward {
            coin,
            diamond,
            gusd_bonus,
        } = self.reward;
        let purse = |purse| Account::Player(player, purse);
        Postings::NONE
            .coin(Account::House(House::CoinIssueTask), purse(Purse::CoinPromo), coin)
            .diamond(Account::House(House::DiamondIssueTask), purse(Purse::Diamond), diamond)
            .gusd(
                Account::House(House::GusdIssueBonus),
                purse(Purse::GusdBonus),
                gusd_bonus,
            )
    }
}

#[cfg(test)]
mod tests;
