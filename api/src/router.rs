//! Every call of the service, once: the routes and the OpenAPI document are made
//! from the same list, so neither can know a call that the other does not.
//!
//! `/api/v1/<noun>/<verb>` is function `<verb>` in `routes/<noun>.rs` (DESIGN §2).

use crate::app::App;
use crate::call;
use crate::limits::Class;
use crate::openapi::Document;
use crate::routes;
use crate::wire::fishing::{
    FishingCastBody, FishingCastData, FishingDiveDetailBody, FishingDiveDetailData, FishingDiveStartBody,
    FishingDiveStartData, FishingHistoryBody, FishingHistoryData, FishingPlayerInfoBody, FishingPlayerInfoData,
    FishingReceiveFreeCoinBody, FishingReceiveFreeCoinData, FishingSurfaceBody, FishingSurfaceData,
};
use crate::wire::game::{FishingConfigBody, FishingConfigData};
use crate::wire::login::{LoginTelegramBody, LoginTelegramData};
use crate::wire::seeds::{FishingSeedInfoBody, FishingSeedInfoData, FishingSeedRotateBody};
use crate::wire::signin::{SigninInfoBody, SigninInfoData, SigninSignBody, SigninSignData};
use crate::wire::system::{SystemConfigBody, SystemConfigData};
use crate::wire::team::{TeamBindBody, TeamBindData, TeamInfoBody, TeamInfoData};
use crate::wire::user::{UserAcceptTermsBody, UserAcceptTermsData, UserInfoBody, UserInfoData};
use crate::wire::wallet::{WalletHistoryBody, WalletHistoryData};
use axum::Router;
use axum::routing::post;
use projections::dives::Dives;
use projections::players::Players;
use projections::revealed_seeds::RevealedSeeds;
use projections::view::View;

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
    session read  team::info(TeamInfoBody) -> TeamInfoData, Other, after Players;
    session write team::bind(TeamBindBody) -> TeamBindData, Other;
    session read  wallet::history(WalletHistoryBody) -> WalletHistoryData, Other;
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
