//! Identifiers. Ids are opaque to callers and derived, where retries could
//! otherwise create two, from their cause.

use crate::case::CaseNo;
use crate::draw::hex_digest;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(formatter)
            }
        }
    };
}

id!(
    /// A player, one for each messenger account.
    PlayerId
);
id!(
    /// One dive of one player.
    DiveId
);
id!(
    /// An amount due to an inviter, of one kind, for one friend and day.
    RecordId
);
id!(
    /// One red packet or redeem code.
    PacketId
);
id!(
    /// One allotment that players compete for.
    StockId
);
id!(
    /// One withdrawal, derived from the request.
    WithdrawalId
);
id!(
    /// One top-up order, derived from its number.
    OrderId
);
id!(
    /// One submission of identity documents.
    SubmissionId
);
id!(
    /// One leaderboard of one period.
    RankId
);
id!(
    /// One member of staff, derived from the name.
    StaffId
);
id!(
    /// One proposal that needs a second person, derived from the request.
    ProposalId
);
id!(
    /// One case, derived from its number.
    CaseId
);
id!(
    /// One taking from an allotment, derived from the request.
    TakeId
);

/// Namespace of ids derived from outside identities.
const NAMESPACE: Uuid = Uuid::from_u128(0x6c65_6467_6572_4000_8000_6669_7368_696e);

impl PlayerId {
    /// The player of a messenger account: always the same id, so an account registers once.
    pub fn of_messenger(tg_id: i64) -> PlayerId {
        PlayerId(Uuid::new_v5(&NAMESPACE, format!("tg:{tg_id}").as_bytes()))
    }
}

impl WithdrawalId {
    /// The withdrawal of a caller's request.
    pub fn of_request(request: Uuid) -> WithdrawalId {
        WithdrawalId(derived("withdrawal", request))
    }
}

impl StaffId {
    /// The member of a name; names differ by letters, not by their case.
    pub fn of(name: &str) -> StaffId {
        let name = name.to_ascii_lowercase();
        StaffId(Uuid::new_v5(&NAMESPACE, format!("staff:{name}").as_bytes()))
    }
}

impl ProposalId {
    /// The proposal of a caller's request.
    pub fn of_request(request: Uuid) -> ProposalId {
        ProposalId(derived("proposal", request))
    }
}

impl CaseId {
    /// The case of a number.
    pub fn of(no: &CaseNo) -> CaseId {
        CaseId(Uuid::new_v5(&NAMESPACE, format!("case:{no}").as_bytes()))
    }
}

/// Letters of an order's number after its first one; it is the comment that people may have to type.
const ORDER_NO_LETTERS: usize = 19;

impl OrderId {
    /// The number of the order that a request or a proposal opens.
    pub fn number(source: Uuid) -> String {
        let letters = source.simple().to_string().to_ascii_uppercase();
        format!("T{}", &letters[..ORDER_NO_LETTERS])
    }

    /// The order of a number.
    pub fn of(order_no: &str) -> OrderId {
        OrderId(Uuid::new_v5(&NAMESPACE, format!("topup:{order_no}").as_bytes()))
    }
}

/// An id derived from cause and purpose: a policy that runs twice produces the same id.
pub fn derived(purpose: &str, cause: Uuid) -> Uuid {
    Uuid::new_v5(&NAMESPACE, format!("{purpose}:{cause}").as_bytes())
}

/// An invite code: eight characters of base 32 without I, L, O and U (domain §3.1).
///
/// The code also contains the partition of its player, so that it can be looked up
/// without a query to every partition, and two partitions never generate the same one.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Scode(String);

pub(crate) const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PARTITION_BITS: u64 = 10;
const LOW_BITS: u64 = 30;
const LOW_MASK: u64 = (1 << LOW_BITS) - 1;
const HIGH_MASK: u64 = (1 << PARTITION_BITS) - 1;

impl Scode {
    /// The code of a player; `attempt` gives the next candidate when one is taken.
    pub fn mint(player: PlayerId, partition: u16, attempt: u32) -> Scode {
        let digest = hex_digest(format!("scode:{player}:{attempt}").as_bytes());
        let low = u64::from_str_radix(&digest[..12], 16).unwrap_or_default() & LOW_MASK;
        let bits = ((u64::from(partition) ^ mix(low)) & HIGH_MASK) << LOW_BITS | low;
        let character = |index: u64| char::from(ALPHABET[(bits >> (35 - 5 * index) & 31) as usize]);
        Scode((0..8).map(character).collect())
    }

    /// Parses a code as typed: case does not matter.
    pub fn parse(text: &str) -> Option<Scode> {
        let code = text.to_ascii_uppercase();
        let known = code.len() == 8 && code.bytes().all(|byte| ALPHABET.contains(&byte));
        known.then_some(Scode(code))
    }

    /// The partition whose player owns this code.
    pub fn partition(&self) -> u16 {
        let digit = |byte: u8| ALPHABET.iter().position(|&letter| letter == byte).unwrap_or_default() as u64;
        let bits = self.0.bytes().fold(0, |bits, byte| bits << 5 | digit(byte));
        ((bits >> LOW_BITS ^ mix(bits & LOW_MASK)) & HIGH_MASK) as u16
    }

    /// The code as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Scode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

fn mix(low: u64) -> u64 {
    low.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

#[cfg(test)]
mod tests;
