//! What a decider has to know of a packet: the accounts that its money comes from.

use super::{balance, of_house};
use crate::proposals::changes::read;
use crate::proposals::packets::PacketWhat;
use crate::wire::facts::StaffFact;
use api::error::Failure;
use domain::posting::House;
use domain::proposal::Change;
use ledger::Ledger;

/// Both accounts of the house before and after. A packet of USDT takes promotion money at once; of anything else each
/// share is issued when somebody claims it, so the account is shown as it would be once all are claimed.
pub(super) async fn of_packet(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: PacketWhat = read(change)?;
    let prize = what.prize()?;
    let (source, total) = (prize.source(), i128::from(prize.minor()));
    let moved = match prize.usdt() {
        Some(_) => vec![(House::UsdtPromoBudget, -total), (source, total)],
        None => vec![(source, -total)],
    };
    let mut facts = Vec::new();
    for (house, change) in moved {
        facts.extend(of_house(house, balance(ledger, house).await?, change, waits));
    }
    Ok(facts)
}
