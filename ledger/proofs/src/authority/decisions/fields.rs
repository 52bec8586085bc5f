//! What was proposed and what was done, field by field.

use super::Proposed;
use domain::proposal::{Kind, NO_CLOSED_MONTH};
use domain::staff::Activation;
use serde_json::Value;

/// A field of a proposed change, or its maker's reason. A refund has its payment as `paid_by` since its maker names it.
pub(super) fn stated<'p>(proposed: &'p Proposed, name: &str) -> &'p Value {
    match &proposed.what[name] {
        Value::Null if name == "reason" => &proposed.reason,
        Value::Null if (proposed.kind, name) == (Kind::CouponRefund, "payment") => &proposed.what["paid_by"],
        value => value,
    }
}

/// What the hash of a code is compared with.
pub(super) fn code(activation: Option<&Activation>) -> Option<&str> {
    activation.map(|activation| activation.code.as_str())
}

/// An amount and the name of an account may have been written in another way; a correction that was said to restate no
/// closed month names none, and one of before had its transaction in the proposal alone.
pub(super) fn is_same(field: &str, proposed: &Value, done: &Value) -> bool {
    let minor = |value: &Value| value.as_str().and_then(|text| text.parse::<i64>().ok());
    let lower = |value: &Value| value.as_str().map(str::to_lowercase);
    proposed == done
        || minor(proposed).is_some_and(|amount| minor(done) == Some(amount))
        || field == "name" && lower(proposed) == lower(done)
        || field == "restates" && done.is_null() && proposed == NO_CLOSED_MONTH
        || field == "tx" && done.is_null()
}
