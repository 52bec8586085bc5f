//! Packets from both sides: what staff may create, who may claim, and the books.

mod seeds;

use super::*;
use crate::config::Text;
use crate::ids::{PacketId, PlayerId};
use crate::money::{Asset, Coin, Usdt};
use crate::posting::{Account, House};
use crate::stream::StreamEvent;
use crate::testing::{Angler, START, seed};
use crate::time::{DAY_MS, HOUR_MS};
use proptest::prelude::*;
use std::collections::BTreeSet;
use uuid::Uuid;

fn context(now: Timestamp) -> Context {
    let angler = Angler::new();
    let context = angler.context(&crate::player::signin::SignIn.into());
    Context {
        now,
        seed: Some(seed(5)),
        ..context
    }
}

/// A packet of 100 USDT in ten lucky shares, open for a day.
fn lucky() -> CreatePacket {
    CreatePacket {
        packet: PACKET,
        secrets: sealed(5),
        kind: Kind::Lucky,
        total: Prize::Usdt(Usdt::from_minor(100_000_000)),
        shares: 10,
        min: 10_000,
        title: Text::new("Good luck", "恭喜发财"),
        from: START,
        to: START.plus_ms(DAY_MS),
        eligibility: Eligibility::default(),
        by: "ann".into(),
    }
}

const PACKET: PacketId = PacketId(Uuid::from_u128(7));

/// The secrets of a packet whose seed is the `number`-th.
fn sealed(number: u64) -> Secrets {
    let (under, commit) = (Uuid::from_u128(8), seed(number).commit());
    Secrets::Sealed { under, commit }
}

/// A code for ten coins that works `shares` times.
fn coins(shares: u32) -> CreatePacket {
    CreatePacket {
        kind: Kind::Code,
        total: Prize::Coin(Coin::from_minor(10 * i64::from(shares))),
        shares,
        min: 1,
        ..lucky()
    }
}

fn claimer(number: i64) -> Claimer {
    Claimer {
        player: PlayerId::of_messenger(number),
        registered_at: START.plus_ms(-30 * DAY_MS),
        casts_7d: 10,
        country: Some("MT".into()),
        is_real: true,
        cluster: None,
    }
}

fn stop(reason: &str) -> PacketCommand {
    let (by, reason) = ("ann".into(), reason.into());
    PacketCommand::Stop { by, reason }
}

fn decide(packet: &RedPacket, command: &PacketCommand, now: Timestamp) -> Result<Decision<PacketEvent>, Refusal> {
    packet.decide(command, &context(now))
}

fn give(packet: &mut RedPacket, command: &PacketCommand, now: Timestamp) -> Result<Vec<PacketEvent>, Refusal> {
    let events = decide(packet, command, now)?.events;
    events.iter().for_each(|event| packet.evolve(event));
    Ok(events)
}

fn created(create: CreatePacket) -> RedPacket {
    let mut packet = RedPacket::default();
    give(&mut packet, &PacketCommand::Create(Box::new(create)), START).expect("creates");
    packet
}

fn claim(packet: &RedPacket, claimer: Claimer, now: Timestamp) -> Result<Decision<PacketEvent>, Refusal> {
    decide(packet, &PacketCommand::Claim(claimer), now)
}

/// Sum of the legs of `events` on a house account.
fn moved(events: &[PacketEvent], house: House) -> i64 {
    let postings = events.iter().map(|event| event.postings(Uuid::nil()));
    let legs = postings.inspect(|postings| Asset::ALL.iter().for_each(|asset| assert_eq!(postings.sum(*asset), 0)));
    let legs = legs.flat_map(|postings| postings.legs().to_vec());
    legs.filter(|leg| leg.account == Account::House(house))
        .map(|leg| leg.amount)
        .sum()
}

#[test]
fn ten_players_empty_a_packet_and_the_eleventh_is_late() {
    let mut packet = RedPacket::default();
    let mut log = give(&mut packet, &PacketCommand::Create(Box::new(lucky())), START).expect("creates");
    assert_eq!(moved(&log, House::UsdtPacketHeld), 100_000_000);
    let mut sum = 0;
    for number in 0..10 {
        let events = give(&mut packet, &PacketCommand::Claim(claimer(number)), START).expect("a share");
        let PacketEvent::ShareClaimed(claimed) = &events[0] else {
            panic!("a claim is recorded as ShareClaimed");
        };
        assert_eq!((claimed.slot, claimed.left), (number as u32, 9 - number as u32));
        assert!(claimed.prize.minor() >= 10_000);
        sum += claimed.prize.minor();
        assert_eq!(
            events.len(),
            1 + 2 * usize::from(number == 9),
            "the last one shows the seed"
        );
        log.extend(events);
    }
    assert_eq!(sum, 100_000_000, "I-30: the shares are the total");
    assert!(
        matches!(&log[12], PacketEvent::PacketEnded { reason: EndReason::Finished, refund, .. } if refund.minor() == 0)
    );
    assert_eq!(moved(&log, House::UsdtPromoBudget), -100_000_000);
    assert_eq!(claim(&packet, claimer(11), START), Err(Refusal::PacketFinished));
    assert_eq!(decide(&packet, &stop("Late"), START), Err(Refusal::StateChanged));
}

#[test]
fn a_stopped_and_an_expired_packet_give_the_rest_back_once() {
    let end = START.plus_ms(DAY_MS);
    for (command, at) in [(stop("Wrong title"), START), (PacketCommand::Expire, end)] {
        let mut packet = created(lucky());
        let claimed = give(&mut packet, &PacketCommand::Claim(claimer(1)), START).expect("a share");
        let PacketEvent::ShareClaimed(claimed) = &claimed[0] else {
            panic!("a claim is recorded as ShareClaimed");
        };
        let ended = give(&mut packet, &command, at).expect("ends");
        let rest = 100_000_000 - claimed.prize.minor();
        assert_eq!(moved(&ended, House::UsdtPromoBudget), rest);
        assert_eq!(moved(&ended, House::UsdtPacketHeld), -rest);
        assert_eq!(decide(&packet, &command, at), Err(Refusal::StateChanged), "once");
        assert_eq!(claim(&packet, claimer(2), at), Err(Refusal::PacketExpired));
    }
    let packet = created(lucky());
    assert_eq!(
        decide(&packet, &PacketCommand::Expire, end.plus_ms(-1)),
        Err(Refusal::StateChanged)
    );
    assert_eq!(decide(&packet, &stop(" "), START), Err(Refusal::ReasonMissing));
}

#[test]
fn a_packet_is_open_from_its_first_to_before_its_last_moment() {
    let from = START.plus_ms(HOUR_MS);
    let packet = created(CreatePacket { from, ..lucky() });
    let end = START.plus_ms(DAY_MS);
    assert_eq!(
        claim(&packet, claimer(1), from.plus_ms(-1)),
        Err(Refusal::NotReadyYet { at: from.0 })
    );
    assert!(claim(&packet, claimer(1), from).is_ok() && claim(&packet, claimer(1), end.plus_ms(-1)).is_ok());
    assert_eq!(claim(&packet, claimer(1), end), Err(Refusal::PacketExpired));
    let nothing = RedPacket::default();
    assert_eq!(claim(&nothing, claimer(1), START), Err(Refusal::PacketNotFound));
    assert_eq!(decide(&nothing, &stop("Late"), START), Err(Refusal::PacketNotFound));
}

#[test]
fn one_share_for_a_player_and_one_for_a_cluster_of_devices() {
    let packet = created(lucky());
    let id = PACKET;
    let in_cluster = Claimer {
        cluster: Some("c1".into()),
        ..claimer(1)
    };
    let claims = claim(&packet, in_cluster.clone(), START).expect("a share").claims;
    assert_eq!(claims[0].key, format!("packet:{id}:player:{}", in_cluster.player));
    assert_eq!(claims[0].taken, Refusal::AlreadyReceived);
    assert_eq!(claims[1].key, format!("packet:{id}:cluster:c1"));
    let device = Refusal::NotEligible {
        reason: "device".into(),
    };
    assert_eq!((claims[1].taken.clone(), claims.len()), (device, 2));
    assert_eq!(claim(&packet, claimer(1), START).expect("a share").claims.len(), 1);
}

#[test]
fn conditions_are_reported_by_their_reason_in_order() {
    let conditions = Eligibility {
        min_age_days: 7,
        min_casts_7d: 10,
        countries: vec!["MT".into()],
    };
    let packet = created(CreatePacket {
        eligibility: conditions,
        ..lucky()
    });
    let mut who = Claimer {
        registered_at: START.plus_ms(1 - 7 * DAY_MS),
        casts_7d: 9,
        country: None,
        is_real: false,
        ..claimer(1)
    };
    let refused = |who: &Claimer, reason: &str| {
        let reason = reason.into();
        assert_eq!(claim(&packet, who.clone(), START), Err(Refusal::NotEligible { reason }));
    };
    refused(&who, "region");
    who.is_real = true;
    refused(&who, "account_age");
    who.registered_at = START.plus_ms(-7 * DAY_MS);
    refused(&who, "casts");
    who.casts_7d = 10;
    refused(&who, "country");
    who.country = Some("DE".into());
    refused(&who, "country");
    who.country = Some("MT".into());
    assert!(claim(&packet, who.clone(), START).is_ok());
    who.is_real = false;
    assert!(
        claim(&created(coins(3)), who, START).is_ok(),
        "only money needs a region of real play"
    );
}

#[test]
fn a_code_gives_everybody_the_same_and_exactly_as_often_as_it_says() {
    // Threat T-22: limit 10, 500 users, exactly 10.
    let mut packet = created(coins(10));
    let given: Vec<_> = (0..500)
        .filter_map(|number| give(&mut packet, &PacketCommand::Claim(claimer(number)), START).ok())
        .collect();
    assert_eq!(given.len(), 10);
    assert!(given.iter().all(|events| moved(events, House::UsdtPromoBudget) == 0));
    assert!(
        given
            .iter()
            .all(|events| matches!(&events[0], PacketEvent::ShareClaimed(share) if share.prize.minor() == 10))
    );
}

/// The field that a lucky packet is refused for after a change.
fn refused(change: impl FnOnce(&mut CreatePacket)) -> String {
    let mut create = lucky();
    change(&mut create);
    match decide(&RedPacket::default(), &PacketCommand::Create(Box::new(create)), START) {
        Err(Refusal::InvalidField { field }) => field,
        other => panic!("a packet that breaks a rule is refused, not {other:?}"),
    }
}

#[test]
fn a_packet_that_breaks_a_rule_is_not_created() {
    let usdt = |micro| Prize::Usdt(Usdt::from_minor(micro));
    for shares in [0, 10_001] {
        assert_eq!(refused(|create| create.shares = shares), "shares");
    }
    for micro in [0, -1, 1_000_000_000_001] {
        assert_eq!(refused(|create| create.total = usdt(micro)), "total");
    }
    let uneven = |create: &mut CreatePacket| (create.kind, create.total) = (Kind::Equal, usdt(100_000_001));
    assert_eq!(refused(uneven), "total");
    for min in [0, -1, 10_000_001] {
        assert_eq!(refused(|create| create.min = min), "min");
    }
    assert_eq!(refused(|create| create.title.zh = " ".into()), "title");
    let countries = vec!["Malta".to_owned()];
    assert_eq!(
        refused(|create| create.eligibility.countries = countries),
        "eligibility"
    );
    let no_seed = Secrets::under(Uuid::nil());
    assert_eq!(refused(|create| create.secrets = no_seed), "seed");
    assert_eq!(refused(|create| create.by = " ".into()), "by");
    let again = PacketCommand::Create(Box::new(lucky()));
    assert_eq!(decide(&created(lucky()), &again, START), Err(Refusal::StateChanged));
    let min = 10_000_000;
    assert!(
        created(CreatePacket { min, ..lucky() }).terms.is_some(),
        "no luck at all is allowed"
    );
}

#[test]
fn a_packet_lives_in_the_future_and_not_longer_than_its_kind_may() {
    for to in [START, START.plus_ms(-1), START.plus_ms(DAY_MS + 1)] {
        assert_eq!(refused(|create| create.to = to), "to");
    }
    let over = |create: &mut CreatePacket| (create.from, create.to) = (START.plus_ms(-DAY_MS), START);
    assert_eq!(refused(over), "to");
    let code = |create: &mut CreatePacket, life_ms| {
        (create.kind, create.to) = (Kind::Code, START.plus_ms(life_ms));
    };
    assert_eq!(refused(|create| code(create, 90 * DAY_MS + 1)), "to");
    let mut longest = lucky();
    code(&mut longest, 90 * DAY_MS);
    assert!(created(longest).terms.is_some());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn claimed_and_refunded_are_always_the_total(
        shares in 1..60_u32, above in 0..1_000_000_i64, acts in prop::collection::vec(0..40_u8, 1..90), number in any::<u64>(),
    ) {
        // Law I-30, threat T-23, with independent sums.
        let total = i64::from(shares) * 100 + above;
        let create = CreatePacket {
            total: Prize::Usdt(Usdt::from_minor(total)),
            shares,
            min: 100,
            secrets: sealed(number),
            ..lucky()
        };
        let mut packet = created(create);
        let (mut claimed, mut refunded, mut players) = (0, 0, BTreeSet::new());
        for act in acts {
            let (command, now) = match act {
                0 => (stop("Enough"), START),
                1 => (PacketCommand::Expire, START.plus_ms(DAY_MS)),
                number => (PacketCommand::Claim(claimer(i64::from(number) % 30)), START),
            };
            let before = packet.clone();
            let context = Context { seed: Some(seed(number)), ..context(now) };
            let Ok(decision) = packet.decide(&command, &context) else {
                prop_assert_eq!(&before, &packet);
                continue;
            };
            if decision.claims.iter().any(|claim| !players.insert(claim.key.clone())) {
                continue;
            }
            for event in &decision.events {
                packet.evolve(event);
                match event {
                    PacketEvent::ShareClaimed(share) => claimed += share.prize.minor(),
                    PacketEvent::PacketEnded { refund, .. } => refunded += refund.minor(),
                    PacketEvent::PacketRevealed { .. } => prop_assert!(packet.claimed > 0 || !packet.is_ended),
                    PacketEvent::PacketCreated { .. } => prop_assert!(false, "created once"),
                }
            }
        }
        prop_assert_eq!(claimed, packet.claimed_minor);
        prop_assert!(packet.claimed <= shares && players.len() == packet.claimed as usize);
        prop_assert_eq!(claimed + refunded, if packet.is_ended { total } else { claimed });
    }
}
