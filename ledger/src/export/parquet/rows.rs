//! The columns of each kind of row.

use super::super::{EventRow, PostingRow, RefusalRow, SealRow};
use super::{Columns, Value};
use proofs::export::columns::{self, Column};

impl Columns for EventRow {
    const COLUMNS: &'static [Column] = columns::EVENTS;

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
}

impl Columns for PostingRow {
    const COLUMNS: &'static [Column] = columns::POSTINGS;

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
}

impl Columns for SealRow {
    const COLUMNS: &'static [Column] = columns::SEALS;

    fn values(&self) -> Vec<Value> {
        vec![
            Value::Small(self.partition),
            Value::Whole(self.position),
            Value::Text(self.key.clone()),
            Value::Text(self.mac.clone()),
        ]
    }
}

impl Columns for RefusalRow {
    const COLUMNS: &'static [Column] = columns::REFUSALS;

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
}
