//! The player's own limits and breaks (domain §3.14).

use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::wire::limits::{
    LimitsExcludeBody, LimitsExcludeData, LimitsInfoBody, LimitsInfoData, LimitsSetBody, LimitsSetData,
};
use crate::wire::user::Limits;
use domain::player::limits::{SetLimit, TakeBreak};

/// The limits as they stand.
pub async fn info(call: Call<LimitsInfoBody>) -> Answer<LimitsInfoData> {
    let loaded = call.load().await?;
    Ok(Data::of(&LimitsInfoData {
        limits: Limits::of(&loaded.state, &call.app.config(), call.now),
    }))
}

pub async fn set(call: Call<LimitsSetBody>) -> Answer<LimitsSetData> {
    let setting = call.body.field.setting(call.body.value.as_deref());
    let setting = setting.ok_or_else(|| Failure::invalid("value"))?;
    call.execute(SetLimit { setting }, |outcome| LimitsSetData {
        limits: limits(outcome),
    })
    .await
}

pub async fn exclude(call: Call<LimitsExcludeBody>) -> Answer<LimitsExcludeData> {
    let command = TakeBreak {
        kind: call.body.kind.into(),
        days: call.body.days,
    };
    call.execute(command, |outcome| LimitsExcludeData {
        limits: limits(outcome),
    })
    .await
}

fn limits(outcome: &Outcome<'_>) -> Limits {
    Limits::of(outcome.player, &outcome.context.config, outcome.context.now)
}
