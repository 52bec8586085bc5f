//! Every call of the staff service, once: routes, document and the matrix of permissions are checked against
//! this list. `/staff/v1/<noun>/<verb>` is function `<verb>` in `routes/<noun>.rs`.

use super::call::{self, Access, Mode};
use super::routes;
use super::wire::StaffDone;
use super::wire::audits::{AuditsInfoData, AuditsRunBody};
use super::wire::books::{
    BooksAccountsBody, BooksAccountsData, BooksStatementBody, BooksStatementData, BooksTrialBody, BooksTrialData,
};
use super::wire::entries::{EntriesExplainBody, EntriesExplainData, EntriesListBody, EntriesListData};
use super::wire::events::{
    EventsCausesBody, EventsCausesData, EventsInfoBody, EventsInfoData, EventsListBody, EventsListData,
};
use super::wire::exports::{ExportsInfoData, ExportsStartBody};
use super::wire::job::{JobInfoBody, JobTold};
use super::wire::overview::{OverviewInfoBody, OverviewInfoData};
use super::wire::players::{
    PlayersInfoBody, PlayersInfoData, PlayersSearchBody, PlayersSearchData, PlayersTimelineBody, PlayersTimelineData,
};
use super::wire::proofs::{
    ProofData, ProofsCheckpointsBody, ProofsCheckpointsData, ProofsConsistencyBody, ProofsInclusionBody,
};
use super::wire::registers::{RegistersListBody, RegistersListData};
use super::wire::replays::{ReplaysInfoData, ReplaysRunBody};
use super::wire::samples::{SamplesDrawBody, SamplesDrawData};
use super::wire::session::{SessionCloseBody, SessionMe, SessionMeBody, SessionOpenBody};
use super::wire::staff::{
    StaffAddBody, StaffDisableBody, StaffEnableBody, StaffIssued, StaffListBody, StaffListData, StaffResetBody,
    StaffRolesBody,
};
use crate::app::App;
use crate::openapi::{Document, Operation};
use axum::Router;
use axum::routing::post;
use projections::view::View;
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
