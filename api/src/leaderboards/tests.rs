use super::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::task::{JoinSet, yield_now};

fn empty() -> Made {
    Made {
        list: Vec::new(),
        ranks: BTreeMap::new(),
        is_final: false,
    }
}

#[tokio::test]
async fn a_board_is_made_once_for_everybody_who_asks_meanwhile() {
    let (boards, made) = (Leaderboards::default(), Arc::new(AtomicUsize::new(0)));
    let mut asking = JoinSet::new();
    for _ in 0..50 {
        let (boards, made) = (boards.clone(), made.clone());
        asking.spawn(async move {
            let make = async || {
                made.fetch_add(1, Ordering::Relaxed);
                yield_now().await;
                Ok(empty())
            };
            boards.of(("invite", None), make).await.is_ok()
        });
    }
    assert!(asking.join_all().await.into_iter().all(|is_told| is_told));
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn a_board_that_could_not_be_made_is_made_by_whoever_asks_next() {
    let boards = Leaderboards::default();
    assert!(boards.of(("invite", None), async || Err(Failure::Busy)).await.is_err());
    assert!(boards.of(("invite", None), async || Ok(empty())).await.is_ok());
}
