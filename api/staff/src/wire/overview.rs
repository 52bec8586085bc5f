//! The house at a glance.

use super::ask;
use super::at::At;
use super::proofs::ShownCheckpoint;
use super::reconciliation::ReconciledCount;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for the overview.
    OverviewInfoBody(plain) {
        /// A position of the log or an RFC 3339 time: as it was then. Absent: now.
        #[schema(nullable = false)]
        as_of: Option<String>,
        /// Days of the series, 1 to 366; 30 when absent.
        #[schema(nullable = false, minimum = 1, maximum = 366)]
        days: Option<u32>,
    }
}

ask! {
    /// Asks for everything that waits for a person.
    OverviewQueuesBody(plain) {}
}

ask! {
    /// Asks for what does not fit between chains and books.
    OverviewBreaksBody(plain) {}
}

/// All of a list that waits for a person, however many pages it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WorkQueue {
    /// `withdrawals`, `payments`, `proposals`, `checks` or `cases`.
    pub name: String,
    /// How many wait.
    pub count: i64,
    /// What they come to, in minor units of USDT, of proposals without signs; nothing where the lines are no money.
    #[schema(format = "minor-usdt")]
    pub amount: Option<String>,
    /// Since when the oldest waits; nothing when none does.
    pub oldest_ms: Option<i64>,
}

/// What waits for a person. It has no past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OverviewQueuesData {
    /// The moment of the answer.
    pub at: At,
    /// The queues whose lists the caller may read.
    pub list: Vec<WorkQueue>,
}

/// Lines of chains and journal that have no other side, as both are now, whatever their age.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OverviewBreaksData {
    /// The moment of the answer.
    pub at: At,
    /// All of them; amounts without signs.
    pub open: ReconciledCount,
    /// The same by age in days.
    pub ages: Vec<ReconciledCount>,
    /// When the oldest happened.
    pub oldest_ms: Option<i64>,
}

/// What the house owes and has of an asset, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AssetSums {
    /// The asset.
    pub asset: String,
    /// What lies on players' accounts, what is owed to inviters included.
    pub players: String,
    /// What the house's accounts hold; the mirror.
    pub house: String,
    /// Both together: zero, unless the books are wrong.
    pub sum: String,
}

/// One of the checks of solvency (domain §1): what there is covers what is owed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolvencyCheck {
    /// `reserve`, `promo_money`, `custody` or `house`, which is all together.
    pub name: String,
    /// What there is, in minor units of USDT.
    pub has: String,
    /// What is owed.
    pub owes: String,
    /// What of it nobody owns so far: payments on the suspense account.
    pub suspense: String,
    /// Whether it is enough.
    pub holds: bool,
    /// What there is, line by line. A past moment lacks the lines that no account has.
    pub has_lines: Vec<SolvencyLine>,
    /// What is owed, line by line.
    pub owes_lines: Vec<SolvencyLine>,
}

/// A line of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SolvencyLine {
    /// The account, or `open_dives`, `pools`, `shares`, `chain_lacks`.
    pub name: String,
    /// Minor units of USDT; what the chains lack is below zero.
    pub amount: String,
}

/// A day of the series, in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DaySums {
    /// The UTC day, `YYYY-MM-DD`.
    pub day: String,
    /// USDT that players brought.
    pub money_in: String,
    /// USDT that was paid out to players.
    pub money_out: String,
    /// Paid coins staked.
    pub staked: String,
    /// Tokens won with paid coins.
    pub won: String,
    /// USDT of cash chests and exchanges that the reserve paid.
    pub reserve_out: String,
    /// USDT that marketing spent, without what came back from packets that ended; below zero where more came back.
    pub promo: String,
    /// USDT accrued for inviters.
    pub referral: String,
    /// Withdrawal fees.
    pub fees: String,
    /// Coins given away.
    pub coins_given: String,
    /// Legs in all.
    pub legs: i64,
}

/// How far a follower of the log is. It has no past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FollowerLag {
    /// The view or policy.
    pub view: String,
    /// The log.
    pub partition: i32,
    /// Events it has not read yet.
    pub behind: i64,
    /// Age of the oldest of them.
    pub behind_ms: i64,
    /// The type of the event that it cannot take.
    pub stopped_at: Option<String>,
}

/// The last comparison of the chains, together, with the books. It has no past.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChainCheck {
    /// The rails; several are joined by ` + `.
    pub rail: String,
    /// When it was made; of several the oldest.
    pub checked_at_ms: i64,
    /// On the chain, in minor units of USDT.
    pub on_chain: String,
    /// In the books.
    pub in_books: String,
    /// Signed and not known to have paid.
    pub under_way: String,
    /// Came and is not in the books.
    pub unbooked: String,
}

/// What is certain about the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LogState {
    /// The newest signed checkpoint that the moment covers.
    pub checkpoint: Option<ShownCheckpoint>,
    /// Events up to the moment that it does not cover.
    pub unsigned: i64,
    /// Whether the last event of every log is the hash of its fields and of the leaf before it.
    pub heads_hold: bool,
}

/// The house at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OverviewInfoData {
    /// The moment of the answer.
    pub at: At,
    /// Every asset.
    pub assets: Vec<AssetSums>,
    /// What there is against what is owed.
    pub solvency: Vec<SolvencyCheck>,
    /// One line a day, oldest first; days without anything are there too.
    pub series: Vec<DaySums>,
    /// The log.
    pub log: LogState,
    /// Followers; empty for a past moment.
    pub followers: Vec<FollowerLag>,
    /// All chains together; empty for a past moment, and where none was compared.
    pub chain: Vec<ChainCheck>,
}
