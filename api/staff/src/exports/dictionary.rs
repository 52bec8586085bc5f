//! What the columns of a table mean, and of which moment its rows are.

use super::columns::Column;
use api::moment;
use domain::time::Timestamp;
use serde_json::Value;

/// The heading of a dictionary.
pub(crate) const HEADING: [&str; 4] = ["column", "type", "unit", "meaning"];

/// The moment that the rows of a table are of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowsOf {
    /// When; of a list without a past, when the first of its pages was read.
    pub at: Timestamp,
    /// The last position of each log, by partition; nothing where the list does not say it.
    pub positions: Vec<(String, i64)>,
    /// All pages are of this moment, which the list was asked for. Others are of the moment when each was read.
    pub is_fixed: bool,
}

impl RowsOf {
    /// The moment that the first page says, else the one of the question.
    pub(crate) fn first(page: &Value, asked_at: Timestamp, is_fixed: bool) -> RowsOf {
        let at = &page["at"];
        let positions = at["positions"].as_object().into_iter().flatten();
        let position = |(partition, last): (&String, &Value)| Some((partition.clone(), last.as_i64()?));
        RowsOf {
            at: at["time_ms"].as_i64().map_or(asked_at, Timestamp),
            positions: positions.filter_map(position).collect(),
            is_fixed,
        }
    }

    fn lines(&self) -> Vec<[String; 4]> {
        let rows = match self.is_fixed {
            true => "The rows are those of this moment; nothing that was recorded later is in them.",
            false => {
                "The list has no past: each page of its rows is of the moment when it was read, the first at this one."
            }
        };
        let line = |name: &str, kind: &str, unit: &str, meaning: String| {
            [name.to_owned(), kind.to_owned(), unit.to_owned(), meaning]
        };
        let moment = line("(as of)", "time", "UTC", format!("{}. {rows}", moment::write(self.at)));
        let logs = self.positions.iter().map(|(partition, last)| {
            let meaning = format!("{last}. The last position of log {partition} at this moment.");
            line("(position)", "whole number", "", meaning)
        });
        [moment].into_iter().chain(logs).collect()
    }
}

/// The moment of the rows, then one line a column, in the order of the table.
pub(crate) fn lines(columns: &[Column], rows: &RowsOf) -> Vec<[String; 4]> {
    let line = |column: &Column| {
        [
            column.name.clone(),
            column.type_name().to_owned(),
            column.unit.clone(),
            column.meaning.clone(),
        ]
    };
    rows.lines().into_iter().chain(columns.iter().map(line)).collect()
}
