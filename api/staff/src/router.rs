//! Every call of the staff service, once: routes, document and the matrix of permissions are checked against
//! this list. `/staff/v1/<noun>/<verb>` is function `<verb>` in `routes/<noun>.rs`.

use super::call::{self, StaffCall};
use super::reading;
use super::routes;
use api::app::App;
use api::endpoint::Data;
use api::endpoints;
use api::error::Failure;
use axum::Router;
use ledger::standby::SCREEN_WAIT;
use projections::case_acts::CaseActs;
use projections::cases::Cases;
use projections::dives::Dives;
use projections::erasures::Erasures;
use projections::hidden_players::HiddenPlayers;
use projections::kyc_checks::KycChecks;
use projections::packet_shares::PacketShares;
use projections::proposals::Proposals;
use projections::red_packets::RedPackets;
use projections::staff_actions::StaffActions;
use projections::team_records::TeamRecords;
use projections::withdrawals::Withdrawals;
use projections::{activities, dives, effects, players, solvency, turnovers};

/// A call that only reads: a function of the ledger and the body, in `reading/<noun>.rs`. A standby that broke off is
/// passed over: the primary answers.
macro_rules! reading {
    ($noun:ident::$verb:ident) => {
        |call: StaffCall<_>| async move {
            let ledger = call.app.ledger().reader(SCREEN_WAIT).await;
            let mut data = reading::$noun::$verb(&ledger, &call.body).await;
            if ledger.is_at_standby() && matches!(data, Err(Failure::Fault(_))) {
                data = reading::$noun::$verb(call.app.ledger(), &call.body).await;
            }
            Ok::<_, Failure>(Data::of(&data?))
        }
    };
}

endpoints! {
    "/staff/v1/"
    open    session session::open;
    open    session session::sign;
    open    session session::activate;
    session session session::password;
    session session session::close;
    session read    session::me;
    session read    bookmarks::list;
    session write   bookmarks::save;
    session write   bookmarks::forget;
    session read    staff::list;
    session write   staff::add;
    session write   staff::roles;
    session write   staff::disable;
    session write   staff::enable;
    session write   staff::reset;
    session write   keys::propose;
    session write   keys::approve;
    session write   keys::revoke;
    session read    proposals::list, after Proposals;
    session read    proposals::info, after StaffActions;
    session write   proposals::approve;
    session write   proposals::reject;
    session write   adjustments::propose;
    session read    withdrawals::list, after Withdrawals;
    session read    withdrawals::info, after Withdrawals, Dives, StaffActions;
    session write   withdrawals::start;
    session write   withdrawals::approve, after PacketShares;
    session write   withdrawals::reject;
    session write   withdrawals::flag;
    session write   withdrawals::propose_clear;
    session write   withdrawals::pause;
    session write   withdrawals::resume;
    session read    kyc::list, after KycChecks;
    session look    kyc::open;
    session look    kyc::image;
    session write   kyc::decide;
    session write   kyc::reset;
    session read    erasure::list, after Erasures;
    session read    erasure::certificate;
    session write   erasure::request;
    session write   erasure::cancel;
    session write   access::propose;
    session look    access::file;
    session read    topups::unmatched;
    session write   topups::propose_assign;
    session write   topups::propose_return;
    session read    topups::refundable;
    session write   topups::propose_refund;
    session write   treasury::propose;
    session write   treasury::open_stakes, after solvency::Solvency;
    session read    freezes::list, after HiddenPlayers;
    session write   freezes::set;
    session write   freezes::lift;
    session write   freezes::propose;
    session write   dives::propose;
    session read    records::list, after TeamRecords;
    session write   records::propose, after TeamRecords;
    session read    ranks::list by reading;
    session read    ranks::info by reading;
    session write   ranks::propose;
    session read    config::list;
    session read    config::info;
    session write   config::propose;
    session read    packets::list, after RedPackets;
    session write   packets::create;
    session write   packets::code;
    session write   packets::propose;
    session write   packets::stop;
    session read    play::list, after HiddenPlayers, StaffActions;
    session write   play::note;
    session read    cases::list, after Cases;
    session read    cases::info, after Cases, CaseActs;
    session look    cases::file;
    session write   cases::open;
    session write   cases::comment;
    session write   cases::attach;
    session write   cases::assign;
    session write   cases::close;
    session write   cases::reopen;
    session read    views::list;
    session read    views::info;
    session write   views::rebuild;
    session read    alerts::list, after StaffActions;
    session write   alerts::acknowledge;
    session read    notifications::list;
    session write   notifications::test;
    session read    days::list;
    session read    days::info;
    session write   days::close;
    session read    periods::list, after Proposals, turnovers::Turnovers;
    session read    periods::info, after Proposals, turnovers::Turnovers;
    session read    periods::restate by reading;
    session write   periods::propose;
    session read    overview::info by reading, after turnovers::Turnovers, solvency::Solvency;
    session read    overview::queues, after Withdrawals, Proposals, KycChecks, Cases;
    session read    overview::breaks by reading;
    session read    players::search by reading, after dives::Dives;
    session read    players::list by reading, after activities::Activities;
    session read    players::info by reading, after players::Players;
    session read    players::timeline by reading;
    session read    entries::list by reading;
    session read    entries::explain;
    session read    books::trial by reading, after turnovers::Turnovers;
    session read    books::financials by reading, after turnovers::Turnovers;
    session read    books::accounts by reading, after turnovers::Turnovers;
    session read    books::statement by reading;
    session read    events::list by reading;
    session read    events::info by reading;
    session read    events::causes by reading, after effects::Effects;
    session read    registers::list by reading, after StaffActions;
    session read    proofs::checkpoints by reading;
    session read    proofs::inclusion by reading;
    session read    proofs::consistency by reading;
    session read    samples::draw by reading;
    session read    samples::list by reading;
    session read    samples::info by reading;
    session write   samples::plan;
    session write   samples::select;
    session write   samples::test;
    session write   samples::sign;
    session read    audits::run;
    session read    audits::info;
    session read    replays::run;
    session read    replays::info;
    session read    reconciliation::run;
    session read    reconciliation::info;
    session read    reconciliation::lines;
    session look    exports::start;
    session read    exports::info;
    session look    exports::table;
    session read    exports::history;
    session read    exports::schedules;
    session write   exports::schedule;
    session write   exports::stop;
}

/// All calls of staff; unknown paths and other methods are answered with the envelope too.
pub fn routes() -> Router<App> {
    collect(Router::new())
        .fallback(call::unknown_path)
        .method_not_allowed_fallback(call::other_method)
}
