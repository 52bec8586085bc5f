//! Each row of the table: stream, command and request id.

use super::*;
use crate::config::Text;
use crate::ids::{PacketId, TakeId};
use crate::money::{Coin, Coupon, Gusd};
use crate::player::promotion::Proof;
use crate::red_packet::{CreatePacket, Eligibility, EndReason, Kind, Prize, Secrets};
use crate::testing::{Angler, START};
use crate::time::Day;
use std::collections::BTreeSet;

const CAUSE: Uuid = Uuid::from_u128(1);
const OTHER: Uuid = Uuid::from_u128(2);
const POOL: Lot = Lot::Pool {
    day: Day(20_089),
    shard: 3,
};

fn taken(purpose: Purpose) -> StockTaken {
    StockTaken {
        take: TakeId(OTHER),
        request: Some(CAUSE),
        taker: PlayerId::of_messenger(7),
        units: purpose.units(),
        purpose,
        left: 5,
    }
}

/// The single reaction to an event, the same each time.
fn one(recorded: RecordedEvent) -> Reaction {
    let mut reactions = react(recorded, CAUSE);
    assert_eq!(reactions, react(recorded, CAUSE), "a repetition is the same");
    assert_eq!(reactions.len(), 1, "{reactions:?}");
    reactions.remove(0)
}

fn returns(reaction: &Reaction, source: Returned, micro: i64) {
    let amount = Usdt::from_minor(micro);
    let expected = PolicyCommand::Treasury(TreasuryCommand::ReturnPromo(ReturnPromo { source, amount }));
    assert_eq!((&reaction.command, &reaction.otherwise), (&expected, &None));
}

#[test]
fn a_valid_invite_is_counted_for_the_inviter_under_one_request() {
    let father = Angler::registered(100, None, START.plus_ms(-1));
    let mut son = Angler::invited_by(Some(father.as_inviter())).with_coins(50);
    son.dives(10, 1).casts(5).surfaces();
    let id = son.player.id;
    let reactions: Vec<_> = son
        .log
        .iter()
        .flat_map(|event| react(RecordedEvent::Player(id, event), CAUSE))
        .collect();
    let [reaction] = reactions.as_slice() else {
        panic!("one event causes one command, not {reactions:?}");
    };
    let count = CountInvite { friend: id }.into();
    assert_eq!(reaction.command, PolicyCommand::Player(father.player.id, count));
    let last = son.log.last().expect("a story");
    assert_eq!(one(RecordedEvent::Player(id, last)), reaction.clone());
    let again = react(RecordedEvent::Player(id, last), OTHER);
    assert_ne!(again[0].request_id, reaction.request_id);
}

#[test]
fn a_take_is_used_by_the_command_it_is_for_and_given_back_when_that_is_refused() {
    let stock = POOL.id();
    let take = Some(TakeId(OTHER));
    let amount = Gusd::from_minor(50_000);
    let (item_id, price, count) = ("pack".to_owned(), Coupon::from_minor(990_000), 2);
    let (task_id, proof) = ("join".to_owned(), Proof::Holds);
    let uses: [(Purpose, Command); 3] = [
        (
            Purpose::Unlock { amount },
            UnlockBonus {
                amount,
                pool: stock,
                take,
                request: Some(CAUSE),
            }
            .into(),
        ),
        (
            Purpose::Buy {
                item_id: item_id.clone(),
                price,
                count,
            },
            BuyItem {
                item_id,
                price,
                count,
                take,
                request: Some(CAUSE),
            }
            .into(),
        ),
        (
            Purpose::Receive {
                task_id: task_id.clone(),
                proof,
            },
            ReceiveTask { task_id, proof, take }.into(),
        ),
    ];
    for (purpose, command) in uses {
        let taken = taken(purpose);
        let reaction = one(RecordedEvent::Stock(stock, &StockEvent::StockTaken(taken.clone())));
        assert_eq!(reaction.command, PolicyCommand::Player(taken.taker, command));
        assert_eq!(reaction.request_id, TakeId(OTHER).use_request());
        assert_eq!(reaction, use_take(stock, &taken), "the handler does the same");
        let back = reaction.otherwise.expect("a way back");
        assert_eq!(
            back.command,
            PolicyCommand::Stock(stock, StockCommand::GiveBack { taken })
        );
        assert_eq!(back.request_id, TakeId(OTHER).back_request());
    }
}

#[test]
fn what_a_pool_did_not_use_goes_back_to_the_budget_once() {
    let stock = POOL.id();
    let closed = |lot, left| StockEvent::StockClosed { lot, left };
    let back = |lot, late| StockEvent::StockGivenBack {
        take: TakeId(OTHER),
        lot,
        units: 70,
        late,
    };
    returns(
        &one(RecordedEvent::Stock(stock, &closed(POOL, 900))),
        Returned::Pool(stock),
        900,
    );
    returns(
        &one(RecordedEvent::Stock(stock, &back(POOL, true))),
        Returned::Pool(stock),
        70,
    );
    let item = || Lot::Item { item_id: "pack".into() };
    let silent = [
        closed(POOL, 0),
        back(POOL, false),
        closed(item(), 9),
        back(item(), true),
    ];
    for event in silent {
        assert_eq!(react(RecordedEvent::Stock(stock, &event), CAUSE), []);
    }
}

#[test]
fn a_promised_pool_is_opened_in_all_its_shards_until_midnight() {
    let day = Day(20_089);
    let allotted = TreasuryEvent::PromoAllotted {
        purpose: Allotment::Pool {
            day,
            ngr: Usdt::ZERO,
            shards: 4,
        },
        amount: Usdt::from_minor(5_000_002),
        config_version: 1,
    };
    let reactions = react(RecordedEvent::Treasury(&allotted), CAUSE);
    let mut capacities = Vec::new();
    for reaction in &reactions {
        let PolicyCommand::Stock(stock, StockCommand::Offer { lot, capacity, until }) = &reaction.command else {
            panic!("a pool asks for stocks");
        };
        assert_eq!((*stock, *until), (lot.id(), Some(day.next().start())));
        capacities.push(*capacity);
    }
    assert_eq!(capacities, [1_250_001, 1_250_001, 1_250_000, 1_250_000]);
    let ids: BTreeSet<Uuid> = reactions.iter().map(|reaction| reaction.request_id).collect();
    assert_eq!(ids.len(), 4, "each shard has its own request");
}

#[test]
fn a_promised_packet_is_created_and_the_promise_ends_when_it_cannot_be() {
    let create = Box::new(CreatePacket {
        packet: PacketId(Uuid::from_u128(7)),
        secrets: Secrets::under(Uuid::from_u128(8)),
        kind: Kind::Equal,
        total: Prize::Usdt(Usdt::from_minor(100)),
        shares: 10,
        min: 1,
        title: Text::new("Good luck", "恭喜发财"),
        from: START,
        to: START.plus_ms(1_000),
        eligibility: Eligibility::default(),
        by: "ann".into(),
    });
    let packet = create.packet;
    let allotted = TreasuryEvent::PromoAllotted {
        purpose: Allotment::Packet { create: create.clone() },
        amount: Usdt::from_minor(100),
        config_version: 1,
    };
    let reaction = one(RecordedEvent::Treasury(&allotted));
    assert_eq!(
        reaction.command,
        PolicyCommand::RedPacket(packet, PacketCommand::Create(create))
    );
    let back = reaction.otherwise.expect("a way back");
    returns(&back, Returned::Packet(packet), 100);
}

#[test]
fn a_claimed_share_is_credited_and_what_nobody_claimed_returns() {
    let packet = PacketId(Uuid::from_u128(7));
    let claimed = |slot| ShareClaimed {
        packet,
        slot,
        player: PlayerId::of_messenger(7),
        prize: Prize::Coin(Coin::from_minor(30)),
        left: 0,
    };
    let credit = one(RecordedEvent::RedPacket(&PacketEvent::ShareClaimed(claimed(4))));
    let expected = CreditShare {
        packet,
        slot: 4,
        prize: Prize::Coin(Coin::from_minor(30)),
    };
    assert_eq!(
        credit.command,
        PolicyCommand::Player(PlayerId::of_messenger(7), expected.into())
    );
    assert_eq!(credit, credit_share(&claimed(4)), "the handler does the same");
    assert_ne!(credit.request_id, credit_share(&claimed(5)).request_id);
    let ended = |refund| PacketEvent::PacketEnded {
        packet,
        reason: EndReason::Expired,
        refund,
    };
    let money = ended(Prize::Usdt(Usdt::from_minor(60)));
    returns(&one(RecordedEvent::RedPacket(&money)), Returned::Packet(packet), 60);
    for nothing in [Prize::Usdt(Usdt::ZERO), Prize::Coin(Coin::from_minor(60))] {
        assert_eq!(react(RecordedEvent::RedPacket(&ended(nothing)), CAUSE), []);
    }
}
