//! Moments as people write them: RFC 3339, in UTC on the way out; or a position of the log.

use domain::time::{DAY_MS, Day, HOUR_MS, Timestamp};
use ledger::balance::AsOf;

/// Reads a position of the log or a time.
///
/// # Errors
/// How either is written.
pub fn of_log(text: &str) -> Result<AsOf, String> {
    let position = text.parse().ok().filter(|position| *position >= 0).map(AsOf::Position);
    let time = || of_clock(text).map(|moment| AsOf::Time(moment.0));
    position
        .map_or_else(time, Ok)
        .map_err(|time| format!("a position is a whole number, {time}"))
}

/// Reads a time.
///
/// # Errors
/// How it is written.
pub fn of_clock(text: &str) -> Result<Timestamp, String> {
    read(text).ok_or_else(|| "a time is written like 2025-01-31T12:00:00Z".into())
}

/// A moment with milliseconds, for example `2025-01-01T00:00:00.123Z`.
pub fn write(moment: Timestamp) -> String {
    let day = moment.day();
    let ms = moment.since(day.start());
    let (hours, minutes, seconds) = (ms / HOUR_MS, ms / 60_000 % 60, ms / 1_000 % 60);
    format!("{day}T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z", ms % 1_000)
}

/// Reads `2025-01-01T00:00:00Z`, with a fraction of a second or an offset such as `+02:00` if wanted.
/// A fraction beyond milliseconds is cut off.
pub fn read(text: &str) -> Option<Timestamp> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let day = Day::try_from(date.to_owned()).ok()?;
    let (time, offset_ms) = split_offset(time)?;
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let mut parts = whole.split(':').map(two_digits);
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let plain = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    if parts.next().is_some() || hours > 23 || minutes > 59 || seconds > 59 || !plain {
        return None;
    }
    let fraction_ms: i64 = format!("{fraction:0<3}")[..3].parse().ok()?;
    let ms = hours * HOUR_MS + minutes * 60_000 + seconds * 1_000 + fraction_ms;
    debug_assert!(ms < DAY_MS);
    Some(day.start().plus_ms(ms - offset_ms))
}

fn split_offset(time: &str) -> Option<(&str, i64)> {
    if let Some(time) = time.strip_suffix(['Z', 'z']) {
        return Some((time, 0));
    }
    let place = time.rfind(['+', '-'])?;
    let (hours, minutes) = time[place + 1..].split_once(':')?;
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    let size_ms = (hours < 24 && minutes < 60).then_some(hours * HOUR_MS + minutes * 60_000)?;
    Some((
        &time[..place],
        if time[place..].starts_with('-') {
            -size_ms
        } else {
            size_ms
        },
    ))
}

fn two_digits(text: &str) -> Option<i64> {
    let plain = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests;
