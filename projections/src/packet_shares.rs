//! View `packet_shares`: who claimed which share of a packet, in the log of the player it was credited to.

use crate::view::{View, Writing, column, facts_of, of_kind};
use domain::ids::{PacketId, PlayerId};
use domain::money::Usdt;
use domain::player::{Event, Player};
use ledger::log_page::LogPage;
use ledger::{Fault, Ledger};
use sqlx::{PgConnection, PgPool, Row};

#[derive(Clone, Copy, Debug)]
pub struct PacketShares;

impl View for PacketShares {
    fn name(&self) -> &'static str {
        "packet_shares"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts_of::<Player>(page, &["RedPacketCredited"])?;
            let rows = of_kind(&facts, |event| match event {
                Event::RedPacketCredited(credited) => Some(credited),
                // Only that type is read.
                _ => None,
            });
            if rows.is_empty() {
                return Ok(());
            }
            sqlx::query(
                "insert into packet_shares (partition, packet, player, slot, amount)
                 select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::int[], $5::bigint[])",
            )
            .bind(column(&rows, |(fact, _)| fact.recorded.partition))
            .bind(column(&rows, |(_, credited)| credited.packet.0))
            .bind(column(&rows, |(fact, _)| fact.owner))
            .bind(column(&rows, |(_, credited)| {
                i32::try_from(credited.slot).unwrap_or(i32::MAX)
            }))
            .bind(column(&rows, |(_, credited)| credited.prize.minor()))
            .execute(transaction)
            .await?;
            Ok(())
        })
    }
}

/// What these players claimed of these packets of USDT.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn claimed(ledger: &Ledger, packets: &[PacketId], players: &[PlayerId]) -> Result<Usdt, Fault> {
    let of = |player: &PlayerId| i32::from(ledger.partition_of(player.0));
    let minor = sqlx::query_scalar(
        "select coalesce(sum(amount), 0)::bigint from packet_shares
          where partition = any($1) and packet = any($2) and player = any($3)",
    )
    .bind(players.iter().map(of).collect::<Vec<_>>())
    .bind(packets.iter().map(|packet| packet.0).collect::<Vec<_>>())
    .bind(players.iter().map(|player| player.0).collect::<Vec<_>>())
    .fetch_one(ledger.pool())
    .await?;
    Ok(Usdt::from_minor(minor))
}

/// What a player claimed of a packet, in minor units of its asset.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, partition: u16, packet: PacketId, player: PlayerId) -> Result<Option<i64>, Fault> {
    let row = sqlx::query("select amount from packet_shares where partition = $1 and packet = $2 and player = $3")
        .bind(i32::from(partition))
        .bind(packet.0)
        .bind(player.0)
        .fetch_optional(pool)
        .await?;
    Ok(row.map(|row| row.try_get(0)).transpose()?)
}
