use super::*;
use crate::append::rows::ClaimRow;
use crate::synchrony::Synchronous;
use domain::refusal::Refusal;
use tokio::sync::oneshot;

fn entry(stream_key: &str, expected: i64) -> Entry {
    Entry {
        stream_key: stream_key.into(),
        expected,
        ..Entry::blank(oneshot::channel().0)
    }
}

fn order(batch: Vec<Entry>) -> Vec<(String, i64)> {
    let batch = by_stream(batch).into_iter();
    batch.map(|entry| (entry.stream_key, entry.expected)).collect()
}

#[test]
fn a_batch_is_written_in_the_order_of_its_streams_and_each_stream_in_its_own() {
    let batch = || {
        let keys = [
            "player-2",
            "player-1 and more",
            "player-2",
            "day",
            "player-1 or less",
            "player-2",
        ];
        keys.into_iter().zip(1..).map(|(key, at)| entry(key, at))
    };
    let expected = [
        ("day", 4),
        ("player-1 and more", 2),
        ("player-1 or less", 5),
        ("player-2", 1),
        ("player-2", 3),
        ("player-2", 6),
    ];
    assert_eq!(order(batch().collect()), expected.map(|(key, at)| (key.to_owned(), at)));

    let mut claiming: Vec<Entry> = batch().collect();
    let taken = Refusal::AlreadyReceived;
    claiming[5].claims.push(ClaimRow {
        key: "one".into(),
        taken,
    });
    let came: Vec<i64> = order(claiming).into_iter().map(|(_, at)| at).collect();
    assert_eq!(came, [1, 2, 3, 4, 5, 6], "the first claim counts");
}

#[tokio::test]
async fn a_batch_waits_for_a_primary_and_is_then_busy() {
    assert_eq!(PRIMARY_TIME_MAX, Duration::from_secs(10), "what the manual promises");
    let nowhere: Servers = "postgres://ann@%2Fnowhere%2Fa,%2Fnowhere%2Fb/ledger"
        .parse()
        .expect("an address");
    let key = MacKeys::of(&[7; 32], "ledger/test");
    let hints = (Signal::default(), Tail::default());
    let mut writer = BatchWriter::new((0, key), nowhere, hints, Synchrony::new(Synchronous::Off));
    writer.primary_time_max = Duration::from_millis(300);
    let (done, mut answer) = oneshot::channel();
    let began = Instant::now();
    writer.write(vec![Entry::blank(done)]).await;
    assert!(
        began.elapsed() >= writer.primary_time_max,
        "one may be found until then"
    );
    let outcome = answer.try_recv().expect("an outcome");
    assert!(matches!(outcome, Err(AppendError::Busy)), "{outcome:?}");
}
