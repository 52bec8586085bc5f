//! Seeds of lucky packets: sealed until the end, shown with it, and what they draw is what was given.

use super::*;

/// The same as they stood in events of the first version.
fn open(number: u64) -> Secrets {
    let (code, seed) = (PacketCode::from_bits(7), seed(number).reveal().to_owned());
    Secrets::Open { code, seed }
}

/// A packet of which three shares were given, and its events up to the end.
fn played(create: CreatePacket) -> Vec<PacketEvent> {
    let mut packet = RedPacket::default();
    let mut log = give(&mut packet, &PacketCommand::Create(Box::new(create)), START).expect("creates");
    for number in 0..3 {
        log.extend(give(&mut packet, &PacketCommand::Claim(claimer(number)), START).expect("a share"));
    }
    log.extend(give(&mut packet, &stop("Enough"), START).expect("ends"));
    log
}

/// What is said of the packet at its end.
fn recounted(log: Vec<PacketEvent>) -> Option<bool> {
    let mut recount = Recount::default();
    log.into_iter().filter_map(|event| recount.take(event)).last()
}

#[test]
fn the_seed_is_shown_with_the_end_and_not_before_and_draws_what_was_given() {
    let log = played(lucky());
    let before = serde_json::to_string(&log[..4]).expect("JSON");
    assert!(
        !before.contains(seed(5).reveal()) && before.contains(&seed(5).commit()),
        "{before}"
    );
    let shown = |event: &PacketEvent| matches!(event, PacketEvent::PacketRevealed { seed: shown, .. } if shown == seed(5).reveal());
    assert!(
        shown(&log[4]) && matches!(log[5], PacketEvent::PacketEnded { .. }),
        "{log:?}"
    );
    assert_eq!(recounted(log.clone()), Some(true));
    // A share that the seed does not draw, shares out of their order, one given twice, another seed, and no seed.
    let mut more = log.clone();
    let PacketEvent::ShareClaimed(share) = &mut more[2] else {
        panic!("the second share")
    };
    share.prize = share.prize.with_minor(share.prize.minor() + 1);
    let mut other = log.clone();
    other[4] = PacketEvent::PacketRevealed {
        packet: PACKET,
        seed: seed(6).reveal().to_owned(),
    };
    let (mut swapped, mut twice, mut hidden) = (log.clone(), log.clone(), log);
    swapped.swap(1, 2);
    twice[2] = twice[1].clone();
    hidden.remove(4);
    for wrong in [more, swapped, twice, other, hidden] {
        assert_eq!(recounted(wrong), Some(false));
    }
    assert_eq!(recounted(played(coins(10))), None, "equal shares need no seed");
}

#[test]
fn without_the_seed_that_was_promised_nothing_is_given_and_nothing_ends() {
    let packet = created(lucky());
    for seed in [None, Some(seed(6))] {
        let context = Context { seed, ..context(START) };
        for command in [PacketCommand::Claim(claimer(1)), stop("Enough")] {
            assert_eq!(packet.decide(&command, &context), Err(Refusal::StateChanged));
        }
    }
    assert_eq!(packet.seed_needed(&stop("Enough")), Some(seed(5).commit().as_str()));
    assert_eq!(created(coins(3)).seed_needed(&stop("Enough")), None);
}

#[test]
fn a_packet_from_before_seeds_were_sealed_plays_to_its_end() {
    let old = CreatePacket {
        secrets: open(5),
        ..lucky()
    };
    let log = played(old);
    assert_eq!(log.len(), 5, "its seed was never hidden");
    assert_eq!(recounted(log), Some(true));
    let lifted = PacketEvent::lineage("PacketCreated").and_then(|lineage| {
        let terms = serde_json::json!({ "code": "0000000007", "split": { "lucky": { "seed": seed(5).reveal() } } });
        lineage.lift(1, serde_json::json!({ "PacketCreated": { "terms": terms } }))
    });
    let terms = &lifted.expect("a known version")["PacketCreated"]["terms"];
    let expected = serde_json::json!({ "packet": PacketCode::from_bits(7).open_packet(), "secrets": open(5) });
    assert_eq!(*terms, expected);
}
