//! A month, a quarter or a year. The latter are the sums of their months.

use crate::time::Month;
use serde::{Deserialize, Serialize};

/// Months in a row that statements are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Span {
    first: Month,
    length: i32,
}

impl Span {
    pub const fn month(month: Month) -> Span {
        Span {
            first: month,
            length: 1,
        }
    }

    /// The quarter that a month is in.
    pub const fn quarter(month: Month) -> Span {
        Span {
            first: month.back((month.number() - 1) % 3),
            length: 3,
        }
    }

    /// The year that a month is in.
    pub const fn year(month: Month) -> Span {
        Span {
            first: month.back(month.number() - 1),
            length: 12,
        }
    }

    /// `YYYY-MM`, `YYYY-Q1` to `YYYY-Q4`, or `YYYY`.
    pub fn parse(text: &str) -> Option<Span> {
        let read = |text: String| Month::try_from(text).ok();
        let spans = match text.split_once('-') {
            None => [read(format!("{text}-01")).map(Span::year), None],
            Some((year, part)) => {
                let quarter: Option<i32> = part.strip_prefix('Q').and_then(|number| number.parse().ok());
                let quarter = quarter.filter(|number| (1..=4).contains(number));
                let first = quarter.and_then(|number| read(format!("{year}-{:02}", number * 3 - 2)));
                [first.map(Span::quarter), read(text.to_owned()).map(Span::month)]
            }
        };
        spans.into_iter().flatten().find(|span| span.to_string() == text)
    }

    /// The month that it is, if it is one alone.
    pub fn as_month(self) -> Option<Month> {
        (self.length == 1).then_some(self.first)
    }

    pub const fn is_year(self) -> bool {
        self.length == 12
    }

    pub const fn first(self) -> Month {
        self.first
    }

    pub const fn last(self) -> Month {
        self.first.back(1 - self.length)
    }

    /// The one of the same length before.
    pub const fn prior(self) -> Span {
        Span {
            first: self.first.back(self.length),
            ..self
        }
    }

    pub fn has(self, month: Month) -> bool {
        (self.first..=self.last()).contains(&month)
    }
}

impl std::fmt::Display for Span {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.length {
            1 => write!(formatter, "{}", self.first),
            3 => write!(formatter, "{:04}-Q{}", self.first.year(), (self.first.number() + 2) / 3),
            _ => write!(formatter, "{:04}", self.first.year()),
        }
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Span, String> {
        Span::parse(&text).ok_or_else(|| format!("{text:?} is no period"))
    }
}

impl From<Span> for String {
    fn from(span: Span) -> String {
        span.to_string()
    }
}
