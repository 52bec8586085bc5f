//! An open dive that is cancelled after a fault of the system (api §7.6).

use domain::ids::{DiveId, PlayerId};
use domain::money::{Coin, Usdt};
use domain::player::dive::Dive;
use domain::player::fishing::VoidDive;
use domain::posting::Purse;
use domain::proposal::Change;
use domain::worth::worth;
use ledger::{Fault, Ledger, StreamId};
use projections::dives::{self, End};
use serde::{Deserialize, Serialize};

/// The dive, as proposed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VoidWhat {
    pub player: PlayerId,
    pub dive: DiveId,
    /// How many casts it had: with more it is not voided. Nothing in proposals of before, which return what was staked
    /// by the time when the dive is voided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub casts: Option<u32>,
    pub case_id: String,
}

impl VoidWhat {
    /// The command that it becomes.
    pub(super) fn command(self, change: &Change, approver: &str) -> VoidDive {
        VoidDive {
            dive: self.dive,
            casts: self.casts,
            case_id: self.case_id,
            proposer: change.maker.clone(),
            approver: approver.to_owned(),
        }
    }

    /// The coins that return: what they are by now, or what they were.
    pub(super) async fn refund(&self, ledger: &Ledger) -> Result<Option<Coin>, Fault> {
        let player = ledger.players().load(&StreamId::player(self.player)).await?.state;
        if let Ok(dive) = player.open_dive(self.dive) {
            return Ok(Some(dive.staked()));
        }
        let log = ledger.partition_of(self.player.0);
        let found = dives::detail(ledger.pool(), log, self.player, self.dive).await?;
        Ok(match found.and_then(|detail| detail.end) {
            Some(End::Voided(voided)) => Some(voided.refund),
            _ => None,
        })
    }
}

/// What a dive would return, at parity.
pub fn worth_of(dive: &Dive) -> Usdt {
    let returned = [
        worth(dive.fund.stake_purse(), dive.staked().minor()),
        worth(Purse::Diamond, dive.burned().minor()),
    ];
    returned
        .into_iter()
        .flatten()
        .fold(Usdt::ZERO, |sum, worth| sum + worth)
}
