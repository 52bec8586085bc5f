//! Rows of an export in Apache Parquet, read back. Whoever has the files gives access to their bytes in any order.
//!
//! Columns are read by their numbers here and by their names by every other tool. So the file must have the very columns
//! that an export is written with: with two names exchanged, what is checked would not be what is read. The names that
//! each group of rows repeats for its columns are not compared, because the library does not give them: a tool that finds
//! columns by those and not by the file's schema may see columns exchanged, which CSV does not allow.

use super::columns::{self, Column, Kind};
use super::{EventRow, PostingRow, RefusalRow, RowsOf, SealRow, SheetFault};
use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
pub use parquet::file::reader::{ChunkReader, Length};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::RowIter;
use parquet::record::{Row, RowAccessor};
use uuid::Uuid;

/// A row that is read from a group of them.
pub trait FromRow: Sized {
    /// The columns that it is read from, in order.
    const COLUMNS: &'static [Column];

    /// # Errors
    /// A column that is missing, of another type, or holds what it must not.
    fn of(row: &Row) -> Result<Self, ParquetError>;
}

/// The rows of a file, one after the other.
///
/// # Errors
/// When it is no Parquet, or its columns are not those of an export.
pub fn rows<R: FromRow + 'static>(name: &str, file: impl ChunkReader + 'static) -> Result<RowsOf<R>, SheetFault> {
    let fault = |name: &str, why: ParquetError| SheetFault(format!("{name}: {why}"));
    let reader = SerializedFileReader::new(file).map_err(|why| fault(name, why))?;
    if !is_written_with(reader.metadata(), R::COLUMNS) {
        return Err(SheetFault(format!("{name}: its columns are not those of an export")));
    }
    let name = name.to_owned();
    let rows = RowIter::from_file_into(Box::new(reader));
    Ok(Box::new(rows.map(move |row| {
        row.and_then(|row| R::of(&row)).map_err(|why| fault(&name, why))
    })))
}

/// Whether a file has these columns, and nothing that gives a column another meaning: no further type of its values (a
/// column of "unknown" is read as empty), no metadata of tools with other names or types, no bytes in another file.
fn is_written_with(metadata: &ParquetMetaData, columns: &[Column]) -> bool {
    let file = metadata.file_metadata();
    let fields = file.schema().get_fields();
    let is_column = |(field, (name, kind)): (&parquet::schema::types::TypePtr, &Column)| {
        let (physical, converted, logical) = match kind {
            Kind::Small => (Physical::INT32, ConvertedType::NONE, None),
            Kind::Whole => (Physical::INT64, ConvertedType::NONE, None),
            Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8, Some(&LogicalType::String)),
        };
        let info = field.get_basic_info();
        field.is_primitive()
            && field.name() == *name
            && field.get_physical_type() == physical
            && info.converted_type() == converted
            && info.logical_type_ref().is_none_or(|written| Some(written) == logical)
            && info.has_repetition()
            && info.repetition() == Repetition::REQUIRED
    };
    let mut groups = metadata.row_groups().iter();
    fields.len() == columns.len()
        && fields.iter().zip(columns).all(is_column)
        && file.key_value_metadata().is_none_or(Vec::is_empty)
        && groups.all(|group| group.columns().iter().all(|column| column.file_path().is_none()))
}

fn id(row: &Row, column: usize) -> Result<Uuid, ParquetError> {
    let text = row.get_string(column)?;
    Uuid::parse_str(text).map_err(|why| ParquetError::General(format!("column {column}: {why}")))
}

impl FromRow for EventRow {
    const COLUMNS: &'static [Column] = columns::EVENTS;

    fn of(row: &Row) -> Result<EventRow, ParquetError> {
        Ok(EventRow {
            partition: row.get_int(0)?,
            position: row.get_long(1)?,
            stream: row.get_string(2)?.clone(),
            key: row.get_string(3)?.clone(),
            sequence: row.get_long(4)?,
            event_id: id(row, 5)?,
            event_type: row.get_string(6)?.clone(),
            event_version: row.get_string(7)?.clone(),
            recorded_at_ms: row.get_long(8)?,
            payload: row.get_string(9)?.clone(),
            metadata: row.get_string(10)?.clone(),
            previous: row.get_string(11)?.clone(),
            leaf: row.get_string(12)?.clone(),
        })
    }
}

impl FromRow for PostingRow {
    const COLUMNS: &'static [Column] = columns::POSTINGS;

    fn of(row: &Row) -> Result<PostingRow, ParquetError> {
        let leg = row.get_int(2)?;
        Ok(PostingRow {
            partition: row.get_int(0)?,
            position: row.get_long(1)?,
            leg: i16::try_from(leg).map_err(|why| ParquetError::General(format!("leg {leg}: {why}")))?,
            owner: id(row, 3)?,
            account: row.get_string(4)?.clone(),
            asset: row.get_string(5)?.clone(),
            amount: row.get_long(6)?,
            after: row.get_long(7)?,
        })
    }
}

impl FromRow for SealRow {
    const COLUMNS: &'static [Column] = columns::SEALS;

    fn of(row: &Row) -> Result<SealRow, ParquetError> {
        Ok(SealRow {
            partition: row.get_int(0)?,
            position: row.get_long(1)?,
            key: row.get_string(2)?.clone(),
            mac: row.get_string(3)?.clone(),
        })
    }
}

impl FromRow for RefusalRow {
    const COLUMNS: &'static [Column] = columns::REFUSALS;

    fn of(row: &Row) -> Result<RefusalRow, ParquetError> {
        Ok(RefusalRow {
            partition: row.get_int(0)?,
            scope: id(row, 1)?,
            request_id: id(row, 2)?,
            digest: row.get_string(3)?.clone(),
            code: row.get_int(4)?,
            message: row.get_string(5)?.clone(),
            answer: row.get_string(6)?.clone(),
            version: row.get_long(7)?,
            recorded_at_ms: row.get_long(8)?,
            key: row.get_string(9)?.clone(),
            mac: row.get_string(10)?.clone(),
        })
    }
}

#[cfg(test)]
mod tests;
