//! Table `checkin_reminders`: who chose to be reminded of the check-in, and which day was looked at last. State of the
//! process manager of messages, no view: its rows also say what the scheduled job has done.

use crate::view::column;
use domain::ids::PlayerId;
use domain::time::Day;
use ledger::Fault;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, PgPool, Row};

/// Somebody who is reminded, or was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Reminded {
    pub partition: i32,
    pub player: PlayerId,
}

/// Adds who chose reminders, each with the last day that is over for him; whoever is there keeps his own.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn add(connection: &mut PgConnection, chosen: &[(Reminded, Day)]) -> Result<(), Fault> {
    sqlx::query(
        "insert into checkin_reminders (partition, player, handled_on)
         select * from unnest($1::int[], $2::uuid[], $3::int[])
             on conflict on constraint a_player_is_reminded_once do nothing",
    )
    .bind(column(chosen, |(who, _)| who.partition))
    .bind(column(chosen, |(who, _)| who.player.0))
    .bind(column(chosen, |(_, day)| day.0))
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes who is reminded no more.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn remove(connection: &mut PgConnection, ended: &[Reminded]) -> Result<(), Fault> {
    sqlx::query(
        "delete from checkin_reminders known using unnest($1::int[], $2::uuid[]) as ended(partition, player)
          where known.partition = ended.partition and known.player = ended.player",
    )
    .bind(column(ended, |who| who.partition))
    .bind(column(ended, |who| who.player.0))
    .execute(connection)
    .await?;
    Ok(())
}

/// Who was not looked at on `day` yet.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn due(pool: &PgPool, day: Day, limit: i64) -> Result<Vec<Reminded>, Fault> {
    let rows = sqlx::query(
        "select partition, player from checkin_reminders
          where handled_on < $1 order by handled_on, partition, player limit $2",
    )
    .bind(day.0)
    .bind(limit)
    .fetch_all(pool)
    .await?;
    let reminded = |row: &PgRow| {
        Ok(Reminded {
            partition: row.try_get(0)?,
            player: PlayerId(row.try_get(1)?),
        })
    };
    Ok(rows.iter().map(reminded).collect::<Result<_, sqlx::Error>>()?)
}

/// Notes that these were looked at on `day`.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn handled(connection: &mut PgConnection, looked_at: &[Reminded], day: Day) -> Result<(), Fault> {
    sqlx::query(
        "update checkin_reminders known set handled_on = greatest(handled_on, $3)
           from unnest($1::int[], $2::uuid[]) as looked(partition, player)
          where known.partition = looked.partition and known.player = looked.player",
    )
    .bind(column(looked_at, |who| who.partition))
    .bind(column(looked_at, |who| who.player.0))
    .bind(day.0)
    .execute(connection)
    .await?;
    Ok(())
}
