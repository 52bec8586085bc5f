//! Where a player's account is open, and the end of it there (api §9.1).

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::wire::session::{SessionEndBody, SessionEndData, SessionListBody, SessionListData};

pub async fn list(call: Call<SessionListBody>) -> Answer<SessionListData> {
    let list = call.app.sessions().list(call.player, &call.body.token, call.now);
    Ok(Data::of(&SessionListData { list: list.await? }))
}

/// Twice is once: a session that has ended is not there.
pub async fn end(call: Call<SessionEndBody>) -> Answer<SessionEndData> {
    let (sessions, token) = (call.app.sessions(), &call.body.token);
    match &call.body.session {
        Some(session) => sessions.end(call.player, session, call.now).await?,
        None => sessions.end_others(call.player, token, call.now).await?,
    }
    let list = sessions.list(call.player, token, call.now).await?;
    Ok(Data::of(&SessionEndData { list }))
}
