use super::*;
use tokio::sync::oneshot;

#[test]
fn a_writer_that_has_ended_says_so_and_is_not_alive() {
    let (queue, waiting) = mpsc::channel(1);
    let writer = Writer {
        partition: 0,
        key: MacKeys::of(&[7; 32], "ledger/test"),
        queue,
        batch: Since::default(),
    };
    assert!(writer.is_alive());
    drop(waiting);
    assert!(!writer.is_alive());
    let (done, mut answer) = oneshot::channel();
    writer.submit(Entry::blank(done));
    let outcome = answer.try_recv().expect("an answer");
    assert!(matches!(outcome, Err(AppendError::Fault(Fault::Unknown(why))) if why == STOPPED));
}
