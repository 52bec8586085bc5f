//! Policies: what an event of one player asks of another player's stream (DESIGN §3).
//!
//! A follower of the log like a view, with a cursor of its own. The command's request id is fixed by
//! its cause, so a page that is read again after a crash asks for nothing new. A refusal is an answer;
//! a fault stops the policy at this page until it can go on.

use crate::reaction::ask;
use domain::ids::{OrderId, PlayerId, StockId, WithdrawalId};
use domain::kyc::KycCheck;
use domain::player::Player;
use domain::policies::{Happened, Reaction, react};
use domain::red_packet::RedPacket;
use domain::stock::Stock;
use domain::stream::Stream as _;
use domain::topup::TopUp;
use domain::treasury::Treasury;
use domain::withdrawal::Withdrawal;
use ledger::crash_point::{Point, reach};
use ledger::feed::Recorded;
use ledger::{DoorError, Fault, Ledger, Request, StreamId};
use projections::view::{View, Writing};
use sqlx::PgConnection;
use uuid::Uuid;

/// Who acts; a handler that takes the same step at once acts under its own name.
const ACTOR: &str = "policy:follow";

/// The follower.
pub struct Policies {
    ledger: Ledger,
}

impl Policies {
    /// Policies that issue their commands to `ledger`.
    pub fn of(ledger: Ledger) -> Policies {
        Policies { ledger }
    }

    /// Issues a command, and what is to be done instead for as long as it is refused.
    async fn issue(&self, reaction: Reaction, cause: Uuid) -> Result<(), Fault> {
        let mut next = Some(reaction);
        while let Some(reaction) = next.take() {
            let mut request = Request::system(ACTOR, reaction.request_id);
            request.cause = Some(cause);
            reach(Point::BeforePolicy);
            let reply = ask(&self.ledger, reaction.ask, request).await;
            reach(Point::AfterPolicy);
            match reply {
                Ok(reply) if reply.is_accepted() => {}
                Ok(reply) => {
                    tracing::info!(code = reply.code, %cause, "a policy's command was refused");
                    next = reaction.otherwise.map(|otherwise| *otherwise);
                }
                Err(DoorError::Fault(fault)) => return Err(fault),
                Err(busy) => return Err(Fault::Unknown(busy.to_string())),
            }
        }
        Ok(())
    }
}

/// What a recorded event asks of other streams. Streams of things that concern no other are not read.
fn reactions(recorded: &Recorded) -> Result<Vec<Reaction>, Fault> {
    let owner = StreamId::parse(&recorded.aggregate_id).owner;
    let cause = recorded.event_id;
    Ok(match recorded.aggregate_type.as_str() {
        Player::TYPE => react(Happened::Player(PlayerId(owner), &recorded.decode()?), cause),
        Stock::TYPE => react(Happened::Stock(StockId(owner), &recorded.decode()?), cause),
        RedPacket::TYPE => react(Happened::RedPacket(&recorded.decode()?), cause),
        Treasury::TYPE => react(Happened::Treasury(&recorded.decode()?), cause),
        Withdrawal::TYPE => react(Happened::Withdrawal(WithdrawalId(owner), &recorded.decode()?), cause),
        TopUp::TYPE => react(Happened::TopUp(OrderId(owner), &recorded.decode()?), cause),
        KycCheck::TYPE => react(Happened::Kyc(PlayerId(owner), &recorded.decode()?), cause),
        _ => Vec::new(),
    })
}

impl View for Policies {
    fn name(&self) -> &'static str {
        "policies"
    }

    fn write<'a>(&'a self, _transaction: &'a mut PgConnection, page: &'a [Recorded]) -> Writing<'a> {
        Box::pin(async move {
            for recorded in page {
                for reaction in reactions(recorded)? {
                    self.issue(reaction, recorded.event_id).await?;
                }
            }
            Ok(())
        })
    }
}
