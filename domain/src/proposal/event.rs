//! What is asked of a proposal, and what happened to it.

use crate::ids::{PlayerId, ProposalId};
use crate::posting::Postings;
use crate::stream::{StreamEvent, catalogue};
use crate::time::Timestamp;
use crate::upcast::Lineage;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// Something that one person may not do alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A correction of a player's purse.
    Adjustment,
    /// A payment of nobody becomes an order's.
    TopupAssign,
    /// A payment that was not what was approved stops its withdrawal no longer.
    MismatchClear,
    /// Several accounts are stopped at once.
    ClusterFreeze,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [
        Kind::Adjustment,
        Kind::TopupAssign,
        Kind::MismatchClear,
        Kind::ClusterFreeze,
    ];

    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Adjustment => "adjustment",
            Kind::TopupAssign => "topup_assign",
            Kind::MismatchClear => "mismatch_clear",
            Kind::ClusterFreeze => "cluster_freeze",
        }
    }

    /// The kind of a name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A change that waits for a second person.
#[derive(Clone, Debug, PartialEq)]
pub struct Propose {
    /// Which proposal.
    pub proposal: ProposalId,
    /// What kind of change.
    pub kind: Kind,
    /// The change, whole: what is done is read from here and from nowhere else.
    pub what: Value,
    /// Players it is good or bad for; none of them decides.
    pub players: Vec<PlayerId>,
    /// Who proposes.
    pub maker: String,
    /// The player that the maker is, if any.
    pub own: Option<PlayerId>,
    /// Why.
    pub reason: String,
}

/// A second person's yes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approve {
    /// Who.
    pub by: String,
    /// The player that the approver is, if any.
    pub own: Option<PlayerId>,
    /// The digest of what was looked at.
    pub digest: String,
    /// Why.
    pub reason: String,
}

/// What is asked of a proposal.
#[derive(Clone, Debug, PartialEq)]
pub enum ProposalCommand {
    /// Makes it.
    Propose(Propose),
    /// Lets it happen.
    Approve(Approve),
    /// Turns it down; the maker takes the own one back.
    Reject {
        /// Who.
        by: String,
        /// Why.
        reason: String,
    },
    /// What was approved was done, or refused for good by the rules of what it changes.
    Finish {
        /// 0, or the refusal's code.
        code: i32,
    },
}

/// What happened to a proposal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ProposalEvent {
    /// It waits for a second person.
    Proposed {
        /// Which proposal.
        proposal: ProposalId,
        /// What kind of change.
        kind: Kind,
        /// The change.
        what: Value,
        /// What an approval is bound to.
        digest: String,
        /// Players it is about.
        players: Vec<PlayerId>,
        /// Who proposes.
        maker: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// It may happen.
    Approved {
        /// Who.
        by: String,
        /// What was looked at.
        digest: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// It was turned down.
    Rejected {
        /// Who.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// The maker took it back.
    Withdrawn {
        /// Who.
        by: String,
        /// Why.
        reason: String,
        /// When.
        at: Timestamp,
    },
    /// It happened, or never will.
    Done {
        /// 0, or the code of the refusal.
        code: i32,
        /// When.
        at: Timestamp,
    },
}

catalogue!(ProposalEvent {
    Proposed = 1,
    Approved = 1,
    Rejected = 1,
    Withdrawn = 1,
    Done = 1,
});

impl StreamEvent for ProposalEvent {
    fn name(&self) -> &'static str {
        self.label().0
    }

    fn version(&self) -> u16 {
        self.label().1
    }

    fn lineage(name: &str) -> Option<Lineage> {
        ProposalEvent::shapes(name)
    }

    fn postings(&self, _owner: Uuid) -> Postings {
        Postings::NONE
    }
}
