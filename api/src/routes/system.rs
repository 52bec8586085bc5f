//! What a client must know before a login.

use crate::call::Visit;
use crate::endpoint::{Answer, Data};
use crate::router;
use crate::wire::system::{SystemConfigBody, SystemConfigData};

/// The product's configuration.
pub async fn config(visit: Visit<SystemConfigBody>) -> Answer<SystemConfigData> {
    Ok(Data::of(&SystemConfigData::of(&visit.app.config(), &router::modules())))
}
