//! Every call of the service, once: the routes and the OpenAPI document are made
//! from the same list, so neither can know a call that the other does not.
//!
//! `/api/v1/<noun>/<verb>` is function `<verb>` in `routes/<noun>.rs` (DESIGN §2).

use crate::app::App;
use crate::call;
use crate::limits::Class;
use crate::openapi::Document;
use crate::routes;
use crate::wire::coupon::{CouponInfoBody, CouponInfoData, CouponRecordsBody, CouponRecordsData};
use crate::wire::exchange::{
    ExchangeDoBody, ExchangeDoData, ExchangeInfoBody, ExchangeInfoData, ExchangeRecordsBody, ExchangeRecordsData,
    ExchangeUnlockBody, ExchangeUnlockData,
};
use crate::wire::fishing::{
    FishingCastBody, FishingCastData, FishingDiveDetailBody, FishingDiveDetailData, FishingDiveStartBody,
    FishingDiveStartData, FishingHistoryBody, FishingHistoryData, FishingPlayerInfoBody, FishingPlayerInfoData,
    FishingReceiveFreeCoinBody, FishingReceiveFreeCoinData, FishingSurfaceBody, FishingSurfaceData,
};
use crate::wire::game::{FishingConfigBody, FishingConfigData};
use crate::wire::kyc::{KycCheckBody, KycCheckData, KycEditBody, KycEditData};
use crate::wire::limits::{
    LimitsExcludeBody, LimitsExcludeData, LimitsInfoBody, LimitsInfoData, LimitsSetBody, LimitsSetData,
};
use crate::wire::login::{LoginTelegramBody, LoginTelegramData};
use crate::wire::promotion::{
    PromotionListBody, PromotionListData, PromotionReceiveBody, PromotionReceiveData, PromotionVerifyBody,
    PromotionVerifyData,
};
use crate::wire::rank::{RankData, TeamRankBody, WithdrawRankBody};
use crate::wire::redpacket::{RedpacketClaimBody, RedpacketClaimData, RedpacketInfoBody, RedpacketInfoData};
use crate::wire::seeds::{FishingSeedInfoBody, FishingSeedInfoData, FishingSeedRotateBody};
use crate::wire::shop::{ShopBuyBody, ShopBuyData, ShopListBody, ShopListData};
use crate::wire::signin::{SigninInfoBody, SigninInfoData, SigninSignBody, SigninSignData};
use crate::wire::system::{SystemConfigBody, SystemConfigData};
use crate::wire::team::{
    TeamBindBody, TeamBindData, TeamInfoBody, TeamInfoData, TeamReceiveBody, TeamReceiveData, TeamRecordsBody,
    TeamRecordsData,
};
use crate::wire::topup::{
    TopupCancelBody, TopupCreateBody, TopupMessageBody, TopupMessageData, TopupOrderData, TopupRecordsBody,
    TopupRecordsData, TopupStatusBody, TopupSubmitBody,
};
use crate::wire::user::{
    UserAcceptTermsBody, UserAcceptTermsData, UserDeleteBody, UserDeleteData, UserInfoBody, UserInfoData,
};
use crate::wire::utils::{UtilsUploadConfigBody, UtilsUploadConfigData};
use crate::wire::vip::{VipActivateBody, VipActivateData, VipInfoBody, VipInfoData, VipReceiveBody, VipReceiveData};
use crate::wire::wallet::{WalletHistoryBody, WalletHistoryData};
use crate::wire::withdraw::{
    WithdrawDetailBody, WithdrawDetailData, WithdrawDoBody, WithdrawDoData, WithdrawInfoBody, WithdrawInfoData,
    WithdrawListBody, WithdrawListData, WithdrawSetAddressBody, WithdrawSetAddressData,
};
use axum::Router;
use axum::routing::post;
use projections::dives::Dives;
use projections::hidden_players::HiddenPlayers;
use projections::packet_shares::PacketShares;
use projections::players::Players;
use projections::ranks::Ranks;
use projections::revealed_seeds::RevealedSeeds;
use projections::team_records::TeamRecords;
use projections::topups::Topups;
use projections::view::View;
use projections::withdrawals::Withdrawals;

/// What is known about a call beside its handler.
#[derive(Debug)]
pub struct Spec {
    /// First segment: the module.
    pub noun: &'static str,
    /// Second segment: the function.
    pub verb: &'static str,
    /// The whole path.
    pub path: &'static str,
    /// Changes nothing.
    pub read: bool,
    /// Which limit counts it.
    pub class: Class,
    /// The following views it is answered from; it waits for them ([`call`]).
    pub views: &'static [&'static dyn View],
}

macro_rules! is_read {
    (read) => {
        true
    };
    (write) => {
        false
    };
}

/// A verb as the path spells it; one of them is a word of the language too.
macro_rules! spelt {
    (r#do) => {
        "do"
    };
    ($verb:ident) => {
        stringify!($verb)
    };
}

macro_rules! calls {
    ($($access:ident $mode:ident $noun:ident::$verb:ident($body:ty) -> $data:ty, $class:ident $(, after $($view:expr),+)?;)*) => {
        /// Every call.
        pub const CALLS: &[Spec] = &[$(Spec {
            noun: stringify!($noun),
            verb: spelt!($verb),
            path: concat!("/api/v1/", stringify!($noun), "/", spelt!($verb)),
            read: is_read!($mode),
            class: Class::$class,
            views: &[$($(&$view),+)?],
        },)*];

        fn mount(router: Router<App>) -> Router<App> {
            let mut specs = CALLS.iter();
            $(let router = {
                let spec = specs.next().expect("the list has every call");
                let serve = move |app, peer, request| call::$access::<$body, _, _>(spec, app, peer, request, routes::$noun::$verb);
                router.route(spec.path, post(serve))
            };)*
            router
        }

        /// Writes every call into the document.
        pub fn describe(document: Document) -> Document {
            let mut specs = CALLS.iter();
            $(let document = document.call::<$body, $data>(specs.next().expect("the list has every call"));)*
            document
        }
    };
}

calls! {
    open    write login::telegram(LoginTelegramBody) -> LoginTelegramData, Login;
    open    read  system::config(SystemConfigBody) -> SystemConfigData, Other;
    session read  user::info(UserInfoBody) -> UserInfoData, Other;
    session write user::accept_terms(UserAcceptTermsBody) -> UserAcceptTermsData, Other;
    session write user::delete(UserDeleteBody) -> UserDeleteData, Other;
    session read  limits::info(LimitsInfoBody) -> LimitsInfoData, Other;
    session write limits::set(LimitsSetBody) -> LimitsSetData, Other;
    session write limits::exclude(LimitsExcludeBody) -> LimitsExcludeData, Other;
    session read  vip::info(VipInfoBody) -> VipInfoData, Other;
    session write vip::activate(VipActivateBody) -> VipActivateData, Other;
    session write vip::receive(VipReceiveBody) -> VipReceiveData, Claim;
    session read  coupon::info(CouponInfoBody) -> CouponInfoData, Other, after Topups;
    session read  coupon::records(CouponRecordsBody) -> CouponRecordsData, Other;
    session read  shop::list(ShopListBody) -> ShopListData, Other;
    session write shop::buy(ShopBuyBody) -> ShopBuyData, Other;
    session read  exchange::info(ExchangeInfoBody) -> ExchangeInfoData, Other;
    session write exchange::r#do(ExchangeDoBody) -> ExchangeDoData, Other;
    session write exchange::unlock(ExchangeUnlockBody) -> ExchangeUnlockData, Claim;
    session read  exchange::records(ExchangeRecordsBody) -> ExchangeRecordsData, Other;
    session read  fishing::config(FishingConfigBody) -> FishingConfigData, Other;
    session read  fishing::player_info(FishingPlayerInfoBody) -> FishingPlayerInfoData, Other;
    session write fishing::receive_free_coin(FishingReceiveFreeCoinBody) -> FishingReceiveFreeCoinData, Claim;
    session write fishing::dive_start(FishingDiveStartBody) -> FishingDiveStartData, Other;
    session write fishing::cast(FishingCastBody) -> FishingCastData, Cast;
    session write fishing::surface(FishingSurfaceBody) -> FishingSurfaceData, Other;
    session read  fishing::history(FishingHistoryBody) -> FishingHistoryData, Other, after Dives;
    session read  fishing::dive_detail(FishingDiveDetailBody) -> FishingDiveDetailData, Other, after Dives, RevealedSeeds;
    session read  fishing::seed_info(FishingSeedInfoBody) -> FishingSeedInfoData, Other;
    session write fishing::seed_rotate(FishingSeedRotateBody) -> FishingSeedInfoData, Other;
    session read  signin::info(SigninInfoBody) -> SigninInfoData, Other;
    session write signin::sign(SigninSignBody) -> SigninSignData, Claim;
    session read  team::info(TeamInfoBody) -> TeamInfoData, Other, after Players, TeamRecords;
    session write team::bind(TeamBindBody) -> TeamBindData, Other;
    session read  team::records(TeamRecordsBody) -> TeamRecordsData, Other, after TeamRecords;
    session write team::receive(TeamReceiveBody) -> TeamReceiveData, Claim, after TeamRecords;
    session read  team::rank(TeamRankBody) -> RankData, Other, after Ranks, HiddenPlayers;
    session read  promotion::list(PromotionListBody) -> PromotionListData, Other;
    session write promotion::verify(PromotionVerifyBody) -> PromotionVerifyData, Other;
    session write promotion::receive(PromotionReceiveBody) -> PromotionReceiveData, Claim;
    session read  redpacket::info(RedpacketInfoBody) -> RedpacketInfoData, Other, after PacketShares;
    session write redpacket::claim(RedpacketClaimBody) -> RedpacketClaimData, Claim;
    session read  wallet::history(WalletHistoryBody) -> WalletHistoryData, Other;
    session write topup::create(TopupCreateBody) -> TopupOrderData, Other;
    session read  topup::message(TopupMessageBody) -> TopupMessageData, Other, after Topups;
    session write topup::submit(TopupSubmitBody) -> TopupOrderData, Other, after Topups;
    session write topup::cancel(TopupCancelBody) -> TopupOrderData, Other, after Topups;
    session read  topup::status(TopupStatusBody) -> TopupOrderData, Other, after Topups;
    session read  topup::records(TopupRecordsBody) -> TopupRecordsData, Other, after Topups;
    session write utils::upload_config(UtilsUploadConfigBody) -> UtilsUploadConfigData, Other;
    session read  kyc::check(KycCheckBody) -> KycCheckData, Other;
    session write kyc::edit(KycEditBody) -> KycEditData, Other;
    session read  withdraw::info(WithdrawInfoBody) -> WithdrawInfoData, Other;
    session write withdraw::set_address(WithdrawSetAddressBody) -> WithdrawSetAddressData, Other;
    session write withdraw::r#do(WithdrawDoBody) -> WithdrawDoData, Withdraw;
    session read  withdraw::list(WithdrawListBody) -> WithdrawListData, Other, after Withdrawals;
    session read  withdraw::detail(WithdrawDetailBody) -> WithdrawDetailData, Other, after Withdrawals;
    session read  withdraw::rank(WithdrawRankBody) -> RankData, Other, after Ranks, HiddenPlayers;
}

/// The modules that maintenance can close, in the order of the list.
pub fn modules() -> Vec<&'static str> {
    let mut modules: Vec<&str> = CALLS.iter().map(|spec| spec.noun).collect();
    modules.dedup();
    modules
}

/// All calls of players; unknown paths and other methods are answered with the envelope too.
pub fn calls() -> Router<App> {
    mount(Router::new())
        .fallback(call::unknown_path)
        .method_not_allowed_fallback(call::other_method)
}
