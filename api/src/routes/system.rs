//! The configuration that a client reads before the login.

use crate::call::PublicCall;
use crate::endpoint::{Answer, Data};
use crate::router;
use crate::wire::system::{SystemConfigBody, SystemConfigData};

pub async fn config(call: PublicCall<SystemConfigBody>) -> Answer<SystemConfigData> {
    let (config, links) = (call.app.config(), &call.app.settings().links);
    Ok(Data::of(&SystemConfigData::of(&config, links, &router::modules())))
}
