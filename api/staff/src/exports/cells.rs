//! Cells of a row, typed as their columns are, and as text.

use super::columns::{Column, Kind, Of};
use api::moment;
use domain::money::Asset;
use domain::posting::Purse;
use domain::time::Timestamp;
use serde_json::Value;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Empty,
    Text(String),
    Whole(i64),
    Moment(i64),
    YesNo(bool),
    /// A number with so many decimals.
    Decimal(i128, u32),
}

/// The cells of a row. A value that is not of its column's type, which the service never answers, stays the text it is.
pub(crate) fn of(columns: &[Column], row: &Value) -> Vec<Cell> {
    columns.iter().map(|column| cell(column, row)).collect()
}

fn at<'a>(row: &'a Value, path: &[String]) -> &'a Value {
    path.iter().fold(row, |value, name| &value[name.as_str()])
}

fn cell(column: &Column, row: &Value) -> Cell {
    let value = at(row, &column.path);
    let typed = match (&column.kind, value) {
        (_, Value::Null) => return Cell::Empty,
        (Kind::Text, Value::String(text)) => Some(Cell::Text(text.clone())),
        (Kind::Whole, value) => value.as_i64().map(Cell::Whole),
        (Kind::Moment, value) => value.as_i64().map(Cell::Moment),
        (Kind::YesNo, value) => value.as_bool().map(Cell::YesNo),
        (Kind::Minor, Value::String(text)) => text.parse().ok().map(|minor| Cell::Decimal(minor, 0)),
        (Kind::Units(of), Value::String(text)) => {
            let minor = text.parse().ok();
            // An amount of an asset that is not known has no units.
            let Some(asset) = asset(of, row) else {
                return Cell::Empty;
            };
            minor.map(|minor| Cell::Decimal(minor, asset.scale()))
        }
        _ => None,
    };
    typed.unwrap_or_else(|| Cell::Text(value.to_string()))
}

/// A packet names the purse that its shares go to.
fn asset(of: &Of, row: &Value) -> Option<Asset> {
    match of {
        Of::Is(asset) => Some(*asset),
        Of::Beside(path) => {
            let name = at(row, path).as_str()?;
            Asset::named(name).or_else(|| Purse::named(name).map(Purse::asset))
        }
    }
}

impl Cell {
    /// As text; nothing of an empty one.
    pub(crate) fn text(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Whole(whole) => whole.to_string(),
            Cell::Moment(at) => moment::write(Timestamp(*at)),
            Cell::YesNo(yes) => yes.to_string(),
            Cell::Decimal(number, decimals) => decimal(*number, *decimals),
        }
    }
}

/// A number of minor units with its point.
fn decimal(number: i128, decimals: u32) -> String {
    let unit = 10_u128.pow(decimals);
    let (whole, rest) = (number.unsigned_abs() / unit, number.unsigned_abs() % unit);
    let sign = if number < 0 { "-" } else { "" };
    match decimals {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{rest:0width$}", width = decimals as usize),
    }
}

#[cfg(test)]
mod tests;
