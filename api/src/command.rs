//! A player's command: from the call to the command handler, and from the recorded events to the answer that the
//! ledger stores under the request id.
//!
//! The command handler makes the answer from the state after the decision and stores both together, so a repetition
//! gets the same bytes. Knows nothing of HTTP.

use crate::call::Call;
use crate::endpoint::{Answer, Data, written};
use crate::error::Failure;
use crate::wire::body::{Body, digest};
use crate::wire::dive::Dive;
use crate::wire::said::Spoken;
use crate::wire::wallet::Asset;
use domain::player::{Command, Event, Player};
use domain::refusal::Refusal;
use domain::stream::Context;
use domain::time::Timestamp;
use ledger::{Loaded, Shape, StreamId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

impl<B: Body> Call<B> {
    /// The player as of now.
    ///
    /// # Errors
    /// A fault of the ledger.
    pub async fn load(&self) -> Result<Loaded<Player>, Failure> {
        Ok(self.app.ledger().players().load(&StreamId::player(self.player)).await?)
    }

    /// Calls the command handler; the answer is stored under the body's request id.
    ///
    /// # Errors
    /// The refusal, or a failure of the command handler.
    pub async fn execute<D: Serialize + 'static>(
        &self,
        command: impl Into<Command>,
        shape: fn(&Outcome<'_>) -> D,
    ) -> Answer<D> {
        self.execute_as(self.body.req_id(), command, shape).await
    }

    /// A stored answer with its texts in the language of this call.
    ///
    /// # Errors
    /// A fault: the stored answer is not one of this call.
    pub fn spoken<D: Spoken + Serialize + DeserializeOwned>(&self, stored: Data<D>) -> Answer<D> {
        let stored = serde_json::from_str::<D>(&stored.into_text()).map_err(|error| self.app.unreadable(&error))?;
        Ok(Data::of(&stored.in_language(self.lang)))
    }

    /// The same under another request id, for a command that this call needs beside its own.
    ///
    /// # Errors
    /// The refusal, or a failure of the command handler.
    pub async fn execute_as<D: Serialize + 'static>(
        &self,
        id: Option<Uuid>,
        command: impl Into<Command>,
        shape: fn(&Outcome<'_>) -> D,
    ) -> Answer<D> {
        let digest = digest(self.endpoint.path, &self.body);
        let request = ledger::Request {
            id,
            digest,
            actor: "player".to_owned(),
            ..ledger::Request::default()
        };
        let stream = StreamId::player(self.player);
        let reply = self
            .app
            .ledger()
            .players()
            .execute(&stream, command.into(), request, OutcomeShape(shape))
            .await?;
        self.written.note(reply.position);
        match reply.code {
            0 => Ok(Data::remembered(reply.data)),
            code => Err(Failure::Refused { code, data: reply.data }),
        }
    }
}

/// What an accepted command led to.
pub struct Outcome<'a> {
    pub player: &'a Player,
    /// Version of the stream afterwards.
    pub version: u64,
    /// The recorded events, in order.
    pub events: &'a [Event],
    /// What the decision was given.
    pub context: &'a Context,
}

impl Outcome<'_> {
    pub fn asset(&self) -> Asset {
        Asset::of(self.player, self.version)
    }

    /// The dive as it goes on.
    pub fn dive(&self) -> Option<Dive> {
        Dive::of(self.player, &self.context.config.game)
    }

    /// The event that the command is about.
    ///
    /// # Panics
    /// When the command recorded no such event: a defect that the call's test finds.
    pub fn event<T>(&self, of_kind: fn(&Event) -> Option<T>) -> T {
        self.events
            .iter()
            .find_map(of_kind)
            .expect("an accepted command records its own event")
    }
}

/// Shapes the stored answers of a call.
#[derive(Debug)]
pub struct OutcomeShape<D>(pub fn(&Outcome<'_>) -> D);

impl<D> Clone for OutcomeShape<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for OutcomeShape<D> {}

impl<D: Serialize> Shape<Player> for OutcomeShape<D> {
    fn accepted(&self, player: &Player, version: u64, events: &[Event], context: &Context) -> String {
        written(&(self.0)(&Outcome {
            player,
            version,
            events,
            context,
        }))
    }

    fn refused(&self, player: &Player, _version: u64, refusal: &Refusal, context: &Context) -> String {
        details(player, refusal, context).to_string()
    }
}

/// A moment as a text names it, `2025-01-31 12:00 UTC`.
pub(crate) fn minute_of(until: i64) -> String {
    let moment = Timestamp(until);
    let minutes = moment.since(moment.day().start()) / 60_000;
    format!("{} {:02}:{:02} UTC", moment.day(), minutes / 60, minutes % 60)
}

/// What a refusal carries beside its code: its own values, and the dive when the step was out of date (api §4).
pub(crate) fn details(player: &Player, refusal: &Refusal, context: &Context) -> Value {
    match refusal {
        Refusal::StepOutOfDate => return json!({ "dive": Dive::of(player, &context.config.game) }),
        Refusal::IdentityRequired | Refusal::IdentityUnderReview | Refusal::IdentityFailed => {
            let required_over = context.config.withdraw.kyc_over_lifetime.to_string();
            return json!({ "required_over": required_over, "kyc_status": player.identity.kyc.code() });
        }
        Refusal::AddressTooNew { until } => return json!({ "until": until, "time": minute_of(*until) }),
        _ => {}
    }
    let mut values = serde_json::to_value(refusal).expect("a refusal has a JSON form");
    match values.as_object_mut() {
        Some(fields) if fields.len() > 1 => {
            fields.remove("refusal");
            values
        }
        _ => Value::Null,
    }
}
