//! Forms for images (domain §3.11, api §8).

use crate::call::Call;
use crate::endpoint::{Answer, Data};
use crate::error::Failure;
use crate::image::Format;
use crate::quarantine::FILE_FIELD;
use crate::uploads::BYTES_MAX;
use crate::wire::utils::{UploadKind, UtilsUploadConfigBody, UtilsUploadConfigData};
use domain::refusal::Refusal;
use ledger::StreamId;
use serde_json::Value;

/// Issues the form for one image while the account is open; for a document only while the identity form can be submitted.
pub async fn upload_config(call: Call<UtilsUploadConfigBody>) -> Answer<UtilsUploadConfigData> {
    let kind = call.body.ctype;
    let player = call.load().await?.state;
    player.check_account(call.endpoint.noun, &call.app.context())?;
    check_kind(&call, kind).await?;
    let issued = call.app.uploads().issue(call.player, kind, call.now).await?;
    Ok(Data::of(&UtilsUploadConfigData {
        object_key: issued.object_key,
        upload_url: issued.offer.url,
        method: "POST".to_owned(),
        fields: issued.offer.fields,
        file_field: FILE_FIELD.to_owned(),
        max_bytes: BYTES_MAX as u64,
        types: Format::ALL.map(|format| format.content_type().to_owned()).to_vec(),
        expires_at: issued.expires_at.0,
    }))
}

/// A document is of no use while the identity form cannot be submitted.
async fn check_kind(call: &Call<UtilsUploadConfigBody>, kind: UploadKind) -> Result<(), Failure> {
    if kind != UploadKind::Kyc {
        return Ok(());
    }
    let id = StreamId::player(call.player);
    let check = call.app.ledger().kyc_checks().load(&id).await?.state;
    match check.can_submit(&call.app.context()) {
        true => Ok(()),
        false => Err(Failure::refused(Refusal::CannotEditNow.code(), &Value::Null)),
    }
}
