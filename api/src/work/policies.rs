//! Policies: what an event of one player asks of another player's stream (DESIGN §3).
//!
//! A follower of the log like a view, with a cursor of its own. The command's request id is fixed by
//! its cause, so a page that is read again after a crash asks for nothing new. A refusal is an answer;
//! a fault stops the policy at this page until it can go on.

use domain::ids::PlayerId;
use domain::player::Player;
use domain::policies::{Reaction, react};
use ledger::crash_point::{Point, reach};
use ledger::feed::Recorded;
use ledger::{DoorError, Fault, Ledger, Plain, Request, StreamId};
use projections::view::{View, Writing, facts};
use sqlx::PgConnection;
use uuid::Uuid;

/// The follower.
pub struct Policies {
    ledger: Ledger,
}

impl Policies {
    /// Policies that issue their commands to `ledger`.
    pub fn of(ledger: Ledger) -> Policies {
        Policies { ledger }
    }

    async fn issue(&self, reaction: Reaction, cause: Uuid) -> Result<(), Fault> {
        let id = StreamId::player(reaction.player);
        let mut request = Request::system("policy:team", reaction.request_id);
        request.cause = Some(cause);
        reach(Point::BeforePolicy);
        let reply = self
            .ledger
            .players()
            .execute(&id, reaction.command, request, Plain)
            .await;
        reach(Point::AfterPolicy);
        match reply {
            Ok(reply) if reply.is_accepted() => Ok(()),
            Ok(reply) => {
                tracing::info!(player.id = %reaction.player, code = reply.code, %cause, "a policy's command was refused");
                Ok(())
            }
            Err(DoorError::Fault(fault)) => Err(fault),
            Err(busy) => Err(Fault::Unknown(busy.to_string())),
        }
    }
}

impl View for Policies {
    fn name(&self) -> &'static str {
        "policies"
    }

    fn write<'a>(&'a self, _transaction: &'a mut PgConnection, page: &'a [Recorded]) -> Writing<'a> {
        Box::pin(async move {
            for fact in facts::<Player>(page)? {
                let cause = fact.recorded.event_id;
                if let Some(reaction) = react(PlayerId(fact.owner), &fact.event, cause) {
                    self.issue(reaction, cause).await?;
                }
            }
            Ok(())
        })
    }
}
