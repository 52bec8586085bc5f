//! The journal.

use crate::endpoint::{Answer, Data};
use crate::staff::call::StaffCall;
use crate::staff::reading;
use crate::staff::wire::entries::EntriesExplainBody;
use crate::staff::wire::entries::EntriesExplainData;

/// Why a leg has its amount.
pub async fn explain(call: StaffCall<EntriesExplainBody>) -> Answer<EntriesExplainData> {
    let data = reading::explain(call.app.ledger(), &call.body).await?;
    Ok(Data::of(&data))
}
