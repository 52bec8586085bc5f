//! Tasks (domain §3.9). What only another service knows is asked before the command and
//! comes to the rule as data; when they give no answer nothing changes (8006).

use crate::app::App;
use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::limited_stock::StockRequest;
use crate::limits::{Class, Subject};
use crate::locks;
use crate::wallet_proof;
use crate::wire::promotion::{
    PromotionListBody, PromotionListData, PromotionProveWalletBody, PromotionProveWalletData, PromotionReceiveBody,
    PromotionReceiveData, PromotionVerifyBody, PromotionVerifyData, PromotionWalletPayloadBody,
    PromotionWalletPayloadData, Task,
};
use crate::wire::said::Spoken;
use domain::config::promotion::{self, TaskKind};
use domain::player::promotion::{Proof, ProveWallet, ReceiveTask, VerifyTask, wallet_key};
use domain::player::{Command, Event, Player};
use domain::refusal::Refusal;
use domain::stock::{Lot, Purpose};
use domain::stream::Stream;
use domain::time::Timestamp;
use ledger::StreamId;
use ton::Address;
use uuid::Uuid;

/// The tasks on offer, and those the player has acted on.
pub async fn list(call: Call<PromotionListBody>) -> Answer<PromotionListData> {
    let (player, context) = (call.load().await?.state, call.app.context());
    let tasks = context.config.promotion.tasks.iter();
    let mut list = Vec::new();
    for task in tasks.filter(|task| is_listed(task, &player, call.now)) {
        let is_sold_out = is_sold_out(&call.app, task).await?;
        list.push(Task::of(task, &player, &context, is_sold_out).in_language(call.lang));
    }
    Ok(Data::of(&PromotionListData { list }))
}

fn is_listed(task: &promotion::Task, player: &Player, now: Timestamp) -> bool {
    task.is_open(now) || player.promotion.step(&task.task_id).is_some()
}

/// True when nobody can receive the task's reward any more.
async fn is_sold_out(app: &App, task: &promotion::Task) -> Result<bool, Failure> {
    if task.stock.is_none() {
        return Ok(false);
    }
    let id = StreamId::thing(lot(&task.task_id).id().0);
    let stock = app.ledger().stocks().load(&id).await?.state;
    Ok(!stock.is_open(app.now()) || stock.left() == 0)
}

fn lot(task_id: &str) -> Lot {
    Lot::Task {
        task_id: task_id.to_owned(),
    }
}

/// Verifies a task. The player's own refusals come first, then the pace, then whoever knows is asked.
pub async fn verify(call: Call<PromotionVerifyBody>) -> Answer<PromotionVerifyData> {
    let (player, context) = (call.load().await?.state, call.app.context());
    let task_id = call.body.task_id.clone();
    let dry_run = VerifyTask {
        task_id: task_id.clone(),
        proof: Proof::Holds,
    };
    let decided = player.decide(&Command::from(dry_run), &context);
    decided.map(|_| ()).or_else(unless(&Refusal::TaskNotCompleted))?;
    let wait_ms = context.config.promotion.verify_wait_ms;
    let paced = call
        .app
        .limits()
        .pace(Subject::part(call.player, &task_id), Class::Verify, wait_ms, call.now);
    paced.map_err(|early_ms| Refusal::WaitBeforeVerifying {
        verify_after: call.now.plus_ms(early_ms).0,
    })?;
    let proof = proof(&call.app, &player, context.config.promotion.task(&task_id)).await;
    let stored = call.execute(VerifyTask { task_id, proof }, verified).await?;
    call.spoken(stored)
}

/// A refusal ends the call, except for one that the next step finds again.
fn unless(excepted: &Refusal) -> impl Fn(Refusal) -> Result<(), Failure> {
    move |refusal| match refusal == *excepted {
        true => Ok(()),
        false => Err(refusal.into()),
    }
}

/// What others say of a task's condition at this moment.
async fn proof(app: &App, player: &Player, task: Option<&promotion::Task>) -> Proof {
    match task.map(|task| &task.kind) {
        Some(TaskKind::TgChannel { channel }) => app.messenger().membership(channel, player.registration.tg_id).await,
        _ => Proof::Own,
    }
}

fn verified(outcome: &Outcome<'_>) -> PromotionVerifyData {
    let task_id = outcome.event(|event| match event {
        Event::TaskVisited(visited) => Some(visited.task_id.clone()),
        Event::TaskVerified(verified) => Some(verified.task_id.clone()),
        _ => None,
    });
    PromotionVerifyData {
        task: task(outcome, &task_id),
    }
}

fn task(outcome: &Outcome<'_>, task_id: &str) -> Task {
    let task = outcome.context.config.promotion.task(task_id);
    let task = task.expect("an act names a task of its configuration");
    Task::of(task, outcome.player, outcome.context, false)
}

/// The text that the player's wallet is to sign.
pub async fn wallet_payload(call: Call<PromotionWalletPayloadBody>) -> Answer<PromotionWalletPayloadData> {
    Ok(Data::of(&wallet_proof::payload(&call.app, call.player, call.now)))
}

/// Takes a wallet's proof. Who shows the same wallet at the same time waits, in whichever partition.
pub async fn prove_wallet(call: Call<PromotionProveWalletBody>) -> Answer<PromotionProveWalletData> {
    let proved = wallet_proof::check(&call.app, call.player, &call.body)?;
    let key = wallet_key(&proved.account.raw());
    let ledger = call.app.ledger();
    let held = locks::hold(ledger, std::slice::from_ref(&key)).await?;
    let owners = ledger.claimants(&key).await?;
    let command = ProveWallet {
        account: proved.account.raw(),
        challenged_at: proved.challenged_at,
        signed_at: proved.signed_at,
        is_used_elsewhere: owners.iter().any(|owner| *owner != call.player),
    };
    let answer = call.execute(command, shown).await;
    held.release().await?;
    answer
}

fn shown(outcome: &Outcome<'_>) -> PromotionProveWalletData {
    let account = outcome.event(|event| match event {
        Event::WalletProved(proved) => Some(proved.account.clone()),
        _ => None,
    });
    // What was recorded was an address when it was checked.
    let address = Address::parse(&account).map_or(account, |address| address.non_bounceable());
    PromotionProveWalletData { address }
}

/// Receives the reward of a verified task, whose condition is asked again; a limited one is taken from its stock.
pub async fn receive(call: Call<PromotionReceiveBody>) -> Answer<PromotionReceiveData> {
    let (player, context) = (call.load().await?.state, call.app.context());
    let task_id = call.body.task_id.clone();
    let asked = |proof| ReceiveTask {
        task_id: task_id.clone(),
        proof,
        take: None,
    };
    // What the player's own rule refuses is not worth a question to others.
    let decided = player.decide(&Command::from(asked(Proof::Holds)), &context);
    decided.map(|_| ()).or_else(unless(&Refusal::TaskClosed))?;
    let proof = proof(&call.app, &player, context.config.promotion.task(&task_id)).await;
    let request = StockRequest {
        stocks: vec![lot(&task_id).id()],
        earlier: Vec::new(),
        purpose: Purpose::Receive {
            task_id: task_id.clone(),
            proof,
        },
        dry_run: asked(proof).into(),
        sold_out: Refusal::TaskClosed,
    };
    // The reward's natural key makes twice once; the take needs a name of its own each time.
    let used = call.take_and_use(Uuid::new_v4(), request, received).await?;
    call.spoken(used.data)
}

/// The reward, and the task after it.
pub(crate) fn received(outcome: &Outcome<'_>) -> PromotionReceiveData {
    let task_id = outcome.event(|event| match event {
        Event::TaskReceived(received) => Some(received.task_id.clone()),
        _ => None,
    });
    PromotionReceiveData {
        task: task(outcome, &task_id),
        asset: outcome.asset(),
    }
}
