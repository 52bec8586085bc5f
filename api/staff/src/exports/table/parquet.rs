//! Rows as Apache Parquet: typed columns, in groups of rows, so that memory holds one group.
//!
//! Whole numbers are INT64, moments TIMESTAMP_MILLIS in UTC, amounts DECIMAL of 38 digits: of none for minor units, of six
//! decimals for units, which hold every asset's.

use super::fault;
use crate::exports::cells::Cell;
use crate::exports::columns::{Column, Kind};
use api::error::Failure;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, FixedLenByteArray, FixedLenByteArrayType, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// Rows of a group.
const GROUP: usize = 10_000;
/// Decimals of amounts in units: as many as the asset with the most has.
const DECIMALS: u32 = 6;
/// Digits of a number at most: what sixteen bytes hold.
const DIGITS: i32 = 38;

/// A file under construction.
pub(super) struct Groups {
    writer: SerializedFileWriter<BufWriter<File>>,
    kinds: Vec<Kind>,
    rows: Vec<Vec<Cell>>,
}

impl Groups {
    pub(super) fn create(path: &Path, columns: &[Column]) -> Result<Groups, Failure> {
        let out = BufWriter::new(File::create_new(path).map_err(fault)?);
        let fields = columns
            .iter()
            .map(field)
            .collect::<Result<Vec<_>, _>>()
            .map_err(fault)?;
        let schema = Type::group_type_builder("row").with_fields(fields).build();
        let properties = Arc::new(WriterProperties::builder().build());
        let writer = SerializedFileWriter::new(out, Arc::new(schema.map_err(fault)?), properties);
        Ok(Groups {
            writer: writer.map_err(fault)?,
            kinds: columns.iter().map(|column| column.kind.clone()).collect(),
            rows: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, cells: Vec<Cell>) -> Result<(), Failure> {
        self.rows.push(cells);
        match self.rows.len() < GROUP {
            true => Ok(()),
            false => self.write().map_err(fault),
        }
    }

    pub(super) fn finish(mut self) -> Result<(), Failure> {
        self.write().map_err(fault)?;
        let mut out = self.writer.into_inner().map_err(fault)?;
        out.flush().map_err(fault)
    }

    fn write(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let rows = std::mem::take(&mut self.rows);
        let mut group = self.writer.next_row_group()?;
        for (index, kind) in self.kinds.iter().enumerate() {
            let Some(mut writer) = group.next_column()? else { break };
            let cells = rows.iter().map(|row| &row[index]);
            match kind {
                Kind::Whole | Kind::Moment => put(writer.typed::<Int64Type>(), cells, |cell| match cell {
                    Cell::Whole(whole) | Cell::Moment(whole) => Some(*whole),
                    _ => None,
                }),
                Kind::YesNo => put(writer.typed::<BoolType>(), cells, |cell| match cell {
                    Cell::YesNo(yes) => Some(*yes),
                    _ => None,
                }),
                Kind::Minor => put(writer.typed::<FixedLenByteArrayType>(), cells, |cell| number(cell, 0)),
                Kind::Units(_) => put(writer.typed::<FixedLenByteArrayType>(), cells, |cell| {
                    number(cell, DECIMALS)
                }),
                Kind::Text | Kind::Json => put(writer.typed::<ByteArrayType>(), cells, |cell| match cell {
                    Cell::Empty => None,
                    cell => Some(ByteArray::from(cell.text().as_str())),
                }),
            }?;
            writer.close()?;
        }
        group.close()?;
        Ok(())
    }
}

/// The bytes of a number with so many decimals.
fn number(cell: &Cell, decimals: u32) -> Option<FixedLenByteArray> {
    let Cell::Decimal(number, own) = cell else { return None };
    let unit = 10_i128.checked_pow(decimals.checked_sub(*own)?)?;
    let number = number.checked_mul(unit)?;
    Some(FixedLenByteArray::from(number.to_be_bytes().to_vec()))
}

/// The values of a column. A cell that is not empty has one: else the file would leave out what the list shows.
fn put<'a, T: DataType>(
    writer: &mut ColumnWriterImpl<'_, T>,
    cells: impl Iterator<Item = &'a Cell>,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for cell in cells {
        match value(cell) {
            Some(value) => values.push(value),
            None if *cell == Cell::Empty => {
                levels.push(0);
                continue;
            }
            None => return Err(ParquetError::General(format!("{cell:?} is not of its column"))),
        }
        levels.push(1);
    }
    writer.write_batch(&values, Some(&levels), None).map(drop)
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, converted) = match column.kind {
        Kind::Text | Kind::Json => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        Kind::Whole => (Physical::INT64, ConvertedType::NONE),
        Kind::Moment => (Physical::INT64, ConvertedType::TIMESTAMP_MILLIS),
        Kind::YesNo => (Physical::BOOLEAN, ConvertedType::NONE),
        Kind::Minor | Kind::Units(_) => (Physical::FIXED_LEN_BYTE_ARRAY, ConvertedType::DECIMAL),
    };
    let field = Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(converted);
    let decimals = match column.kind {
        Kind::Units(_) => i32::try_from(DECIMALS).unwrap_or(0),
        _ => 0,
    };
    let field = match converted {
        ConvertedType::DECIMAL => field.with_length(16).with_precision(DIGITS).with_scale(decimals),
        _ => field,
    };
    Ok(Arc::new(field.build()?))
}
