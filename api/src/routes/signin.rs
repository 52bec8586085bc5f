//! The daily check-in.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::wire::signin::{SigninInfoBody, SigninInfoData, SigninSignBody, SigninSignData};
use domain::player::Event;
use domain::player::signin::SignIn;

/// The ladder as it stands.
pub async fn info(call: Call<SigninInfoBody>) -> Answer<SigninInfoData> {
    let loaded = call.load().await?;
    Ok(Data::of(&SigninInfoData::of(
        &loaded.state.signin,
        &call.app.config(),
        call.now,
    )))
}

pub async fn sign(call: Call<SigninSignBody>) -> Answer<SigninSignData> {
    call.execute(SignIn, |outcome| {
        let signed = outcome.event(|event| match event {
            Event::SignedIn(signed) => Some(signed.clone()),
            _ => None,
        });
        SigninSignData::of(&signed, outcome.asset())
    })
    .await
}
