use super::*;
use crate::config::promotion::Task;
use crate::money::Usdt;
use crate::player::coupon::CreditTopUp;
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

/// A player whose catalogue also has a task with an external proof.
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

fn channel() -> TaskKind {
    TaskKind::TgChannel {
        channel: "fishing".into(),
    }
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
            "no other proof is accepted"
        );
    }
    let pay = CreditTopUp {
        order_no: "less than an order".into(),
        amount: Usdt::from_minor(angler.config.pay.topup_min.minor() - 1),
        tx: "tx".into(),
        lt: 1,
        from_suspense: false,
    };
    angler.must(pay);
    assert_eq!(angler.decide(own("topup_first")), Err(Refusal::TaskNotCompleted));
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
    // Threat T-43: claims of the client do not count.
    let mut angler = with_task(channel());
    for proof in [Proof::Own, Proof::NoAnswer] {
        assert_eq!(angler.decide(verify("other", proof)), Err(Refusal::CannotCheckNow));
    }
    let fails = angler.decide(verify("other", Proof::Fails));
    assert_eq!(fails, Err(Refusal::TaskNotCompleted));
    angler.must(verify("other", Proof::Holds));
}

#[test]
fn a_task_is_verified_again_after_ten_seconds() {
    let mut angler = with_task(channel());
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
fn the_first_violated_check_is_returned() {
    let mut angler = with_task(channel());
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
