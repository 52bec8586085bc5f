//! What the maker of a proposal signs (api §7.19): the kind, and a digest of the fields that the maker gave. What the
//! service adds to them, such as the hash of a code, the rail of a payment or the figures of a month, nobody knows before
//! the call; the approver signs all of it.

use super::Kind;
use crate::draw::hex_digest;
use serde_json::{Map, Value};

/// What a correction says that restates no closed month, in place of one.
pub const NO_CLOSED_MONTH: &str = "none";

impl Kind {
    /// The fields that the maker gives, as the recorded change names them. Those of a version of the configuration are
    /// the fields of its call.
    const fn stated(self) -> &'static [&'static str] {
        match self {
            Kind::Adjustment => &["player", "purse", "delta", "counter", "case_id", "tx", "restates"],
            Kind::TopupAssign => &["tx", "order_no", "player"],
            Kind::PaymentReturn => &["tx"],
            Kind::MismatchClear => &["withdrawal"],
            Kind::ClusterFreeze => &["players"],
            Kind::ReserveFund | Kind::PromoFund => &["amount", "tx"],
            Kind::Packet => &[
                "kind",
                "asset",
                "total",
                "shares",
                "min",
                "title_en",
                "title_zh",
                "hours",
                "min_age_days",
                "min_casts_7d",
                "countries",
            ],
            Kind::StaffAccount => &["name", "roles", "own"],
            Kind::PeriodClose => &["period"],
            Kind::DiveVoid => &["player", "dive", "case_id"],
            Kind::RecordCancel => &["player", "record", "case_id"],
            Kind::RankCorrection => &["rank", "player", "case_id"],
            Kind::CouponRefund => &["player", "order_no", "amount", "case_id", "tx", "lt"],
            Kind::KycReset | Kind::Erasure | Kind::AccessFile => &["player"],
            Kind::Config => &["section", "body", "effective_ms", "replaces"],
        }
    }

    /// The call by which a change is proposed; nothing for a change that names none.
    pub fn call(self, what: &Value) -> Option<&'static str> {
        Some(match self {
            Kind::Adjustment => "adjustments/propose",
            Kind::TopupAssign => "topups/propose_assign",
            Kind::PaymentReturn => "topups/propose_return",
            Kind::MismatchClear => "withdrawals/propose_clear",
            Kind::ClusterFreeze => "freezes/propose",
            Kind::ReserveFund | Kind::PromoFund => "treasury/propose",
            Kind::Packet => "packets/propose",
            Kind::PeriodClose => "periods/propose",
            Kind::DiveVoid => "dives/propose",
            Kind::RecordCancel => "records/propose",
            Kind::RankCorrection => "ranks/propose",
            Kind::CouponRefund => "topups/propose_refund",
            Kind::KycReset => "kyc/reset",
            Kind::Erasure => "erasure/request",
            Kind::AccessFile => "access/propose",
            Kind::Config => "config/propose",
            Kind::StaffAccount => match what["act"].as_str()? {
                "add" => "staff/add",
                "roles" => "staff/roles",
                "enable" => "staff/enable",
                "reset" => "staff/reset",
                _ => return None,
            },
        })
    }
}

/// The subject of the act that proposes a change: the same of the change as it is recorded and of the body that asked for
/// it. Lists of texts are sets here, so their order is not signed; fields without a value are left out.
pub fn stated_subject(kind: Kind, what: &Value) -> String {
    let value = |field: &str| match &what[field] {
        Value::Null => of_payment(kind, field, what),
        // Of a payment that a player gets the service names the order.
        _ if field == "order_no" && kind == Kind::TopupAssign && what["player"].is_string() => Value::Null,
        Value::Array(list) if list.iter().all(Value::is_string) => sorted(list),
        // From the approval on.
        moment if field == "effective_ms" && *moment == 0 => Value::Null,
        value => value.clone(),
    };
    let stated = kind.stated().iter().map(|field| ((*field).to_owned(), value(field)));
    let stated: Map<String, Value> = stated.filter(|(_, value)| !value.is_null()).collect();
    let digest = hex_digest(&serde_json::to_vec(&stated).expect("a change writes"));
    format!("{} {digest}", kind.name())
}

/// A field of the payment that the maker named, where the change records all of it. The `payment` of a refund is of a
/// proposal of before, whose maker named none.
fn of_payment(kind: Kind, field: &str, what: &Value) -> Value {
    let place = match (kind, field) {
        (Kind::CouponRefund, "tx") => "/paid_by/tx",
        (Kind::CouponRefund, "lt") => "/paid_by/lt",
        (Kind::CouponRefund, _) => return Value::Null,
        (_, "tx") => "/payment/tx",
        _ => return Value::Null,
    };
    what.pointer(place).cloned().unwrap_or_default()
}

fn sorted(list: &[Value]) -> Value {
    let mut texts: Vec<&str> = list.iter().filter_map(Value::as_str).collect();
    texts.sort_unstable();
    texts.dedup();
    texts.into()
}
