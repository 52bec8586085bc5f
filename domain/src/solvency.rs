//! Solvency: whether what the house has covers what it owes (domain §1). Four checks, each a sum of lines on either
//! side, in millionths of USDT:
//!
//! | check | has | owes |
//! |---|---|---|
//! | `reserve` | prize reserve, and what it has set apart for inviters | free tokens at parity, open dives, records of inviters |
//! | `promo_money` | promo budget, money set apart for packets | the rest of the day's unlock pools, shares of packets not credited |
//! | `custody` | custody, less what the chains lack | players' USDT, holds of withdrawals, clearing, USDT behind coupons, suspense, records of inviters, shares of packets |
//! | `house` | custody, less what the chains lack | all that `custody` owes, free tokens, open dives, the rest of the day's unlock pools |
//!
//! Reserve and promo budget are parts of custody, by the books. `reserve` and `promo_money` count their full amount
//! whatever the chains lack, so a lack larger than what is left over shows in `house` alone. Each debt stands in it once:
//! records of inviters and shares of packets are debts of custody already.
//!
//! An open dive is owed what its surface would pay now: a further cast adds less than the stake that pays for it, whatever
//! the player does (domain §2.4). Promo dives and locked tokens are no debt of the reserve: what of them may become free is
//! bounded by the day's pools, which the promo budget pays.
//!
//! Knows nothing of where the lines are read.

use crate::money::Usdt;
use serde::{Deserialize, Serialize};

/// A line of a check. Names are permanent: views, answers and screens use them.
macro_rules! lines {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Line {
            $($(#[$doc])* $variant,)*
        }

        impl Line {
            /// Every line.
            pub const ALL: &'static [Line] = &[$(Line::$variant,)*];

            /// The permanent name; that of the account where the line is one.
            pub const fn name(self) -> &'static str {
                match self { $(Line::$variant => $name,)* }
            }
        }
    };
}

lines! {
    Reserve = "h:usdt_reserve",
    /// Posted out of the reserve when a friend's dive closes, and not received yet.
    ReferralDue = "referral_due",
    /// Free tokens; a minor unit of theirs is a millionth of USDT (domain §10.1).
    Tokens = "gusd",
    /// What the paid dives that are open would pay now, chests of USDT included.
    OpenDives = "open_dives",
    PromoBudget = "h:usdt_promo_budget",
    PacketHeld = "h:usdt_packet_held",
    /// What the unlock pools of the day may still pay: the contingency for locked tokens.
    Pools = "pools",
    /// Shares of USDT packets that are neither credited nor given back.
    Shares = "shares",
    /// The holding on the chains by the books, as a positive amount.
    Custody = "h:usdt_custody",
    /// What the chains hold less than the books explain, as a positive amount.
    ChainLacks = "chain_lacks",
    PlayersUsdt = "usdt",
    Holds = "usdt_hold",
    Clearing = "h:usdt_clearing",
    Coupons = "h:usdt_customer",
    Suspense = "h:usdt_suspense",
}

/// One check: what covers and what is owed, line by line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub has: Vec<(Line, i128)>,
    pub owes: Vec<(Line, i128)>,
}

impl Check {
    pub fn has(&self) -> i128 {
        sum(&self.has)
    }

    pub fn owes(&self) -> i128 {
        sum(&self.owes)
    }

    /// Whether what there is covers what is owed.
    pub fn holds(&self) -> bool {
        self.has() >= self.owes()
    }
}

fn sum(lines: &[(Line, i128)]) -> i128 {
    lines.iter().map(|(_, amount)| amount).sum()
}

/// A check that does not hold, as it is recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shortfall {
    /// The check's name.
    pub check: String,
    pub has: Usdt,
    pub owes: Usdt,
}

/// All checks of one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub checks: Vec<Check>,
}

impl Verdict {
    /// From the amount of each line. Lines that `of` does not know are left out: what is known is judged.
    pub fn of(of: impl Fn(Line) -> Option<i128>) -> Verdict {
        use Line::*;
        let check = |name, has: &[Line], owes: &[Line]| {
            let known = |lines: &[Line]| lines.iter().filter_map(|line| Some((*line, of(*line)?))).collect();
            Check {
                name,
                has: known(has),
                owes: known(owes),
            }
        };
        let debts = [PlayersUsdt, Holds, Clearing, Coupons, Suspense, ReferralDue, Shares];
        let all_debts = [&debts[..], &[Tokens, OpenDives, Pools]].concat();
        let real = |name, owes: &[Line]| {
            let mut check = check(name, &[Custody, ChainLacks], owes);
            let lacks = check.has.iter_mut().filter(|(line, _)| *line == ChainLacks);
            lacks.for_each(|(_, amount)| *amount = -*amount);
            check
        };
        Verdict {
            checks: vec![
                check("reserve", &[Reserve, ReferralDue], &[Tokens, OpenDives, ReferralDue]),
                check("promo_money", &[PromoBudget, PacketHeld], &[Pools, Shares]),
                real("custody", &debts),
                real("house", &all_debts),
            ],
        }
    }

    /// Whether every check holds.
    pub fn holds(&self) -> bool {
        self.checks.iter().all(Check::holds)
    }

    /// The checks that do not hold.
    pub fn shortfalls(&self) -> Vec<Shortfall> {
        let usdt = |amount: i128| {
            let least = i128::from(i64::MIN);
            Usdt::from_minor(i64::try_from(amount.max(least)).unwrap_or(i64::MAX))
        };
        let short = self.checks.iter().filter(|check| !check.holds());
        let shortfall = |check: &Check| Shortfall {
            check: check.name.to_owned(),
            has: usdt(check.has()),
            owes: usdt(check.owes()),
        };
        short.map(shortfall).collect()
    }
}

#[cfg(test)]
mod tests;
