use super::*;
use crate::append::entry::{GenerationCounter, Macs};
use tokio::sync::oneshot;

#[test]
fn a_writer_that_has_ended_says_so_and_is_not_alive() {
    let (queue, waiting) = mpsc::channel(1);
    let writer = Writer {
        partition: 0,
        key: MacKey::of(&[7; 32], "ledger/test"),
        queue,
    };
    assert!(writer.is_alive());
    drop(waiting);
    assert!(!writer.is_alive());
    let (done, mut answer) = oneshot::channel();
    writer.submit(Entry {
        stream_type: "player",
        stream_key: "somebody".into(),
        expected: 0,
        leaf: [0; 32],
        generations: GenerationCounter::default(),
        generation: 0,
        events: Vec::new(),
        claims: Vec::new(),
        remember: None,
        macs: Macs::default(),
        done,
    });
    let outcome = answer.try_recv().expect("an answer");
    assert!(matches!(outcome, Err(AppendError::Fault(Fault::Unknown(why))) if why == STOPPED));
}
