//! Threat T-22: a packet of 100 shares and 5,000 players who claim at once, through two processes' worth of ledgers.

use api::player_answers::player_answers;
use domain::config::Text;
use domain::ids::{PacketId, PlayerId, Scode, derived};
use domain::money::Coin;
use domain::player::registration::Register;
use domain::policies::credit_share;
use domain::posting::Purse;
use domain::red_packet::{Claimer, CreatePacket, Eligibility, Kind, PacketCommand, PacketEvent, Prize, RedPacket};
use domain::red_packet::{Secrets, ShareClaimed};
use domain::refusal::Refusal;
use domain::stream::Context;
use domain::time::HOUR_MS;
use ledger::policies;
use ledger::testing::{GENESIS_MS, database, open_with, partitions, players};
use ledger::{Clock, CommandError, Ledger, Request, Shape, StreamId};
use std::sync::Arc;
use tokio::sync::Barrier;
use tokio::task::JoinSet;
use uuid::Uuid;
use workers::packets;

const PLAYERS: i64 = 5_000;
/// Registrations under way at once.
const LINES: usize = 50;
const SHARES: u32 = 100;
const TOTAL: i64 = 1_000_000;

/// The share as JSON; nothing for a refusal.
struct ShareAnswer;

impl Shape<RedPacket> for ShareAnswer {
    fn accepted(&self, _packet: &RedPacket, _version: u64, events: &[PacketEvent], _context: &Context) -> String {
        let share = events.iter().find_map(|event| match event {
            PacketEvent::ShareClaimed(claimed) => serde_json::to_string(claimed).ok(),
            _ => None,
        });
        share.unwrap_or_default()
    }

    fn refused(&self, _packet: &RedPacket, _version: u64, _refusal: &Refusal, _context: &Context) -> String {
        "null".to_owned()
    }
}

fn packet(ledger: &Ledger) -> CreatePacket {
    let now = ledger.clock().now();
    CreatePacket {
        packet: PacketId::default(),
        secrets: Secrets::under(Uuid::nil()),
        kind: Kind::Lucky,
        total: Prize::Coin(Coin::from_minor(TOTAL)),
        shares: SHARES,
        min: 10,
        title: Text::new("A rush", "抢红包"),
        from: now,
        to: now.plus_ms(HOUR_MS),
        eligibility: Eligibility::default(),
        by: "ann".into(),
    }
}

/// Registers a player without seeds that anybody will draw from; who the player is to a packet.
async fn register(ledger: &Ledger, tg_id: i64) -> Claimer {
    let player = PlayerId::of_messenger(tg_id);
    let register = Register {
        player,
        tg_id,
        scode: Scode::mint(player, ledger.partition_of(player.0), 0),
        lang: "en".into(),
        inviter: None,
        commits: ["a".repeat(64), "b".repeat(64)],
    };
    players::must(ledger, player, register).await;
    let registered = players::state(ledger, player).await;
    registered.claimer(0, None, &ledger.context()).expect("an open gate")
}

/// Every fiftieth player, one after the other.
async fn register_some(ledger: Ledger, first: i64) -> Vec<Claimer> {
    let mut claimers = Vec::new();
    for tg_id in (first..=PLAYERS).step_by(LINES) {
        claimers.push(register(&ledger, tg_id).await);
    }
    claimers
}

/// Claims until there is an answer, always under the same request id; the share if there was one.
async fn claim(ledger: Ledger, packet: PacketId, claimer: Claimer) -> Option<ShareClaimed> {
    let id = StreamId::thing(packet.0);
    loop {
        let request = Request::system("test", derived("claim", claimer.player.0));
        let command = PacketCommand::Claim(claimer.clone());
        match ledger.red_packets().execute(&id, command, request, ShareAnswer).await {
            Ok(reply) if reply.is_accepted() => {
                let claimed: ShareClaimed = serde_json::from_str(&reply.data).expect("a share");
                let credit = credit_share(&claimed);
                let request = Request::system("test", credit.request_id);
                assert!(
                    policies::dispatch(&ledger, credit.command, request)
                        .await
                        .expect("a reply")
                        .is_accepted()
                );
                return Some(claimed);
            }
            Ok(reply) => {
                assert_eq!(reply.code, 7202);
                return None;
            }
            Err(CommandError::Busy) => tokio::task::yield_now().await,
            Err(fault) => panic!("{fault}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_five_thousand_players_exactly_a_hundred_win_and_all_of_the_packet_is_given_t_22() {
    // Laws I-29 and I-30.
    let (database, clock) = (database(partitions()).await, Clock::fixed(GENESIS_MS));
    let ledgers = [
        open_with(database.clone(), clock.clone(), player_answers()).await,
        open_with(database, clock, player_answers()).await,
    ];
    let of = |number: usize| ledgers[number % 2].clone();
    let mut comers = JoinSet::new();
    for (number, first) in (1..=LINES as i64).enumerate() {
        comers.spawn(register_some(of(number), first));
    }
    let claimers: Vec<Claimer> = comers.join_all().await.into_iter().flatten().collect();
    assert_eq!(claimers.len(), PLAYERS as usize);
    let create = ledgers[0].seal_packet(packet(&ledgers[0])).await.expect("sealed");
    let packet = create.packet;
    let made = packets::create(&ledgers[0], create, Request::default()).await;
    assert!(made.expect("a reply").is_accepted());

    let barrier = Arc::new(Barrier::new(PLAYERS as usize));
    let mut rush = JoinSet::new();
    for (number, claimer) in claimers.into_iter().enumerate() {
        let (ledger, barrier) = (of(number), barrier.clone());
        rush.spawn(async move {
            barrier.wait().await;
            claim(ledger, packet, claimer).await
        });
    }
    let shares: Vec<ShareClaimed> = rush.join_all().await.into_iter().flatten().collect();
    let mut slots: Vec<u32> = shares.iter().map(|share| share.slot).collect();
    slots.sort_unstable();
    assert_eq!(slots, (0..SHARES).collect::<Vec<_>>(), "each slot once");
    assert_eq!(shares.iter().map(|share| share.prize.minor()).sum::<i64>(), TOTAL);
    for share in &shares {
        let winner = players::state(&ledgers[1], share.player).await;
        assert_eq!(winner.wallet.minor(Purse::CoinPromo), share.prize.minor());
    }
    let given = ledger::balance::total(ledgers[0].pool(), Purse::CoinPromo.name()).await;
    assert_eq!(given.expect("a sum"), TOTAL);
    let id = StreamId::thing(packet.0);
    let ended = ledgers[1].red_packets().load(&id).await.expect("loaded").state;
    assert!(ended.is_ended && ended.claimed == SHARES && ended.claimed_minor == TOTAL);
}
