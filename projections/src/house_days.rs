//! View `house_days`: what the house won on paid dives, by UTC day: for the breaker
//! (domain §2.5) and for the pool of the next day (domain §2.8).
//!
//! A dive counts on the day it ended, stakes and payout together. Dives that were cancelled
//! gave everything back and do not count.

use crate::view::{View, ViewEvent, Writing, column, facts_of, of_kind};
use domain::money::Usdt;
use domain::player::dive::Fund;
use domain::player::fishing::DiveClosed;
use domain::player::{Event, Player};
use domain::time::Day;
use ledger::Fault;
use ledger::log_page::LogPage;
use sqlx::{PgConnection, PgPool, Row};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug)]
pub struct HouseDays;

/// A day of the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HouseDay {
    /// Paid coins staked, at parity.
    pub staked: Usdt,
    /// What was paid out, at parity, cash chests included.
    pub paid_out: Usdt,
    /// What inviters earned.
    pub referral: Usdt,
}

impl HouseDay {
    /// What the house won, negative when it lost.
    pub fn won(self) -> Usdt {
        self.staked - self.paid_out
    }

    /// Net revenue: what is left of it after the inviters' shares.
    pub fn net(self) -> Usdt {
        self.won() - self.referral
    }

    fn add(&mut self, closed: &DiveClosed) {
        let shares = [&closed.shares.l1, &closed.shares.l2].into_iter().flatten();
        self.staked += closed.staked.at_parity().at_parity();
        self.paid_out += closed.payout.at_parity();
        self.referral += shares.map(|share| share.usdt).sum::<Usdt>();
    }
}

impl View for HouseDays {
    fn name(&self) -> &'static str {
        "house_days"
    }

    fn write<'a>(&'a self, transaction: &'a mut PgConnection, page: &'a LogPage) -> Writing<'a> {
        Box::pin(async move { add(transaction, &facts_of(page, &["DiveClosed"])?).await })
    }
}

async fn add(transaction: &mut PgConnection, facts: &[ViewEvent<'_, Player>]) -> Result<(), Fault> {
    let closed = of_kind(facts, |event| match event {
        Event::DiveClosed(closed) if closed.fund == Fund::Paid => Some(closed),
        // Promo dives pay locked tokens, and cost where those are unlocked.
        _ => None,
    });
    let mut days: BTreeMap<(i32, i32), HouseDay> = BTreeMap::new();
    for (fact, closed) in closed {
        let key = (fact.recorded.partition, closed.at.day().0);
        days.entry(key).or_default().add(closed);
    }
    if days.is_empty() {
        return Ok(());
    }
    let rows: Vec<_> = days.into_iter().collect();
    sqlx::query(
        "insert into house_days as known (partition, day, staked, paid_out, referral)
         select * from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[])
         on conflict (partition, day) do update
            set staked = known.staked + excluded.staked,
                paid_out = known.paid_out + excluded.paid_out,
                referral = known.referral + excluded.referral",
    )
    .bind(column(&rows, |((partition, _), _)| *partition))
    .bind(column(&rows, |((_, day), _)| *day))
    .bind(column(&rows, |(_, day)| day.staked.minor()))
    .bind(column(&rows, |(_, day)| day.paid_out.minor()))
    .bind(column(&rows, |(_, day)| day.referral.minor()))
    .execute(transaction)
    .await?;
    Ok(())
}

/// A day over all logs.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn find(pool: &PgPool, day: Day) -> Result<HouseDay, Fault> {
    let row = sqlx::query(
        "select coalesce(sum(staked), 0)::bigint, coalesce(sum(paid_out), 0)::bigint, coalesce(sum(referral), 0)::bigint
           from house_days where day = $1",
    )
    .bind(day.0)
    .fetch_one(pool)
    .await?;
    Ok(HouseDay {
        staked: Usdt::from_minor(row.try_get(0)?),
        paid_out: Usdt::from_minor(row.try_get(1)?),
        referral: Usdt::from_minor(row.try_get(2)?),
    })
}
