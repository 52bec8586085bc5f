//! The views of the clocks, after long random play.

use crate::play::{assert_views_are_the_log, compare, crowd};
use domain::ids::{PacketId, PlayerId};
use domain::money::Gusd;
use domain::player::erasure::{CancelErasure, RequestErasure};
use domain::player::exchange::ExpireBonus;
use domain::player::red_packet::CreditShare;
use domain::player::vip::{ActivateVip, ExpireVip, PayWith};
use domain::posting::Purse;
use domain::red_packet::Prize;
use domain::stock::{Lot, StockCommand};
use domain::time::DAY_MS;
use ledger::testing::players::{accept_terms, act, give, open_the_house, state};
use ledger::testing::{ledger, on_one_and_four_partitions};
use ledger::{Ledger, Plain, Request, StreamId};
use projections::FOLLOWING;
use projections::runner::drain;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use sqlx::Row;
use uuid::Uuid;

async fn play_at_random(ledger: &Ledger, players: &[PlayerId], times: u32, dice: &mut StdRng) {
    for step in 0..times {
        let player = players[dice.random_range(0..players.len())];
        match dice.random_range(0..10) {
            0..=2 => {
                let (vip_id, pay_with) = (dice.random_range(1..=3), PayWith::Coupon);
                act(ledger, player, ActivateVip { vip_id, pay_with }).await;
            }
            3 => drop(act(ledger, player, ExpireVip).await),
            4 => {
                let share = CreditShare {
                    packet: PacketId(Uuid::from_u128(step.into())),
                    slot: step,
                    prize: Prize::GusdBonus(Gusd::from_minor(100)),
                };
                act(ledger, player, share).await;
            }
            5 => drop(act(ledger, player, ExpireBonus).await),
            6 => erasure(ledger, player).await,
            7 => stock(ledger, dice).await,
            8 => ledger.clock().advance_ms(dice.random_range(1..20 * DAY_MS)),
            // A page may end anywhere.
            _ => drain(ledger, FOLLOWING).await.expect("drained"),
        }
    }
}

/// Requests the end of the account, or cancels it when it was requested already.
async fn erasure(ledger: &Ledger, player: PlayerId) {
    let reason = "a whim".to_owned();
    let staff = "ana".to_owned();
    let is_requested = state(ledger, player).await.erasure.erase_at.is_some();
    if is_requested {
        act(ledger, player, CancelErasure { staff, reason }).await;
    } else {
        act(ledger, player, RequestErasure { staff: None, reason }).await;
    }
}

/// Opens, changes or closes one of a few stocks.
async fn stock(ledger: &Ledger, dice: &mut StdRng) {
    let lot = Lot::Item {
        item_id: format!("item-{}", dice.random_range(0..6)),
    };
    let id = StreamId::thing(lot.id().0);
    let until = dice
        .random_bool(0.7)
        .then(|| ledger.clock().now().plus_ms(dice.random_range(1..30 * DAY_MS)));
    let capacity = dice.random_range(1..100);
    let command = if dice.random_bool(0.3) {
        StockCommand::Close
    } else {
        StockCommand::Offer { lot, capacity, until }
    };
    ledger
        .stocks()
        .execute(&id, command, Request::default(), Plain)
        .await
        .expect("a reply");
}

/// Every pass with its end, as the player's own stream has them.
async fn assert_passes_are_the_player_s(ledger: &Ledger, player: PlayerId) {
    let rows = sqlx::query("select vip_id, ends_at_ms from vip_passes where player = $1 order by rank desc")
        .bind(player.0)
        .fetch_all(ledger.pool())
        .await
        .expect("rows");
    let listed: Vec<(i16, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    let state = state(ledger, player).await;
    let held: Vec<(i16, i64)> = state.vip.runs().map(|run| (i16::from(run.vip_id), run.to.0)).collect();
    assert_eq!(listed, held);
}

async fn the_clocks_views_are_the_log_and_days_end_when_the_rules_say_so(partitions: u16) {
    let ledger = ledger(partitions).await;
    open_the_house(&ledger).await;
    let players = crowd(&ledger, 1..9, 11).await;
    for &player in &players {
        accept_terms(&ledger, player).await;
        give(&ledger, player, Purse::Coupon, 10_000_000_000).await;
    }
    let mut dice = StdRng::seed_from_u64(11);
    play_at_random(&ledger, &players, 400, &mut dice).await;
    drain(&ledger, FOLLOWING).await.expect("drained");
    for &player in &players {
        assert_passes_are_the_player_s(&ledger, player).await;
    }
    assert_views_are_the_log(&ledger).await;
    for name in ["vip_passes", "bonus_credits", "erasures", "stocks"] {
        assert!(compare(&ledger, name).await.live > 0, "{name} has something to compare");
    }
}

on_one_and_four_partitions!(the_clocks_views_are_the_log_and_days_end_when_the_rules_say_so);
