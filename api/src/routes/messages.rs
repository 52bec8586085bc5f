//! What the bot writes to the player (domain §3.17).

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::wire::messages::{Messages, MessagesInfoBody, MessagesInfoData, MessagesSetBody, MessagesSetData};
use domain::player::messages::{ChooseMessages, Topics};

pub async fn info(call: Call<MessagesInfoBody>) -> Answer<MessagesInfoData> {
    let loaded = call.load().await?;
    Ok(Data::of(&MessagesInfoData {
        messages: Messages::of(&loaded.state),
    }))
}

/// The player is written to in the language of this call.
pub async fn set(call: Call<MessagesSetBody>) -> Answer<MessagesSetData> {
    let body = &call.body;
    let topics = Topics {
        checkin: body.checkin,
        withdrawal: body.withdrawal,
        friend: body.friend,
        bonus: body.bonus,
    };
    let lang = call.lang.code().to_owned();
    call.execute(ChooseMessages { topics, lang }, |outcome| MessagesSetData {
        messages: Messages::of(outcome.player),
    })
    .await
}
