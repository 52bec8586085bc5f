//! `samples/…`: what an auditor does with a monetary-unit sample (api §7.24). Reading them is in `reading/samples`.

use crate::call::{StaffCall, accepted};
use crate::reading::read;
use crate::reading::samples::{Kept, state};
use crate::wire::samples::{SamplesDone, SamplesPlanBody, SamplesSelectBody, SamplesSignBody, SamplesTestBody};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use domain::chart::{Chart, Entry};
use domain::ids::derived;
use domain::money::Asset;
use domain::refusal::Refusal;
use domain::sample::{Outcome, Plan, SampleCommand, Tested, start_of};
use ledger::units::{self, Lines};
use ledger::{Ledger, Plain, Request, StreamId};
use uuid::Uuid;

/// Lines of a population at most (ASSUMED): all are read to draw from them.
const LINES_MAX: i64 = 5_000_000;
const CONFIDENCE: u8 = 95;

/// Fixes the population and the interval.
///
/// # Errors
/// -1006 with the field that is wrong: a moment, an account, a class, a population that is empty or too large, an
/// interval that selects too many.
pub async fn plan(call: StaffCall<SamplesPlanBody>) -> Answer<SamplesDone> {
    let ledger = call.app.ledger();
    let id = derived("sample", call.body.req_id.0);
    let plan = planned(ledger, &call.body, id).await?;
    let by = call.member.name.clone();
    act(&call, id, SampleCommand::Plan { plan, by }).await
}

/// Draws it.
///
/// # Errors
/// -1006 for words that are none, 4007 for no such sample, 9001 for one of somebody else, 9003 for one that is drawn.
pub async fn select(call: StaffCall<SamplesSelectBody>) -> Answer<SamplesDone> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let found = Kept::of(ledger, &body.sample).await?;
    let plan = found.sample.plan.ok_or(Refusal::RecordNotFound)?;
    let seed = ledger.seeds().open(found.id, &plan.commit).await?;
    let start = start_of(&seed, &body.words, plan.interval);
    let draw = SampleCommand::Draw {
        words: body.words.clone(),
        items: units::selected(ledger.pool(), lines(&plan), start, plan.interval).await?,
        by: call.member.name.clone(),
    };
    act(&call, found.id, draw).await
}

/// Writes down a result.
///
/// # Errors
/// -1006 for an item, an outcome or an amount that is none, 4007 for no such sample, 9001 for one of somebody else, 9003
/// for one that is not drawn or is signed.
pub async fn test(call: StaffCall<SamplesTestBody>) -> Answer<SamplesDone> {
    let body = &call.body;
    let found = Kept::of(call.app.ledger(), &body.sample).await?;
    let outcome = match (body.outcome.as_str(), number(body.minor.as_deref(), "minor")?) {
        ("agreed", None) => Outcome::Agreed,
        ("unsupported", None) => Outcome::Unsupported,
        ("difference", Some(minor)) => Outcome::Difference { minor },
        _ => return Err(Failure::invalid("outcome")),
    };
    let note = body.note.trim().to_owned();
    let test = SampleCommand::Test {
        item: body.item,
        tested: Tested { outcome, note },
        by: call.member.name.clone(),
    };
    act(&call, found.id, test).await
}

/// Signs it.
///
/// # Errors
/// -1006 while an item has no result, 4007 for no such sample, 9001 for one of somebody else, 9003 for one that is not
/// drawn or is signed.
pub async fn sign(call: StaffCall<SamplesSignBody>) -> Answer<SamplesDone> {
    let found = Kept::of(call.app.ledger(), &call.body.sample).await?;
    let by = call.member.name.clone();
    act(&call, found.id, SampleCommand::Sign { by }).await
}

async fn act<B: Body>(call: &StaffCall<B>, id: Uuid, command: SampleCommand) -> Answer<SamplesDone> {
    let request: Request = call.begin(id).await?;
    let (ledger, stream) = (call.app.ledger(), StreamId::thing(id));
    accepted(ledger.samples().execute(&stream, command, request, Plain).await)?;
    let sample = ledger.samples().load(&stream).await?.state;
    Ok(Data::of(&SamplesDone {
        sample: id.to_string(),
        state: state(&sample).to_owned(),
    }))
}

fn lines(plan: &Plan) -> Lines<'_> {
    Lines {
        asset: plan.asset.name(),
        accounts: &plan.accounts,
        after: &plan.after,
        until: &plan.until,
    }
}

/// A whole number in a text, if there is one.
fn number(text: Option<&str>, field: &str) -> Result<Option<i64>, Failure> {
    text.map(|text| text.parse().map_err(|_| Failure::invalid(field)))
        .transpose()
}

async fn planned(ledger: &Ledger, body: &SamplesPlanBody, id: Uuid) -> Result<Plan, Failure> {
    let asset = Asset::named(&body.asset).ok_or_else(|| Failure::invalid("asset"))?;
    let (of, accounts) = accounts(asset, body)?;
    let until = read::moment(ledger, body.as_of.as_deref()).await?;
    let range = read::range(read::from(ledger, body.from.as_deref(), &until).await?.as_ref(), &until);
    let mut plan = Plan {
        asset,
        of,
        accounts,
        after: range.after,
        until: range.until,
        lines: 0,
        units: 0,
        interval: 0,
        confidence: body.confidence.unwrap_or(CONFIDENCE),
        tolerable: number(body.tolerable.as_deref(), "tolerable")?,
        commit: ledger.seeds().keep(id).await?,
    };
    (plan.lines, plan.units) = units::population(ledger.pool(), lines(&plan)).await?;
    plan.interval = match (number(body.interval.as_deref(), "interval")?, body.size) {
        (Some(interval), None) => interval,
        (None, Some(size)) => plan
            .units
            .checked_div(size.into())
            .ok_or_else(|| Failure::invalid("size"))?
            .max(1),
        _ => return Err(Failure::invalid("size")),
    };
    match plan.lines > LINES_MAX {
        true => Err(Failure::invalid("from")),
        false => Ok(plan),
    }
}

/// The accounts of a population, and how it is called.
fn accounts(asset: Asset, body: &SamplesPlanBody) -> Result<(String, Vec<String>), Failure> {
    let own = |wanted: &dyn Fn(&Entry, &str) -> bool| -> Vec<String> {
        let entries = Chart::built_in().entries.iter();
        let of_asset = entries.filter(|entry| entry.asset == asset && entry.events.is_empty());
        let accounts = of_asset.flat_map(|entry| entry.accounts.iter().filter(|account| wanted(entry, account)));
        accounts.cloned().collect()
    };
    let (of, found, field) = match (&body.account, &body.class) {
        (Some(account), None) => (format!("account {account}"), own(&|_, name| name == account), "account"),
        (None, Some(class)) => (
            format!("class {class}"),
            own(&|entry, _| entry.class.name() == class),
            "class",
        ),
        (None, None) => ("players".to_owned(), own(&|_, name| !name.starts_with("h:")), "asset"),
        (Some(_), Some(_)) => return Err(Failure::invalid("class")),
    };
    match found.is_empty() {
        true => Err(Failure::invalid(field)),
        false => Ok((of, found)),
    }
}
