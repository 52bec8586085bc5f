use super::*;
use std::future::{pending, ready};

async fn ended<T: Send + Sync + 'static>(jobs: &Jobs<T>, id: Uuid) -> JobState {
    loop {
        let (state, _) = jobs.look(&id.to_string()).expect("a job");
        if state.state != "running" {
            return state;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_job_is_done_failed_or_broken_and_never_runs_for_ever() {
    let (jobs, clock) = (Jobs::<i32>::default(), Clock::fixed(7));
    let done = jobs.begin(&clock, "ann", |_, progress| {
        progress.report(3, 4);
        ready(Ok(5))
    });
    let done = done.expect("begun");
    let state = ended(&jobs, done).await;
    assert_eq!(
        (state.state.as_str(), state.done, state.total, state.ended_at_ms),
        ("done", 3, 4, Some(7))
    );
    assert_eq!(jobs.look(&done.to_string()).expect("known").1.as_deref(), Some(&5));
    let failed = jobs
        .begin(&clock, "ann", |_, _| ready(Err(Failure::invalid("from"))))
        .expect("begun");
    let state = ended(&jobs, failed).await;
    assert_eq!(state.problem.as_deref(), Some("from is wrong"));
    assert_eq!(state.finding.expect("a code").code, "field_wrong");
    let broken = jobs
        .begin(&clock, "ann", |_, _| async { panic!("planted") })
        .expect("begun");
    assert_eq!(ended(&jobs, broken).await.state, "failed");
    assert!(jobs.look("x").is_err() && jobs.look(&Uuid::new_v4().to_string()).is_err());
}

#[tokio::test]
async fn a_repeated_request_begins_nothing_twice() {
    let (jobs, clock) = (Jobs::<i32>::default(), Clock::fixed(7));
    let id = Uuid::from_u128(0x1057);
    let begin = |result| jobs.begin_once((id, "dives"), &clock, "ann", |_, _| ready(Ok(result)));
    assert_eq!((begin(1).expect("begun"), begin(2).expect("known")), (id, id));
    assert_eq!(ended(&jobs, id).await.state, "done");
    assert_eq!(jobs.look(&id.to_string()).expect("known").1.as_deref(), Some(&1));
    assert_eq!(
        (jobs.about(id).as_deref(), jobs.about(Uuid::nil())),
        (Some("dives"), None)
    );
}

#[tokio::test]
async fn few_run_at_once() {
    let (jobs, clock) = (Jobs::<i32>::default(), Clock::fixed(7));
    for _ in 0..RUNNING_MAX {
        jobs.begin(&clock, "ann", |_, _| pending()).expect("begun");
    }
    assert!(matches!(jobs.begin(&clock, "bo", |_, _| pending()), Err(Failure::Busy)));
}
