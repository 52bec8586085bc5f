//! The catalogue of tasks (domain §3.9). A reward is never money: promo coins,
//! diamonds, bonus tokens.

use super::Text;
use super::checks::all;
use crate::finding::Finding;
use crate::money::{Coin, Diamond, Gusd};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What is on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promotion {
    /// The tasks, in the order they are shown.
    pub tasks: Vec<Task>,
    /// Time between two verifications of one task (domain §3.9: 10 s).
    pub verify_wait_ms: i64,
    /// Time between opening a link and its verification (domain §3.9: 15 s).
    pub visit_wait_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The task's permanent id: a reward is received once under it.
    pub task_id: String,
    /// What is to be done.
    pub kind: TaskKind,
    pub title: Text,
    /// What to do, in a sentence.
    pub desc: Text,
    /// Where to go.
    pub link: Option<String>,
    /// What is given.
    pub reward: Reward,
    /// How many players may receive it; taken from the task's stock.
    pub stock: Option<u32>,
    /// Open from this moment.
    pub from: Option<Timestamp>,
    /// Open until this moment.
    pub to: Option<Timestamp>,
}

/// The condition of a task, and where its proof comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TaskKind {
    /// Be a member of an own channel; the messenger confirms it.
    TgChannel {
        /// The channel's public name.
        channel: String,
    },
    /// Have valid invites.
    InviteN(u32),
    /// Finish dives that have a cast.
    DivesN(u32),
    /// Check in on so many days in all.
    SigninN(u32),
    /// Have topped up once.
    TopupFirst,
    /// Connect a wallet; its signed proof confirms it (`player/promotion/wallet.rs`).
    WalletConnect,
    /// Have a proved identity.
    KycDone,
    /// Open a link and stay for [`Promotion::visit_wait_ms`].
    VisitLink,
}

/// What a task gives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reward {
    /// Promo coins.
    pub coin: Coin,
    pub diamond: Diamond,
    /// Bonus tokens.
    pub gusd_bonus: Gusd,
}

/// Most tasks of a catalogue; it bounds the size of a player's state (ASSUMED).
pub const TASKS_MAX: usize = 100;

/// Id, kind, title and sentence in English and Chinese, and the coins and diamonds of the start set.
type Row = (
    &'static str,
    TaskKind,
    (&'static str, &'static str),
    (&'static str, &'static str),
    (i64, i64),
);

#[rustfmt::skip]
const STANDARD: [Row; 5] = [
    ("dives_10", TaskKind::DivesN(10), ("Ten dives", "下潜十次"), ("Finish ten dives", "完成十次下潜"), (300, 1)),
    ("signin_7", TaskKind::SigninN(7), ("Seven check-ins", "签到七次"), ("Check in on seven days", "累计签到七天"), (300, 1)),
    ("invite_3", TaskKind::InviteN(3), ("Three friends", "三位好友"), ("Invite three friends who play", "邀请三位好友来玩"), (500, 2)),
    ("topup_first", TaskKind::TopupFirst, ("First recharge", "首次充值"), ("Top up for the first time", "完成首次充值"), (500, 2)),
    ("kyc_done", TaskKind::KycDone, ("Identity", "身份认证"), ("Have your identity approved", "通过身份认证"), (200, 1)),
];

impl Promotion {
    /// A start set of tasks that need nothing from outside (ASSUMED; api §4.1 leaves the list to the owner).
    pub fn standard() -> Promotion {
        let text = |(en, zh)| Text::new(en, zh);
        let task = |task_id: &str, kind, title, desc, (coins, diamonds)| Task {
            task_id: task_id.to_owned(),
            kind,
            title: text(title),
            desc: text(desc),
            link: None,
            reward: Reward {
                coin: Coin::from_minor(coins),
                diamond: Diamond::from_minor(diamonds),
                gusd_bonus: Gusd::ZERO,
            },
            stock: None,
            from: None,
            to: None,
        };
        let title = ("Read the rules", "阅读规则");
        let desc = ("Open the game rules", "打开游戏说明");
        let rules = Task {
            link: Some("#/info".into()),
            ..task("read_rules", TaskKind::VisitLink, title, desc, (100, 0))
        };
        let mut tasks = vec![rules];
        tasks.extend(STANDARD.map(|(task_id, kind, title, desc, reward)| task(task_id, kind, title, desc, reward)));
        Promotion {
            tasks,
            verify_wait_ms: 10_000,
            visit_wait_ms: 15_000,
        }
    }

    /// The task to connect a wallet, for installations that have said under which host a wallet finds them.
    pub fn wallet_task() -> Task {
        Task {
            task_id: "wallet".into(),
            kind: TaskKind::WalletConnect,
            title: Text::new("Your own wallet", "连接钱包"),
            desc: Text::new(
                "Connect your TON wallet and sign that it is yours",
                "连接你的 TON 钱包，并签名确认归你所有",
            ),
            link: None,
            reward: Reward {
                coin: Coin::from_minor(300),
                diamond: Diamond::from_minor(1),
                gusd_bonus: Gusd::ZERO,
            },
            stock: None,
            from: None,
            to: None,
        }
    }

    pub fn task(&self, task_id: &str) -> Option<&Task> {
        self.tasks.iter().find(|task| task.task_id == task_id)
    }

    pub(super) fn check(&self) -> Result<(), Finding> {
        let ids: BTreeSet<&String> = self.tasks.iter().map(|task| &task.task_id).collect();
        self.tasks.iter().try_for_each(Task::check)?;
        all(&[
            (
                self.tasks.len() <= TASKS_MAX,
                "tasks_max",
                "there are at most 100 tasks",
            ),
            (
                ids.len() == self.tasks.len(),
                "task_id_twice",
                "every task has its own id",
            ),
            (
                (0..=600_000).contains(&self.verify_wait_ms) && (0..=600_000).contains(&self.visit_wait_ms),
                "task_waits_range",
                "waits of a task are up to 600,000 ms",
            ),
        ])
    }
}

impl Task {
    /// True while the task may be verified and received.
    pub fn is_open(&self, now: Timestamp) -> bool {
        self.from.is_none_or(|from| from <= now) && self.to.is_none_or(|to| now < to)
    }

    fn check(&self) -> Result<(), Finding> {
        let id = &self.task_id;
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        let Reward {
            coin,
            diamond,
            gusd_bonus,
        } = self.reward;
        let amounts = [coin.minor(), diamond.minor(), gusd_bonus.minor()];
        all(&[
            (
                (1..=40).contains(&id.len()) && id.bytes().all(plain),
                "task_id_form",
                "a task_id is 1 to 40 small letters, digits and _",
            ),
            (self.kind.is_complete(), "task_condition", "a task states its condition"),
            (
                self.title.is_complete() && self.desc.is_complete(),
                "task_texts",
                "a task has its texts in both languages",
            ),
            (
                self.kind != TaskKind::VisitLink || self.link.is_some(),
                "task_link",
                "a task to visit a link has one",
            ),
            (
                amounts.iter().all(|amount| (0..=1_000_000).contains(amount)),
                "reward_range",
                "rewards are 0 to 1,000,000",
            ),
            (
                amounts.iter().any(|amount| *amount > 0),
                "task_reward",
                "a task gives something",
            ),
            (
                self.stock != Some(0),
                "limit_or_stock",
                "a limit or a stock is at least one",
            ),
            (
                !matches!((self.from, self.to), (Some(from), Some(to)) if from >= to),
                "task_ends",
                "a task ends after it begins",
            ),
        ])
    }
}

impl TaskKind {
    /// What the player's number must reach.
    pub const fn target(&self) -> u32 {
        match self {
            TaskKind::InviteN(count) | TaskKind::DivesN(count) | TaskKind::SigninN(count) => *count,
            _ => 1,
        }
    }

    fn is_complete(&self) -> bool {
        match self {
            TaskKind::TgChannel { channel } => !channel.trim().is_empty(),
            other => (1..=1_000_000).contains(&other.target()),
        }
    }
}

#[cfg(test)]
mod tests;
