//! Old events are read for ever (I-18, F-30), shown with a stream of two releases:
//! what the first one wrote, the second reads, adds to, and comes to the same balances.

use crate::streams::{first, third};
use domain::money::Coin;
use domain::stream::Stream;
use ledger::feed::{self, Recorded};
use ledger::streams::Listed;
use ledger::testing::{command_handler, ledger, partitions};
use ledger::{Fault, Ledger, Plain, Request, StreamId, replay};
use proofs::Unreadable;

async fn pays<S>(ledger: &Ledger, coins: i64)
where
    S: Listed + Stream<Command = i64>,
{
    let reply = command_handler::<S>(ledger)
        .execute(&till(), coins, Request::default(), Plain)
        .await;
    assert!(reply.expect("a reply").is_accepted());
}

fn till() -> StreamId {
    StreamId::house("corner")
}

async fn recorded(ledger: &Ledger) -> Vec<Recorded> {
    let events = feed::read_stream(ledger.pool(), third::Till::TYPE, &till().key, 0).await;
    events.expect("events")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_of_the_first_release_comes_to_the_same_balances_in_the_third() {
    let ledger = ledger(partitions()).await;
    for coins in [5, 7, 11] {
        pays::<first::Till>(&ledger, coins).await;
    }
    let (old, _) = replay::stream::<first::Till>(ledger.pool(), &till())
        .await
        .expect("replayed");
    pays::<third::Till>(&ledger, 13).await;
    let (steps, state) = replay::stream::<third::Till>(ledger.pool(), &till())
        .await
        .expect("replayed");
    let versions: Vec<_> = steps.iter().map(|step| step.event.event_version.as_str()).collect();
    assert_eq!(versions, ["1", "1", "1", "3"], "what is stored stays as it was written");
    let legs = |steps: &[replay::Step]| steps.iter().map(|step| step.legs.clone()).collect::<Vec<_>>();
    assert_eq!(legs(&old), legs(&steps[..3]), "I-18");
    assert_eq!((state.coins, state.last.as_str()), (Coin::from_minor(36), "by hand"));
    let loaded = command_handler::<third::Till>(&ledger)
        .load(&till())
        .await
        .expect("loaded");
    assert_eq!((loaded.version, loaded.state), (4, state));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_does_not_know_an_event_says_where_it_stands_and_decides_nothing() {
    let ledger = ledger(partitions()).await;
    pays::<first::Till>(&ledger, 5).await;
    pays::<third::Till>(&ledger, 7).await;
    let refused = command_handler::<first::Till>(&ledger)
        .load(&till())
        .await
        .expect_err("a later event");
    let Fault::Unreadable(Unreadable {
        sequence,
        position,
        reason,
        ..
    }) = &refused
    else {
        panic!("{refused}");
    };
    assert_eq!(
        (*sequence, *position, reason.as_str()),
        (2, 2, "Paid version \"3\" is not known here, the newest is 1")
    );
    let reply = command_handler::<first::Till>(&ledger)
        .execute(&till(), 9, Request::default(), Plain)
        .await;
    assert!(reply.is_err());
    assert_eq!(
        recorded(&ledger).await.len(),
        2,
        "nothing is added to what is not understood"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn type_version_and_payload_must_belong_together() {
    let ledger = ledger(partitions()).await;
    pays::<first::Till>(&ledger, 5).await;
    let first = recorded(&ledger).await.remove(0);
    let read = |change: fn(&mut Recorded)| {
        let mut event = first.clone();
        change(&mut event);
        event.decode::<third::Event>().map_err(|fault| fault.to_string())
    };
    assert!(read(|_| ()).is_ok());
    let place = "till corner version 1, position 1 of partition 0:";
    for (change, reason) in [
        (
            (|event| event.event_type = "Stolen".into()) as fn(&mut Recorded),
            "no event is called \"Stolen\" here",
        ),
        (
            |event| event.event_version = "4".into(),
            "Paid version \"4\" is not known here, the newest is 3",
        ),
        (
            |event| event.event_version = "0".into(),
            "Paid version \"0\" is not known here, the newest is 3",
        ),
        (
            |event| event.event_version = "one".into(),
            "Paid version \"one\" is not known here, the newest is 3",
        ),
        (
            |event| event.event_version = "3".into(),
            "the payload is not a Paid: missing field",
        ),
        (|event| event.payload = "{".into(), "the payload is not a Paid: EOF"),
        (
            |event| (event.event_version, event.payload) = ("3".into(), r#"{"Closed":{}}"#.into()),
            "the payload is not a Paid: it is a Closed",
        ),
    ] {
        let said = read(change).expect_err(reason);
        assert!(said.starts_with(&format!("{place} {reason}")), "{said}");
    }
    assert!(first.decode::<domain::player::Event>().is_err());
}
