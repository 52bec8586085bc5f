//! View `red_packets`: every packet with what is left of it; open ones by time, for the
//! clock that ends them.

use crate::page::Between;
use crate::view::{View, ViewEvent, Writing, column, facts, of_kind};
use domain::ids::PacketId;
use domain::money::Asset;
use domain::posting::Purse;
use domain::red_packet::{EndReason, PacketEvent, RedPacket};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use ledger::sums::{self, Sums};
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub struct RedPackets;

/// A packet of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PacketRow {
    pub packet: PacketId,
    /// How shares are made.
    pub kind: String,
    /// What is in it.
    pub asset: String,
    /// Everything in it, minor units.
    pub total: i64,
    /// Shares in all.
    pub shares: i32,
    pub claimed: i32,
    /// When it was put out.
    pub made: Timestamp,
    /// When it opens.
    pub from: Timestamp,
    /// When it ends.
    pub to: Timestamp,
    /// Who created it.
    pub by: String,
    /// How it ended; nothing while shares can or will be claimed.
    pub ended: Option<String>,
}

impl View for RedPackets {
    fn name(&self) -> &'static str {
        "red_packets"
    }

    // By kind, not by event: a packet is created before anything else, and the other two change different columns.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let facts = facts(page)?;
            insert(transaction, &facts).await?;
            claim(transaction, &facts).await?;
            end(transaction, &facts).await
        })
    }
}

async fn insert(transaction: &mut PgConnection, facts: &[ViewEvent<'_, RedPacket>]) -> Result<(), Fault> {
    let rows = of_kind(facts, |event| match event {
        PacketEvent::PacketCreated { terms, .. } => Some(terms),
        PacketEvent::ShareClaimed(_) | PacketEvent::PacketRevealed { .. } | PacketEvent::PacketEnded { .. } => None,
    });
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "insert into red_packets (partition, packet, kind, asset, total, shares, claimed, from_ms, to_ms, created_by,
                                  created_at_ms)
         select p.partition, p.packet, p.kind, p.asset, p.total, p.shares, 0, p.from_ms, p.to_ms, p.created_by,
                p.created_at_ms
           from unnest($1::int[], $2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::int[], $7::bigint[],
                       $8::bigint[], $9::text[], $10::bigint[])
             as p(partition, packet, kind, asset, total, shares, from_ms, to_ms, created_by, created_at_ms)",
    )
    .bind(column(&rows, |(fact, _)| fact.recorded.partition))
    .bind(column(&rows, |(_, terms)| terms.packet.0))
    .bind(column(&rows, |(_, terms)| terms.kind.name()))
    .bind(column(&rows, |(_, terms)| terms.total.name()))
    .bind(column(&rows, |(_, terms)| terms.total.minor()))
    .bind(column(&rows, |(_, terms)| {
        i32::try_from(terms.shares).unwrap_or(i32::MAX)
    }))
    .bind(column(&rows, |(_, terms)| terms.from.0))
    .bind(column(&rows, |(_, terms)| terms.to.0))
    .bind(column(&rows, |(_, terms)| terms.by.as_str()))
    .bind(column(&rows, |(fact, _)| fact.recorded.recorded_at_ms))
    .execute(transaction)
    .await?;
    Ok(())
}

/// Only the last claim of a packet in the page counts.
async fn claim(transaction: &mut PgConnection, facts: &[ViewEvent<'_, RedPacket>]) -> Result<(), Fault> {
    let claims = of_kind(facts, |event| match event {
        PacketEvent::ShareClaimed(claimed) => Some(claimed),
        PacketEvent::PacketCreated { .. } | PacketEvent::PacketRevealed { .. } | PacketEvent::PacketEnded { .. } => {
            None
        }
    });
    let last: BTreeMap<_, _> = claims
        .iter()
        .map(|(fact, claimed)| ((fact.recorded.partition, claimed.packet), claimed.slot + 1))
        .collect();
    if last.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = last.into_iter().collect();
    sqlx::query(
        "update red_packets set claimed = latest.claimed
           from unnest($1::int[], $2::uuid[], $3::int[]) as latest(partition, packet, claimed)
          where red_packets.partition = latest.partition and red_packets.packet = latest.packet",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, packet), _)| packet.0))
    .bind(column(&rows, |(_, claimed)| {
        i32::try_from(*claimed).unwrap_or(i32::MAX)
    }))
    .execute(transaction)
    .await?;
    Ok(())
}

async fn end(transaction: &mut PgConnection, facts: &[ViewEvent<'_, RedPacket>]) -> Result<(), Fault> {
    let rows: Vec<(i32, PacketId, &str)> = facts
        .iter()
        .filter_map(|fact| match fact.event {
            PacketEvent::PacketEnded { packet, reason, .. } => {
                Some((fact.recorded.partition, *packet, reason_name(reason)))
            }
            PacketEvent::PacketCreated { .. } | PacketEvent::ShareClaimed(_) | PacketEvent::PacketRevealed { .. } => {
                None
            }
        })
        .collect();
    if rows.is_empty() {
        return Ok(());
    }
    sqlx::query(
        "update red_packets set ended = over.reason
           from unnest($1::int[], $2::uuid[], $3::text[]) as over(partition, packet, reason)
          where red_packets.partition = over.partition and red_packets.packet = over.packet",
    )
    .bind(column(&rows, |(partition, ..)| *partition))
    .bind(column(&rows, |(_, packet, _)| packet.0))
    .bind(column(&rows, |(.., reason)| *reason))
    .execute(transaction)
    .await?;
    Ok(())
}

fn reason_name(reason: &EndReason) -> &'static str {
    match reason {
        EndReason::Finished => "finished",
        EndReason::Expired => "expired",
        EndReason::Stopped { .. } => "stopped",
    }
}

/// Packets whose time is over and that were not ended, oldest first.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn over(pool: &PgPool, now: Timestamp, limit: i64) -> Result<Vec<PacketId>, Fault> {
    let rows =
        sqlx::query("select packet from red_packets where ended is null and to_ms <= $1 order by to_ms limit $2")
            .bind(now.0)
            .bind(limit)
            .fetch_all(pool)
            .await?;
    let packet = |row: &PgRow| Ok(PacketId(row.try_get(0)?));
    Ok(rows.iter().map(packet).collect::<Result<_, sqlx::Error>>()?)
}

/// Packets of USDT whose shares may have been claimed since then.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn usdt_since(pool: &PgPool, since: Timestamp) -> Result<Vec<PacketId>, Fault> {
    let packets = sqlx::query_scalar("select packet from red_packets where asset = 'usdt' and to_ms > $1")
        .bind(since.0)
        .fetch_all(pool)
        .await?;
    Ok(packets.into_iter().map(PacketId).collect())
}

/// Packets newest first, before a moment and an id, of those that were put out within a time.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn list(
    pool: &PgPool,
    between: Between,
    before: Option<(i64, PacketId)>,
    limit: i64,
) -> Result<Vec<PacketRow>, Fault> {
    let rows = sqlx::query(
        "select packet, kind, asset, total, shares, claimed, created_at_ms, from_ms, to_ms, created_by, ended
           from red_packets
          where ($1::bigint is null or (created_at_ms, packet) < ($1, $2))
            and created_at_ms > $4 and created_at_ms <= $5
          order by created_at_ms desc, packet desc limit $3",
    )
    .bind(before.map(|(at_ms, _)| at_ms))
    .bind(before.map(|(_, packet)| packet.0))
    .bind(limit)
    .bind(between.after_ms)
    .bind(between.until_ms)
    .fetch_all(pool)
    .await?;
    Ok(rows.iter().map(row_of).collect::<Result<_, sqlx::Error>>()?)
}

fn row_of(row: &PgRow) -> Result<PacketRow, sqlx::Error> {
    Ok(PacketRow {
        packet: PacketId(row.try_get(0)?),
        kind: row.try_get(1)?,
        asset: row.try_get(2)?,
        total: row.try_get(3)?,
        shares: row.try_get(4)?,
        claimed: row.try_get(5)?,
        made: Timestamp(row.try_get(6)?),
        from: Timestamp(row.try_get(7)?),
        to: Timestamp(row.try_get(8)?),
        by: row.try_get(9)?,
        ended: row.try_get(10)?,
    })
}

/// What the packets hold that were put out within a time, by asset; nothing where adding up takes too long.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn sum(pool: &PgPool, between: Between) -> Result<Option<Sums>, Fault> {
    let mut bounded = sums::begin(pool).await?;
    let rows = sqlx::query(
        "select case asset when $3 then $4 else asset end, count(*), sum(total)::text, '0' from red_packets
          where created_at_ms > $1 and created_at_ms <= $2 group by 1",
    )
    .bind(between.after_ms)
    .bind(between.until_ms)
    .bind(Purse::GusdBonus.name())
    .bind(Asset::Gusd.name())
    .fetch_all(&mut *bounded)
    .await;
    let mut all = Sums::new();
    Ok(sums::take(&mut all, rows)?.then_some(all))
}
