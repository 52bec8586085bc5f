//! The command handler: every command of every stream comes through [`CommandHandler::execute`].
//!
//! Same request id and same body give the stored answer, byte for byte, refusals
//! included; another body is a refusal of its own. A conflict is decided again a bounded
//! number of times; the draw is fixed by the stream's seed and nonce, so no retry
//! draws twice. An answer is given only for what is durable, and a refusal only
//! on a state that is still the newest when it is answered.

use crate::adapter::{Lifted, LiftedCommand, LiftedError, Outcome};
use crate::append::entry::AppendError;
use crate::append::rows::RequestRow;
use crate::append::writer::Writer;
use crate::error::{CommandError, Fault};
use crate::event_log::EventLog;
use crate::event_store::{LedgerStore, LockedAggregate, settled};
use crate::request::{Reply, Request, Shape};
use crate::seeds::Seeds;
use crate::spans;
use crate::stream_id::{StreamId, partition_of};
use crate::streams::Listed;
use crate::timeouts::query_in_time;
use async_trait::async_trait;
use cqrs_es::{AggregateError, CqrsFramework};
use domain::refusal::Refusal;
use domain::stream::{Context, Stream};
use rand::RngExt;
use sqlx::Row;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tracing::Instrument;

/// Decisions of one command at most; then the caller gets Busy.
const ATTEMPTS_MAX: u32 = 12;

/// A state that was current when it was returned, with nothing in it that is not durable.
#[derive(Clone, Debug)]
pub struct Loaded<S> {
    pub state: S,
    /// Its version; 0 when the stream has no events.
    pub version: u64,
}

/// What a decision made now would know, without seeds.
pub(crate) type ContextSource = Arc<dyn Fn() -> Context + Send + Sync>;

/// The command handler of one type of stream.
///
/// The work behind it is compiled once, in this crate, however many callers there are.
pub struct CommandHandler<S: Stream>(Arc<dyn Handle<S>>);

impl<S: Stream> CommandHandler<S> {
    pub(crate) fn new(log: EventLog, writers: Arc<[Writer]>, seeds: Seeds, context: ContextSource) -> CommandHandler<S>
    where
        S: Listed,
    {
        CommandHandler(Arc::new(Handler::new(log, writers, seeds, context)))
    }

    /// Decides and records a command.
    ///
    /// # Errors
    /// [`CommandError::KeyReused`] for a request id with another body, [`CommandError::Busy`] when nothing could be
    /// written now.
    pub async fn execute(
        &self,
        id: &StreamId,
        command: S::Command,
        request: Request,
        shape: impl Shape<S> + 'static,
    ) -> Result<Reply, CommandError> {
        self.0.execute(id, command, request, Arc::new(shape)).await
    }

    /// As [`CommandHandler::execute`], with an answer shape that is shared.
    ///
    /// # Errors
    /// As [`CommandHandler::execute`].
    pub async fn execute_shaped(
        &self,
        id: &StreamId,
        command: S::Command,
        request: Request,
        shape: Arc<dyn Shape<S>>,
    ) -> Result<Reply, CommandError> {
        self.0.execute(id, command, request, shape).await
    }

    /// The newest durable state.
    ///
    /// # Errors
    /// [`Fault`] when it cannot be read.
    pub async fn load(&self, id: &StreamId) -> Result<Loaded<S>, Fault> {
        self.0.load(id).await
    }

    /// Drops the cached aggregate of a stream.
    pub fn forget(&self, id: &StreamId) {
        self.0.forget(id);
    }

    /// The answer given before to this request id, if any; for a step that was taken under an id of its own.
    ///
    /// # Errors
    /// [`CommandError::KeyReused`] for an id with another body; a fault of the database.
    pub async fn remembered(&self, id: &StreamId, request: &Request) -> Result<Option<Reply>, CommandError> {
        self.0.remembered(id, request).await
    }
}

/// What a command handler does, with the types of framework and store erased.
#[async_trait]
trait Handle<S: Stream>: Send + Sync {
    async fn execute(
        &self,
        id: &StreamId,
        command: S::Command,
        request: Request,
        shape: Arc<dyn Shape<S>>,
    ) -> Result<Reply, CommandError>;
    async fn load(&self, id: &StreamId) -> Result<Loaded<S>, Fault>;
    async fn remembered(&self, id: &StreamId, request: &Request) -> Result<Option<Reply>, CommandError>;
    fn forget(&self, id: &StreamId);
}

struct Handler<S: Stream> {
    framework: CqrsFramework<Lifted<S>, LedgerStore<S>>,
    store: LedgerStore<S>,
    log: EventLog,
    partitions: u16,
    context: ContextSource,
}

impl<S: Stream> Handler<S> {
    fn new(log: EventLog, writers: Arc<[Writer]>, seeds: Seeds, context: ContextSource) -> Handler<S>
    where
        S: Listed,
    {
        let partitions = u16::try_from(writers.len()).unwrap_or(u16::MAX);
        let store = LedgerStore::new(log.clone(), writers);
        let framework = CqrsFramework::new(store.clone(), Vec::new(), seeds);
        Handler {
            framework,
            store,
            log,
            partitions,
            context,
        }
    }

    /// The reply, or nothing when the command must be decided again.
    async fn reply(
        &self,
        id: &StreamId,
        request: &Request,
        result: Result<(), AggregateError<LiftedError>>,
        outcome: &Outcome,
    ) -> Result<Option<Reply>, CommandError> {
        let error = match result {
            Ok(()) => return self.accepted(id, outcome).map(Some),
            Err(AggregateError::UserError(LiftedError::Refused { refusal, answer, leaf })) => {
                let locked = self.store.lock(id).await?;
                if locked.lifted.leaf != leaf {
                    return Ok(None);
                }
                return self.settle_refusal(locked, id, request, refusal, answer).await;
            }
            Err(AggregateError::UserError(LiftedError::Fault(fault @ Fault::Sealed(_)))) => {
                return self.settle_fault(id, fault).await;
            }
            Err(AggregateError::UserError(LiftedError::Fault(fault))) => return Err(fault.into()),
            Err(AggregateError::AggregateConflict) => return Ok(None),
            Err(AggregateError::UnexpectedError(error)) => error,
            Err(other) => return Err(Fault::Law(other.to_string()).into()),
        };
        match error.downcast::<AppendError>() {
            Ok(error) => match *error {
                AppendError::Conflict | AppendError::RequestTaken => Ok(None),
                AppendError::KeyTaken(refusal) => self.refused(id, request, refusal, "null".to_owned()).await.map(Some),
                AppendError::Busy => Err(CommandError::Busy),
                AppendError::Fault(fault) => Err(fault.into()),
            },
            Err(error) => Err(Fault::Law(error.to_string()).into()),
        }
    }

    /// A seed that is missing is a fault only if the stream stands where it was decided: a state that a failover took out of
    /// the log may name one that went with it.
    async fn settle_fault(&self, id: &StreamId, fault: Fault) -> Result<Option<Reply>, CommandError> {
        let locked = self.store.lock(id).await?;
        match self.stands(locked, None).await? {
            true => Err(fault.into()),
            false => Ok(None),
        }
    }

    /// Whether the log has the stream as it is locked here; if so, the request is remembered.
    async fn stands(&self, locked: LockedAggregate<S>, remember: Option<RequestRow>) -> Result<bool, CommandError> {
        match settled(self.store.fence(locked, remember)).await {
            Ok(_) => Ok(true),
            Err(AppendError::Conflict | AppendError::RequestTaken) => Ok(false),
            Err(AppendError::Busy) => Err(CommandError::Busy),
            Err(AppendError::KeyTaken(refusal)) => Err(Fault::Law(format!("a fence claimed a key: {refusal}")).into()),
            Err(AppendError::Fault(fault)) => Err(fault.into()),
        }
    }

    fn accepted(&self, id: &StreamId, outcome: &Outcome) -> Result<Reply, CommandError> {
        let missing = || Fault::Law(format!("{} {} committed without an outcome", S::TYPE, id.key));
        let (committed, data, version) = outcome.take().ok_or_else(missing)?;
        Ok(Reply {
            code: 0,
            message: String::new(),
            data,
            version,
            replayed: false,
            position: committed.position,
        })
    }

    /// A refusal is final only if the stream is still at the version on which it was decided.
    async fn settle_refusal(
        &self,
        locked: LockedAggregate<S>,
        id: &StreamId,
        request: &Request,
        refusal: Refusal,
        answer: String,
    ) -> Result<Option<Reply>, CommandError> {
        let version = locked.lifted.version;
        let (code, message) = (refusal.code(), refusal.to_string());
        let now = (self.context)().now;
        let remember = request.remember(id.owner, code, message.clone(), answer.clone(), version, now);
        let stands = self.stands(locked, remember).await?;
        Ok(stands.then_some(Reply {
            code,
            message,
            data: answer,
            version,
            replayed: false,
            position: None,
        }))
    }

    /// Remembers a refusal that another stream's claim decided.
    async fn refused(
        &self,
        id: &StreamId,
        request: &Request,
        refusal: Refusal,
        answer: String,
    ) -> Result<Reply, CommandError> {
        for attempt in 1..=ATTEMPTS_MAX {
            let locked = self.store.lock(id).await?;
            let settled = self.settle_refusal(locked, id, request, refusal.clone(), answer.clone());
            if let Some(reply) = settled.await? {
                return Ok(reply);
            }
            if let Some(reply) = self.remembered(id, request).await? {
                return Ok(reply);
            }
            pause(attempt).await;
        }
        Err(CommandError::Busy)
    }
}

#[async_trait]
impl<S: Stream> Handle<S> for Handler<S> {
    async fn execute(
        &self,
        id: &StreamId,
        command: S::Command,
        request: Request,
        shape: Arc<dyn Shape<S>>,
    ) -> Result<Reply, CommandError> {
        let span = spans::command(S::TYPE, &command);
        let decided = async {
            for attempt in 0..ATTEMPTS_MAX {
                if attempt > 0 {
                    if let Some(reply) = self.remembered(id, &request).await? {
                        return Ok(reply);
                    }
                    pause(attempt).await;
                }
                let outcome = Outcome::default();
                let lifted = LiftedCommand {
                    command: command.clone(),
                    owner: id.owner,
                    context: (self.context)(),
                    request: request.clone(),
                    shape: shape.clone(),
                    outcome: outcome.clone(),
                };
                let result = self
                    .framework
                    .execute_with_metadata(&id.key, lifted, HashMap::new())
                    .await;
                if let Some(reply) = self.reply(id, &request, result, &outcome).await? {
                    return Ok(reply);
                }
            }
            Err(CommandError::Busy)
        };
        decided.instrument(span).await
    }

    async fn load(&self, id: &StreamId) -> Result<Loaded<S>, Fault> {
        for attempt in 0..ATTEMPTS_MAX {
            let locked = self.store.lock(id).await?;
            let loaded = Loaded {
                state: S::clone(&locked.lifted.state),
                version: locked.lifted.version,
            };
            match settled(self.store.fence(locked, None)).await {
                Ok(_) => return Ok(loaded),
                Err(AppendError::Conflict) => pause(attempt).await,
                Err(AppendError::Fault(fault)) => return Err(fault),
                Err(AppendError::Busy) => return Err(Fault::Contended),
                Err(error) => return Err(Fault::Unknown(error.to_string())),
            }
        }
        Err(Fault::Contended)
    }

    fn forget(&self, id: &StreamId) {
        self.store.forget(id);
    }

    async fn remembered(&self, id: &StreamId, request: &Request) -> Result<Option<Reply>, CommandError> {
        let Some(request_id) = request.id else {
            return Ok(None);
        };
        let partition = i32::from(partition_of(id.owner, self.partitions));
        let statement = sqlx::query(
            "select digest, code, message, answer, version, recorded_at_ms, position, mac from requests
              where partition = $1 and scope = $2 and request_id = $3",
        )
        .bind(partition)
        .bind(id.owner)
        .bind(request_id);
        let row = query_in_time(&self.log, async |connection| statement.fetch_optional(connection).await).await?;
        let Some(row) = row else {
            return Ok(None);
        };
        let stored = RequestRow::read(&row, id.owner, request_id)?;
        if let Some(key) = self.log.key() {
            key.check_request(partition, &stored, row.try_get("mac")?)?;
        }
        if stored.digest != request.digest {
            return Err(CommandError::KeyReused);
        }
        Ok(Some(Reply {
            code: stored.code,
            message: stored.message,
            data: stored.answer,
            version: stored.version as u64,
            replayed: true,
            position: row.try_get("position")?,
        }))
    }
}

/// A short pause with jitter before deciding again, growing with the attempts.
async fn pause(attempt: u32) {
    if attempt > 1 {
        let ceiling = 1_u64 << attempt.min(7);
        let ms = rand::rng().random_range(0..=ceiling);
        tokio::time::sleep(Duration::from_millis(ms)).await;
    }
}
