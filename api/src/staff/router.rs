//! Every call of the staff service, once: routes, document and the matrix of permissions are checked against
//! this list. `/staff/v1/<noun>/<verb>` is function `<verb>` in `routes/<noun>.rs`.

use super::call::{self, Access, Mode};
use super::routes;
use super::wire::StaffDone;
use super::wire::alerts::{AlertsAcknowledgeBody, AlertsListBody, AlertsListData};
use super::wire::audits::{AuditsInfoData, AuditsRunBody};
use super::wire::books::{
    BooksAccountsBody, BooksAccountsData, BooksStatementBody, BooksStatementData, BooksTrialBody, BooksTrialData,
};
use super::wire::config::{
    ConfigInfoBody, ConfigInfoData, ConfigListBody, ConfigListData, ConfigProposeBody, StaffChange,
};
use super::wire::days::{DaysCloseBody, DaysInfoBody, DaysInfoData, DaysListBody, DaysListData};
use super::wire::entries::{EntriesExplainBody, EntriesExplainData, EntriesListBody, EntriesListData};
use super::wire::events::{
    EventsCausesBody, EventsCausesData, EventsInfoBody, EventsInfoData, EventsListBody, EventsListData,
};
use super::wire::exports::{ExportsInfoData, ExportsStartBody};
use super::wire::freezes::{FreezesLiftBody, FreezesListBody, FreezesListData, FreezesProposeBody, FreezesSetBody};
use super::wire::job::{JobInfoBody, JobTold};
use super::wire::kyc::{
    KycDecideBody, KycDecided, KycImageBody, KycImageData, KycListBody, KycListData, KycOpenBody, KycOpenData,
};
use super::wire::overview::{OverviewInfoBody, OverviewInfoData};
use super::wire::packets::{PacketsCreateBody, PacketsCreated, PacketsListBody, PacketsListData, PacketsStopBody};
use super::wire::play::{PlayListBody, PlayListData, PlayNoteBody};
use super::wire::players::{
    PlayersInfoBody, PlayersInfoData, PlayersSearchBody, PlayersSearchData, PlayersTimelineBody, PlayersTimelineData,
};
use super::wire::proofs::{
    ProofData, ProofsCheckpointsBody, ProofsCheckpointsData, ProofsConsistencyBody, ProofsInclusionBody,
};
use super::wire::proposals::{
    AdjustmentsProposeBody, ProposalsApproveBody, ProposalsDecided, ProposalsInfoBody, ProposalsInfoData,
    ProposalsListBody, ProposalsListData, ProposalsRejectBody, StaffProposed,
};
use super::wire::registers::{RegistersListBody, RegistersListData};
use super::wire::replays::{ReplaysInfoData, ReplaysRunBody};
use super::wire::samples::{SamplesDrawBody, SamplesDrawData};
use super::wire::session::{SessionCloseBody, SessionMe, SessionMeBody, SessionOpenBody};
use super::wire::staff::{
    StaffAddBody, StaffDisableBody, StaffEnableBody, StaffIssued, StaffListBody, StaffListData, StaffResetBody,
    StaffRolesBody,
};
use super::wire::topups::{TopupsProposeAssignBody, TopupsUnmatchedBody, TopupsUnmatchedData};
use super::wire::views::{ViewsInfoBody, ViewsInfoData, ViewsListBody, ViewsListData, ViewsRebuildBody, ViewsStarted};
use super::wire::withdrawals::{
    WithdrawalsApproveBody, WithdrawalsDecided, WithdrawalsFlagBody, WithdrawalsInfoBody, WithdrawalsInfoData,
    WithdrawalsListBody, WithdrawalsListData, WithdrawalsPauseBody, WithdrawalsProposeClearBody, WithdrawalsRejectBody,
    WithdrawalsResumeBody, WithdrawalsStartBody, WithdrawalsSwitched,
};
use crate::app::App;
use crate::openapi::{Document, Operation};
use axum::Router;
use axum::routing::post;
use projections::dives::Dives;
use projections::hidden_players::HiddenPlayers;
use projections::kyc_checks::KycChecks;
use projections::proposals::Proposals;
use projections::red_packets::RedPackets;
use projections::staff_actions::StaffActions;
use projections::view::View;
use projections::withdrawals::Withdrawals;
use projections::{dives, effects, players, turnovers};

/// What is known about a call beside its handler.
#[derive(Debug)]
pub struct Spec {
    /// First segment: the module.
    pub noun: &'static str,
    /// Second segment: the function.
    pub verb: &'static str,
    /// The whole path.
    pub path: &'static str,
    /// Whether it needs a session.
    pub access: Access,
    /// What it does.
    pub mode: Mode,
    /// The following views it is answered from.
    pub views: &'static [&'static dyn View],
}

impl From<&Spec> for Operation {
    fn from(spec: &Spec) -> Operation {
        Operation {
            noun: spec.noun,
            verb: spec.verb,
            path: spec.path,
            read: spec.mode == Mode::Read,
        }
    }
}

macro_rules! access {
    (open) => {
        Access::Open
    };
    (desk) => {
        Access::Desk
    };
}

macro_rules! mode {
    (read) => {
        Mode::Read
    };
    (look) => {
        Mode::Look
    };
    (write) => {
        Mode::Write
    };
    (session) => {
        Mode::Session
    };
}

macro_rules! calls {
    ($($access:ident $mode:ident $noun:ident::$verb:ident($body:ty) -> $data:ty $(, after $($view:expr),+)?;)*) => {
        /// Every call.
        pub const CALLS: &[Spec] = &[$(Spec {
            noun: stringify!($noun),
            verb: stringify!($verb),
            path: concat!("/staff/v1/", stringify!($noun), "/", stringify!($verb)),
            access: access!($access),
            mode: mode!($mode),
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
    open session session::open(SessionOpenBody) -> SessionMe;
    desk session session::close(SessionCloseBody) -> StaffDone;
    desk read    session::me(SessionMeBody) -> SessionMe;
    desk read    staff::list(StaffListBody) -> StaffListData;
    desk write   staff::add(StaffAddBody) -> StaffIssued;
    desk write   staff::roles(StaffRolesBody) -> StaffDone;
    desk write   staff::disable(StaffDisableBody) -> StaffDone;
    desk write   staff::enable(StaffEnableBody) -> StaffDone;
    desk write   staff::reset(StaffResetBody) -> StaffIssued;
    desk read    proposals::list(ProposalsListBody) -> ProposalsListData, after Proposals;
    desk read    proposals::info(ProposalsInfoBody) -> ProposalsInfoData;
    desk write   proposals::approve(ProposalsApproveBody) -> ProposalsDecided;
    desk write   proposals::reject(ProposalsRejectBody) -> ProposalsDecided;
    desk write   adjustments::propose(AdjustmentsProposeBody) -> StaffProposed;
    desk read    withdrawals::list(WithdrawalsListBody) -> WithdrawalsListData, after Withdrawals;
    desk read    withdrawals::info(WithdrawalsInfoBody) -> WithdrawalsInfoData, after Withdrawals, Dives;
    desk write   withdrawals::start(WithdrawalsStartBody) -> WithdrawalsDecided;
    desk write   withdrawals::approve(WithdrawalsApproveBody) -> WithdrawalsDecided;
    desk write   withdrawals::reject(WithdrawalsRejectBody) -> WithdrawalsDecided;
    desk write   withdrawals::flag(WithdrawalsFlagBody) -> WithdrawalsDecided;
    desk write   withdrawals::propose_clear(WithdrawalsProposeClearBody) -> StaffProposed;
    desk write   withdrawals::pause(WithdrawalsPauseBody) -> WithdrawalsSwitched;
    desk write   withdrawals::resume(WithdrawalsResumeBody) -> WithdrawalsSwitched;
    desk read    kyc::list(KycListBody) -> KycListData, after KycChecks;
    desk look    kyc::open(KycOpenBody) -> KycOpenData;
    desk look    kyc::image(KycImageBody) -> KycImageData;
    desk write   kyc::decide(KycDecideBody) -> KycDecided;
    desk read    topups::unmatched(TopupsUnmatchedBody) -> TopupsUnmatchedData;
    desk write   topups::propose_assign(TopupsProposeAssignBody) -> StaffProposed;
    desk read    freezes::list(FreezesListBody) -> FreezesListData, after HiddenPlayers;
    desk write   freezes::set(FreezesSetBody) -> StaffDone;
    desk write   freezes::lift(FreezesLiftBody) -> StaffDone;
    desk write   freezes::propose(FreezesProposeBody) -> StaffProposed;
    desk read    config::list(ConfigListBody) -> ConfigListData;
    desk read    config::info(ConfigInfoBody) -> ConfigInfoData;
    desk write   config::propose(ConfigProposeBody) -> StaffChange;
    desk read    packets::list(PacketsListBody) -> PacketsListData, after RedPackets;
    desk write   packets::create(PacketsCreateBody) -> PacketsCreated;
    desk write   packets::stop(PacketsStopBody) -> StaffDone;
    desk read    play::list(PlayListBody) -> PlayListData, after HiddenPlayers, StaffActions;
    desk write   play::note(PlayNoteBody) -> StaffDone;
    desk read    views::list(ViewsListBody) -> ViewsListData;
    desk read    views::info(ViewsInfoBody) -> ViewsInfoData;
    desk write   views::rebuild(ViewsRebuildBody) -> ViewsStarted;
    desk read    alerts::list(AlertsListBody) -> AlertsListData, after StaffActions;
    desk write   alerts::acknowledge(AlertsAcknowledgeBody) -> StaffDone;
    desk read    days::list(DaysListBody) -> DaysListData;
    desk read    days::info(DaysInfoBody) -> DaysInfoData;
    desk write   days::close(DaysCloseBody) -> DaysInfoData;
    desk read    overview::info(OverviewInfoBody) -> OverviewInfoData, after turnovers::Turnovers;
    desk read    players::search(PlayersSearchBody) -> PlayersSearchData, after dives::Dives;
    desk read    players::info(PlayersInfoBody) -> PlayersInfoData, after players::Players;
    desk read    players::timeline(PlayersTimelineBody) -> PlayersTimelineData;
    desk read    entries::list(EntriesListBody) -> EntriesListData;
    desk read    entries::explain(EntriesExplainBody) -> EntriesExplainData;
    desk read    books::trial(BooksTrialBody) -> BooksTrialData, after turnovers::Turnovers;
    desk read    books::accounts(BooksAccountsBody) -> BooksAccountsData, after turnovers::Turnovers;
    desk read    books::statement(BooksStatementBody) -> BooksStatementData;
    desk read    events::list(EventsListBody) -> EventsListData;
    desk read    events::info(EventsInfoBody) -> EventsInfoData;
    desk read    events::causes(EventsCausesBody) -> EventsCausesData, after effects::Effects;
    desk read    registers::list(RegistersListBody) -> RegistersListData;
    desk read    proofs::checkpoints(ProofsCheckpointsBody) -> ProofsCheckpointsData;
    desk read    proofs::inclusion(ProofsInclusionBody) -> ProofData;
    desk read    proofs::consistency(ProofsConsistencyBody) -> ProofData;
    desk read    samples::draw(SamplesDrawBody) -> SamplesDrawData;
    desk read    audits::run(AuditsRunBody) -> JobTold;
    desk read    audits::info(JobInfoBody) -> AuditsInfoData;
    desk read    replays::run(ReplaysRunBody) -> JobTold;
    desk read    replays::info(JobInfoBody) -> ReplaysInfoData;
    desk read    exports::start(ExportsStartBody) -> JobTold;
    desk read    exports::info(JobInfoBody) -> ExportsInfoData;
}

/// All calls of staff; unknown paths and other methods are answered with the envelope too.
pub fn calls() -> Router<App> {
    mount(Router::new())
        .fallback(call::unknown_path)
        .method_not_allowed_fallback(call::other_method)
}
