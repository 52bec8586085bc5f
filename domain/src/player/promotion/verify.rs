//! Verifying a task: the condition is met, or a link was opened.

use super::super::gate::Gate;
use super::super::{DomainEvent, Event, Player, Rule};
use super::{Proof, Stage};
use crate::config::promotion::TaskKind;
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Asks whether a task is done; for a link, says first that it was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyTask {
    /// The task.
    pub task_id: String,
    /// What others say.
    pub proof: Proof,
}

/// The link of a task was opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskVisited {
    /// The task.
    pub task_id: String,
    /// When.
    pub at: Timestamp,
}

/// The condition of a task was met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskVerified {
    /// The task.
    pub task_id: String,
    /// What was counted.
    pub progress: u32,
    /// What had to be reached.
    pub target: u32,
    /// What others said.
    pub proof: Proof,
    /// Version of the configuration in force.
    pub config_version: u64,
    /// When.
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
            progress: player.met(&task.kind, self.proof)?,
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
mod tests {
    use super::*;
    use crate::config::promotion::Task;
    use crate::player::signin::SignIn;
    use crate::testing::Angler;
    use crate::time::DAY_MS;

    fn verify(task_id: &str, proof: Proof) -> VerifyTask {
        VerifyTask {
            task_id: task_id.into(),
            proof,
        }
    }

    fn own(task_id: &str) -> VerifyTask {
        verify(task_id, Proof::Own)
    }

    /// A player whose catalogue also has a task that only others can tell.
    fn with_task(kind: TaskKind) -> Angler {
        Angler::new().under(|config| {
            let task = Task {
                task_id: "other".into(),
                kind,
                ..config.promotion.tasks[0].clone()
            };
            config.promotion.tasks.push(task);
        })
    }

    #[test]
    fn dives_and_check_ins_of_the_own_stream_are_counted() {
        let mut angler = Angler::new().with_coins(1_000);
        for _ in 0..9 {
            angler.dives(10, 1).casts(1).surfaces();
        }
        angler.dives(10, 1).surfaces();
        assert_eq!(angler.player.promotion.dives, 9, "a dive without a cast is none");
        assert_eq!(angler.decide(own("dives_10")), Err(Refusal::TaskNotCompleted));
        angler.dives(10, 1).casts(1).surfaces();
        angler.must(own("dives_10"));
        for _ in 0..7 {
            assert_eq!(angler.decide(own("signin_7")), Err(Refusal::TaskNotCompleted));
            angler.must(SignIn);
            angler.wait(2 * DAY_MS);
        }
        assert!(angler.decide(own("signin_7")).is_ok(), "days in all, not in a row");
    }

    #[test]
    fn a_top_up_an_identity_and_valid_invites_are_read_where_they_are_known() {
        let mut angler = Angler::new();
        for task_id in ["topup_first", "kyc_done", "invite_3"] {
            assert_eq!(angler.decide(own(task_id)), Err(Refusal::TaskNotCompleted));
            let forged = verify(task_id, Proof::Holds);
            assert_eq!(
                angler.decide(forged),
                Err(Refusal::TaskNotCompleted),
                "nobody else is believed"
            );
        }
        angler.tops_up(1);
        let (status, revision) = (crate::kyc::Status::Approved, 1);
        angler.must(crate::player::identity::NoteKyc { status, revision });
        for number in 0..3 {
            let friend = crate::ids::PlayerId::of_messenger(100 + number);
            angler.must(super::super::super::team::CountInvite { friend });
        }
        for task_id in ["topup_first", "kyc_done", "invite_3"] {
            assert!(angler.decide(own(task_id)).is_ok(), "{task_id}");
        }
    }

    #[test]
    fn what_only_others_know_is_not_decided_without_their_answer() {
        // Case T-43: nothing the client says counts.
        let channel = TaskKind::TgChannel {
            channel: "fishing".into(),
        };
        for kind in [channel, TaskKind::WalletConnect] {
            let mut angler = with_task(kind);
            for proof in [Proof::Own, Proof::NoAnswer] {
                assert_eq!(angler.decide(verify("other", proof)), Err(Refusal::CannotCheckNow));
            }
            let fails = angler.decide(verify("other", Proof::Fails));
            assert_eq!(fails, Err(Refusal::TaskNotCompleted));
            angler.must(verify("other", Proof::Holds));
        }
    }

    #[test]
    fn a_task_is_verified_again_after_ten_seconds() {
        let mut angler = with_task(TaskKind::WalletConnect);
        angler.must(verify("other", Proof::Holds));
        let verify_after = angler.now.plus_ms(10_000).0;
        angler.wait(9_999);
        let early = angler.decide(verify("other", Proof::Holds));
        assert_eq!(early, Err(Refusal::WaitBeforeVerifying { verify_after }));
        assert!(angler.wait(1).decide(verify("other", Proof::Holds)).is_ok());
        assert_eq!(
            angler.decide(own("dives_10")),
            Err(Refusal::TaskNotCompleted),
            "each task has its own pace"
        );
    }

    #[test]
    fn a_link_is_opened_first_and_verified_15_seconds_later() {
        let mut angler = Angler::new();
        assert!(matches!(angler.must(own("read_rules")), Event::TaskVisited(_)));
        let verify_after = angler.now.plus_ms(15_000).0;
        angler.wait(14_999);
        assert_eq!(
            angler.decide(own("read_rules")),
            Err(Refusal::WaitBeforeVerifying { verify_after })
        );
        angler.wait(1);
        assert!(matches!(angler.must(own("read_rules")), Event::TaskVerified(_)));
    }

    #[test]
    fn the_first_violated_check_is_told() {
        let mut angler = with_task(TaskKind::WalletConnect);
        assert_eq!(angler.decide(own("none")), Err(Refusal::TaskNotFound));
        let (from, to) = (angler.now.plus_ms(1_000), angler.now.plus_ms(2_000));
        angler = angler.under(|config| {
            let task = config.promotion.tasks.last_mut().expect("the other");
            (task.from, task.to) = (Some(from), Some(to));
        });
        for (wait_ms, open) in [(999, false), (1, true), (999, true), (1, false)] {
            angler.wait(wait_ms);
            let closed = angler.decide(own("other")) == Err(Refusal::TaskClosed);
            assert_eq!(closed, !open);
        }
    }

    #[test]
    fn no_more_tasks_are_remembered_than_a_catalogue_holds() {
        let mut promotion = super::super::Promotion::default();
        for number in 0..300 {
            promotion.set(&format!("task_{number}"), Stage::Verified, Timestamp(number));
        }
        assert_eq!(promotion.tasks.len(), crate::config::promotion::TASKS_MAX);
        assert!(promotion.step("task_299").is_some() && promotion.step("task_199").is_none());
    }
}
