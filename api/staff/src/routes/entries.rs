//! The journal.

use crate::call::StaffCall;
use crate::reading;
use crate::wire::entries::EntriesExplainBody;
use crate::wire::entries::EntriesExplainData;
use api::endpoint::{Answer, Data};

/// Why a leg has its amount.
pub async fn explain(call: StaffCall<EntriesExplainBody>) -> Answer<EntriesExplainData> {
    let data = reading::explain(call.app.ledger(), &call.body).await?;
    Ok(Data::of(&data))
}
