use super::*;
use ::parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use ::parquet::file::metadata::KeyValue;
use ::parquet::file::properties::WriterProperties;
use ::parquet::file::writer::SerializedFileWriter;
use ::parquet::schema::parser::parse_message_type;
use bytes::Bytes;
use std::sync::Arc;

const SEALS: &str = "required int32 partition; required int64 position; required binary key (utf8); \
                     required binary mac (utf8);";

/// A file of one MAC with these columns, of which the first is a number of 32 bits and the second one of 64.
fn file(columns: &str, metadata: Option<Vec<KeyValue>>) -> Bytes {
    let schema = parse_message_type(&format!("message row {{ {columns} }}")).expect("a schema");
    let texts = schema.get_fields().len() - 2;
    let properties = WriterProperties::builder().set_key_value_metadata(metadata).build();
    let mut bytes = Vec::new();
    let mut writer = SerializedFileWriter::new(&mut bytes, Arc::new(schema), Arc::new(properties)).expect("a writer");
    let mut group = writer.next_row_group().expect("a group");
    let mut column = group.next_column().expect("a column").expect("a column");
    column
        .typed::<Int32Type>()
        .write_batch(&[0], Some(&[1]), None)
        .expect("written");
    column.close().expect("closed");
    let mut column = group.next_column().expect("a column").expect("a column");
    column
        .typed::<Int64Type>()
        .write_batch(&[1], Some(&[1]), None)
        .expect("written");
    column.close().expect("closed");
    for _ in 0..texts {
        let mut column = group.next_column().expect("a column").expect("a column");
        let text = [ByteArray::from("00")];
        column
            .typed::<ByteArrayType>()
            .write_batch(&text, Some(&[1]), None)
            .expect("written");
        column.close().expect("closed");
    }
    group.close().expect("closed");
    writer.close().expect("closed");
    bytes.into()
}

#[test]
fn columns_are_those_that_an_export_is_written_with() {
    let read = |columns: &str, metadata| rows::<SealRow>("seals", file(columns, metadata)).map(Iterator::count);
    assert_eq!(read(SEALS, None), Ok(1));
    let renamed = vec![KeyValue::new("pandas".into(), "{}".to_string())];
    for (columns, metadata) in [
        (
            SEALS
                .replace("binary key", "binary ma")
                .replace("binary mac", "binary key"),
            None,
        ),
        (SEALS.replace("position", "place"), None),
        (format!("{SEALS} required binary amount (utf8);"), None),
        (SEALS.replace("required binary mac", "optional binary mac"), None),
        (SEALS.replace("key (utf8)", "key"), None),
        // Read as empty, and as moments, by who goes by these types.
        (SEALS.replace("position", "position (unknown)"), None),
        (SEALS.replace("position", "position (timestamp(nanos,true))"), None),
        (SEALS.into(), Some(renamed)),
    ] {
        let why = read(&columns, metadata).expect_err("other columns");
        assert_eq!(why.0, "seals: its columns are not those of an export", "{columns}");
    }
}
