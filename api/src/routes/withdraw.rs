//! Withdrawals (domain §3.12). The player's stream reserves the money; the withdrawal's own stream says what becomes of
//! a request.

use crate::app::App;
use crate::auth::{linked_accounts, shared_details};
use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::leaderboards;
use crate::wire::page;
use crate::wire::rank::RankData;
use crate::wire::rank::WithdrawRankBody;
use crate::wire::withdraw::{
    Wd, WithdrawDetailBody, WithdrawDetailData, WithdrawDoBody, WithdrawDoData, WithdrawInfoBody, WithdrawInfoData,
    WithdrawListBody, WithdrawListData, WithdrawSetAddressBody, WithdrawSetAddressData, channel,
};
use domain::ids::{WithdrawalId, derived};
use domain::money::Usdt;
use domain::player::Event;
use domain::player::withdrawal::{RequestWithdrawal, SetAddress};
use domain::rank::Board;
use domain::refusal::Refusal;
use domain::withdrawal::Chain;
use ledger::policies;
use projections::withdrawals;
use serde_json::Value;
use uuid::Uuid;

/// Longest answer of a device's biometrics (ASSUMED: the messenger's own limit of a token).
const BIO_TOKEN_MAX: usize = 1_024;

/// What may be withdrawn, and where to.
pub async fn info(call: Call<WithdrawInfoBody>) -> Answer<WithdrawInfoData> {
    let player = call.load().await?.state;
    let (config, networks) = (call.app.config(), call.app.networks_out());
    Ok(Data::of(&WithdrawInfoData::of(&player, &config, &networks, call.now)))
}

/// Says where money goes.
pub async fn set_address(call: Call<WithdrawSetAddressBody>) -> Answer<WithdrawSetAddressData> {
    let command = SetAddress {
        chain: chain_of(&call.app, &call.body.key)?,
        address: call.body.address.clone(),
        comment: call.body.comment.clone().unwrap_or_default(),
        is_confirmed: is_confirmed(call.body.bio_token.as_deref())?,
    };
    let answer = call
        .execute(command, |outcome| {
            let set = outcome.event(|event| match event {
                Event::AddressSet(set) => Some(set.clone()),
                _ => None,
            });
            WithdrawSetAddressData {
                address: set.address.to_string(),
                usable_at: set.usable_at.0,
            }
        })
        .await?;
    shared_details::record(call.app.ledger(), call.player).await?;
    Ok(answer)
}

/// Requests a withdrawal. The withdrawal's own stream is opened at once, so that its detail can be read right after.
pub async fn r#do(call: Call<WithdrawDoBody>) -> Answer<WithdrawDoData> {
    let chain = chain_of(&call.app, &call.body.key)?;
    let amount = Usdt::parse(&call.body.amount).map_err(|_| Failure::invalid("amount"))?;
    let request = derived(&format!("withdraw:{}", call.player), call.body.req_id.0);
    // What was brought before anybody noted it.
    shared_details::record(call.app.ledger(), call.player).await?;
    let command = RequestWithdrawal {
        withdrawal: WithdrawalId::of_request(request),
        chain,
        amount,
        is_confirmed: is_confirmed(call.body.bio_token.as_deref())?,
        // Staff can flag one too, for as long as it is not sent.
        is_flagged: linked_accounts::is_shared_by_many(call.app.ledger(), call.player).await?,
        is_tied: !shared_details::ties(call.app.ledger(), call.player).await?.is_empty(),
    };
    let answer = call
        .execute(command, |outcome| {
            let requested = outcome.event(|event| match event {
                Event::WithdrawalRequested(requested) => Some(requested.clone()),
                _ => None,
            });
            WithdrawDoData {
                withdraw: Wd::requested(&requested, &outcome.context.config),
                asset: outcome.asset(),
            }
        })
        .await?;
    let ledger = call.app.ledger();
    let partition = ledger.partition_of(call.player.0);
    policies::apply_now(ledger, partition, call.written.position()).await;
    Ok(answer)
}

/// The chain that a key names, when money can go out over it.
fn chain_of(app: &App, key: &str) -> Result<Chain, Failure> {
    let named = app.networks_out().into_iter().find(|(chain, _)| channel(*chain) == key);
    named.map(|(chain, _)| chain).ok_or_else(|| Failure::invalid("key"))
}

/// The device vouches for its owner's face or finger. Recorded for whoever reviews: no rule is milder for it.
fn is_confirmed(bio_token: Option<&str>) -> Result<bool, Failure> {
    match bio_token.map_or(0, str::len) {
        BIO_TOKEN_MAX.. => Err(Failure::invalid("bio_token")),
        length => Ok(length > 0),
    }
}

/// The player's withdrawals, newest first.
pub async fn list(call: Call<WithdrawListBody>) -> Answer<WithdrawListData> {
    let size = page::size(call.body.size)?;
    let last = page::after(call.body.last_id.as_deref(), |text| Uuid::try_parse(text).ok())?;
    let (ledger, config, links) = (call.app.ledger(), call.app.config(), &call.app.settings().links);
    let partition = ledger.partition_of(call.player.0);
    let page = withdrawals::page(
        ledger.pool(),
        partition,
        call.player,
        last.map(WithdrawalId),
        (size, false),
    )
    .await?;
    let ids: Vec<WithdrawalId> = page.lines.iter().map(|row| row.withdrawal).collect();
    let steps = withdrawals::steps(ledger.pool(), &ids).await?;
    let line = |row: &withdrawals::WithdrawalRow| {
        let steps = steps.get(&row.withdrawal).map_or(&[][..], Vec::as_slice);
        Wd::of(&row.requested, steps, &config, links)
    };
    Ok(Data::of(&WithdrawListData {
        list: page.lines.iter().map(line).collect(),
        next_last_id: page.next().map_or_else(String::new, |last| last.withdrawal.to_string()),
        has_more: page.has_more,
    }))
}

/// One withdrawal with its steps. Another player's is as unknown as none (T-31).
pub async fn detail(call: Call<WithdrawDetailBody>) -> Answer<WithdrawDetailData> {
    let ledger = call.app.ledger();
    let withdrawal = WithdrawalId(call.body.key.0);
    let partition = ledger.partition_of(call.player.0);
    let found = withdrawals::find(ledger.pool(), partition, call.player, withdrawal).await?;
    // Coupons that staff gave back stand with the coupons.
    let found = found.filter(|row| row.requested.request.refund.is_none());
    let row = found.ok_or_else(|| Failure::refused(Refusal::WithdrawalNotFound.code(), &Value::Null))?;
    let steps = withdrawals::steps(ledger.pool(), &[withdrawal]).await?;
    let steps = steps.get(&withdrawal).map_or(&[][..], Vec::as_slice);
    let (config, links) = (call.app.config(), &call.app.settings().links);
    Ok(Data::of(&WithdrawDetailData::of(&row, steps, &config, links)))
}

/// The board of completed withdrawals.
pub async fn rank(call: Call<WithdrawRankBody>) -> Answer<RankData> {
    leaderboards::answer(&call, Board::Withdraw, call.body.period, call.body.season_id.as_deref()).await
}
