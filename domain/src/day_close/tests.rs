use super::*;
use crate::testing::Angler;
use crate::time::DAY_MS;
use serde_json::json;

#[test]
fn a_day_is_closed_once_and_not_before_it_is_over() {
    let mut clock = Angler::new();
    let close = Close {
        day: clock.now.day(),
        report: json!({ "trial": [] }),
        signature: "- key abc".into(),
        is_balanced: true,
        by: "ann".into(),
        reason: "all is well".into(),
    };
    let mut stream = DayClose::default();
    let decide = |stream: &DayClose, close: &Close, clock: &Angler| {
        stream.decide(close, &clock.context(&crate::player::signin::SignIn.into()))
    };
    assert_eq!(decide(&stream, &close, &clock).expect_err("early").code(), 4002);
    clock.wait(DAY_MS);
    let silent = Close {
        reason: String::new(),
        ..close.clone()
    };
    assert_eq!(decide(&stream, &silent, &clock), Err(Refusal::ReasonMissing));
    let decision = decide(&stream, &close, &clock).expect("closed");
    stream.evolve(&decision.events[0]);
    assert_eq!(decide(&stream, &close, &clock), Err(Refusal::StateChanged));
}
