use super::*;

fn refusal(change: impl FnOnce(&mut Task)) -> String {
    let mut promotion = Promotion::standard();
    change(&mut promotion.tasks[1]);
    promotion.check().expect_err("a sentence").text
}

#[test]
fn the_start_set_passes() {
    assert_eq!(Promotion::standard().check(), Ok(()));
}

#[test]
fn tasks_that_a_rule_could_not_reward_are_refused() {
    let id = "a task_id is 1 to 40 small letters, digits and _";
    assert_eq!(refusal(|task| task.task_id = "Dives 10".into()), id);
    assert_eq!(
        refusal(|task| task.task_id = "signin_7".into()),
        "every task has its own id"
    );
    let reward = |coins| Reward {
        coin: Coin::from_minor(coins),
        ..Reward::default()
    };
    for coins in [-1, 1_000_001] {
        assert_eq!(
            refusal(|task| task.reward = reward(coins)),
            "rewards are 0 to 1,000,000"
        );
    }
    assert_eq!(refusal(|task| task.reward = reward(0)), "a task gives something");
    assert_eq!(
        refusal(|task| task.stock = Some(0)),
        "a limit or a stock is at least one"
    );
}

#[test]
fn a_task_says_what_is_to_be_done_and_when() {
    let nothing = [TaskKind::DivesN(0), TaskKind::TgChannel { channel: " ".into() }];
    for kind in nothing {
        assert_eq!(refusal(|task| task.kind = kind), "a task states its condition");
    }
    assert_eq!(
        refusal(|task| task.kind = TaskKind::VisitLink),
        "a task to visit a link has one"
    );
    let both = |task: &mut Task| (task.from, task.to) = (Some(Timestamp(1)), Some(Timestamp(1)));
    assert_eq!(refusal(both), "a task ends after it begins");
}
