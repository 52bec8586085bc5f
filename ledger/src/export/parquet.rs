//! Rows in Apache Parquet: columns of plain numbers and texts, read by every tool of analysts.
//!
//! Written in groups of rows, so that memory holds one group. Uncompressed: the files are hashed and checked, and
//! whoever keeps them compresses them as they like.

mod rows;

use super::sheet::Hashed;
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;
use proofs::export::columns::{Column, Kind};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;

/// Rows of a group.
const GROUP: usize = 10_000;

/// A value of a column.
#[derive(Debug)]
pub(super) enum Value {
    Small(i32),
    Whole(i64),
    Text(String),
}

/// A row with its columns.
pub(super) trait Columns {
    /// Names and kinds, in order.
    const COLUMNS: &'static [Column];

    /// The row's values, in the order of its columns.
    fn values(&self) -> Vec<Value>;
}

type Out = Hashed<BufWriter<File>>;

/// A file under construction.
pub(super) struct Groups {
    writer: SerializedFileWriter<Out>,
    columns: &'static [Column],
    rows: Vec<Vec<Value>>,
}

impl Groups {
    /// Begins a file of rows `R`.
    pub(super) fn begin<R: Columns>(out: Out) -> Result<Groups, ParquetError> {
        let fields = R::COLUMNS.iter().map(|(name, kind)| field(name, *kind));
        let fields = fields.collect::<Result<Vec<_>, _>>()?;
        let schema = Type::group_type_builder("row").with_fields(fields).build()?;
        let properties = Arc::new(WriterProperties::builder().build());
        Ok(Groups {
            writer: SerializedFileWriter::new(out, Arc::new(schema), properties)?,
            columns: R::COLUMNS,
            rows: Vec::new(),
        })
    }

    pub(super) fn add(&mut self, row: &impl Columns) -> Result<(), ParquetError> {
        self.rows.push(row.values());
        if self.rows.len() < GROUP { Ok(()) } else { self.write() }
    }

    /// Ends the file and gives back what it was written to.
    pub(super) fn finish(mut self) -> Result<Out, ParquetError> {
        self.write()?;
        let mut out = self.writer.into_inner()?;
        out.flush()?;
        Ok(out)
    }

    fn write(&mut self) -> Result<(), ParquetError> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let mut columns: Vec<Vec<Value>> = self.columns.iter().map(|_| Vec::new()).collect();
        for row in self.rows.drain(..) {
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
        let mut group = self.writer.next_row_group()?;
        for (values, (_, kind)) in columns.iter().zip(self.columns) {
            let Some(mut column) = group.next_column()? else { break };
            match kind {
                Kind::Small => {
                    let small = |value: &Value| {
                        if let Value::Small(small) = value {
                            Some(*small)
                        } else {
                            None
                        }
                    };
                    let values: Vec<i32> = values.iter().filter_map(small).collect();
                    column.typed::<Int32Type>().write_batch(&values, None, None)?;
                }
                Kind::Whole => {
                    let whole = |value: &Value| {
                        if let Value::Whole(whole) = value {
                            Some(*whole)
                        } else {
                            None
                        }
                    };
                    let values: Vec<i64> = values.iter().filter_map(whole).collect();
                    column.typed::<Int64Type>().write_batch(&values, None, None)?;
                }
                Kind::Text => {
                    let text = |value: &Value| match value {
                        Value::Text(text) => Some(ByteArray::from(text.as_str())),
                        Value::Small(_) | Value::Whole(_) => None,
                    };
                    let values: Vec<ByteArray> = values.iter().filter_map(text).collect();
                    column.typed::<ByteArrayType>().write_batch(&values, None, None)?;
                }
            }
            column.close()?;
        }
        group.close()?;
        Ok(())
    }
}

fn field(name: &str, kind: Kind) -> Result<Arc<Type>, ParquetError> {
    let (physical, converted) = match kind {
        Kind::Small => (Physical::INT32, ConvertedType::NONE),
        Kind::Whole => (Physical::INT64, ConvertedType::NONE),
        Kind::Text => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
    };
    let field = Type::primitive_type_builder(name, physical)
        .with_repetition(Repetition::REQUIRED)
        .with_converted_type(converted);
    Ok(Arc::new(field.build()?))
}
