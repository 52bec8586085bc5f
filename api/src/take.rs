//! A call that takes from what players compete for, and uses what it took (`domain::stock`).
//!
//! | step | stream | request id | a repetition |
//! |---|---|---|---|
//! | 0 the command without a take, if it needs none or is refused for the player's own reasons | player | the caller's | gets the stored answer |
//! | 1 `Take`, from the first stock that has enough | stock | the caller's | finds every verdict stored |
//! | 2 the command that uses the take | player | the take's | gets the stored answer |
//! | 3 `GiveBack`, only if 2 was refused | stock | the take's | is done already |
//!
//! The policy that follows the log takes steps 2 and 3 too, under the same ids (`domain::policies`):
//! whoever is first decides, and a crash between two steps heals. The stocks are asked in an order
//! that is fixed for the player, so that a repetition meets the same stock. An answer that the
//! policy's step left without data is told again from the player's events up to that step.

use crate::call::{Call, Data, written};
use crate::command::{Tell, Told};
use crate::error::Failure;
use crate::reaction::ask;
use crate::wire::body::{Body, digest};
use domain::ids::{PlayerId, StockId, TakeId};
use domain::player::{Command, Event, Player};
use domain::policies::{Ask, Reaction, use_take};
use domain::refusal::Refusal;
use domain::stock::{Purpose, Stock, StockCommand, StockEvent, StockTaken};
use domain::stream::{Context, Stream};
use domain::time::Timestamp;
use ledger::{Fault, Reply, Request, Shape, StreamId, feed};
use serde::Serialize;
use uuid::Uuid;

/// What step 2 leaves when the policy took it.
const WITHOUT_DATA: &str = "null";
/// Who acts in steps 2 and 3 when the call takes them.
const ACTOR: &str = "player";

/// What a call wants out of one of several stocks.
pub struct Wanted {
    /// The stocks, in the order in which they are asked.
    pub stocks: Vec<StockId>,
    /// What for.
    pub purpose: Purpose,
    /// The same command without a take: the player's own refusals come before everybody's stock.
    pub thought: Command,
    /// The refusal of a thought to which nothing but the take is missing.
    pub gone: Refusal,
}

/// What was taken, and what came of it.
pub struct Used {
    /// The take; none when the command needed none.
    pub taken: Option<StockTaken>,
    /// The answer of the command that used it.
    pub data: Data,
}

impl<B: Body> Call<B> {
    /// Takes what is wanted and uses it; the answer is remembered.
    ///
    /// # Errors
    /// The refusal of the player's rule or of the stock, or the door's own.
    pub async fn take_and_use<D: Serialize + 'static>(
        &self,
        id: Uuid,
        wanted: Wanted,
        tell: fn(&Told<'_>) -> D,
    ) -> Result<Used, Failure> {
        if let Some(used) = self.thought(id, &wanted, tell).await? {
            return Ok(used);
        }
        let take = TakeId::of_request(id);
        let (stock, taken) = self.take(id, take, &wanted).await?;
        let Reaction {
            ask: step,
            request_id,
            otherwise,
        } = use_take(stock, &taken);
        let Ask::Player(player, command) = step else {
            return Err(Fault::Law("a take is used by a player".into()).into());
        };
        let request = Request::system(ACTOR, request_id);
        let id = StreamId::player(player);
        let players = self.app.ledger().players();
        let reply = players.execute(&id, command, request, Tell(tell)).await?;
        self.written.note(reply.position);
        if reply.is_accepted() {
            let data = self.answer(&reply, request_id, tell).await?;
            return Ok(Used {
                taken: Some(taken),
                data,
            });
        }
        if let Some(back) = otherwise {
            ask(self.app.ledger(), back.ask, Request::system(ACTOR, back.request_id)).await?;
        }
        Err(refusal(reply))
    }

    /// Step 0: what was answered before, or can be answered without a stock; nothing when a take is all that is missing.
    async fn thought<D: Serialize + 'static>(
        &self,
        id: Uuid,
        wanted: &Wanted,
        tell: fn(&Told<'_>) -> D,
    ) -> Result<Option<Used>, Failure> {
        let (stream, players) = (StreamId::player(self.player), self.app.ledger().players());
        let step_2 = Request::system(ACTOR, TakeId::of_request(id).use_request());
        if players.remembered(&stream, &step_2).await?.is_some() {
            return Ok(None);
        }
        if players.remembered(&stream, &self.request(id)).await?.is_none() {
            let decided = self.load().await?.state.decide(&wanted.thought, &self.app.context());
            if decided.is_err_and(|refusal| refusal == wanted.gone) {
                return Ok(None);
            }
        }
        // Refused for the player's own reasons, or had without a take: remembered as any answer is.
        let data = self.execute_as(Some(id), wanted.thought.clone(), tell).await?;
        Ok(Some(Used { taken: None, data }))
    }

    /// Step 1: the first stock that gives it.
    async fn take(&self, id: Uuid, take: TakeId, wanted: &Wanted) -> Result<(StockId, StockTaken), Failure> {
        let mut refused = Failure::refused(wanted.gone.code(), &serde_json::Value::Null);
        for stock in &wanted.stocks {
            let command = StockCommand::Take {
                take,
                taker: self.player,
                purpose: wanted.purpose.clone(),
            };
            let stocks = self.app.ledger().stocks();
            let reply = stocks
                .execute(&StreamId::thing(stock.0), command, self.request(id), TellTaken)
                .await?;
            if reply.is_accepted() {
                let taken = serde_json::from_str(&reply.data).map_err(|error| self.app.unreadable(&error))?;
                return Ok((*stock, taken));
            }
            refused = refusal(reply);
        }
        Err(refused)
    }

    fn request(&self, id: Uuid) -> Request {
        Request {
            id: Some(id),
            digest: digest(self.spec.path, &self.body),
            actor: ACTOR.to_owned(),
            ..Request::default()
        }
    }

    /// The stored answer; told again from the events when the policy's step left none.
    pub(crate) async fn answer<D: Serialize>(
        &self,
        reply: &Reply,
        request_id: Uuid,
        tell: fn(&Told<'_>) -> D,
    ) -> Result<Data, Failure> {
        if reply.data != WITHOUT_DATA {
            return Ok(Data(reply.data.clone()));
        }
        let version = i64::try_from(reply.version).unwrap_or(i64::MAX);
        let (pool, key) = (self.app.ledger().pool(), self.player.to_string());
        let mut player = Player::default();
        let (mut events, mut at) = (Vec::new(), self.now);
        for recorded in feed::read_stream_page(pool, Player::TYPE, &key, 0, version).await? {
            let event: Event = recorded.decode()?;
            player.evolve(&event);
            if recorded.context()?.get("request_id") == Some(&request_id.to_string()) {
                events.push(event);
                at = Timestamp(recorded.recorded_at_ms);
            }
        }
        let context = Context {
            now: at,
            ..self.app.context()
        };
        let told = Told {
            player: &player,
            version: reply.version,
            events: &events,
            context: &context,
        };
        Ok(Data::of(&tell(&told)))
    }
}

fn refusal(reply: Reply) -> Failure {
    Failure::Refused {
        code: reply.code,
        data: reply.data,
    }
}

/// The order in which a player asks `count` equal stocks: the players begin everywhere, each always at the same one.
pub fn order_for(player: PlayerId, count: u16) -> impl Iterator<Item = u16> {
    let count = count.max(1);
    let first = u16::from_be_bytes([player.0.as_bytes()[14], player.0.as_bytes()[15]]) % count;
    (0..count).map(move |step| (first + step) % count)
}

/// Remembers the take as it was recorded.
struct TellTaken;

impl Shape<Stock> for TellTaken {
    fn accepted(&self, _stock: &Stock, _version: u64, events: &[StockEvent], _context: &Context) -> String {
        let taken = events.iter().find_map(|event| match event {
            StockEvent::StockTaken(taken) => Some(taken),
            // A take records nothing else.
            _ => None,
        });
        written(&taken)
    }

    fn refused(&self, _stock: &Stock, _version: u64, _refusal: &Refusal, _context: &Context) -> String {
        WITHOUT_DATA.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stock_is_asked_once_from_a_place_of_the_player_s_own() {
        let order = |tg_id| order_for(PlayerId::of_messenger(tg_id), 4).collect::<Vec<u16>>();
        let mut firsts = std::collections::BTreeSet::new();
        for tg_id in 1..100 {
            let mut sorted = order(tg_id);
            firsts.insert(sorted[0]);
            sorted.sort_unstable();
            assert_eq!(sorted, [0, 1, 2, 3]);
            assert_eq!(order(tg_id), order(tg_id));
        }
        assert_eq!(firsts.len(), 4);
    }
}
