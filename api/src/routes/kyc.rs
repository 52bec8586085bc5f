//! Identity checks (domain §3.11). A form is checked before anything stores it.

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::kyc;
use crate::uploads::NotTakenIn;
use crate::wire::body::{Body, digest};
use crate::wire::kyc::KycEditData;
use crate::wire::kyc::{KeptForm, KycCheckBody, KycCheckData, KycEditBody};
use domain::ids::{SubmissionId, derived};
use domain::kyc::{Form, KycCheck, Status};
use domain::refusal::Refusal;
use ledger::{Request, StreamId};
use projections::kyc_checks;
use serde_json::Value;

/// How the check stands.
pub async fn check(call: Call<KycCheckBody>) -> Answer<KycCheckData> {
    let player = call.load().await?.state;
    let check = call
        .app
        .ledger()
        .kyc_checks()
        .load(&StreamId::player(call.player))
        .await?
        .state;
    let context = call.app.context();
    let form = match check.submission {
        Some(submission) => kyc::form_of(call.app.ledger(), call.player, submission).await?,
        None => None,
    };
    let usual_ms = match check.status {
        Status::UnderReview => kyc_checks::usual_ms(call.app.ledger().pool()).await?,
        Status::None | Status::Failed | Status::Approved | Status::Rejected => None,
    };
    let config = &context.config;
    Ok(Data::of(&KycCheckData {
        status: check.status.code(),
        can_edit: check.can_submit(&context),
        required: player.withdrawal_needs_kyc(player.withdrawal_min(config), false, config),
        required_over: config.withdraw.kyc_over_lifetime.to_string(),
        submitted_at: check.submitted.last().map(|at| at.0),
        usual_ms,
        masked: form.as_ref().map(KeptForm::masked),
        reasons: check.reasons,
    }))
}

/// Submits the form. Its own checks ([`check_form`]) come before the one of the document of another account.
pub async fn edit(call: Call<KycEditBody>) -> Answer<KycEditData> {
    let ledger = call.app.ledger();
    let check = ledger.kyc_checks().load(&StreamId::player(call.player)).await?.state;
    let submission = SubmissionId(match call.body.req_id() {
        Some(id) => derived(&format!("kyc_submission:{}", call.player), id),
        None => derived(&format!("kyc_submission:{}", check.revision), call.player.0),
    });
    let form = Form::from(&call.body);
    check_form(&call, &check, submission, &form).await?;
    let request = Request {
        id: call.body.req_id(),
        digest: digest(call.endpoint.path, &call.body),
        actor: "player".to_owned(),
        ..Request::default()
    };
    let reply = kyc::submit(&call.app, call.player, submission, &form, request).await?;
    call.written.note(reply.position);
    match reply.code {
        0 => Ok(Data::remembered(reply.data)),
        code => Err(Failure::Refused { code, data: reply.data }),
    }
}

/// Checks a new form: the account, whether it can be submitted now, the images, the fields. A submission that the
/// stream has already is a repetition, of which nothing is checked: the command handler returns its answer again.
async fn check_form(
    call: &Call<KycEditBody>,
    check: &KycCheck,
    submission: SubmissionId,
    form: &Form,
) -> Result<(), Failure> {
    if check.submission == Some(submission) {
        return Ok(());
    }
    let context = call.app.context();
    let refused = |refusal: Refusal| Failure::refused(refusal.code(), &Value::Null);
    let player = call.load().await?.state;
    player.check_account(call.endpoint.noun, &context).map_err(refused)?;
    if !check.can_submit(&context) {
        return Err(refused(Refusal::CannotEditNow));
    }
    let uploads = call.app.uploads();
    // In the mode of a bucket the images came without passing this service.
    if form.id_urls.len() <= Form::IMAGES_MAX {
        uploads.take_in_all(call.player, &form.id_urls).await.map_err(not_now)?;
    }
    let usable = uploads.usable(call.player, submission).await?;
    form.check(&usable, &context.config, call.now.day()).map_err(refused)?;
    Ok(())
}

/// The images could not be looked at: the operator reads why, the player may send the same form again.
fn not_now(reason: NotTakenIn) -> Failure {
    match reason {
        NotTakenIn::Fault(fault) => Failure::Fault(fault),
        NotTakenIn::Unreached(unreached) => {
            tracing::error!(%unreached, "images were not taken in");
            Failure::Busy
        }
    }
}
