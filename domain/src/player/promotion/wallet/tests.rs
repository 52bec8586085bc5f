use super::*;
use crate::config::promotion::{Task, TaskKind};
use crate::player::promotion::{Proof, ReceiveTask, VerifyTask};
use crate::testing::Angler;

const ACCOUNT: &str = "0:8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e8e";

fn angler() -> Angler {
    Angler::new().under(|config| {
        let task = Task {
            task_id: "wallet".into(),
            kind: TaskKind::WalletConnect,
            ..config.promotion.tasks[0].clone()
        };
        config.promotion.tasks.push(task);
    })
}

fn proof(now: Timestamp) -> ProveWallet {
    ProveWallet {
        account: ACCOUNT.into(),
        challenged_at: now,
        signed_at: now,
        is_used_elsewhere: false,
    }
}

fn expired() -> Result<Decision<Event>, Refusal> {
    Err(Refusal::WalletProofInvalid {
        reason: "expired".into(),
    })
}

#[test]
fn the_task_is_done_once_a_wallet_was_shown_and_no_claim_replaces_it() {
    let mut angler = angler();
    let verify = |proof| VerifyTask {
        task_id: "wallet".into(),
        proof,
    };
    for claimed in [Proof::Own, Proof::Holds] {
        assert_eq!(angler.decide(verify(claimed)), Err(Refusal::TaskNotCompleted));
    }
    angler.must(proof(angler.now));
    angler.must(verify(Proof::Own));
    angler.must(ReceiveTask {
        task_id: "wallet".into(),
        proof: Proof::Own,
        take: None,
    });
}

#[test]
fn a_player_shows_one_wallet_so_that_no_proof_counts_twice() {
    let mut angler = angler();
    angler.must(proof(angler.now));
    assert_eq!(angler.decide(proof(angler.now)), Err(Refusal::WalletAlreadyShown));
    let other = ProveWallet {
        account: "0:00".into(),
        ..proof(angler.now)
    };
    assert_eq!(angler.decide(other), Err(Refusal::WalletAlreadyShown));
}

#[test]
fn a_wallet_of_another_player_is_refused_and_claimed_against_those_to_come() {
    let angler = angler();
    let used = ProveWallet {
        is_used_elsewhere: true,
        ..proof(angler.now)
    };
    assert_eq!(angler.decide(used), Err(Refusal::WalletOfAnother));
    let decision = angler.decide(proof(angler.now)).expect("it holds");
    assert_eq!(decision.claims[0].key, wallet_key(ACCOUNT));
    assert_eq!(decision.claims[0].taken, Refusal::WalletOfAnother);
}

#[test]
fn a_challenge_ends_and_a_signature_is_of_its_time() {
    let mut angler = angler();
    let begun = angler.now;
    angler.wait(CHALLENGE_MS - 1);
    let in_time = proof(begun);
    assert!(angler.decide(in_time.clone()).is_ok());
    for signed_at in [begun.plus_ms(-SKEW_MS), angler.now.plus_ms(SKEW_MS)] {
        assert!(
            angler
                .decide(ProveWallet {
                    signed_at,
                    ..in_time.clone()
                })
                .is_ok()
        );
    }
    for signed_at in [begun.plus_ms(-SKEW_MS - 1), angler.now.plus_ms(SKEW_MS + 1)] {
        assert_eq!(
            angler.decide(ProveWallet {
                signed_at,
                ..in_time.clone()
            }),
            expired()
        );
    }
    angler.wait(1);
    assert_eq!(angler.decide(in_time), expired());
    assert_eq!(
        angler.decide(proof(angler.now.plus_ms(1))),
        expired(),
        "no text of the future was made here"
    );
}
