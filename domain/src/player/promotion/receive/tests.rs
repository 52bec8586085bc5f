use super::super::VerifyTask;
use super::*;
use crate::config::promotion::{Task, TaskKind};
use crate::money::{Coin, Diamond, Gusd};
use crate::testing::Angler;
use uuid::Uuid;

/// A player whose catalogue has one task of all three rewards, limited or not.
fn with_task(stock: Option<u32>) -> Angler {
    Angler::new().under(|config| {
        config.promotion.tasks = vec![Task {
            task_id: "join".into(),
            kind: TaskKind::TgChannel {
                channel: "fishing".into(),
            },
            reward: Reward {
                coin: Coin::from_minor(300),
                diamond: Diamond::from_minor(2),
                gusd_bonus: Gusd::from_minor(5_000),
            },
            stock,
            ..config.promotion.tasks[0].clone()
        }];
    })
}

fn verify() -> VerifyTask {
    VerifyTask {
        task_id: "join".into(),
        proof: Proof::Holds,
    }
}

fn receive(proof: Proof, take: Option<u128>) -> ReceiveTask {
    ReceiveTask {
        task_id: "join".into(),
        proof,
        take: take.map(|number| TakeId(Uuid::from_u128(number))),
    }
}

#[test]
fn a_verified_task_gives_its_reward_once() {
    // Law I-28, threat T-24.
    let mut angler = with_task(None);
    angler.must(verify());
    let claims = angler
        .decide(receive(Proof::Holds, None))
        .map(|decision| decision.claims);
    let key = format!("task:{}:join", angler.player.id);
    assert_eq!(claims.expect("a reward")[0].key, key);
    angler.must(receive(Proof::Holds, None));
    let held = [Purse::CoinPromo, Purse::Diamond, Purse::GusdBonus].map(|purse| angler.has(purse));
    assert_eq!(held, [300, 2, 5_000]);
    assert_eq!(angler.give(receive(Proof::Holds, None)), Err(Refusal::AlreadyReceived));
    assert_eq!(angler.decide(verify()), Err(Refusal::AlreadyReceived));
    angler.player.promotion.tasks.clear();
    angler.must(verify());
    let again = angler.give(receive(Proof::Holds, None));
    assert_eq!(again, Err(Refusal::AlreadyReceived), "the key outlives the memory");
}

#[test]
fn a_task_is_verified_first_and_its_condition_is_read_again() {
    let mut angler = with_task(None);
    assert_eq!(angler.decide(receive(Proof::Holds, None)), Err(Refusal::VerifyFirst));
    angler.must(verify());
    let left = angler.decide(receive(Proof::Fails, None));
    assert_eq!(
        left,
        Err(Refusal::TaskNotCompleted),
        "who left the channel receives nothing"
    );
    assert_eq!(
        angler.decide(receive(Proof::NoAnswer, None)),
        Err(Refusal::CannotCheckNow)
    );
    let over = angler.now;
    let mut angler = angler.under(|config| config.promotion.tasks[0].to = Some(over));
    assert_eq!(angler.decide(receive(Proof::Holds, None)), Err(Refusal::TaskClosed));
    angler = angler.under(|config| config.promotion.tasks.clear());
    assert_eq!(angler.decide(receive(Proof::Holds, None)), Err(Refusal::TaskNotFound));
}

#[test]
fn a_link_that_was_only_opened_is_not_verified() {
    let mut angler = Angler::new();
    let (task_id, proof, take) = ("read_rules".to_owned(), Proof::Own, None);
    let receive = ReceiveTask {
        task_id: task_id.clone(),
        proof,
        take,
    };
    angler.must(VerifyTask { task_id, proof });
    assert_eq!(angler.decide(receive), Err(Refusal::VerifyFirst));
}

#[test]
fn a_limited_task_uses_a_take_and_an_unlimited_one_has_none() {
    let mut angler = with_task(Some(10));
    angler.must(verify());
    assert_eq!(angler.decide(receive(Proof::Holds, None)), Err(Refusal::TaskClosed));
    let decision = angler.decide(receive(Proof::Holds, Some(7))).expect("a reward");
    let used = format!("stock_use:{}", TakeId(Uuid::from_u128(7)));
    assert_eq!((decision.claims.len(), &decision.claims[1].key), (2, &used));
    let mut angler = with_task(None);
    angler.must(verify());
    assert_eq!(angler.decide(receive(Proof::Holds, Some(7))), Err(Refusal::TaskClosed));
}
