//! Tasks.

use super::body::body;
use super::said::{Said, Spoken};
use super::wallet::Asset;
use domain::config::promotion::{self, TaskKind};
use domain::player::Player;
use domain::player::promotion::Stage;
use domain::stream::Context;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks for the tasks.
    PromotionListBody(ts, token) {}
}

body! {
    /// Asks whether a task is done; for a link, says first that it was opened.
    PromotionVerifyBody(ts, token) {
        /// The task.
        task_id: String,
    }
}

body! {
    /// Takes the reward of a verified task.
    PromotionReceiveBody(ts, token) {
        /// The task.
        task_id: String,
    }
}

body! {
    /// Asks for the text that a wallet is to sign (`ton_proof` of TON Connect).
    PromotionWalletPayloadBody(ts, token) {}
}

/// What the player's wallet is to sign.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionWalletPayloadData {
    /// The payload of the proof; good for this player, once.
    pub payload: String,
    /// Until when, in milliseconds.
    pub valid_until: i64,
}

body! {
    /// Shows that a wallet is the player's own: what it answered to a request for `ton_proof`.
    PromotionProveWalletBody(ts, token) {
        /// The wallet's account, `workchain:hex`.
        address: String,
        /// Its public key, hex.
        public_key: String,
        /// Its first state, a bag of cells in base64.
        state_init: String,
        /// The host that the wallet signed for.
        domain: String,
        /// When it signed, in seconds.
        timestamp: i64,
        /// The text of `promotion/wallet_payload`.
        payload: String,
        /// The signature in base64.
        signature: String,
    }
}

/// A wallet was shown.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PromotionProveWalletData {
    /// The wallet's address as wallets show it.
    pub address: String,
}

/// What is to be done (domain §3.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TaskType {
    /// Be a member of a channel.
    TgChannel,
    /// Have valid invites.
    InviteN,
    /// Bring dives to their end.
    DivesN,
    /// Check in on so many days.
    SigninN,
    /// Have topped up once.
    TopupFirst,
    /// Connect a wallet.
    WalletConnect,
    /// Have a proved identity.
    KycDone,
    /// Open a link and stay a while.
    VisitLink,
}

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskState {
    /// To be done and verified.
    Open,
    /// The reward can be received.
    Verified,
    /// The reward was received.
    Received,
    /// Not on offer now, or no reward is left.
    Closed,
}

/// What a task gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TaskReward {
    /// Promo coins.
    pub coin: i64,
    /// Diamonds.
    pub diamond: i64,
    /// Bonus tokens, 2 decimals.
    pub gusd_bonus: String,
}

/// A task as the player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Task {
    /// The task.
    pub task_id: String,
    /// What is to be done.
    #[serde(rename = "type")]
    pub kind: TaskType,
    /// Name, in the language of the call.
    #[schema(value_type = String)]
    pub title: Said,
    /// What to do, in a sentence.
    #[schema(value_type = String)]
    pub desc: Said,
    /// Where to go.
    #[schema(required)]
    pub link: Option<String>,
    /// What is given.
    pub reward: TaskReward,
    /// How far the player is, up to the target.
    pub progress: u32,
    /// What is to be reached.
    pub target: u32,
    /// How far the task is.
    pub state: TaskState,
    /// Not verified again before this moment, in milliseconds.
    #[schema(required)]
    pub verify_after: Option<i64>,
    /// When the task ends, in milliseconds.
    #[schema(required)]
    pub ends_at: Option<i64>,
}

/// The tasks, in the order of the catalogue.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PromotionListData {
    /// Those on offer, and those the player has acted on.
    pub list: Vec<Task>,
}

/// A task was verified, or its link opened.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PromotionVerifyData {
    /// The task afterwards.
    pub task: Task,
}

/// A reward was received.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct PromotionReceiveData {
    /// The task afterwards.
    pub task: Task,
    /// Balances afterwards.
    pub asset: Asset,
}

impl Task {
    /// A task of the catalogue as `player` sees it; `is_sold_out` when its stock is used up.
    pub fn of(task: &promotion::Task, player: &Player, context: &Context, is_sold_out: bool) -> Task {
        let stage = player.promotion.step(&task.task_id).map(|step| step.stage);
        let state = match stage {
            Some(Stage::Received) => TaskState::Received,
            _ if is_sold_out || !task.is_open(context.now) => TaskState::Closed,
            Some(Stage::Verified) => TaskState::Verified,
            Some(Stage::Visited) | None => TaskState::Open,
        };
        let target = task.kind.target();
        let is_done = matches!(stage, Some(Stage::Verified | Stage::Received));
        Task {
            task_id: task.task_id.clone(),
            kind: (&task.kind).into(),
            title: (&task.title).into(),
            desc: (&task.desc).into(),
            link: task.link.clone(),
            reward: TaskReward {
                coin: task.reward.coin.minor(),
                diamond: task.reward.diamond.minor(),
                gusd_bonus: task.reward.gusd_bonus.to_string(),
            },
            progress: if is_done {
                target
            } else {
                player.task_progress(&task.kind, &context.config)
            },
            target,
            state,
            verify_after: player.verify_after(task, context).map(|after| after.0),
            ends_at: task.to.map(|to| to.0),
        }
    }
}

impl Spoken for Task {
    fn texts(&mut self) -> Vec<&mut Said> {
        vec![&mut self.title, &mut self.desc]
    }
}

impl Spoken for PromotionVerifyData {
    fn texts(&mut self) -> Vec<&mut Said> {
        self.task.texts()
    }
}

impl Spoken for PromotionReceiveData {
    fn texts(&mut self) -> Vec<&mut Said> {
        self.task.texts()
    }
}

impl From<&TaskKind> for TaskType {
    fn from(kind: &TaskKind) -> TaskType {
        match kind {
            TaskKind::TgChannel { .. } => TaskType::TgChannel,
            TaskKind::InviteN(_) => TaskType::InviteN,
            TaskKind::DivesN(_) => TaskType::DivesN,
            TaskKind::SigninN(_) => TaskType::SigninN,
            TaskKind::TopupFirst => TaskType::TopupFirst,
            TaskKind::WalletConnect => TaskType::WalletConnect,
            TaskKind::KycDone => TaskType::KycDone,
            TaskKind::VisitLink => TaskType::VisitLink,
        }
    }
}
