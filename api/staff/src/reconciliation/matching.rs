//! Which lines belong together. Pure: the same lists give the same answer.

use super::{Break, JournalLine, Kind, Matched, Pair, Rule, StatementLine};
use domain::time::DAY_MS;
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

/// The asset of the custody account.
const ASSET: &str = "usdt";

/// Matches a statement with the journal. Lines may be `window_ms` apart. Of the journal's lines those within a window
/// beside the statement's first and last line are looked at for matches, and missed by nobody.
pub fn reconcile(statement: &[StatementLine], journal: &[JournalLine], window_ms: i64) -> Matched {
    let first = statement.iter().map(|line| line.at.0).min();
    let last = statement.iter().map(end_ms).max();
    let covered = first.zip(last).map(|(first, last)| first..=last);
    let known = [statement.len(), journal.len()].map(|lines| vec![Known::Nothing; lines]);
    work(statement, journal, window_ms, covered, [&known[0], &known[1]])
}

/// What is known of a line before it is matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    Nothing,
    /// It had no other side, and this was said of it.
    Open(Kind),
    /// It is in a pair of before: only what is like it a second time is found by it.
    Settled,
}

/// The same for two sides that have every line up to a moment, in milliseconds, since what is open from before or is
/// settled, and lines after it, so that what one side has shortly after the other is no break. What lies after the
/// moment on both sides is left out. `known` is of each line of either side.
pub fn reconcile_period(
    statement: &[StatementLine],
    journal: &[JournalLine],
    window_ms: i64,
    last_ms: i64,
    known: [&[Known]; 2],
) -> Matched {
    let mut found = work(statement, journal, window_ms, Some(i64::MIN..=last_ms), known);
    let is_stated = |place: &usize| statement[*place].at.0 <= last_ms;
    let is_booked = |place: &usize| journal[*place].at_ms <= last_ms;
    for one in &mut found.breaks {
        one.kind = said_before(one, known).unwrap_or(one.kind);
    }
    found
        .pairs
        .retain(|pair| pair.statement.iter().any(is_stated) || pair.journal.iter().any(is_booked));
    found
        .breaks
        .retain(|one| one.statement.iter().any(is_stated) || one.journal.iter().any(is_booked));
    found
}

/// That a line is there twice is seen only beside the one that it repeats, which is settled and gone later.
fn said_before(one: &Break, known: [&[Known]; 2]) -> Option<Kind> {
    let (said, is_twice) = match (one.statement, one.journal) {
        (Some(place), None) => (known[0][place], Kind::TwiceInStatement),
        (None, Some(place)) => (known[1][place], Kind::TwiceInJournal),
        _ => return None,
    };
    (said == Known::Open(is_twice)).then_some(is_twice)
}

fn work(
    statement: &[StatementLine],
    journal: &[JournalLine],
    window_ms: i64,
    covered: Option<RangeInclusive<i64>>,
    known_of: [&[Known]; 2],
) -> Matched {
    let is_open = |known: &Known| *known != Known::Settled;
    let known: HashSet<&str> = journal.iter().filter_map(|line| line.reference.as_deref()).collect();
    let transactions: HashSet<&str> = statement.iter().map(|line| line.transaction.as_str()).collect();
    let mut work = Work {
        transaction: journal.iter().map(|line| transaction(line, &transactions)).collect(),
        named: statement.iter().map(|line| named(line, &known)).collect(),
        statement,
        journal,
        window_ms,
        covered,
        open: known_of.map(|known| known.iter().map(is_open).collect()),
        known: known_of,
        found: Matched::default(),
    };
    work.other_assets();
    work.by_transaction();
    work.taken_back();
    work.by_reference();
    work.by_amount();
    work.rest();
    let found = &mut work.found;
    found
        .breaks
        .sort_by_key(|one| (one.statement.is_none(), one.statement, one.journal));
    work.found
}

/// The transaction of a journal line: the one that the statement knows, if it knows one.
fn transaction<'a>(line: &'a JournalLine, known: &HashSet<&str>) -> Option<&'a str> {
    let mut names = line.transactions.iter().map(String::as_str);
    names.clone().find(|name| known.contains(name)).or_else(|| names.next())
}

/// The words of what a line says.
fn words(line: &StatementLine) -> impl Iterator<Item = &str> {
    let text = line.reference.as_deref().unwrap_or_default();
    text.split(|one: char| !(one.is_alphanumeric() || "-_:".contains(one)))
}

/// What a line names: the first word that an event of the journal is about.
fn named<'a>(line: &'a StatementLine, known: &HashSet<&str>) -> Option<&'a str> {
    words(line).find(|word| known.contains(word))
}

/// Whether a line names another order or withdrawal than the journal: it has a word written like the journal's, and
/// not that one. A text without one says nothing.
fn names_another(line: &StatementLine, reference: &str) -> bool {
    let is_digit = |one: char| one.is_ascii_digit();
    let begin = |word: &str| word.split(is_digit).next().map(str::len);
    let is_alike = |word: &str| {
        word.contains(is_digit)
            && (word.len() == reference.len()
                || begin(word).is_some_and(|len| len > 0 && reference.starts_with(&word[..len])))
    };
    words(line).all(|word| word != reference) && words(line).any(is_alike)
}

struct Work<'a> {
    statement: &'a [StatementLine],
    /// What each line of the statement names.
    named: Vec<Option<&'a str>>,
    /// The transaction of each line of the journal.
    transaction: Vec<Option<&'a str>>,
    journal: &'a [JournalLine],
    window_ms: i64,
    /// The time of which the statement has every line.
    covered: Option<RangeInclusive<i64>>,
    /// Lines of either side that nothing is known of yet.
    open: [Vec<bool>; 2],
    /// What is known of each line of either side.
    known: [&'a [Known]; 2],
    found: Matched,
}

/// Places of lines of both sides that have something in common.
type Sides = (Vec<usize>, Vec<usize>);

impl Work<'_> {
    fn other_assets(&mut self) {
        for (place, line) in self.statement.iter().enumerate() {
            if self.open[0][place] && !line.asset.eq_ignore_ascii_case(ASSET) {
                self.broken(Kind::Asset, Some(place), None);
            }
        }
    }

    fn by_transaction(&mut self) {
        let of_statement = |place: usize| Some(self.statement[place].transaction.as_str());
        let mut groups = self.groups(of_statement, |place| self.transaction[place], true);
        let is_open = |(statement, journal): &Sides| {
            statement.iter().any(|place| self.open[0][*place]) || journal.iter().any(|place| self.open[1][*place])
        };
        groups.retain(is_open);
        for (all, journal) in groups {
            self.same_amounts(&all, &journal);
            let (statement, journal) = (self.left(0, all.clone()), self.left(1, journal));
            let sums = (self.sum(0, &statement), self.sum(1, &journal));
            if statement.is_empty() || journal.is_empty() {
                self.twice(&all, &statement, &journal);
            } else if sums.0 == sums.1 {
                self.pair(Rule::Sum, statement, journal);
            } else {
                self.unequal(&statement, &journal);
            }
        }
    }

    /// Lines of the journal that no statement has and that take each other back: a correction names the transaction of
    /// what it corrects.
    fn taken_back(&mut self) {
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for place in (0..self.journal.len()).filter(|place| self.open[1][*place]) {
            if let Some(transaction) = self.transaction[place] {
                groups.entry(transaction).or_default().push(place);
            }
        }
        for journal in groups.into_values() {
            let is_covered = |place: &usize| self.covers(self.journal[*place].at_ms);
            if journal.len() > 1 && self.sum(1, &journal) == 0 && journal.iter().any(is_covered) {
                self.pair(Rule::Sum, Vec::new(), journal);
            }
        }
    }

    /// Pairs lines of one transaction with equal amounts, those that name the same thing first.
    fn same_amounts(&mut self, statement: &[usize], journal: &[usize]) {
        for by_reference in [true, false] {
            for one in statement {
                let other = journal.iter().find(|other| {
                    let (line, booked) = (&self.statement[*one], &self.journal[**other]);
                    let same = self.named[*one].is_some() && self.named[*one] == booked.reference.as_deref();
                    self.open[0][*one]
                        && self.open[1][**other]
                        && line.amount == booked.amount
                        && (same || !by_reference)
                });
                let Some(other) = other.copied() else { continue };
                let reference = self.journal[other].reference.as_deref();
                if reference.is_some_and(|reference| names_another(&self.statement[*one], reference)) {
                    self.broken(Kind::Reference, Some(*one), Some(other));
                } else {
                    self.pair(Rule::Transaction, vec![*one], vec![other]);
                }
            }
        }
    }

    /// Lines of a transaction that only one side has more of; `all` are its lines in the statement.
    fn twice(&mut self, all: &[usize], statement: &[usize], journal: &[usize]) {
        let found: Vec<&StatementLine> = all
            .iter()
            .filter(|place| !self.open[0][**place])
            .map(|place| &self.statement[*place])
            .collect();
        for one in statement {
            let line = &self.statement[*one];
            let same = |other: &&StatementLine| {
                (other.amount, other.at, &other.reference) == (line.amount, line.at, &line.reference)
            };
            if found.iter().any(same) {
                self.broken(Kind::TwiceInStatement, Some(*one), None);
            }
        }
        if self.sum(1, journal) == 0 {
            // They take each other back.
            return;
        }
        for one in journal {
            if found.iter().any(|other| other.amount == self.journal[*one].amount) {
                self.broken(Kind::TwiceInJournal, None, Some(*one));
            }
        }
    }

    /// Lines of one transaction whose amounts differ, in their order.
    fn unequal(&mut self, statement: &[usize], journal: &[usize]) {
        for (one, other) in statement.iter().zip(journal) {
            let opposite = self.statement[*one].amount == -self.journal[*other].amount;
            let kind = if opposite { Kind::Direction } else { Kind::Amount };
            self.broken(kind, Some(*one), Some(*other));
        }
    }

    fn by_reference(&mut self) {
        for (statement, journal) in self.groups(
            |place| self.named[place],
            |place| self.journal[place].reference.as_deref(),
            false,
        ) {
            for one in statement {
                let equal = |other: &&usize| self.journal[**other].amount == self.statement[one].amount;
                let mut open = journal.iter().filter(|other| self.open[1][**other]);
                let Some(other) = open.find(equal).copied() else {
                    continue;
                };
                match self.transaction[other] {
                    None => self.pair(Rule::Reference, vec![one], vec![other]),
                    Some(_) => self.broken(Kind::Transaction, Some(one), Some(other)),
                }
            }
        }
    }

    /// The last resort, for journal lines that know no transaction: one line each of an amount within the window.
    fn by_amount(&mut self) {
        let open = |place: usize| self.transaction[place].is_none().then(|| self.journal[place].amount);
        for (statement, journal) in self.groups(|place| Some(self.statement[place].amount), open, false) {
            if let ([one], [other]) = (&statement[..], &journal[..])
                && self.apart(*one, *other) <= self.window_ms
            {
                self.pair(Rule::Amount, vec![*one], vec![*other]);
            }
        }
    }

    fn rest(&mut self) {
        for place in 0..self.statement.len() {
            if self.open[0][place] {
                self.broken(Kind::NotInJournal, Some(place), None);
            }
        }
        for place in 0..self.journal.len() {
            match self.open[1][place] {
                true if self.covers(self.journal[place].at_ms) => self.broken(Kind::NotInStatement, None, Some(place)),
                true => self.found.outside += 1,
                false => {}
            }
        }
    }

    /// Open lines of both sides by what they have in common, and settled ones on demand; those that both sides have.
    fn groups<K: Ord>(
        &self,
        of_statement: impl Fn(usize) -> Option<K>,
        of_journal: impl Fn(usize) -> Option<K>,
        has_settled: bool,
    ) -> Vec<Sides> {
        let mut groups: BTreeMap<K, Sides> = BTreeMap::new();
        let is_in = |side: usize, place: &usize| {
            self.open[side][*place] || has_settled && self.known[side][*place] == Known::Settled
        };
        for place in (0..self.statement.len()).filter(|place| is_in(0, place)) {
            if let Some(key) = of_statement(place) {
                groups.entry(key).or_default().0.push(place);
            }
        }
        for place in (0..self.journal.len()).filter(|place| is_in(1, place)) {
            if let Some(key) = of_journal(place)
                && let Some(sides) = groups.get_mut(&key)
            {
                sides.1.push(place);
            }
        }
        let mut groups: Vec<Sides> = groups
            .into_values()
            .filter(|(_, journal)| !journal.is_empty())
            .collect();
        groups.sort();
        groups
    }

    /// Each day said that a line was open: that its other side is late is no news.
    fn was_open(&self, statement: usize, journal: usize) -> bool {
        let known = [self.known[0][statement], self.known[1][journal]];
        known.iter().any(|known| matches!(known, Known::Open(_)))
    }

    fn covers(&self, at_ms: i64) -> bool {
        self.covered.as_ref().is_some_and(|covered| covered.contains(&at_ms))
    }

    fn left(&self, side: usize, places: Vec<usize>) -> Vec<usize> {
        places.into_iter().filter(|place| self.open[side][*place]).collect()
    }

    fn sum(&self, side: usize, places: &[usize]) -> i128 {
        let amount = |place: &usize| match side {
            0 => self.statement[*place].amount,
            _ => self.journal[*place].amount,
        };
        places.iter().map(amount).map(i128::from).sum()
    }

    /// Milliseconds between two lines; 0 within a day that the statement does not divide.
    fn apart(&self, statement: usize, journal: usize) -> i64 {
        let (line, at_ms) = (&self.statement[statement], self.journal[journal].at_ms);
        (line.at.0 - at_ms).max(at_ms - end_ms(line)).max(0)
    }

    fn pair(&mut self, rule: Rule, statement: Vec<usize>, journal: Vec<usize>) {
        let far = |one: &usize| journal.iter().any(|other| self.apart(*one, *other) > self.window_ms);
        if let ([one], [other]) = (&statement[..], &journal[..])
            && far(one)
            && !self.was_open(*one, *other)
        {
            return self.broken(Kind::Time, Some(*one), Some(*other));
        }
        statement.iter().for_each(|place| self.open[0][*place] = false);
        journal.iter().for_each(|place| self.open[1][*place] = false);
        self.found.pairs.push(Pair {
            rule,
            statement,
            journal,
        });
    }

    fn broken(&mut self, kind: Kind, statement: Option<usize>, journal: Option<usize>) {
        if let Some(place) = statement {
            self.open[0][place] = false;
        }
        if let Some(place) = journal {
            self.open[1][place] = false;
        }
        self.found.breaks.push(Break {
            kind,
            statement,
            journal,
        });
    }
}

/// The last moment that a line may be of.
fn end_ms(line: &StatementLine) -> i64 {
    line.at.0 + if line.is_day { DAY_MS - 1 } else { 0 }
}
