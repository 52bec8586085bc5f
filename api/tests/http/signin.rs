//! The daily check-in.

use crate::angler::fresh;
use crate::test_app::TestApp;
use serde_json::json;

#[tokio::test]
async fn seven_days_give_the_ladder_and_a_missed_day_starts_again_t_18() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    for (step, (coin, diamond)) in [(100, 0), (150, 1), (200, 1), (250, 1), (300, 1), (400, 1), (600, 3)]
        .into_iter()
        .enumerate()
    {
        let signed = angler.call("signin/sign", json!({})).await.done().data;
        assert_eq!(
            (&signed["step"], &signed["coin"], &signed["diamond"]),
            (&json!(step + 1), &json!(coin), &json!(diamond))
        );
        app.next_day();
    }
    let info = angler.read("signin/info").await;
    assert_eq!(
        (&info["signed"], &info["streak"], &info["step"]),
        (&json!(false), &json!(7), &json!(1))
    );
    app.next_day();
    let info = angler.read("signin/info").await;
    assert_eq!(
        (&info["streak"], &info["days"][0]["state"]),
        (&json!(0), &json!("today"))
    );
    assert_eq!(info["resets_at"], app.now() + 86_400_000);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin_promo"], 2_000);
}

#[tokio::test]
async fn a_second_check_in_of_the_day_is_refused_and_a_repeated_one_is_the_same() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let body = json!({ "req_id": fresh() });
    let first = angler.call("signin/sign", body.clone()).await.done();
    assert_eq!(angler.call("signin/sign", body).await.done().bytes, first.bytes);
    angler.call("signin/sign", json!({})).await.refused(4006);
    angler
        .call("signin/sign", json!({ "req_id": fresh() }))
        .await
        .refused(4006);
    assert_eq!(angler.read("signin/info").await["signed"], true);
}

#[tokio::test]
async fn twenty_check_ins_at_once_are_one() {
    let app = TestApp::open().await;
    let angler = app.player(1).await;
    let calls = (0..20).map(|_| angler.call("signin/sign", json!({})));
    let answers = futures_of(calls).await;
    assert_eq!(answers.iter().filter(|answer| answer.error == 0).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.error == 4006).count(), 19);
    assert_eq!(angler.read("fishing/player_info").await["asset"]["coin"], 100);
}

async fn futures_of<F: Future>(calls: impl Iterator<Item = F>) -> Vec<F::Output> {
    let mut calls: Vec<_> = calls.map(|call| (Box::pin(call), None)).collect();
    std::future::poll_fn(|context| {
        for (call, output) in &mut calls {
            if output.is_none()
                && let std::task::Poll::Ready(ready) = call.as_mut().poll(context)
            {
                *output = Some(ready);
            }
        }
        if calls.iter().all(|(_, output)| output.is_some()) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    calls.into_iter().filter_map(|(_, output)| output).collect()
}
