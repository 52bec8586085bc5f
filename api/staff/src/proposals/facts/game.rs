//! What a decider has to know of a dive, of what an invitation brought, and of a place on a board.

use super::{balance, balance_of, before_after, of_house, of_purse};
use crate::proposals::changes::read;
use crate::proposals::dives::VoidWhat;
use crate::proposals::ranks::RankWhat;
use crate::proposals::records::RecordWhat;
use crate::wire::facts::{FactUnit, StaffFact, fact, fact_if_known};
use crate::wire::ranks::score_unit;
use api::error::Failure;
use domain::player::team::RecordKind;
use domain::posting::{House, Purse};
use domain::proposal::Change;
use ledger::{Ledger, StreamId};
use projections::ranks;
use projections::team_records::kind_name;

/// An open dive with what it returns: purses and sinks before and after.
pub(super) async fn of_void(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: VoidWhat = read(change)?;
    let player = ledger.players().load(&StreamId::player(what.player)).await?.state;
    let Ok(dive) = player.open_dive(what.dive) else {
        return Ok(vec![fact("dive_open", FactUnit::YesNo, false)]);
    };
    let mut facts = vec![
        fact("dive_open", FactUnit::YesNo, true),
        fact("dive_started", FactUnit::Time, dive.started_at.0),
        fact("dive_touched", FactUnit::Time, dive.touched_at.0),
        fact("dive_stake", FactUnit::Coin, dive.stake.minor()),
        fact("dive_casts", FactUnit::Number, dive.casts),
        fact("dive_safe", FactUnit::Gusd, dive.safe().minor()),
    ];
    let returns = [
        (dive.fund.stake_purse(), House::CoinSink, dive.staked().minor()),
        (Purse::Diamond, House::DiamondSink, dive.burned().minor()),
    ];
    for (purse, sink, amount) in returns.into_iter().filter(|(.., amount)| *amount > 0) {
        let held = player.wallet.minor(purse);
        facts.extend(of_purse(what.player, purse, held, amount, waits));
        facts.extend(of_house(sink, balance(ledger, sink).await?, -i128::from(amount), waits));
    }
    Ok(facts)
}

/// A record of an inviter, and both accounts before and after.
pub(super) async fn of_record(ledger: &Ledger, change: &Change, waits: bool) -> Result<Vec<StaffFact>, Failure> {
    let what: RecordWhat = read(change)?;
    let record = &what.contents;
    let mut facts = vec![
        fact("record_kind", FactUnit::Text, kind_name(record.kind)),
        fact("record_day", FactUnit::Text, record.day),
        fact_if_known("record_friend", FactUnit::Text, record.friend),
    ];
    if record.kind != RecordKind::Invite {
        facts.push(fact("record_whole", FactUnit::Usdt, record.usdt.minor()));
        facts.push(fact("record_received", FactUnit::Usdt, record.received.minor()));
    }
    let (account, house, amount) = what.moves();
    let held = balance_of(ledger, account).await?;
    let due = |name, minor| StaffFact::of_account(name, account, minor).of(what.player);
    facts.extend(before_after(due, held, -i128::from(amount), waits));
    let holds = balance(ledger, house).await?;
    facts.extend(of_house(house, holds, amount.into(), waits));
    Ok(facts)
}

/// A player's place on a closed board, and how many move up.
pub(super) async fn of_rank(ledger: &Ledger, change: &Change) -> Result<Vec<StaffFact>, Failure> {
    let what: RankWhat = read(change)?;
    let rank = ledger.ranks().load(&StreamId::thing(what.rank.0)).await?.state;
    let Some((board, period)) = rank.closed else {
        return Ok(Vec::new());
    };
    let mut facts = vec![
        fact("board", FactUnit::Text, ranks::name(board)),
        fact("board_from", FactUnit::Time, period.start().0),
        fact_if_known("board_until", FactUnit::Time, period.end().map(|end| end.0)),
    ];
    let place = rank.place(what.player);
    facts.push(fact_if_known("board_place", FactUnit::Number, place));
    if let Some((place, entry)) = place.and_then(|place| Some((place, rank.top.get(place - 1)?))) {
        facts.push(fact("board_score", score_unit(board), entry.score));
        facts.push(fact("board_reached", FactUnit::Time, entry.reached_at.0));
        facts.push(fact("board_move_up", FactUnit::Number, rank.top.len() - place));
    }
    Ok(facts)
}
