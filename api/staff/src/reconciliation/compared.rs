//! A comparison: the lines of both sides, what was found, and the sums that a reader looks at first.

use super::{AGES, Break, JournalLine, Kind, Matched, StatementLine, age, books, reconcile};
use domain::time::{DAY_MS, Timestamp};
use ledger::{EventLog, Fault};
use std::collections::BTreeMap;

/// What was compared.
#[derive(Clone, Debug)]
pub struct Compared {
    pub statement: Vec<StatementLine>,
    pub journal: Vec<JournalLine>,
    pub matched: Matched,
    /// What is older was open before.
    pub first: Timestamp,
    /// The moment at which ages are counted.
    pub now: Timestamp,
}

/// How many lines, and their amounts' sum, in millionths of USDT.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub lines: usize,
    pub sum: i128,
}

impl Count {
    fn add(&mut self, amount: i64) {
        self.lines += 1;
        self.sum += i128::from(amount);
    }
}

/// Compares a statement that somebody gave with the journal, from a window before its first line to a window after its
/// last one.
///
/// # Errors
/// A fault of the database; an event that does not read back.
pub async fn of_statement(
    log: &EventLog,
    statement: Vec<StatementLine>,
    window_ms: i64,
    now: Timestamp,
) -> Result<Compared, Fault> {
    let times = statement.iter().map(|line| line.at.0);
    let first = Timestamp(times.clone().min().unwrap_or(0) - window_ms - 1);
    let last = Timestamp(times.max().unwrap_or(0) + DAY_MS + window_ms);
    let journal = books::lines(log, first, last).await?;
    Ok(Compared {
        matched: reconcile(&statement, &journal, window_ms),
        statement,
        journal,
        first,
        now,
    })
}

impl Compared {
    /// Lines of the statement, and of the journal, that are in a pair or a break.
    pub fn sides(&self) -> [Count; 2] {
        let (pairs, breaks) = (&self.matched.pairs, &self.matched.breaks);
        let mut sides = [Count::default(); 2];
        let stated = pairs.iter().flat_map(|pair| &pair.statement);
        for place in stated.chain(breaks.iter().filter_map(|one| one.statement.as_ref())) {
            sides[0].add(self.statement[*place].amount);
        }
        let booked = pairs.iter().flat_map(|pair| &pair.journal);
        for place in booked.chain(breaks.iter().filter_map(|one| one.journal.as_ref())) {
            sides[1].add(self.journal[*place].amount);
        }
        sides
    }

    /// When a break happened, and its amount: the statement's where it has one.
    pub fn of(&self, one: &Break) -> (Timestamp, i64) {
        let line = one.statement.map(|place| &self.statement[place]);
        let booked = one.journal.map(|place| &self.journal[place]);
        let of_line = line.map(|line| (line.at, line.amount));
        of_line
            .or_else(|| booked.map(|line| (Timestamp(line.at_ms), line.amount)))
            .unwrap_or((self.now, 0))
    }

    /// Breaks by kind; amounts without signs.
    pub fn kinds(&self) -> BTreeMap<Kind, Count> {
        let mut kinds: BTreeMap<Kind, Count> = BTreeMap::new();
        for one in &self.matched.breaks {
            kinds.entry(one.kind).or_default().add(self.of(one).1.saturating_abs());
        }
        kinds
    }

    /// All breaks; amounts without signs.
    pub fn open(&self) -> Count {
        let mut open = Count::default();
        for one in &self.matched.breaks {
            open.add(self.of(one).1.saturating_abs());
        }
        open
    }

    /// Those that were open before the first moment already.
    pub fn carried(&self) -> Count {
        let mut carried = Count::default();
        for one in &self.matched.breaks {
            let stated = one.statement.map(|place| self.statement[place].at);
            let booked = one.journal.map(|place| Timestamp(self.journal[place].at_ms));
            if stated.max(booked).is_some_and(|newest| newest < self.first) {
                carried.add(self.of(one).1.saturating_abs());
            }
        }
        carried
    }

    /// Breaks by age; amounts without signs.
    pub fn ages(&self) -> [Count; AGES.len() + 1] {
        let mut ages = [Count::default(); AGES.len() + 1];
        for one in &self.matched.breaks {
            let (at, amount) = self.of(one);
            ages[age(at, self.now)].add(amount.saturating_abs());
        }
        ages
    }

    /// When the oldest break happened.
    pub fn oldest(&self) -> Option<Timestamp> {
        self.matched.breaks.iter().map(|one| self.of(one).0).min()
    }
}
