//! The process manager's commands: from a recorded event to the streams it concerns (`domain::policies`).
//!
//! The worker that follows the log and a handler that takes the same step at once both come here,
//! under the same request id, so the step is decided once, whoever is first.

use crate::append::rows::RequestRow;
use crate::crash_point::{Point, reach};
use crate::read::feed::{self, Recorded};
use crate::{CommandError, Fault, Ledger, MacKeys, Plain, RESERVE_STREAM, Reply, Request, StreamId};
use domain::ids::{OrderId, PlayerId, StockId, WithdrawalId};
use domain::kyc::KycCheck;
use domain::player::Player;
use domain::policies::{PolicyCommand, Reaction, RecordedEvent, react};
use domain::red_packet::RedPacket;
use domain::stock::Stock;
use domain::stream::Stream as _;
use domain::topup::TopUp;
use domain::treasury::Treasury;
use domain::withdrawal::Withdrawal;
use sqlx::{PgConnection, Row};
use std::collections::HashMap;
use uuid::Uuid;

/// Who acts when a step is taken at once, instead of by the follower of the log.
const APPLIED_BY: &str = "policy:at_once";

/// Issues the command of a reaction.
///
/// # Errors
/// The command handler's own: a refusal is a [`Reply`].
pub async fn dispatch(ledger: &Ledger, command: PolicyCommand, request: Request) -> Result<Reply, CommandError> {
    let id = stream_of(&command);
    match command {
        PolicyCommand::Player(_, command) => {
            let shape = ledger.player_answers();
            ledger.players().execute_shaped(&id, command, request, shape).await
        }
        PolicyCommand::Stock(_, command) => ledger.stocks().execute(&id, command, request, Plain).await,
        PolicyCommand::RedPacket(_, command) => ledger.red_packets().execute(&id, command, request, Plain).await,
        PolicyCommand::Treasury(command) => ledger.treasury().execute(&id, command, request, Plain).await,
        PolicyCommand::Withdrawal(_, command) => ledger.withdrawals().execute(&id, command, request, Plain).await,
        PolicyCommand::TopUp(_, command) => ledger.topups().execute(&id, command, request, Plain).await,
        PolicyCommand::Kyc(_, command) => ledger.kyc_checks().execute(&id, command, request, Plain).await,
    }
}

/// The stream that a command is for.
fn stream_of(command: &PolicyCommand) -> StreamId {
    match command {
        PolicyCommand::Player(player, _) | PolicyCommand::Kyc(player, _) => StreamId::player(*player),
        PolicyCommand::Stock(stock, _) => StreamId::thing(stock.0),
        PolicyCommand::RedPacket(packet, _) => StreamId::thing(packet.0),
        PolicyCommand::Treasury(_) => StreamId::house(RESERVE_STREAM),
        PolicyCommand::Withdrawal(withdrawal, _) => StreamId::thing(withdrawal.0),
        PolicyCommand::TopUp(order, _) => StreamId::thing(order.0),
    }
}

/// The codes of the remembered answers to these reactions, and to what is to be done instead, by request id. With a key
/// an answer counts only if this service gave it; without, the table is believed.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn answers<'a>(
    connection: &mut PgConnection,
    key: Option<&MacKeys>,
    reactions: impl Iterator<Item = &'a Reaction>,
) -> Result<HashMap<Uuid, i32>, Fault> {
    let steps = reactions.flat_map(|first| std::iter::successors(Some(first), |step| step.otherwise.as_deref()));
    let (scopes, ids): (Vec<Uuid>, Vec<Uuid>) = steps
        .map(|step| (stream_of(&step.command).owner, step.request_id))
        .unzip();
    let rows = sqlx::query(
        "select r.partition, r.scope, r.request_id, r.digest, r.code, r.message, r.answer, r.version, r.recorded_at_ms, r.mac
           from unnest($1::uuid[], $2::uuid[]) as asked (scope, request_id)
          cross join heads h
           join requests r on (r.partition, r.scope, r.request_id) = (h.partition, asked.scope, asked.request_id)",
    )
    .bind(&scopes)
    .bind(&ids)
    .fetch_all(connection)
    .await?;
    let mut answers = HashMap::new();
    for row in &rows {
        let answer = RequestRow::read(row, row.try_get("scope")?, row.try_get("request_id")?)?;
        let (partition, mac): (i32, Option<&[u8]>) = (row.try_get("partition")?, row.try_get("mac")?);
        if key.is_none_or(|key| key.check_request(partition, &answer, mac).is_ok()) {
            answers.insert(answer.request_id, answer.code);
        }
    }
    Ok(answers)
}

/// The commands to other streams that a recorded event causes. Streams of things that concern no other are not read.
///
/// # Errors
/// [`Fault::Unreadable`] for an event that does not read back.
pub fn reactions(recorded: &Recorded) -> Result<Vec<Reaction>, Fault> {
    let owner = StreamId::parse(&recorded.aggregate_id).owner;
    let cause = recorded.event_id;
    Ok(match recorded.aggregate_type.as_str() {
        Player::TYPE => react(RecordedEvent::Player(PlayerId(owner), &recorded.decode()?), cause),
        Stock::TYPE => react(RecordedEvent::Stock(StockId(owner), &recorded.decode()?), cause),
        RedPacket::TYPE => react(RecordedEvent::RedPacket(&recorded.decode()?), cause),
        Treasury::TYPE => react(RecordedEvent::Treasury(&recorded.decode()?), cause),
        Withdrawal::TYPE => react(
            RecordedEvent::Withdrawal(WithdrawalId(owner), &recorded.decode()?),
            cause,
        ),
        TopUp::TYPE => react(RecordedEvent::TopUp(OrderId(owner), &recorded.decode()?), cause),
        KycCheck::TYPE => react(RecordedEvent::Kyc(PlayerId(owner), &recorded.decode()?), cause),
        _ => Vec::new(),
    })
}

/// Issues a command, and what is to be done instead for as long as it is refused: a refusal is an answer.
///
/// # Errors
/// [`Fault`] when nothing was decided; the same reaction may be issued again.
pub async fn issue(ledger: &Ledger, actor: &str, reaction: Reaction, cause: Uuid) -> Result<(), Fault> {
    let mut next = Some(reaction);
    while let Some(reaction) = next.take() {
        let mut request = Request::system(actor, reaction.request_id);
        request.cause = Some(cause);
        let to_player = matches!(reaction.command, PolicyCommand::Player(..));
        if to_player {
            reach(Point::BeforePolicy);
        }
        let reply = dispatch(ledger, reaction.command, request).await;
        if to_player {
            reach(Point::AfterPolicy);
        }
        match reply {
            Ok(reply) if reply.is_accepted() => {}
            Ok(reply) => {
                tracing::info!(code = reply.code, %cause, "a policy's command was refused");
                next = reaction.otherwise.map(|otherwise| *otherwise);
            }
            Err(CommandError::Fault(fault)) => return Err(fault),
            Err(CommandError::Busy) => return Err(Fault::Unknown(CommandError::Busy.to_string())),
            // Waiting does not help: the view stops and says why.
            Err(CommandError::KeyReused) => {
                return Err(Fault::Law(format!(
                    "the request id of a step that follows {cause} was used for another command"
                )));
            }
        }
    }
    Ok(())
}

/// Takes the steps that the event at a position causes, at once, so that the next reader finds them taken.
/// What is not taken here is taken by the follower of the log.
pub async fn apply_now(ledger: &Ledger, partition: u16, position: Option<i64>) {
    let Some(position) = position else { return };
    let steps = async {
        if let Some(recorded) = feed::checked_one(ledger.pool(), partition, position).await? {
            for reaction in reactions(&recorded)? {
                issue(ledger, APPLIED_BY, reaction, recorded.event_id).await?;
            }
        }
        Ok::<(), Fault>(())
    };
    if let Err(fault) = steps.await {
        tracing::warn!(%fault, position, "a step was not taken at once and is left to the policies");
    }
}
