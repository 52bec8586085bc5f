//! Identity checks: what is done between a submitted form and the command on the check's stream.
//!
//! | step of a submission | why in this order |
//! |---|---|
//! | one at a time for a player and for a document | two at once would not see each other |
//! | the document's fingerprint is shared | whoever comes later sees it, even if this one ends here |
//! | the form goes into the vault, images are bound | an event must find what it refers to |
//! | the stream decides | |
//! | refused: form and images are released | nobody waits for them |
//!
//! A document belongs to the account whose check it is in, unless that check failed and may be
//! tried again (threat T-68, law I-34). Personal data goes into the vault and nowhere else.

use crate::app::App;
use crate::auth::shared_details;
use crate::error::Failure;
use crate::locks;
use crate::uploads::Uploads;
use crate::wire::kyc::{KeptForm, KycEditData};
use domain::ids::{PlayerId, SubmissionId};
use domain::kyc::{Decide, Form, KycCheck, KycCommand, KycEvent, Open, Reset, Status, Submit, Verdict};
use domain::refusal::Refusal;
use domain::stream::Context;
use ledger::crash_point::{Defect, planted};
use ledger::policies;
use ledger::{CommandError, Fault, Ledger, Plain, Reply, Request, Shape, StreamId};
use serde_json::Value;
use uuid::Uuid;
use workers::personal;

fn record(submission: SubmissionId) -> String {
    format!("kyc:{submission}")
}

/// The form of a submission; nothing when there is none, or once it was erased.
///
/// # Errors
/// A fault of the vault.
pub async fn form_of(ledger: &Ledger, player: PlayerId, submission: SubmissionId) -> Result<Option<KeptForm>, Fault> {
    let plain = ledger.vault().get(player.0, &record(submission)).await?;
    let read = plain.map(|plain| serde_json::from_slice(&plain)).transpose();
    read.map_err(|_| Fault::Law(format!("the form of submission {submission} does not read back")))
}

/// Submits a form that was checked. The digest of the request is keyed here: nobody can guess a form from it.
///
/// # Errors
/// The refusal, or a fault.
pub async fn submit(
    app: &App,
    player: PlayerId,
    submission: SubmissionId,
    form: &Form,
    mut request: Request,
) -> Result<Reply, Failure> {
    let (ledger, vault) = (app.ledger(), app.ledger().vault());
    if planted(Defect::FormInLog) {
        tracing::debug!(id_name = form.id_name, "a form came");
    }
    request.digest = vault.fingerprint("kyc_request", &request.digest);
    let fingerprint = fingerprint(ledger, form);
    let names = [
        format!("kyc:{player}"),
        format!("document:{}", hex::encode(fingerprint)),
    ];
    let locks = locks::hold(ledger, &names).await?;
    let id = StreamId::player(player);
    let is_repeated = ledger.kyc_checks().load(&id).await?.state.submission == Some(submission);
    let others = vault.share(player.0, &fingerprint).await?;
    let submit = Submit {
        submission,
        player,
        doc_hash: hex::encode(fingerprint),
        key_id: format!("vault:{player}"),
        country: form.country.clone(),
        images: u8::try_from(form.id_urls.len()).unwrap_or(u8::MAX),
        is_used_elsewhere: is_elsewhere(ledger, &others, &fingerprint, true).await?,
    };
    let mut hashes = Vec::new();
    if !is_repeated {
        let plain = serde_json::to_vec(&KeptForm::from(form)).map_err(|error| app.unreadable(&error))?;
        if !personal::keep(ledger, player, &record(submission), &plain).await? {
            return Err(Refusal::PlayerFrozen.into());
        }
        hashes = app.uploads().bind(player, submission, &form.id_urls).await?;
        if hashes.len() != form.id_urls.len() {
            // An image came to the end of its life since the form was checked.
            release(ledger, app.uploads(), player, submission).await?;
            return Err(Refusal::ImagesMissing.into());
        }
    }
    let reply = ledger
        .kyc_checks()
        .execute(&id, KycCommand::Submit(submit), request, Submitted)
        .await;
    if !is_repeated && !matches!(&reply, Ok(reply) if reply.is_accepted()) {
        release(ledger, app.uploads(), player, submission).await?;
    }
    locks.release().await?;
    let reply = reply?;
    if reply.is_accepted() {
        app.uploads().share(player, &hashes).await?;
        shared_details::record(ledger, player).await?;
    }
    policies::apply_now(ledger, ledger.partition_of(player.0), reply.position).await;
    Ok(reply)
}

/// Releases what a refused submission had bound, unless it is in the stream after all: an answer may have been lost.
async fn release(ledger: &Ledger, uploads: &Uploads, player: PlayerId, submission: SubmissionId) -> Result<(), Fault> {
    let check = ledger.kyc_checks().load(&StreamId::player(player)).await?.state;
    if check.submission == Some(submission) {
        return Ok(());
    }
    ledger.vault().remove(player.0, &record(submission)).await?;
    uploads.bind(player, submission, &[]).await?;
    Ok(())
}

/// Decides a submission. An approval is refused while the document belongs to another account.
///
/// # Errors
/// A failure of the command handler: a refusal is a [`Reply`].
pub async fn decide(
    ledger: &Ledger,
    player: PlayerId,
    decide: Decide,
    request: Request,
) -> Result<Reply, CommandError> {
    let id = StreamId::player(player);
    let doc_hash = ledger.kyc_checks().load(&id).await?.state.doc_hash;
    let names = [format!("kyc:{player}"), format!("document:{doc_hash}")];
    let locks = locks::hold(ledger, &names).await?;
    let mut fingerprint = [0; 32];
    let is_known = hex::decode_to_slice(&doc_hash, &mut fingerprint).is_ok();
    if is_known && decide.verdict == Verdict::Approve {
        let others = ledger.vault().others(player.0, &fingerprint).await?;
        if is_elsewhere(ledger, &others, &fingerprint, false).await? {
            let refusal = Refusal::DocumentAlreadyUsed;
            return Ok(Reply {
                code: refusal.code(),
                message: refusal.to_string(),
                data: Value::Null.to_string(),
                version: 0,
                replayed: false,
                position: None,
            });
        }
    }
    let reply = ledger
        .kyc_checks()
        .execute(&id, KycCommand::Decide(decide), request, Plain)
        .await?;
    locks.release().await?;
    policies::apply_now(ledger, ledger.partition_of(player.0), reply.position).await;
    Ok(reply)
}

/// Revokes a verdict, as two people decided.
///
/// # Errors
/// A failure of the command handler: a refusal is a [`Reply`].
pub async fn reset(ledger: &Ledger, player: PlayerId, reset: Reset, request: Request) -> Result<Reply, CommandError> {
    let (id, command) = (StreamId::player(player), KycCommand::Reset(reset));
    let reply = ledger.kyc_checks().execute(&id, command, request, Plain).await?;
    policies::apply_now(ledger, ledger.partition_of(player.0), reply.position).await;
    Ok(reply)
}

/// Records that somebody of the staff looks at a submission; only then may anything be shown.
///
/// # Errors
/// A failure of the command handler: a refusal is a [`Reply`].
pub async fn open(ledger: &Ledger, player: PlayerId, open: Open, request: Request) -> Result<Reply, CommandError> {
    let id = StreamId::player(player);
    ledger
        .kyc_checks()
        .execute(&id, KycCommand::Open(open), request, Plain)
        .await
}

/// The document of a form: whoever does not hold the master key cannot guess a number from it.
fn fingerprint(ledger: &Ledger, form: &Form) -> [u8; 32] {
    let document = serde_json::to_vec(&form.document()).expect("texts write");
    ledger.vault().fingerprint("document", &document)
}

/// Whether another account's check holds the document; one under review counts when asked so.
async fn is_elsewhere(
    ledger: &Ledger,
    others: &[Uuid],
    fingerprint: &[u8; 32],
    in_review: bool,
) -> Result<bool, Fault> {
    let doc_hash = hex::encode(fingerprint);
    for other in others {
        let id = StreamId::player(PlayerId(*other));
        let check = ledger.kyc_checks().load(&id).await?.state;
        let holds = match check.status {
            Status::Failed => false,
            Status::UnderReview => in_review,
            Status::None | Status::Approved | Status::Rejected => true,
        };
        if holds && check.doc_hash == doc_hash {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The stored answer of a submission.
struct Submitted;

impl Shape<KycCheck> for Submitted {
    fn accepted(&self, check: &KycCheck, _version: u64, _events: &[KycEvent], _context: &Context) -> String {
        crate::endpoint::written(&KycEditData {
            status: check.status.code(),
            submission_id: check.submission.unwrap_or_default().to_string(),
        })
    }

    fn refused(&self, _check: &KycCheck, _version: u64, _refusal: &Refusal, _context: &Context) -> String {
        Value::Null.to_string()
    }
}
