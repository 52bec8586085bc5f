//! The columns of each kind of row.

use super::super::{EventRow, PostingRow, RefusalRow, SealRow};
use super::{Columns, Kind, Value};
use parquet::errors::ParquetError;
use parquet::record::{Row, RowAccessor};
use uuid::Uuid;

fn id(row: &Row, column: usize) -> Result<Uuid, ParquetError> {
    let text = row.get_string(column)?;
    Uuid::parse_str(text).map_err(|why| ParquetError::General(format!("column {column}: {why}")))
}

impl Columns for EventRow {
    const COLUMNS: &'static [(&'static str, Kind)] = &[
        ("partition", Kind::Small),
        ("position", Kind::Whole),
        ("stream", Kind::Text),
        ("key", Kind::Text),
        ("sequence", Kind::Whole),
        ("event_id", Kind::Text),
        ("event_type", Kind::Text),
        ("event_version", Kind::Text),
        ("recorded_at_ms", Kind::Whole),
        ("payload", Kind::Text),
        ("metadata", Kind::Text),
        ("previous", Kind::Text),
        ("leaf", Kind::Text),
    ];

    fn values(&self) -> Vec<Value> {
        vec![
            Value::Small(self.partition),
            Value::Whole(self.position),
            Value::Text(self.stream.clone()),
            Value::Text(self.key.clone()),
            Value::Whole(self.sequence),
            Value::Text(self.event_id.to_string()),
            Value::Text(self.event_type.clone()),
            Value::Text(self.event_version.clone()),
            Value::Whole(self.recorded_at_ms),
            Value::Text(self.payload.clone()),
            Value::Text(self.metadata.clone()),
            Value::Text(self.previous.clone()),
            Value::Text(self.leaf.clone()),
        ]
    }

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

impl Columns for PostingRow {
    const COLUMNS: &'static [(&'static str, Kind)] = &[
        ("partition", Kind::Small),
        ("position", Kind::Whole),
        ("leg", Kind::Small),
        ("owner", Kind::Text),
        ("account", Kind::Text),
        ("asset", Kind::Text),
        ("amount", Kind::Whole),
        ("after", Kind::Whole),
    ];

    fn values(&self) -> Vec<Value> {
        vec![
            Value::Small(self.partition),
            Value::Whole(self.position),
            Value::Small(self.leg.into()),
            Value::Text(self.owner.to_string()),
            Value::Text(self.account.clone()),
            Value::Text(self.asset.clone()),
            Value::Whole(self.amount),
            Value::Whole(self.after),
        ]
    }

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

impl Columns for SealRow {
    const COLUMNS: &'static [(&'static str, Kind)] = &[
        ("partition", Kind::Small),
        ("position", Kind::Whole),
        ("key", Kind::Text),
        ("mac", Kind::Text),
    ];

    fn values(&self) -> Vec<Value> {
        vec![
            Value::Small(self.partition),
            Value::Whole(self.position),
            Value::Text(self.key.clone()),
            Value::Text(self.mac.clone()),
        ]
    }

    fn of(row: &Row) -> Result<SealRow, ParquetError> {
        Ok(SealRow {
            partition: row.get_int(0)?,
            position: row.get_long(1)?,
            key: row.get_string(2)?.clone(),
            mac: row.get_string(3)?.clone(),
        })
    }
}

impl Columns for RefusalRow {
    const COLUMNS: &'static [(&'static str, Kind)] = &[
        ("partition", Kind::Small),
        ("scope", Kind::Text),
        ("request_id", Kind::Text),
        ("digest", Kind::Text),
        ("code", Kind::Small),
        ("message", Kind::Text),
        ("answer", Kind::Text),
        ("version", Kind::Whole),
        ("recorded_at_ms", Kind::Whole),
        ("key", Kind::Text),
        ("mac", Kind::Text),
    ];

    fn values(&self) -> Vec<Value> {
        vec![
            Value::Small(self.partition),
            Value::Text(self.scope.to_string()),
            Value::Text(self.request_id.to_string()),
            Value::Text(self.digest.clone()),
            Value::Small(self.code),
            Value::Text(self.message.clone()),
            Value::Text(self.answer.clone()),
            Value::Whole(self.version),
            Value::Whole(self.recorded_at_ms),
            Value::Text(self.key.clone()),
            Value::Text(self.mac.clone()),
        ]
    }

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
