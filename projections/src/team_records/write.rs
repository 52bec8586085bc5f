//! The writer of `team_records`: every event adds its part to the row of its record.

use super::{TeamRecords, kind_name};
use crate::view::{View, ViewEvent, Writing, column, facts_of};
use domain::ids::{PlayerId, RecordId};
use domain::money::{Diamond, Usdt};
use domain::player::team::{Record, RecordKind, Share};
use domain::player::{Event, Player};
use domain::time::Timestamp;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::PgConnection;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What changes the view.
const EVENTS: [&str; 5] = [
    "DiveClosed",
    "InviteQualified",
    "TeamRecordReceived",
    "TeamRecordExpired",
    "TeamRecordCancelled",
];

/// What the events of a page add to a record.
struct Part {
    inviter: PlayerId,
    /// Which record it is; amounts in it do not name it.
    name: Record,
    diamonds: Diamond,
    usdt: Usdt,
    received_diamonds: Diamond,
    received_usdt: Usdt,
    ended: Option<&'static str>,
    opened_at: Option<Timestamp>,
}

type Parts = BTreeMap<(i32, RecordId), Part>;

impl View for TeamRecords {
    fn name(&self) -> &'static str {
        "team_records"
    }

    // One statement: whatever happens to a record is a sum, or the one end it comes to.
    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move {
            let mut parts = Parts::new();
            for fact in facts_of::<Player>(page, &EVENTS)? {
                add(&mut parts, &fact);
            }
            upsert(transaction, &parts).await
        })
    }
}

fn add(parts: &mut Parts, fact: &ViewEvent<'_, Player>) {
    let (owner, at) = (PlayerId(fact.owner), Timestamp(fact.recorded.recorded_at_ms));
    let log = fact.recorded.partition;
    match fact.event {
        Event::DiveClosed(closed) => {
            if let Some(share) = &closed.shares.l1 {
                earn(parts, log, share, RecordKind::RebateL1, Some(owner), at);
            }
            if let Some(share) = &closed.shares.l2 {
                earn(parts, log, share, RecordKind::RebateL2, None, at);
            }
        }
        Event::InviteQualified(qualified) if !qualified.diamonds.is_zero() => {
            let name = name(RecordKind::Invite, Some(owner), at);
            let part = part(parts, log, qualified.inviter, &name);
            part.diamonds += qualified.diamonds;
            part.opened_at = Some(at);
        }
        Event::TeamRecordReceived(received) => {
            let part = part(parts, log, owner, &received.record);
            part.received_diamonds += received.diamonds;
            part.received_usdt += received.usdt;
        }
        Event::TeamRecordExpired(expired) => part(parts, log, owner, &expired.record).ended = Some("expired"),
        Event::TeamRecordCancelled(cancelled) => part(parts, log, owner, &cancelled.record).ended = Some("cancelled"),
        // Only the types above are read; an invite for nothing opens no record.
        _ => {}
    }
}

/// A share of a dive's profit; nothing accrues below one micro-USDT.
fn earn(parts: &mut Parts, log: i32, share: &Share, kind: RecordKind, friend: Option<PlayerId>, at: Timestamp) {
    if share.usdt.is_zero() {
        return;
    }
    let part = part(parts, log, share.to, &name(kind, friend, at));
    part.usdt += share.usdt;
    part.opened_at = Some(at.day().next().start());
}

fn name(kind: RecordKind, friend: Option<PlayerId>, at: Timestamp) -> Record {
    Record {
        kind,
        day: at.day(),
        friend,
        diamonds: Diamond::ZERO,
        usdt: Usdt::ZERO,
        received: Usdt::ZERO,
    }
}

fn part<'a>(parts: &'a mut Parts, log: i32, inviter: PlayerId, name: &Record) -> &'a mut Part {
    parts.entry((log, name.id(inviter))).or_insert_with(|| Part {
        inviter,
        name: name.clone(),
        diamonds: Diamond::ZERO,
        usdt: Usdt::ZERO,
        received_diamonds: Diamond::ZERO,
        received_usdt: Usdt::ZERO,
        ended: None,
        opened_at: None,
    })
}

async fn upsert(transaction: &mut PgConnection, parts: &Parts) -> Result<(), Fault> {
    if parts.is_empty() {
        return Ok(());
    }
    let rows: Vec<(&(i32, RecordId), &Part)> = parts.iter().collect();
    let friend = |part: &Part| part.name.friend.map(|friend| friend.0);
    sqlx::query(
        "insert into team_records as known (partition, record, inviter, kind, day, friend, diamonds, usdt,
                                            received_diamonds, received_usdt, ended, opened_at_ms)
         select * from unnest($1::int[], $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::uuid[], $7::bigint[],
                              $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::bigint[])
             on conflict (partition, record) do update
            set diamonds = known.diamonds + excluded.diamonds,
                usdt = known.usdt + excluded.usdt,
                received_diamonds = known.received_diamonds + excluded.received_diamonds,
                received_usdt = known.received_usdt + excluded.received_usdt,
                ended = coalesce(known.ended, excluded.ended),
                opened_at_ms = coalesce(known.opened_at_ms, excluded.opened_at_ms)",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, record), _)| record.0))
    .bind(column(&rows, |(_, part)| part.inviter.0))
    .bind(column(&rows, |(_, part)| kind_name(part.name.kind)))
    .bind(column(&rows, |(_, part)| part.name.day.0))
    .bind(column::<_, Option<Uuid>>(&rows, |(_, part)| friend(part)))
    .bind(column(&rows, |(_, part)| part.diamonds.minor()))
    .bind(column(&rows, |(_, part)| part.usdt.minor()))
    .bind(column(&rows, |(_, part)| part.received_diamonds.minor()))
    .bind(column(&rows, |(_, part)| part.received_usdt.minor()))
    .bind(column(&rows, |(_, part)| part.ended))
    .bind(column(&rows, |(_, part)| part.opened_at.map(|at| at.0)))
    .execute(transaction)
    .await?;
    Ok(())
}
