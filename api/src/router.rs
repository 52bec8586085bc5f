//! Every call of the service, once: the routes and the OpenAPI document are made
//! from the same list, so neither can know a call that the other does not.
//!
//! `/api/v1/<noun>/<verb>` is function `<verb>` in `routes/<noun>.rs` (api §2).

use crate::app::App;
use crate::call;
use crate::endpoints;
use crate::routes;
use axum::Router;
use projections::achievements::Achievements;
use projections::catches::Catches;
use projections::dives::Dives;
use projections::hidden_players::HiddenPlayers;
use projections::packet_shares::PacketShares;
use projections::players::Players;
use projections::ranks::Ranks;
use projections::revealed_seeds::RevealedSeeds;
use projections::team_records::TeamRecords;
use projections::topups::Topups;
use projections::week_catches::WeekCatches;
use projections::week_places::WeekPlaces;
use projections::withdrawals::Withdrawals;

endpoints! {
    "/api/v1/"
    open    write login::telegram as Login;
    open    read  system::config;
    session read  user::info;
    session write user::accept_terms;
    session write user::delete;
    session read  session::list;
    session write session::end;
    session read  limits::info;
    session write limits::set;
    session write limits::exclude;
    session read  messages::info;
    session write messages::set;
    session read  vip::info;
    session write vip::activate;
    session write vip::receive as Claim;
    session read  coupon::info, after Topups;
    session read  coupon::records;
    session read  shop::list;
    session write shop::buy;
    session read  exchange::info;
    session write exchange::r#do;
    session write exchange::unlock as Claim;
    session read  exchange::records;
    session read  fishing::config;
    session read  fishing::player_info;
    session write fishing::receive_free_coin as Claim;
    session write fishing::dive_start;
    session write fishing::cast as Cast;
    session write fishing::surface;
    session read  fishing::history, after Dives;
    session read  fishing::dive_detail, after Dives, RevealedSeeds;
    session read  fishing::seed_info;
    session write fishing::seed_rotate;
    session read  collection::info, after Catches, Achievements, WeekPlaces;
    session read  collection::rank, after WeekCatches, HiddenPlayers;
    session read  signin::info;
    session write signin::sign as Claim;
    session read  team::info, after Players, TeamRecords;
    session write team::bind;
    session read  team::records, after TeamRecords;
    session write team::receive as Claim, after TeamRecords;
    session read  team::rank, after Ranks, HiddenPlayers, TeamRecords;
    session read  promotion::list;
    session write promotion::verify;
    session write promotion::receive as Claim;
    session read  promotion::wallet_payload;
    session write promotion::prove_wallet;
    session read  redpacket::info, after PacketShares;
    session write redpacket::claim as Claim;
    session read  wallet::history;
    session read  wallet::proof;
    session write topup::create;
    session read  topup::message, after Topups;
    session write topup::submit, after Topups;
    session write topup::cancel, after Topups;
    session read  topup::status, after Topups;
    session read  topup::records, after Topups;
    session write utils::upload_config;
    session read  kyc::check;
    session write kyc::edit;
    session read  withdraw::info;
    session write withdraw::set_address;
    session write withdraw::r#do as Withdraw;
    session read  withdraw::list, after Withdrawals;
    session read  withdraw::detail, after Withdrawals;
    session read  withdraw::rank, after Ranks, HiddenPlayers;
}

/// The modules that maintenance can close, in the order of the list.
pub fn modules() -> Vec<&'static str> {
    let mut modules: Vec<&str> = ENDPOINTS.iter().map(|endpoint| endpoint.noun).collect();
    modules.dedup();
    modules
}

/// All calls of players; unknown paths and other methods are answered with the envelope too.
pub fn routes() -> Router<App> {
    collect(Router::new())
        .fallback(call::unknown_path)
        .method_not_allowed_fallback(call::other_method)
}
