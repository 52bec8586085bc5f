//! An identity check as given, when, then.

use super::*;
use crate::testing::Angler;
use KycCommand as Do;
use proptest::prelude::*;
use uuid::Uuid;

#[derive(Clone)]
struct Desk {
    check: KycCheck,
    clock: Angler,
    keys: Vec<String>,
}

impl Desk {
    fn new() -> Desk {
        Desk {
            check: KycCheck::default(),
            clock: Angler::new(),
            keys: Vec::new(),
        }
    }

    fn submitted() -> Desk {
        let mut desk = Desk::new();
        desk.must(Do::Submit(desk.submit("a")));
        desk
    }

    fn approved() -> Desk {
        let mut desk = Desk::submitted();
        desk.must(desk.verdict(Verdict::Approve));
        desk
    }

    fn decide(&self, command: &KycCommand) -> Decided {
        let context = self.clock.context(&crate::player::signin::SignIn.into());
        let decision = self.check.decide(command, &context)?;
        let taken = decision.claims.iter().find(|claim| self.keys.contains(&claim.key));
        taken.map_or(Ok(decision.clone()), |claim| Err(claim.taken.clone()))
    }

    fn give(&mut self, command: KycCommand) -> Result<KycEvent, Refusal> {
        let mut decision = self.decide(&command)?;
        self.keys.extend(decision.claims.into_iter().map(|claim| claim.key));
        self.check.evolve(&decision.events[0]);
        Ok(decision.events.remove(0))
    }

    fn must(&mut self, command: KycCommand) -> KycEvent {
        self.give(command).expect("accepted")
    }

    fn refused(&self, command: KycCommand) -> i32 {
        self.decide(&command).expect_err("a refusal").code()
    }

    /// A fresh submission of the document with this letter.
    fn submit(&self, document: &str) -> Submit {
        Submit {
            submission: SubmissionId(Uuid::from_u128(u128::from(self.check.revision) + 1)),
            player: self.clock.player.id,
            doc_hash: document.repeat(64),
            key_id: "key-1".into(),
            country: "MT".into(),
            images: 2,
            is_used_elsewhere: false,
        }
    }

    fn verdict(&self, verdict: Verdict) -> KycCommand {
        Do::Decide(self.about(verdict))
    }

    fn about(&self, verdict: Verdict) -> Decide {
        let reasons = match verdict {
            Verdict::Approve => Vec::new(),
            _ => vec!["blurred".into()],
        };
        Decide {
            submission: self.check.submission.unwrap_or_default(),
            verdict,
            reasons,
            by: "ann".into(),
            own: None,
            expires_on: None,
        }
    }

    fn reset(reason: &str) -> KycCommand {
        Do::Reset(Desk::revokes(2, reason))
    }

    /// Of the verdict with this number.
    fn revokes(revision: u32, reason: &str) -> Reset {
        Reset {
            revision,
            by: "ann".into(),
            approver: "bob".into(),
            reason: reason.into(),
        }
    }
}

#[test]
fn a_submission_is_reviewed_and_decided() {
    for (verdict, status, can_edit) in [
        (Verdict::Approve, Status::Approved, false),
        (Verdict::Retry, Status::Failed, true),
        (Verdict::Reject, Status::Rejected, false),
    ] {
        let mut desk = Desk::submitted();
        assert_eq!(desk.check.status, Status::UnderReview);
        let reference = "v-1".into();
        desk.must(Do::SendToVendor { reference });
        desk.must(desk.verdict(verdict));
        assert_eq!((desk.check.status, desk.check.revision), (status, 2));
        let again = desk.decide(&Do::Submit(desk.submit("a"))).is_ok();
        assert_eq!(again, can_edit);
        assert_eq!(desk.refused(desk.verdict(Verdict::Approve)), 9003);
    }
}

#[test]
fn a_submission_cannot_be_changed_while_somebody_looks() {
    let desk = Desk::submitted();
    assert_eq!(desk.refused(Do::Submit(desk.submit("b"))), 6109);
    let stale = Decide {
        submission: SubmissionId(Uuid::from_u128(9)),
        ..desk.about(Verdict::Approve)
    };
    assert_eq!(desk.refused(Do::Decide(stale)), 9003, "a verdict on another submission");
}

#[test]
fn five_tries_in_thirty_days() {
    let mut desk = Desk::new();
    for _ in 0..5 {
        desk.must(Do::Submit(desk.submit("a")));
        desk.must(desk.verdict(Verdict::Retry));
    }
    assert_eq!(desk.refused(Do::Submit(desk.submit("a"))), 6109);
    desk.clock.wait(30 * DAY_MS - 1);
    assert_eq!(desk.refused(Do::Submit(desk.submit("a"))), 6109);
    desk.clock.wait(1);
    desk.must(Do::Submit(desk.submit("a")));
}

#[test]
fn a_document_belongs_to_one_account_for_ever() {
    // Threat T-68, law I-34.
    let desk = Desk::new();
    let known = Submit {
        is_used_elsewhere: true,
        ..desk.submit("a")
    };
    assert_eq!(desk.refused(Do::Submit(known)), 6110);
    let mut late = Desk::submitted();
    late.keys.push(format!("kyc_document:{}", "a".repeat(64)));
    assert_eq!(
        late.refused(late.verdict(Verdict::Approve)),
        6110,
        "two at once: the key decides"
    );
    assert!(late.decide(&late.verdict(Verdict::Retry)).is_ok());
    let mut again = Desk::approved();
    again.must(Desk::reset("Name changed"));
    again.must(Do::Submit(again.submit("a")));
    again.must(again.verdict(Verdict::Approve));
    assert_eq!(again.check.status, Status::Approved, "the own document is no other's");
}

#[test]
fn staff_say_why_not_and_never_decide_about_themselves() {
    let desk = Desk::submitted();
    let own = Decide {
        own: desk.check.player,
        ..desk.about(Verdict::Approve)
    };
    assert_eq!(desk.refused(Do::Decide(own)), 9002);
    let with = |verdict, reasons: &[&str]| {
        let reasons = reasons.iter().map(|reason| (*reason).to_owned()).collect();
        let decide = Decide {
            reasons,
            ..desk.about(verdict)
        };
        desk.decide(&Do::Decide(decide)).err().map(|refusal| refusal.code())
    };
    assert_eq!(with(Verdict::Retry, &[]), Some(9004));
    assert_eq!(with(Verdict::Reject, &[]), Some(9004));
    assert_eq!(with(Verdict::Retry, &["Ana López, born 1990"]), Some(-1006));
    assert_eq!(with(Verdict::Retry, &["blurred"; 11]), Some(-1006));
    assert_eq!(with(Verdict::Retry, &["blurred"; 10]), None);
    assert_eq!(with(Verdict::Approve, &[]), None);
}

#[test]
fn a_verdict_is_revoked_as_two_of_staff_decided_who_saw_that_verdict() {
    let mut desk = Desk::approved();
    let alone = Reset {
        approver: "ann".into(),
        ..Desk::revokes(2, "Name changed")
    };
    assert_eq!(desk.refused(Do::Reset(alone)), 9002);
    assert_eq!(desk.check.revocable(), Ok(2));
    assert_eq!(desk.refused(Do::Reset(Desk::revokes(1, "Name changed"))), 9003);
    let event = desk.must(Desk::reset("Name changed"));
    let KycEvent::KycReset {
        by, approver, revision, ..
    } = event
    else {
        panic!("{event:?}");
    };
    assert_eq!((by.as_str(), approver.as_deref(), revision), ("ann", Some("bob"), 3));
    // The same verdict once more, on another submission, is not the one that was looked at.
    desk.must(Do::Submit(desk.submit("a")));
    assert_eq!(desk.check.revocable(), Err(Refusal::StateChanged));
    desk.must(desk.verdict(Verdict::Approve));
    assert_eq!(desk.refused(Desk::reset("Name changed")), 9003);
    assert_eq!(desk.check.revocable(), Ok(5));
}

#[test]
fn a_verdict_is_taken_back_by_staff_or_by_the_end_of_the_document() {
    let desk = Desk::approved();
    assert_eq!(desk.refused(Desk::reset(" ")), 9004);
    assert_eq!(desk.refused(Do::Expire), 9003, "a document without an end");
    assert_eq!(Desk::submitted().refused(Desk::reset("Why not")), 9003);
    let mut desk = Desk::submitted();
    let last = desk.clock.now.day();
    let decide = Decide {
        expires_on: Some(last),
        ..desk.about(Verdict::Approve)
    };
    desk.must(Do::Decide(decide));
    assert_eq!(desk.refused(Do::Expire), 9003);
    desk.clock.wait(DAY_MS);
    let recorded = desk.must(Do::Expire);
    assert_eq!(recorded.status(), Some((Status::None, 3)));
    assert_eq!(desk.refused(Do::Expire), 9003);
    assert!(desk.decide(&Do::Submit(desk.submit("a"))).is_ok());
}

#[test]
fn a_look_is_recorded_with_who_and_why_and_changes_nothing() {
    let mut desk = Desk::submitted();
    let open = |submission: SubmissionId, by: &str, reason: &str| {
        Do::Open(Open {
            submission,
            by: by.into(),
            reason: reason.into(),
            with_images: true,
        })
    };
    let submission = desk.check.submission.unwrap_or_default();
    let before = desk.check.clone();
    let recorded = desk.must(open(submission, "ann", "review"));
    assert_eq!((recorded.status(), &desk.check), (None, &before));
    assert_eq!(desk.refused(open(submission, "", "review")), -1006);
    assert_eq!(desk.refused(open(submission, "ann", "")), -1006);
    assert_eq!(desk.refused(open(submission, "ann", "Ana López, born 1990")), -1006);
    let other = SubmissionId(Uuid::from_u128(9));
    assert_eq!(desk.refused(open(other, "ann", "review")), 9003);
    assert_eq!(Desk::new().refused(open(other, "ann", "review")), 9003);
}

#[test]
fn what_no_vault_and_no_player_said_is_refused() {
    let desk = Desk::new();
    let broken = |change: fn(&mut Submit)| {
        let mut submit = desk.submit("a");
        change(&mut submit);
        desk.refused(Do::Submit(submit))
    };
    assert_eq!(broken(|submit| submit.doc_hash = "A123456".into()), -1006);
    assert_eq!(broken(|submit| submit.key_id.clear()), -1006);
    assert_eq!(broken(|submit| submit.country = "XX".into()), 6105);
    let stranger = Submit {
        player: PlayerId::default(),
        ..Desk::submitted().submit("a")
    };
    assert_eq!(Desk::submitted().refused(Do::Submit(stranger)), -1006);
}

#[test]
fn a_vendors_words_are_a_verdict_only_when_it_is_done() {
    for (status, answer, kind, verdict) in [
        ("init", "", "", None),
        ("pending", "GREEN", "", None),
        ("queued", "RED", "FINAL", None),
        ("onHold", "GREEN", "", None),
        ("completed", "GREEN", "", Some(Verdict::Approve)),
        ("completed", "RED", "RETRY", Some(Verdict::Retry)),
        ("completed", "RED", "FINAL", Some(Verdict::Reject)),
        ("completed", "RED", "", None),
        ("completed", "", "", None),
        ("COMPLETED", "GREEN", "", None),
    ] {
        assert_eq!(verdict_of(status, answer, kind), verdict, "{status} {answer} {kind}");
    }
}

proptest! {
    #[test]
    fn the_state_stays_small_and_a_revision_counts_every_change(acts in prop::collection::vec(0..7_u8, 1..200)) {
        let mut desk = Desk::new();
        let mut changes = 0;
        for act in acts {
            let command = match act {
                0 => Do::Submit(desk.submit("a")),
                1 => Do::Submit(desk.submit("b")),
                2 => desk.verdict(Verdict::Approve),
                3 => desk.verdict(Verdict::Retry),
                4 => Do::Reset(Desk::revokes(desk.check.revision, "Again")),
                5 => Do::Expire,
                _ => {
                    desk.clock.wait(8 * DAY_MS);
                    continue;
                }
            };
            let before = desk.check.clone();
            match desk.give(command) {
                Err(_) => prop_assert_eq!(&desk.check, &before),
                Ok(event) => {
                    changes += 1;
                    prop_assert_eq!(event.status(), Some((desk.check.status, changes)));
                }
            }
            prop_assert!(desk.check.submitted.len() <= REMEMBERED && desk.check.documents.len() <= 2);
        }
    }
}
