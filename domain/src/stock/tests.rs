//! The stock from a taker's side, and the laws over random takers.

use super::*;
use crate::money::{Coupon, Gusd};
use crate::player::promotion::Proof;
use crate::testing::{Angler, START};
use crate::time::Day;
use proptest::prelude::*;
use std::collections::BTreeSet;
use uuid::Uuid;

const TASK: &str = "join";

fn lot() -> Lot {
    Lot::Task { task_id: TASK.into() }
}

fn receive(task_id: &str) -> Purpose {
    Purpose::Receive {
        task_id: task_id.into(),
        proof: Proof::Own,
    }
}

fn offer(capacity: i64, until: Option<Timestamp>) -> StockCommand {
    StockCommand::Offer {
        lot: lot(),
        capacity,
        until,
    }
}

fn take(number: u128) -> StockCommand {
    StockCommand::Take {
        take: TakeId(Uuid::from_u128(number)),
        request: Some(Uuid::from_u128(number)),
        taker: PlayerId::of_messenger(7),
        purpose: receive(TASK),
    }
}

fn decide(stock: &Stock, command: &StockCommand, now: Timestamp) -> Result<Decision<StockEvent>, Refusal> {
    let angler = Angler::new();
    let mut context = angler.context(&crate::player::signin::SignIn.into());
    context.now = now;
    stock.decide(command, &context)
}

fn give(stock: &mut Stock, command: &StockCommand, now: Timestamp) -> Result<StockEvent, Refusal> {
    let event = decide(stock, command, now)?.events.remove(0);
    stock.evolve(&event);
    Ok(event)
}

fn opened(capacity: i64, until: Option<Timestamp>) -> Stock {
    let mut stock = Stock::default();
    give(&mut stock, &offer(capacity, until), START).expect("opens");
    stock
}

fn taken(stock: &mut Stock, number: u128) -> StockTaken {
    match give(stock, &take(number), START) {
        Ok(StockEvent::StockTaken(taken)) => taken,
        other => panic!("a take is recorded as StockTaken, not {other:?}"),
    }
}

#[test]
fn the_last_piece_is_taken_and_the_next_taker_is_late() {
    let mut stock = opened(2, None);
    assert_eq!((taken(&mut stock, 1).left, taken(&mut stock, 2).left), (1, 0));
    assert_eq!(decide(&stock, &take(3), START), Err(Refusal::TaskClosed));
}

#[test]
fn nothing_is_taken_before_the_opening_nor_from_the_last_moment_on() {
    assert_eq!(decide(&Stock::default(), &take(1), START), Err(Refusal::TaskClosed));
    let stock = opened(2, Some(START.plus_ms(1_000)));
    assert!(decide(&stock, &take(1), START.plus_ms(999)).is_ok());
    assert_eq!(decide(&stock, &take(1), START.plus_ms(1_000)), Err(Refusal::TaskClosed));
}

#[test]
fn every_use_has_its_own_words_for_late() {
    let uses = [
        (
            Purpose::Unlock {
                amount: Gusd::from_minor(1),
            },
            5303,
        ),
        (receive(TASK), 8002),
        (
            Purpose::Buy {
                item_id: "pack".into(),
                price: Coupon::from_minor(1),
                count: 1,
            },
            5102,
        ),
    ];
    for (purpose, code) in uses {
        assert_eq!((purpose.units(), purpose.sold_out().code()), (1, code));
    }
}

#[test]
fn a_take_is_for_this_lot_and_for_something() {
    let field = |field: &str| Err(Refusal::InvalidField { field: field.into() });
    let asking = |purpose| StockCommand::Take {
        take: TakeId::default(),
        request: None,
        taker: PlayerId::of_messenger(7),
        purpose,
    };
    let nothing = asking(Purpose::Unlock { amount: Gusd::ZERO });
    assert_eq!(decide(&opened(1, None), &nothing, START), field("amount"));
    let strangers = [
        Purpose::Unlock {
            amount: Gusd::from_minor(1),
        },
        receive("other"),
    ];
    for purpose in strangers {
        assert_eq!(decide(&opened(1, None), &asking(purpose), START), field("purpose"));
    }
}

#[test]
fn a_take_and_its_give_back_claim_a_key_each() {
    let mut stock = opened(1, None);
    let claims = decide(&stock, &take(5), START).expect("takes").claims;
    let id = TakeId(Uuid::from_u128(5));
    assert_eq!(claims[0].key, format!("stock_take:{id}"));
    let taken = taken(&mut stock, 5);
    let back = StockCommand::GiveBack { taken };
    let claims = decide(&stock, &back, START).expect("gives back").claims;
    assert_eq!(claims[0].key, format!("stock_back:{id}"));
    give(&mut stock, &back, START).expect("gives back");
    assert_eq!((stock.taken, stock.left()), (0, 1));
    assert_eq!(
        decide(&stock, &back, START),
        Err(Refusal::StateChanged),
        "nothing is out"
    );
}

#[test]
fn a_lot_ends_once_and_only_when_its_time_is_over() {
    let end = START.plus_ms(1_000);
    let mut stock = opened(3, Some(end));
    let taken = taken(&mut stock, 1);
    assert_eq!(
        decide(&stock, &StockCommand::Close, end.plus_ms(-1)),
        Err(Refusal::StateChanged)
    );
    let closed = give(&mut stock, &StockCommand::Close, end).expect("closes");
    assert_eq!(closed, StockEvent::StockClosed { lot: lot(), left: 2 });
    assert_eq!(decide(&stock, &StockCommand::Close, end), Err(Refusal::StateChanged));
    assert_eq!(decide(&stock, &offer(9, None), end), Err(Refusal::StateChanged));
    let late = give(&mut stock, &StockCommand::GiveBack { taken }, end).expect("gives back");
    assert!(matches!(
        late,
        StockEvent::StockGivenBack {
            late: true,
            units: 1,
            ..
        }
    ));
    assert_eq!(
        decide(&opened(1, None), &StockCommand::Close, end),
        Err(Refusal::StateChanged)
    );
}

#[test]
fn a_catalogue_changes_how_much_there_is_and_says_nothing_twice() {
    let mut stock = opened(2, None);
    taken(&mut stock, 1);
    taken(&mut stock, 2);
    assert_eq!(decide(&stock, &offer(2, None), START), Err(Refusal::StateChanged));
    give(&mut stock, &offer(3, None), START).expect("resizes");
    assert_eq!(stock.left(), 1);
    give(&mut stock, &offer(1, None), START).expect("resizes");
    assert_eq!(
        (stock.left(), decide(&stock, &take(3), START)),
        (0, Err(Refusal::TaskClosed))
    );
    for capacity in [-1, CAPACITY_MAX + 1] {
        let refused = decide(&stock, &offer(capacity, None), START);
        assert_eq!(
            refused,
            Err(Refusal::InvalidField {
                field: "capacity".into()
            })
        );
    }
    let other = StockCommand::Offer {
        lot: Lot::Task {
            task_id: "other".into(),
        },
        capacity: 1,
        until: None,
    };
    assert_eq!(decide(&stock, &other, START), Err(Refusal::StateChanged));
}

#[test]
fn a_lot_has_one_stream_and_different_lots_have_different_ones() {
    let day = Day(20_000);
    let lots = [
        Lot::Pool { day, shard: 0 },
        Lot::Pool { day, shard: 1 },
        Lot::Pool {
            day: day.next(),
            shard: 0,
        },
        Lot::Item { item_id: TASK.into() },
        lot(),
    ];
    assert_eq!(lots.iter().map(Lot::id).collect::<BTreeSet<_>>().len(), lots.len());
    assert_eq!(lot().id(), lot().id());
    let take = TakeId::of_request(Uuid::nil());
    assert_ne!(take.use_request(), take.back_request());
}

#[test]
fn one_request_has_another_take_for_every_purpose() {
    let amount = |minor| Purpose::Unlock {
        amount: Gusd::from_minor(minor),
    };
    let buy = |item_id: &str, count| Purpose::Buy {
        item_id: item_id.into(),
        price: Coupon::ZERO,
        count,
    };
    let purposes = [
        amount(1),
        buy(TASK, 1),
        buy("other", 1),
        receive(TASK),
        receive("other"),
    ];
    let takes: BTreeSet<_> = purposes
        .iter()
        .map(|purpose| TakeId::of(Uuid::nil(), purpose))
        .collect();
    assert_eq!(takes.len(), purposes.len());
    assert!(!takes.contains(&TakeId::of_request(Uuid::nil())));
    // Another amount under the same request is another body, which the stock refuses: it is one take.
    assert_eq!(TakeId::of(Uuid::nil(), &amount(2)), TakeId::of(Uuid::nil(), &amount(1)));
    assert_eq!(
        TakeId::of(Uuid::nil(), &buy(TASK, 2)),
        TakeId::of(Uuid::nil(), &buy(TASK, 1))
    );
}

#[test]
fn a_take_names_its_request_and_one_recorded_without_it_reads() {
    let taken = taken(&mut opened(1, None), 5);
    assert_eq!(taken.request, Some(Uuid::from_u128(5)));
    let mut written = serde_json::to_value(&taken).expect("writes");
    written.as_object_mut().expect("fields").remove("request");
    let before: StockTaken = serde_json::from_value(written.clone()).expect("reads");
    assert_eq!(before.request, None);
    assert_eq!(serde_json::to_value(&before).expect("writes"), written);
}

proptest! {
    #[test]
    fn never_more_is_out_than_there_is(capacity in 0..20_i64, acts in prop::collection::vec(0..5_u8, 1..80)) {
        // Law I-29, checked by an independent record of who holds a unit; a key is claimed once.
        let mut stock = opened(capacity, None);
        let (mut keys, mut held) = (BTreeSet::new(), Vec::new());
        for (number, act) in (0_u128..).zip(acts) {
            let command = match (act, held.last()) {
                (0, Some(last)) => StockCommand::GiveBack { taken: StockTaken::clone(last) },
                _ => take(number),
            };
            let before = stock.clone();
            match decide(&stock, &command, START) {
                Err(_) => prop_assert_eq!(&stock, &before),
                Ok(decision) => {
                    prop_assert!(decision.claims.iter().all(|claim| keys.insert(claim.key.clone())));
                    stock.evolve(&decision.events[0]);
                    match &decision.events[0] {
                        StockEvent::StockTaken(taken) => held.push(taken.clone()),
                        _ => drop(held.pop()),
                    }
                }
            }
            prop_assert_eq!(i64::try_from(held.len()), Ok(stock.taken));
            prop_assert!(stock.taken <= capacity && stock.left() == capacity - stock.taken);
        }
    }
}
