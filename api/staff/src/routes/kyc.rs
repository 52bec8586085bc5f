//! `kyc/…`: the queue of identity checks (api §7.4). Every look is two events before anything is shown: in the
//! member's stream with the reason in words, and in the check's (threats T-55, T-66, law I-40).

use crate::call::{StaffCall, Terms, accepted};
use crate::player_act::check_other;
use crate::proposals;
use crate::proposals::kyc::ResetWhat;
use crate::reading::read::{self, period};
use crate::wire::kyc::{
    KycDecideBody, KycDecided, KycImageBody, KycImageData, KycListBody, KycListData, KycOpenBody, KycOpenData,
    KycResetBody, StaffCheck,
};
use crate::wire::page;
use crate::wire::proposals::StaffProposed;
use api::endpoint::{Answer, Data};
use api::error::Failure;
use api::kyc;
use api::limits::{Class, Subject};
use api::wire::body::Body;
use api::wire::kyc::KeptForm;
use base64::prelude::{BASE64_STANDARD, Engine};
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::{Decide, KycCheck, Open, Verdict};
use domain::proposal::Kind;
use domain::refusal::Refusal;
use domain::time::{Day, Timestamp};
use ledger::{Ledger, StreamId};
use projections::kyc_checks;
use std::collections::BTreeSet;
use uuid::Uuid;

/// How long the console may show personal data. ASSUMED: long enough to compare a face.
const SHOWN_MS: i64 = 120_000;
/// Looks of one member in a minute. ASSUMED: who looks faster does not look.
const LOOKS_PER_MIN: u32 = 30;
/// What the check's stream records as the reason of a look; the member's stream has the words.
const REASON: &str = "console";

/// Checks under review.
///
/// # Errors
/// -1006 for a limit or a cursor that is none.
pub async fn list(call: StaffCall<KycListBody>) -> Answer<KycListData> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let limit = page::limit(body.limit)?;
    let between = period::between(ledger, body.from.as_deref(), body.until.as_deref()).await?;
    let after = page::place(body.before.as_deref())?.map(|(at_ms, id)| (Timestamp(at_ms), PlayerId(id)));
    let at = read::now(ledger).await?;
    let total = kyc_checks::waiting(ledger.pool(), between).await?.count;
    let waiting = kyc_checks::under_review(ledger.pool(), between, after, limit).await?;
    let next = page::next(&waiting, limit, |last| page::cursor(last.submitted_at.0, last.player.0));
    let mut list = Vec::with_capacity(waiting.len());
    for check in waiting {
        list.push(StaffCheck {
            player: check.player.to_string(),
            submission: check.submission.to_string(),
            country: check.country,
            images: check.images.into(),
            submitted_ms: check.submitted_at.0,
            duplicates: same_document(ledger, check.player).await?,
        });
    }
    Ok(Data::of(&KycListData { at, list, next, total }))
}

/// Other accounts that ever brought the document of a player's check.
async fn same_document(ledger: &Ledger, player: PlayerId) -> Result<Vec<String>, Failure> {
    let doc_hash = ledger
        .kyc_checks()
        .load(&StreamId::player(player))
        .await?
        .state
        .doc_hash;
    let mut fingerprint = [0; 32];
    if hex::decode_to_slice(&doc_hash, &mut fingerprint).is_err() {
        return Ok(Vec::new());
    }
    let others = ledger.vault().others(player.0, &fingerprint).await?;
    Ok(others.iter().map(Uuid::to_string).collect())
}

/// The form of a check.
///
/// # Errors
/// 4007 when there is none, or once it was erased.
pub async fn open(call: StaffCall<KycOpenBody>) -> Answer<KycOpenData> {
    let player = PlayerId(call.body.player.0);
    let (check, submission, form) = look(&call, player, "form", false).await?;
    let mut same_images = BTreeSet::new();
    for image in &form.id_urls {
        same_images.extend(call.app.uploads().others_with(player, image).await?);
    }
    Ok(Data::of(&KycOpenData {
        player: player.to_string(),
        submission: submission.to_string(),
        status: check.status.code().into(),
        id_name: form.id_name,
        id_type: form.id_type.into(),
        id_no: form.id_no,
        country: form.country,
        tel: form.tel,
        email: form.email,
        images: form.id_urls,
        same_document: same_document(call.app.ledger(), player).await?,
        same_images: same_images.iter().map(Uuid::to_string).collect(),
        expires_ms: call.now.plus_ms(SHOWN_MS).0,
    }))
}

/// Records the look, then gives what is there to be seen.
async fn look<B: Body>(
    call: &StaffCall<B>,
    player: PlayerId,
    what: &str,
    with_images: bool,
) -> Result<(KycCheck, SubmissionId, KeptForm), Failure> {
    let ledger = call.app.ledger();
    let counted = Subject::part(PlayerId(call.member.id.0), "looks");
    let limits = call.app.limits();
    limits
        .count(counted, Class::Verify, LOOKS_PER_MIN, call.now)
        .map_err(Failure::too_many)?;
    let check = ledger.kyc_checks().load(&StreamId::player(player)).await?.state;
    let submission = check.submission.ok_or(Refusal::RecordNotFound)?;
    let form = kyc::form_of(ledger, player, submission).await?;
    let form = form.ok_or(Refusal::RecordNotFound)?;
    call.reads(player, what).await?;
    let open = Open {
        submission,
        by: call.member.name.clone(),
        reason: REASON.to_owned(),
        with_images,
    };
    let request = ledger::Request {
        actor: call.member.actor(),
        ..ledger::Request::default()
    };
    accepted(kyc::open(ledger, player, open, request).await)?;
    Ok((check, submission, form))
}

/// One image of a check; nothing keeps it on the way.
///
/// # Errors
/// 4007 for an image that is not of this check.
pub async fn image(call: StaffCall<KycImageBody>) -> Answer<KycImageData> {
    let player = PlayerId(call.body.player.0);
    let (_, _, form) = look(&call, player, "image", true).await?;
    let key = form.id_urls.iter().find(|key| **key == call.body.image);
    let key = key.ok_or(Refusal::RecordNotFound)?;
    let bytes = call.app.uploads().read(player, key).await?;
    Ok(Data::of(&KycImageData {
        // Images are written anew when they come in, all in one format.
        media_type: "image/jpeg".to_owned(),
        bytes: BASE64_STANDARD.encode(bytes.ok_or(Refusal::RecordNotFound)?),
        expires_ms: call.now.plus_ms(SHOWN_MS).0,
    }))
}

/// Decides a check.
///
/// # Errors
/// 9003 for what is no longer under review, 9004 without the names of reasons, 6110 for a document of another account.
pub async fn decide(call: StaffCall<KycDecideBody>) -> Answer<KycDecided> {
    let (ledger, body) = (call.app.ledger(), &call.body);
    let player = PlayerId(body.player.0);
    let expires_on = body.expires_on.clone().map(Day::try_from).transpose();
    let decide = Decide {
        submission: SubmissionId(body.submission.0),
        verdict: match body.verdict.as_str() {
            "approve" => Verdict::Approve,
            "retry" => Verdict::Retry,
            "reject" => Verdict::Reject,
            _ => return Err(Failure::invalid("verdict")),
        },
        reasons: body.reasons.clone(),
        by: call.member.name.clone(),
        own: call.member.own,
        expires_on: expires_on.map_err(|_| Failure::invalid("expires_on"))?,
    };
    let request = call.begin(decide.signed_subject(player)).await?;
    accepted(kyc::decide(ledger, player, decide, request).await)?;
    status(ledger, player).await
}

/// Proposes to revoke a verdict.
///
/// # Errors
/// 9003 for a check without a verdict that can be revoked, 9002 for the member's own account.
pub async fn reset(call: StaffCall<KycResetBody>) -> Answer<StaffProposed> {
    let (ledger, player) = (call.app.ledger(), PlayerId(call.body.player.0));
    check_other(&call, player)?;
    let check = ledger.kyc_checks().load(&StreamId::player(player)).await?.state;
    let what = ResetWhat {
        player,
        revision: check.revocable()?,
    };
    proposals::propose(&call, Terms::default(), Kind::KycReset, &what, vec![player]).await
}

async fn status(ledger: &Ledger, player: PlayerId) -> Answer<KycDecided> {
    let status = ledger.kyc_checks().load(&StreamId::player(player)).await?.state.status;
    Ok(Data::of(&KycDecided {
        status: status.code().into(),
    }))
}
