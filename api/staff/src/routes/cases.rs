//! `cases/…`: what members of staff look into together (api §7.22).

use crate::call::StaffCall;
use crate::cases::{self, Found, Record, file, timeline};
use crate::reading::read::{period, typed};
use crate::session;
use crate::wire::cases::{
    CasesAssignBody, CasesAttachBody, CasesCloseBody, CasesCommentBody, CasesDone, CasesFileBody, CasesFileData,
    CasesInfoBody, CasesInfoData, CasesListBody, CasesListData, CasesOpenBody, CasesReopenBody, StaffCase,
};
use crate::wire::page;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::wire::body::Body;
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::case::{Attach, Case, CaseCommand, CaseNo, Comment, Member, Open, State};
use domain::ids::CaseId;
use domain::time::Timestamp;
use projections::cases::{CaseRow, Wanted};

fn member(member: &session::Member) -> Member {
    Member {
        name: member.name.clone(),
        own: member.own,
    }
}

/// Cases, newest first.
///
/// # Errors
/// -1006 for a filter or a cursor that is none.
pub async fn list(call: StaffCall<CasesListBody>) -> Answer<CasesListData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let limit = page::limit(body.limit)?;
    let named = |name: &str| State::named(name).ok_or_else(|| Failure::invalid("state"));
    let wanted = Wanted {
        state: body.state.as_deref().map(named).transpose()?,
        assignee: body.assignee.as_deref(),
        player: typed::a_player(ledger, body.player.as_deref(), "player").await?,
        between: period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?,
        before: page::place(body.before.as_deref())?.map(|(at_ms, id)| (at_ms, CaseId(id))),
    };
    let rows = projections::cases::list(ledger.pool(), wanted, limit).await?;
    let next = page::next(&rows, limit, |row| page::cursor(row.opened_at.0, row.case.0));
    let list = rows.into_iter().map(listed).collect();
    Ok(Data::of(&CasesListData { list, next }))
}

fn listed(row: CaseRow) -> StaffCase {
    StaffCase {
        case: row.number,
        title: row.title,
        state: row.state,
        player: row.player.map(|player| player.to_string()),
        assignee: row.assignee,
        opened_ms: row.opened_at.0,
        changed_ms: row.changed_at.0,
    }
}

fn shown(no: &CaseNo, case: &Case, (opened_at, changed_at): (Timestamp, Timestamp)) -> StaffCase {
    StaffCase {
        case: no.to_string(),
        title: case.title.clone(),
        state: case.state.name().to_owned(),
        player: case.player.map(|player| player.to_string()),
        assignee: case.assignee.clone(),
        opened_ms: opened_at.0,
        changed_ms: changed_at.0,
    }
}

/// One case with everything that happened in it, and the acts that name it.
///
/// # Errors
/// 4007 for none.
pub async fn info(call: StaffCall<CasesInfoBody>) -> Answer<CasesInfoData> {
    let ledger = call.app.ledger();
    let found = Found::of(ledger, &call.body.case).await?;
    let lines = timeline::lines(ledger, &found).await?;
    let at = |line: Option<&crate::wire::cases::StaffCaseLine>| Timestamp(line.map_or(0, |line| line.at_ms));
    let (kind, about) = found
        .case
        .about
        .as_ref()
        .map(|about| (about.kind.name().to_owned(), about.id.clone()))
        .unzip();
    Ok(Data::of(&CasesInfoData {
        case: shown(&found.no, &found.case, (at(lines.first()), at(lines.last()))),
        kind,
        about,
        acts: timeline::acts(ledger, &found).await?,
        lines,
    }))
}

/// Opens a case.
///
/// # Errors
/// -1006 for a title or a thing that is none, 4007 for a thing that does not exist, 9002 for one of the member's own
/// account.
pub async fn open(call: StaffCall<CasesOpenBody>) -> Answer<CasesDone> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let (about, player) = cases::subject(ledger, body.kind.as_deref(), body.about.as_deref()).await?;
    let no = CaseNo::of_request(body.req_id.0);
    let request = call.begin(&no).await?;
    let open = Open {
        no: no.clone(),
        title: body.title.clone(),
        about,
        player,
        by: member(&call.member),
    };
    cases::execute(ledger, &no, CaseCommand::Open(open), request).await?;
    Ok(Data::of(&CasesDone {
        case: no.to_string(),
        state: State::Open.name().to_owned(),
    }))
}

/// Adds a comment.
///
/// # Errors
/// -1006 for a text that is too long, 4007 for no such case, 9002 for one of the member's own account, 9003 for a closed
/// one.
pub async fn comment(call: StaffCall<CasesCommentBody>) -> Answer<CasesDone> {
    let (ledger, text) = (call.app.ledger(), call.body.text.trim());
    let found = Found::of(ledger, &call.body.case).await?;
    let request = call.begin(&found.no).await?;
    let comment = |kept: cases::Kept| {
        CaseCommand::Comment(Comment {
            text: kept.record,
            digest: kept.digest,
            bytes: text.len(),
            by: member(&call.member),
        })
    };
    found
        .keep(ledger, Record::Text, text.as_bytes(), request, comment)
        .await?;
    done(&call, &found.no).await
}

/// Adds a file.
///
/// # Errors
/// -1006 for bytes that are nothing that may be attached, and as [`comment`].
pub async fn attach(call: StaffCall<CasesAttachBody>) -> Answer<CasesDone> {
    let ledger = call.app.ledger();
    let found = Found::of(ledger, &call.body.case).await?;
    let sent = BASE64_STANDARD.decode(&call.body.bytes);
    let (media_type, bytes) = file::taken(sent.map_err(|_| Failure::invalid("bytes"))?).await?;
    let request = call.begin(&found.no).await?;
    let attach = |kept: cases::Kept| {
        CaseCommand::Attach(Attach {
            file: kept.record,
            digest: kept.digest,
            media_type: media_type.to_owned(),
            bytes: bytes.len(),
            by: member(&call.member),
        })
    };
    found.keep(ledger, Record::File, &bytes, request, attach).await?;
    done(&call, &found.no).await
}

/// Gives a case to a member, or to nobody.
///
/// # Errors
/// -1006 for who may not work on it, 9003 for who has it, and as [`comment`].
pub async fn assign(call: StaffCall<CasesAssignBody>) -> Answer<CasesDone> {
    let ledger = call.app.ledger();
    let to = cases::assignee(ledger, call.body.assignee.as_deref()).await?;
    let by = member(&call.member);
    change(&call, &call.body.case, CaseCommand::Assign { to, by }).await
}

/// Closes a case.
///
/// # Errors
/// As [`comment`].
pub async fn close(call: StaffCall<CasesCloseBody>) -> Answer<CasesDone> {
    let (outcome, by) = (call.reason(), member(&call.member));
    change(&call, &call.body.case, CaseCommand::Close { outcome, by }).await
}

/// Opens a closed case again.
///
/// # Errors
/// 9003 for an open one, and as [`comment`].
pub async fn reopen(call: StaffCall<CasesReopenBody>) -> Answer<CasesDone> {
    let (reason, by) = (call.reason(), member(&call.member));
    change(&call, &call.body.case, CaseCommand::Reopen { reason, by }).await
}

/// A file of a case. The look is recorded before, as one at a player's account.
///
/// # Errors
/// 4007 for none, and once it was destroyed with the player's data.
pub async fn file(call: StaffCall<CasesFileBody>) -> Answer<CasesFileData> {
    let ledger = call.app.ledger();
    let found = Found::of(ledger, &call.body.case).await?;
    let (media_type, bytes) = file::read(ledger, &found, call.body.file.0).await?;
    Ok(Data::of(&CasesFileData {
        media_type,
        bytes: BASE64_STANDARD.encode(bytes),
    }))
}

async fn change<B: Body>(call: &StaffCall<B>, text: &str, command: CaseCommand) -> Answer<CasesDone> {
    let ledger = call.app.ledger();
    let found = Found::of(ledger, text).await?;
    let request = call.begin(&found.no).await?;
    found.execute(ledger, command, request).await?;
    done(call, &found.no).await
}

async fn done<B: Body>(call: &StaffCall<B>, no: &CaseNo) -> Answer<CasesDone> {
    let found = Found::of(call.app.ledger(), no.as_str()).await?;
    Ok(Data::of(&CasesDone {
        case: no.to_string(),
        state: found.case.state.name().to_owned(),
    }))
}
