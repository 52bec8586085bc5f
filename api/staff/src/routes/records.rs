//! `records/…`: what invitations brought a player, and taking it back as two people decide (api §7.27).

use crate::call::{StaffCall, Terms};
use crate::cases;
use crate::player_act::{check_known, check_other};
use crate::proposals;
use crate::proposals::records::RecordWhat;
use crate::reading::read::period;
use crate::wire::page;
use crate::wire::proposals::StaffProposed;
use crate::wire::records::{RecordsListBody, RecordsListData, RecordsProposeBody, StaffRecord};
use api::endpoint::{Answer, Data};
use api::error::Failure;
use domain::ids::{PlayerId, RecordId};
use domain::proposal::Kind;
use domain::refusal::Refusal;
use projections::team_records;
use uuid::Uuid;

/// An inviter's records, newest first.
///
/// # Errors
/// -1006 for a period or a cursor that is none, 4007 for no such player.
pub async fn list(call: StaffCall<RecordsListBody>) -> Answer<RecordsListData> {
    let (ledger, limit) = (call.app.ledger(), page::limit(call.body.limit)?);
    let player = PlayerId(call.body.player.0);
    let before = call.body.before.as_deref().map(Uuid::try_parse).transpose();
    let before = before.map_err(|_| Failure::invalid("before"))?.map(RecordId);
    check_known(ledger, player).await?;
    let between = period::between(ledger, call.body.from.as_deref(), call.body.until.as_deref()).await?;
    let config = call.app.config();
    let rules = &config.team;
    let shown = team_records::shown(ledger, rules).await?;
    let found = team_records::page(ledger.pool(), player, (shown, between), before, limit).await?;
    let sums = team_records::sum(ledger.pool(), player, (shown, between));
    let list = found.lines.iter().map(|row| StaffRecord::of(row, rules, call.now));
    let next = found.next().map(|last| last.id.to_string());
    Ok(Data::of(&RecordsListData {
        list: list.collect(),
        sums: period::wanted(call.body.sums, sums).await?,
        next,
    }))
}

/// Proposes to take a record back.
///
/// # Errors
/// -1006 without a case, 4007 for no such player or record, 9002 for the own one, 4001 and 4008 for one that was
/// received or is over.
pub async fn propose(call: StaffCall<RecordsProposeBody>) -> Answer<StaffProposed> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let (player, record) = (PlayerId(body.player.0), RecordId(body.record.0));
    cases::check_given(ledger, &body.case_id).await?;
    check_known(ledger, player).await?;
    check_other(&call, player)?;
    let config = call.app.config();
    let rules = &config.team;
    let shown = team_records::shown(ledger, rules).await?;
    let found = team_records::find(ledger.pool(), player, shown, record).await?;
    let what = RecordWhat {
        player,
        record,
        contents: found.ok_or(Refusal::RecordNotFound)?.to_receive(rules, call.now)?,
        case_id: body.case_id.clone(),
    };
    proposals::propose(&call, Terms::default(), Kind::RecordCancel, &what, vec![player]).await
}
