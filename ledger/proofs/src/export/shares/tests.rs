use super::*;
use domain::config::Text;
use domain::draw::ServerSeed;
use domain::ids::{PacketId, PlayerId};
use domain::money::Coin;
use domain::red_packet::{Eligibility, EndReason, Kind, Prize, Secrets, ShareClaimed, Terms};
use domain::stream::StreamEvent;
use domain::time::Timestamp;
use uuid::Uuid;

const PACKET: PacketId = PacketId(Uuid::from_u128(7));

fn recorded(event: &PacketEvent) -> Recorded {
    Recorded {
        partition: 0,
        position: 1,
        aggregate_type: "red_packet".into(),
        aggregate_id: PACKET.to_string(),
        sequence: 1,
        event_id: Uuid::nil(),
        event_type: event.name().into(),
        event_version: event.version().to_string(),
        payload: serde_json::to_string(event).expect("JSON"),
        metadata: "{}".into(),
        recorded_at_ms: 1,
        leaf: Vec::new(),
    }
}

fn seed() -> ServerSeed {
    ServerSeed::from_bytes([5; 32])
}

fn terms() -> Terms {
    Terms {
        packet: PACKET,
        secrets: Secrets::Sealed {
            under: Uuid::nil(),
            commit: seed().commit(),
        },
        kind: Kind::Lucky,
        total: Prize::Coin(Coin::from_minor(1_000)),
        shares: 5,
        min: 10,
        title: Text::new("Good luck", "恭喜发财"),
        from: Timestamp(0),
        to: Timestamp(1),
        eligibility: Eligibility::default(),
        by: "ann".into(),
    }
}

/// A packet of which two shares were given, the second with `more` than its seed draws.
fn log(more: i64, seed: &ServerSeed) -> Vec<PacketEvent> {
    let terms = terms();
    let drawn = terms.drawn(&self::seed());
    let share = |slot: u32, minor: i64| {
        PacketEvent::ShareClaimed(ShareClaimed {
            packet: PACKET,
            slot,
            player: PlayerId::of_messenger(i64::from(slot)),
            prize: terms.total.with_minor(minor),
            left: 4 - slot,
        })
    };
    let revealed = PacketEvent::PacketRevealed {
        packet: PACKET,
        seed: seed.reveal().into(),
    };
    let ended = PacketEvent::PacketEnded {
        packet: PACKET,
        reason: EndReason::Expired,
        refund: terms.total.with_minor(1_000 - drawn[0] - drawn[1] - more),
    };
    let created = PacketEvent::PacketCreated {
        terms: terms.clone(),
        config_version: 1,
    };
    vec![created, share(0, drawn[0]), share(1, drawn[1] + more), revealed, ended]
}

fn taken(log: &[PacketEvent]) -> Result<(), SheetFault> {
    let mut shares = Shares::default();
    log.iter().try_for_each(|event| shares.take(&recorded(event)))
}

#[test]
fn shares_that_the_shown_seed_draws_are_taken_and_others_are_not() {
    taken(&log(0, &seed())).expect("what the seed draws");
    let hidden: Vec<_> = log(0, &seed())
        .into_iter()
        .filter(|event| event.name() != "PacketRevealed")
        .collect();
    for wrong in [log(1, &seed()), log(0, &ServerSeed::from_bytes([6; 32])), hidden] {
        let why = taken(&wrong).expect_err("another share");
        assert_eq!(why.0, "the packet did not give the shares that its seed draws");
    }
}

#[test]
fn of_a_packet_whose_beginning_is_not_exported_nothing_is_said() {
    taken(&log(1, &seed())[1..]).expect("no terms");
}
