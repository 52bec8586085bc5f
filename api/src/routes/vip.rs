//! VIP tiers (domain §3.4).

use crate::call::Call;
use crate::command::Outcome;
use crate::endpoint::{Answer, Data};
use crate::wire::said::Spoken;
use crate::wire::vip::{
    Vip, VipActivateBody, VipActivateData, VipInfoBody, VipInfoData, VipReceiveBody, VipReceiveData,
};
use domain::player::Event;
use domain::player::vip::{ActivateVip, ClaimVip, PayWith};

/// The tiers as they stand.
pub async fn info(call: Call<VipInfoBody>) -> Answer<VipInfoData> {
    let loaded = call.load().await?;
    let info = VipInfoData::of(&loaded.state, &call.app.context());
    Ok(Data::of(&info.in_language(call.lang)))
}

/// Buys the days of a tier.
pub async fn activate(call: Call<VipActivateBody>) -> Answer<VipActivateData> {
    let command = ActivateVip {
        vip_id: call.body.vip_id,
        pay_with: call.body.pay_with.map(PayWith::from).unwrap_or_default(),
    };
    let stored = call.execute(command, |outcome| {
        let vip_id = outcome.event(|event| match event {
            Event::VipActivated(activated) => Some(activated.vip_id),
            _ => None,
        });
        VipActivateData {
            vip: vip(outcome, vip_id),
            asset: outcome.asset(),
        }
    });
    call.spoken(stored.await?)
}

/// Claims the coins of the running tier.
pub async fn receive(call: Call<VipReceiveBody>) -> Answer<VipReceiveData> {
    let command = ClaimVip {
        vip_id: call.body.vip_id,
    };
    let stored = call.execute(command, |outcome| {
        let claimed = outcome.event(|event| match event {
            Event::VipClaimed(claimed) => Some(claimed.clone()),
            _ => None,
        });
        VipReceiveData {
            vip: vip(outcome, claimed.vip_id),
            coins: claimed.coins.minor(),
            diamonds: claimed.diamonds.minor(),
            asset: outcome.asset(),
        }
    });
    call.spoken(stored.await?)
}

fn vip(outcome: &Outcome<'_>, vip_id: u8) -> Vip {
    let tier = outcome.context.config.vip.tier(vip_id);
    Vip::of(
        tier.expect("a rule names tiers of its configuration"),
        outcome.player,
        outcome.context,
    )
}
