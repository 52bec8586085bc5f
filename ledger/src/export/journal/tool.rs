//! What the tools call the accounts and assets of the books.

use super::OPENED;
use domain::chart::{Chart, Class, Entry, NotInChart};
use uuid::Uuid;

/// The result of the time before a journal that begins later.
const EARLIER: &str = "result_before";

/// Who reads the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    Hledger,
    Beancount,
}

impl Tool {
    /// The journal's file name.
    pub const fn file(self) -> &'static str {
        match self {
            Tool::Hledger => "books.journal",
            Tool::Beancount => "books.beancount",
        }
    }

    /// An asset as the tool names it.
    pub fn commodity(asset: &str) -> String {
        asset.to_ascii_uppercase()
    }

    /// What a type of event moves on an account, as the tool names it.
    ///
    /// # Errors
    /// [`NotInChart`].
    pub fn account(self, owner: Uuid, account: &str, event_type: &str) -> Result<String, NotInChart> {
        let entry = Chart::built_in().entry(account, event_type);
        Ok(self.of(entry.ok_or_else(|| NotInChart(account.to_owned()))?, owner))
    }

    /// What an account holds when the journal begins: the result of the time before is equity.
    ///
    /// # Errors
    /// [`NotInChart`].
    pub fn opening(self, owner: Uuid, account: &str) -> Result<String, NotInChart> {
        let entry = Chart::built_in().of(account);
        let entry = entry.ok_or_else(|| NotInChart(account.to_owned()))?;
        Ok(match entry.class {
            Class::Income | Class::Expense => self.path(Class::Equity, EARLIER),
            Class::Asset | Class::Liability | Class::Equity => self.of(entry, owner),
        })
    }

    fn of(self, entry: &Entry, owner: Uuid) -> String {
        match (self, owner.is_nil()) {
            (_, true) => self.path(entry.class, &entry.key),
            (Tool::Hledger, false) => format!("{}:players:{owner}:{}", self.root(entry.class), entry.key),
            (Tool::Beancount, false) => {
                format!("{}:Players:P{owner}:{}", self.root(entry.class), component(&entry.key))
            }
        }
    }

    fn path(self, class: Class, key: &str) -> String {
        match self {
            Tool::Hledger => format!("{}:{key}", self.root(class)),
            Tool::Beancount => format!("{}:{}", self.root(class), component(key)),
        }
    }

    const fn root(self, class: Class) -> &'static str {
        match (self, class) {
            (Tool::Hledger, Class::Asset) => "assets",
            (Tool::Hledger, Class::Liability) => "liabilities",
            (Tool::Hledger, Class::Equity) => "equity",
            (Tool::Hledger, Class::Income) => "income",
            (Tool::Hledger, Class::Expense) => "expenses",
            (Tool::Beancount, Class::Asset) => "Assets",
            (Tool::Beancount, Class::Liability) => "Liabilities",
            (Tool::Beancount, Class::Equity) => "Equity",
            (Tool::Beancount, Class::Income) => "Income",
            (Tool::Beancount, Class::Expense) => "Expenses",
        }
    }

    /// The lines that declare the chart: types of the roots, and the accounts of the house with code and name.
    pub(super) fn declared(self, chart: &Chart) -> Vec<String> {
        let mut lines = match self {
            Tool::Hledger => [
                (Class::Asset, 'A'),
                (Class::Liability, 'L'),
                (Class::Equity, 'E'),
                (Class::Income, 'R'),
                (Class::Expense, 'X'),
            ]
            .map(|(class, letter)| format!("account {}  ; type: {letter}", self.root(class)))
            .to_vec(),
            Tool::Beancount => vec![format!("{OPENED} open {}", self.path(Class::Equity, EARLIER))],
        };
        let is_house = |entry: &&Entry| entry.accounts.iter().all(|account| account.starts_with("h:"));
        for entry in chart.entries.iter().filter(is_house) {
            let (account, code, name) = (self.of(entry, Uuid::nil()), entry.code, &entry.name.en);
            lines.push(match self {
                Tool::Hledger => format!("account {account}  ; {code} {name}"),
                Tool::Beancount => format!("{OPENED} open {account}\n  code: \"{code}\"\n  name: \"{name}\""),
            });
        }
        lines
    }
}

/// A part of a beancount account: words that begin with capitals, with dashes between them.
fn component(name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at(word.len().min(1));
        first.to_ascii_uppercase() + rest
    };
    name.split(['_', '.']).map(capital).collect::<Vec<_>>().join("-")
}
