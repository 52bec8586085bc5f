use super::*;
use rand::SeedableRng;
use std::sync::Mutex;

#[tokio::test]
async fn everybody_runs_once_a_round_and_keeps_the_own_figures() {
    let order = Mutex::new(Vec::new());
    let runner = |per_s: u64| {
        let order = &order;
        Contestant::new("runner", move || async move {
            order.lock().expect("no panic").push(per_s);
            Ok(Run {
                per_s,
                ..Run::default()
            })
        })
    };
    let mut contest = Contest {
        rounds: 5,
        dice: StdRng::seed_from_u64(1),
        progress: ProgressBar::hidden(),
    };
    let series = contest
        .hold("a race", &[runner(1), runner(2), runner(3)])
        .await
        .expect("series");
    let rates: Vec<Vec<u64>> = series
        .iter()
        .map(|series| series.0.iter().map(|run| run.per_s).collect())
        .collect();
    assert_eq!(rates, [[1; 5], [2; 5], [3; 5]]);
    let order = order.into_inner().expect("no panic");
    assert!(
        order.chunks(3).any(|round| round != [1, 2, 3]),
        "the order is shuffled: {order:?}"
    );
    assert!(order.chunks(3).all(|round| round.iter().sum::<u64>() == 6));
}
