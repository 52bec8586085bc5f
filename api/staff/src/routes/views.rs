//! `views/…`: how the projections stand, and making one anew beside the one that serves (api §7.14).

use crate::alerts::stopped_at;
use crate::call::StaffCall;
use crate::wire::views::{
    StaffRebuilt, StaffView, ViewsInfoBody, ViewsInfoData, ViewsListBody, ViewsListData, ViewsRebuildBody, ViewsStarted,
};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::finding::Finding;
use domain::refusal::Refusal;
use ledger::{Fault, books};
use projections::cursor::{Standing, standings};
use projections::rebuild::{Intent, Mode, Report, run, sandbox, views};

/// Every view with its lag.
///
/// # Errors
/// A fault of the database.
pub async fn list(call: StaffCall<ViewsListBody>) -> Answer<ViewsListData> {
    let standings = standings(call.app.ledger().pool(), call.now).await?;
    let of_cursor = |standing: &Standing| -> Vec<(&'static str, Mode)> {
        let known = views().map(|(view, mode)| (view.name(), mode));
        let is_its = |(name, mode): &(&str, Mode)| match mode {
            Mode::Books => standing.view == books::CURSOR,
            Mode::Following => standing.view == *name,
        };
        known.filter(is_its).collect()
    };
    let shown_of = |standing| {
        of_cursor(standing)
            .into_iter()
            .map(move |(view, mode)| shown(view, mode, standing))
    };
    let mut list: Vec<StaffView> = standings.iter().flat_map(shown_of).collect();
    list.sort_by(|one, other| (&one.view, one.partition).cmp(&(&other.view, other.partition)));
    Ok(Data::of(&ViewsListData { list }))
}

fn shown(view: &str, mode: Mode, standing: &Standing) -> StaffView {
    let stopped = standing.stopped.as_ref();
    StaffView {
        view: view.to_owned(),
        mode: mode.name().to_owned(),
        partition: standing.partition,
        behind: standing.behind,
        behind_ms: standing.behind_ms,
        stopped_at: stopped.map(|stop| stop.position),
        stopped_why: stopped.map(|stop| stop.error.clone()),
        stopped_finding: stopped.map(|stop| stopped_at(stop).into()),
    }
}

fn may_swap(is_owner: bool, intent: Intent) -> Result<(), Finding> {
    if is_owner || intent != Intent::Swap {
        return Ok(());
    }
    let owned = "this service owns no table; run `ledger rebuild`";
    Err(Finding::new("tables_not_owned", owned).of("swap"))
}

/// Starts a rebuild; the view serves and follows meanwhile. A process that has no owner's login compares alone.
///
/// # Errors
/// -1006 for a name that no view has, and for a swap in a process that owns nothing.
pub async fn rebuild(call: StaffCall<ViewsRebuildBody>) -> Answer<ViewsStarted> {
    let found = views().find(|(view, _)| view.name() == call.body.view);
    let (view, mode) = found.ok_or_else(|| Failure::invalid("view"))?;
    let (log, intent) = (call.app.ledger().pool().clone(), intent(&call.body));
    let owner = call.app.ledger().owner();
    may_swap(owner.is_some(), intent)?;
    let id = call.begin(view.name()).await?.id.unwrap_or_default();
    let (jobs, clock) = (&call.jobs.rebuilds, call.app.ledger().clock());
    jobs.begin_once((id, view.name()), clock, &call.member.name, |_, progress| async move {
        let mut report_progress = |done: u64, total: u64| progress.report(done, total);
        let report = match owner {
            Some(owner) => run(&owner, log.key().cloned(), view, mode, intent, &mut report_progress).await,
            None => sandbox(&log, view, mode, &mut report_progress)
                .await
                .map_err(Into::into),
        };
        // Whoever rebuilds may read what stood in the way.
        report
            .map(rebuilt)
            .map_err(|why| Failure::Fault(Fault::Contradiction(why.to_string())))
    })?;
    Ok(Data::of(&ViewsStarted { job: id.to_string() }))
}

fn intent(body: &ViewsRebuildBody) -> Intent {
    match body.swap {
        true => Intent::Swap,
        false => Intent::Compare,
    }
}

fn rebuilt(report: Report) -> StaffRebuilt {
    let (first_live, first_rebuilt) = report
        .compared
        .first
        .map_or((None, None), |first| (first.live, first.rebuilt));
    StaffRebuilt {
        live: report.compared.live,
        rebuilt: report.compared.rebuilt,
        different: report.compared.different,
        swapped: report.swapped,
        first_live,
        first_rebuilt,
    }
}

/// How far a rebuild is.
///
/// # Errors
/// 4007 for a job that this process does not know.
pub async fn info(call: StaffCall<ViewsInfoBody>) -> Answer<ViewsInfoData> {
    let (jobs, id) = (&call.jobs.rebuilds, call.body.job.0);
    let view = jobs.about(id).ok_or(Refusal::RecordNotFound)?;
    let (job, report) = jobs.look(&id.to_string())?;
    Ok(Data::of(&ViewsInfoData {
        view,
        state: job.state,
        done: job.done,
        total: job.total,
        report: report.map(|report| (*report).clone()),
        why: job.problem,
        finding: job.finding,
    }))
}
