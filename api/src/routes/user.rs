//! The player's account: profile, terms, erasure.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::wire::user::{
    User, UserAcceptTermsBody, UserAcceptTermsData, UserDeleteBody, UserDeleteData, UserInfoBody, UserInfoData,
};
use domain::player::Event;
use domain::player::erasure::RequestErasure;
use domain::player::registration::AcceptTerms;

pub async fn info(call: Call<UserInfoBody>) -> Answer<UserInfoData> {
    let loaded = call.load().await?;
    let profile = call.app.profile(call.player).await?;
    Ok(Data::of(&UserInfoData {
        user: User::of(&loaded.state, &call.app.config(), call.now).named(profile),
    }))
}

/// Accepts the terms. The ledger remembers the answer without name and picture, which may be erased later.
pub async fn accept_terms(call: Call<UserAcceptTermsBody>) -> Answer<UserAcceptTermsData> {
    let command = AcceptTerms {
        version: call.body.version.clone(),
    };
    let stored = call
        .execute(command, |outcome| UserAcceptTermsData {
            user: User::of(outcome.player, &outcome.context.config, outcome.context.now),
        })
        .await?;
    let UserAcceptTermsData { user } =
        serde_json::from_str(&stored.into_text()).map_err(|error| call.app.unreadable(&error))?;
    let profile = call.app.profile(call.player).await?;
    Ok(Data::of(&UserAcceptTermsData {
        user: user.named(profile),
    }))
}

/// Asks for the end of the account.
pub async fn delete(call: Call<UserDeleteBody>) -> Answer<UserDeleteData> {
    let command = RequestErasure {
        staff: None,
        reason: String::new(),
    };
    call.execute(command, |outcome| {
        let erase_at = outcome.event(|event| match event {
            Event::ErasureRequested(requested) => Some(requested.erase_at),
            _ => None,
        });
        UserDeleteData { erase_at: erase_at.0 }
    })
    .await
}
