//! Players at a moment: folded from their own streams up to it, never read from a view that has moved on.

mod list;
mod search;
mod timeline;

pub use list::list;
pub use search::search;
pub use timeline::timeline;

use super::read::{self, Moment};
use crate::facts;
use crate::wire::at::Balance;
use crate::wire::players::{
    DeviceCluster, OpenDive, PlayerLimits, PlayerLink, PlayerLinks, PlayersInfoBody, PlayersInfoData, ShownKyc,
};
use api::auth::linked_accounts;
use api::error::Failure;
use domain::ids::PlayerId;
use domain::kyc::KycCheck;
use domain::money::Usdt;
use domain::player::Player;
use domain::player::dive::Dive;
use domain::posting::Purse;
use domain::proposal::PLAYERS_MAX;
use domain::stream::Stream;
use domain::time::Timestamp;
use ledger::balance::{AsOf, as_of};
use ledger::{Fault, Ledger, StreamId, feed, log};
use projections::players;
use std::collections::BTreeMap;

/// Friends that are shown.
const FRIENDS_MAX: i64 = 200;
/// Accounts of a cluster that are shown: with the player as many as one proposal stops.
const OTHERS_MAX: usize = PLAYERS_MAX - 1;

/// A stream at a moment.
struct Folded<S> {
    state: S,
    version: i64,
}

/// Folds a stream up to a position of its log, page by page.
async fn fold<S: Stream>(ledger: &Ledger, id: &StreamId, until: i64) -> Result<Folded<S>, Fault> {
    let version = log::version_at(ledger.pool(), S::TYPE, &id.key, until).await?;
    let mut state = S::default();
    let mut read = 0;
    while read < version {
        let wanted = feed::PAGE_MAX.min(version - read);
        let page = feed::read_stream_page(ledger.pool(), S::TYPE, &id.key, read, wanted).await?;
        let Some(last) = page.last() else { break };
        read = last.sequence;
        for event in &page {
            state.evolve(&event.decode()?);
        }
    }
    Ok(Folded { state, version })
}

/// The bound of the player's own log.
fn bound(ledger: &Ledger, player: PlayerId, until: &Moment) -> i64 {
    let log = usize::from(ledger.partition_of(player.0));
    until.bounds.get(log).copied().unwrap_or(0)
}

/// A player with balances, ties, limits, the open dive and the identity check.
///
/// # Errors
/// -1006 `player` for nobody at that moment; a fault of the database.
pub async fn info(ledger: &Ledger, body: &PlayersInfoBody) -> Result<PlayersInfoData, Failure> {
    let unknown = || Failure::invalid("player");
    let player = read::player(&body.player).ok_or_else(unknown)?;
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let bound = bound(ledger, player, &until);
    let id = StreamId::player(player);
    let Folded { state, version } = fold::<Player>(ledger, &id, bound).await?;
    if version == 0 {
        return Err(unknown());
    }
    let kyc = fold::<KycCheck>(ledger, &id, bound).await?.state;
    let now = Timestamp(until.at.time_ms);
    let balances = balances(ledger, player, &until).await?;
    let registration = &state.registration;
    let identity = &state.identity;
    Ok(PlayersInfoData {
        player: player.to_string(),
        tg_id: registration.tg_id.to_string(),
        scode: registration.scode.to_string(),
        lang: registration.lang.clone(),
        registered_at_ms: registration.registered_at.0,
        countries: [&identity.connection, &identity.document]
            .into_iter()
            .flatten()
            .cloned()
            .collect(),
        version,
        holds: holds(&state, &balances),
        balances,
        vip: state.vip.tier(now),
        links: links(ledger, &state, player, &until).await?,
        limits: limits(&state, now),
        dive: state.fishing.dive.as_ref().map(open_dive),
        kyc: shown_kyc(&kyc),
        address: state.withdrawal.payee.as_ref().map(|payee| payee.address.to_string()),
        at: until.at,
    })
}

/// Every account of the player; what others owe may lie in several logs.
async fn balances(ledger: &Ledger, player: PlayerId, until: &Moment) -> Result<Vec<Balance>, Fault> {
    let mut sums: BTreeMap<String, (String, i128, i64)> = BTreeMap::new();
    for (partition, bound) in (0..).zip(&until.bounds) {
        for one in as_of(ledger.pool(), partition, player.0, AsOf::Position(*bound)).await? {
            let sum = sums.entry(one.account).or_insert((one.asset, 0, 0));
            sum.1 += i128::from(one.balance);
            sum.2 = sum.2.max(one.position);
        }
    }
    let balance = |(account, (asset, balance, position)): (String, (String, i128, i64))| Balance {
        account,
        asset,
        balance: balance.to_string(),
        position,
    };
    Ok(sums.into_iter().map(balance).collect())
}

/// Whether the written balances are those of the fold.
fn holds(state: &Player, balances: &[Balance]) -> bool {
    let written = |purse: Purse| balances.iter().find(|one| one.account == purse.name());
    Purse::ALL.into_iter().all(|purse| {
        let folded = state.wallet.minor(purse).to_string();
        written(purse).map_or("0", |one| one.balance.as_str()) == folded
    })
}

async fn links(ledger: &Ledger, state: &Player, player: PlayerId, until: &Moment) -> Result<PlayerLinks, Failure> {
    let inviter = state.registration.inviter.as_ref();
    let friends = players::friends_at(ledger.pool(), player, &until.bounds, FRIENDS_MAX).await?;
    let friend = |(friend, since): (PlayerId, i64)| PlayerLink {
        player: friend.to_string(),
        since_ms: Some(since),
    };
    let (cluster, shared) = if until.is_past {
        (None, None)
    } else {
        let cluster = linked_accounts::others(ledger, player).await?;
        (cluster, Some(facts::ties(ledger, player).await?))
    };
    let cluster = cluster.map(|(name, others)| DeviceCluster {
        name,
        others: others.iter().take(OTHERS_MAX).map(ToString::to_string).collect(),
    });
    Ok(PlayerLinks {
        inviter: inviter.map(|inviter| inviter.player.to_string()),
        house_scode: state.registration.house_scode.as_ref().map(ToString::to_string),
        upline: inviter
            .and_then(|inviter| inviter.upline)
            .map(|upline| upline.to_string()),
        brings_nothing: state.team.is_refused,
        friends: friends.into_iter().map(friend).collect(),
        tied_friends: state.team.tied_friends,
        cluster,
        shared,
    })
}

/// Limits and stops of a player at a moment.
pub fn limits(state: &Player, now: Timestamp) -> PlayerLimits {
    let own = state.limits.at(now);
    let written = |limit: Option<Usdt>| limit.map(|limit| limit.minor().to_string());
    let ms = |at: Option<Timestamp>| at.map(|at| at.0);
    PlayerLimits {
        deposit_day: written(own.deposit_day),
        deposit_week: written(own.deposit_week),
        deposit_month: written(own.deposit_month),
        loss_day: written(own.loss_day),
        session_min: own.session_min,
        pending: i64::try_from(state.limits.pending.len()).unwrap_or(i64::MAX),
        cool_off_until_ms: ms(state.limits.cool_off_until),
        excluded_until_ms: ms(state.limits.excluded_until),
        frozen: state.freeze.is_frozen,
        erase_at_ms: ms(state.erasure.erase_at),
        erased: state.erasure.is_erased,
    }
}

fn open_dive(dive: &Dive) -> OpenDive {
    OpenDive {
        dive: dive.id.to_string(),
        stake: dive.stake.minor().to_string(),
        fund: dive.fund.stake_purse().name().to_owned(),
        casts: dive.casts,
        level: dive.level(),
        safe: (dive.bonus + dive.chest_gusd).minor().to_string(),
        at_risk: i64::try_from(dive.line.len()).unwrap_or(i64::MAX),
        started_at_ms: dive.started_at.0,
        touched_at_ms: dive.touched_at.0,
    }
}

fn shown_kyc(kyc: &KycCheck) -> ShownKyc {
    let status = serde_json::to_value(kyc.status).ok();
    ShownKyc {
        status: status
            .as_ref()
            .and_then(|status| status.as_str())
            .unwrap_or_default()
            .to_owned(),
        revision: kyc.revision,
        submitted_at_ms: kyc.submitted.iter().map(|at| at.0).max(),
        expires_on: kyc.expires_on.map(|day| day.to_string()),
    }
}
