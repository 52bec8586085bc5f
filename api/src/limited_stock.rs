//! A call that takes a piece of a limited stock, for which players compete, and uses it (`domain::stock`): the daily
//! pool of `exchange/unlock`, limited items of the shop, limited tasks.
//!
//! | step | stream | request id | a repetition |
//! |---|---|---|---|
//! | 0 the command without a take, if it needs none or is refused for the player's own reasons | player | the caller's | gets the stored answer |
//! | 1 `Take`, from the first stock that has enough | stock | the caller's, for this player | finds every answer stored |
//! | 2 the command that uses the take | player | the take's | gets the stored answer |
//! | 3 `GiveBack`, only if 2 was refused | stock | the take's | is done already |
//!
//! The policy that follows the log takes steps 2 and 3 too, under the same ids and with the same answer
//! ([`crate::player_answers`]): whoever is first decides, and after a crash between two steps the policy completes
//! them. The answer of step 2 is looked for first, and the answers of the stocks before any answer of step 0 is used:
//! of two equal requests at once, the one that is refused because the other was done gets the other's answer. The
//! stocks are asked in an order that is fixed for the player, so that a repetition finds the same stock; after midnight
//! it finds those of the day before, which give nothing any more, so nothing is taken twice.
//!
//! A take belongs to a request and a purpose. Two calls of one request id that want different stocks may both take, for
//! stocks do not know each other; the player's stream lets the request use one take, and the other call is refused with
//! -1007 and gives back.

use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Data, written};
use crate::error::Failure;
use crate::wire::body::{Body, digest};
use domain::ids::{PlayerId, StockId, TakeId, derived};
use domain::player::Command;
use domain::policies::use_take;
use domain::refusal::Refusal;
use domain::stock::{Purpose, Stock, StockCommand, StockEvent, StockTaken};
use domain::stream::{Context, Stream};
use ledger::policies::dispatch;
use ledger::{Reply, Request, Shape, StreamId};
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

/// Who acts in steps 2 and 3 when the call takes them.
const ACTOR: &str = "player";

/// What a call wants out of one of several stocks.
pub struct StockRequest {
    /// The stocks, in the order in which they are asked.
    pub stocks: Vec<StockId>,
    /// Stocks that are closed, where the same request may have taken before.
    pub earlier: Vec<StockId>,
    pub purpose: Purpose,
    /// The same command without a take: the player's own refusals come before those of the stock.
    pub dry_run: Command,
    /// The refusal of a dry run that lacks nothing but the take.
    pub sold_out: Refusal,
}

/// What was taken, and the answer of the command that used it.
pub struct Used<D> {
    /// The take; none when the command needed none.
    pub taken: Option<StockTaken>,
    /// The answer of the command that used it.
    pub data: Data<D>,
}

/// What an earlier, equal request left behind.
enum Known<D> {
    /// Nothing: a take is all that is missing.
    Nothing,
    Taken(StockId, StockTaken),
    Answered(Data<D>),
}

/// The id of a player's request at a stock, which serves many: another's request with the same id is another one.
pub fn request_of(player: PlayerId, id: Uuid) -> Uuid {
    derived(&format!("take of {player}"), id)
}

impl<B: Body> Call<B> {
    /// Takes what is wanted and uses it; the answer is remembered.
    ///
    /// # Errors
    /// The refusal of the player's rule or of the stock, or the stocks_handler's own.
    pub async fn take_and_use<D: Serialize + 'static>(
        &self,
        id: Uuid,
        wanted: StockRequest,
        shape: fn(&Outcome<'_>) -> D,
    ) -> Result<Used<D>, Failure> {
        let id = request_of(self.player, id);
        let (stock, taken) = match self.known(id, &wanted, shape).await? {
            Known::Answered(data) => return Ok(Used { taken: None, data }),
            Known::Taken(stock, taken) => (stock, taken),
            Known::Nothing => self.take(id, &wanted).await?,
        };
        let ledger = self.app.ledger();
        let step = use_take(stock, &taken);
        let reply = dispatch(ledger, step.command, Request::system(ACTOR, step.request_id)).await?;
        self.written.note(reply.position);
        if let Some(back) = step.otherwise.filter(|_| !reply.is_accepted()) {
            dispatch(ledger, back.command, Request::system(ACTOR, back.request_id)).await?;
        }
        Ok(Used {
            taken: Some(taken),
            data: data_of(reply)?,
        })
    }

    /// Step 0, and what an equal request found before.
    async fn known<D: Serialize + 'static>(
        &self,
        id: Uuid,
        wanted: &StockRequest,
        shape: fn(&Outcome<'_>) -> D,
    ) -> Result<Known<D>, Failure> {
        let (stream, players) = (StreamId::player(self.player), self.app.ledger().players());
        let step_2 = Request::system(ACTOR, TakeId::of(id, &wanted.purpose).use_request());
        if let Some(reply) = players.remembered(&stream, &step_2).await? {
            return match self.taken(id, &[&wanted.stocks, &wanted.earlier]).await? {
                Known::Nothing => Ok(Known::Answered(data_of(reply)?)),
                taken => Ok(taken),
            };
        }
        if players.remembered(&stream, &self.request(id)).await?.is_none() {
            let decided = self.load().await?.state.decide(&wanted.dry_run, &self.app.context());
            if decided.is_err_and(|refusal| refusal == wanted.sold_out) {
                return self.taken(id, &[&wanted.earlier]).await;
            }
            let taken = self.taken(id, &[&wanted.stocks, &wanted.earlier]).await?;
            if !matches!(taken, Known::Nothing) {
                return Ok(taken);
            }
        }
        // Refused for the player's own reasons, or had without a take: remembered as any answer is.
        match self.execute_as(Some(id), wanted.dry_run.clone(), shape).await {
            Ok(data) => Ok(Known::Answered(data)),
            // The reason may be what an equal request has just done.
            Err(refused) => match self.taken(id, &[&wanted.stocks, &wanted.earlier]).await? {
                Known::Nothing => Err(refused),
                taken => Ok(taken),
            },
        }
    }

    /// What an equal request took from one of these stocks; its refusal when all of a kind refused it.
    async fn taken<D>(&self, id: Uuid, kinds: &[&[StockId]]) -> Result<Known<D>, Failure> {
        let (request, stocks_handler) = (self.request(id), self.app.ledger().stocks());
        let mut refused = None;
        for stocks in kinds {
            let mut refusals = Vec::new();
            for stock in *stocks {
                match stocks_handler.remembered(&StreamId::thing(stock.0), &request).await? {
                    Some(reply) if reply.is_accepted() => return Ok(Known::Taken(*stock, self.read(&reply)?)),
                    refused => refusals.extend(refused),
                }
            }
            if refusals.len() == stocks.len() {
                refused = refused.or(refusals.pop());
            }
        }
        refused.map_or(Ok(Known::Nothing), |reply| Err(refusal(reply)))
    }

    fn read(&self, reply: &Reply) -> Result<StockTaken, Failure> {
        serde_json::from_str(&reply.data).map_err(|error| self.app.unreadable(&error))
    }

    /// Step 1: the first stock that gives it.
    async fn take(&self, id: Uuid, wanted: &StockRequest) -> Result<(StockId, StockTaken), Failure> {
        let mut refused = Failure::refused(wanted.sold_out.code(), &Value::Null);
        for stock in &wanted.stocks {
            let command = StockCommand::Take {
                take: TakeId::of(id, &wanted.purpose),
                request: Some(id),
                taker: self.player,
                purpose: wanted.purpose.clone(),
            };
            let stocks = self.app.ledger().stocks();
            let reply = stocks
                .execute(&StreamId::thing(stock.0), command, self.request(id), TakenAnswer)
                .await?;
            if reply.is_accepted() {
                return Ok((*stock, self.read(&reply)?));
            }
            refused = refusal(reply);
        }
        Err(refused)
    }

    fn request(&self, id: Uuid) -> Request {
        Request {
            id: Some(id),
            digest: digest(self.endpoint.path, &self.body),
            actor: ACTOR.to_owned(),
            ..Request::default()
        }
    }
}

/// The data of an accepted reply, else its refusal.
pub(crate) fn data_of<D>(reply: Reply) -> Result<Data<D>, Failure> {
    match reply.is_accepted() {
        true => Ok(Data::remembered(reply.data)),
        false => Err(refusal(reply)),
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

/// The stored answer of a take: the take as it was recorded.
struct TakenAnswer;

impl Shape<Stock> for TakenAnswer {
    fn accepted(&self, _stock: &Stock, _version: u64, events: &[StockEvent], _context: &Context) -> String {
        let taken = events.iter().find_map(|event| match event {
            StockEvent::StockTaken(taken) => Some(taken),
            // A take records nothing else.
            _ => None,
        });
        written(&taken)
    }

    fn refused(&self, _stock: &Stock, _version: u64, _refusal: &Refusal, _context: &Context) -> String {
        Value::Null.to_string()
    }
}

#[cfg(test)]
mod tests;
