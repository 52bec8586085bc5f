//! Document numbers. The Chinese ID card (GB 11643) contains a birthday and a check digit.

use super::form::DocumentKind;
use crate::time::Day;

/// What a number contains about the holder's age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Born {
    Unknown,
    On(Birthday),
}

/// Year, month and day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Birthday {
    year: i64,
    month: i64,
    day: i64,
}

impl Birthday {
    /// True from the birthday on that completes `years`.
    pub(super) fn is_aged(self, years: i64, today: Day) -> bool {
        let now = civil(&today.to_string());
        (self.year + years, self.month, self.day) <= (now.year, now.month, now.day)
    }

    fn is_real(self) -> bool {
        let leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        let days = match self.month {
            2 => 28 + i64::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        (1_900..=9_999).contains(&self.year) && (1..=days).contains(&self.day)
    }
}

/// Reads `YYYY-MM-DD` and `YYYYMMDD`; all other characters are ignored.
fn civil(text: &str) -> Birthday {
    let mut digits = text
        .bytes()
        .filter(u8::is_ascii_digit)
        .map(|digit| i64::from(digit - b'0'));
    let mut take = |count| digits.by_ref().take(count).fold(0, |sum, digit| sum * 10 + digit);
    let (year, month, day) = (take(4), take(2), take(2));
    Birthday { year, month, day }
}

/// What the number of a document contains; `None` for an invalid number.
pub(super) fn check(number: &str, kind: DocumentKind, country: &str) -> Option<Born> {
    let within = |min: usize, max: usize, allowed: fn(u8) -> bool| {
        (min..=max).contains(&number.len()) && number.bytes().all(allowed)
    };
    match kind {
        DocumentKind::Passport => {
            within(5, 12, |byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).then_some(Born::Unknown)
        }
        DocumentKind::Card if country == "CN" => chinese(number).map(Born::On),
        DocumentKind::Card | DocumentKind::Other => {
            within(4, 30, |byte| byte.is_ascii_alphanumeric() || byte == b'-').then_some(Born::Unknown)
        }
    }
}

/// Weights of the first seventeen digits, and the check letter of each remainder.
const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const LETTERS: &[u8; 11] = b"10X98765432";

fn chinese(number: &str) -> Option<Birthday> {
    let (digits, last) = number.as_bytes().split_last_chunk::<1>()?;
    if digits.len() != WEIGHTS.len() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let weighted = digits
        .iter()
        .zip(WEIGHTS)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight);
    let letter = LETTERS[(weighted.sum::<u32>() % 11) as usize];
    let birthday = civil(number.get(6..14)?);
    (letter == last[0].to_ascii_uppercase() && birthday.is_real()).then_some(birthday)
}

#[cfg(test)]
mod tests;
