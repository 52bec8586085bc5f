//! What an act of one person names beside its reason, from the fields of its call (api §7.19). Whoever asks computes it
//! before the service does, and the law computes it from what was recorded.

use crate::proposal::{Kind, stated_subject};
use serde_json::{Value, json};

/// The subject of a call that is signed as an act of one person; nothing for another call.
pub fn of_call(call: &str, body: &Value) -> Option<String> {
    let text = |field: &str| body[field].as_str().unwrap_or_default().to_owned();
    let id = |field: &str| text(field).to_lowercase();
    Some(match call {
        "withdrawals/reject" | "withdrawals/flag" => id("withdrawal"),
        "withdrawals/pause" | "withdrawals/resume" => "wallets".to_owned(),
        "treasury/open_stakes" => "stakes".to_owned(),
        "freezes/set" | "freezes/lift" | "erasure/cancel" => id("player"),
        "packets/create" => {
            let shares = body["shares"].as_u64().unwrap_or_default();
            format!("{} {} {} {shares}", text("kind"), text("asset"), text("total"))
        }
        "packets/stop" => id("packet"),
        "staff/disable" => text("name"),
        "keys/revoke" => format!("{} {}", text("account"), text("key")),
        "kyc/decide" => {
            let reasons = body["reasons"].as_array().into_iter().flatten();
            let reasons: Vec<&str> = reasons.filter_map(Value::as_str).collect();
            let day = body["expires_on"].as_str();
            decided(&id("player"), &id("submission"), &text("verdict"), day, &reasons)
        }
        "days/close" => text("day"),
        "proposals/reject" => id("proposal"),
        _ => stated_subject(kind_of(call, body)?, &plain(body)),
    })
}

/// The subject of a decision about an identity.
pub fn decided(player: &str, submission: &str, verdict: &str, expires_on: Option<&str>, reasons: &[&str]) -> String {
    let day = expires_on.unwrap_or("-");
    format!("{player} {submission} {verdict} {day} {}", reasons.join(","))
}

fn kind_of(call: &str, body: &Value) -> Option<Kind> {
    Some(match call {
        "adjustments/propose" => Kind::Adjustment,
        "topups/propose_assign" => Kind::TopupAssign,
        "topups/propose_return" => Kind::PaymentReturn,
        "withdrawals/propose_clear" => Kind::MismatchClear,
        "freezes/propose" => Kind::ClusterFreeze,
        "treasury/propose" if body["to"] == "reserve" => Kind::ReserveFund,
        "treasury/propose" => Kind::PromoFund,
        "packets/propose" => Kind::Packet,
        "staff/add" | "staff/roles" | "staff/enable" | "staff/reset" => Kind::StaffAccount,
        "periods/propose" => Kind::PeriodClose,
        "dives/propose" => Kind::DiveVoid,
        "records/propose" => Kind::RecordCancel,
        "ranks/propose" => Kind::RankCorrection,
        "topups/propose_refund" => Kind::CouponRefund,
        "kyc/reset" => Kind::KycReset,
        "erasure/request" => Kind::Erasure,
        "access/propose" => Kind::AccessFile,
        "config/propose" => Kind::Config,
        _ => return None,
    })
}

/// Ids as they are recorded.
fn plain(body: &Value) -> Value {
    let mut body = body.clone();
    for field in ["player", "withdrawal", "own", "dive", "record", "rank"] {
        if let Some(id) = body[field].as_str() {
            body[field] = json!(id.to_lowercase());
        }
    }
    if let Some(players) = body["players"].as_array() {
        let ids = players.iter().filter_map(Value::as_str).map(str::to_lowercase);
        body["players"] = ids.collect();
    }
    body
}

#[cfg(test)]
mod tests;
