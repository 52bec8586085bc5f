//! What the columns of a table mean.

use super::columns::Column;

/// The heading of a dictionary.
pub(crate) const HEADING: [&str; 4] = ["column", "type", "unit", "meaning"];

/// One line a column, in the order of the table.
pub(crate) fn lines(columns: &[Column]) -> Vec<[String; 4]> {
    let line = |column: &Column| {
        [
            column.name.clone(),
            column.type_name().to_owned(),
            column.unit.clone(),
            column.meaning.clone(),
        ]
    };
    columns.iter().map(line).collect()
}
