//! Forms for images (domain §10.6, §3.11).

use super::body::body;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

body! {
    /// Asks for the form that takes one image.
    UtilsUploadConfigBody(ts, token) {
        /// What the image is for.
        ctype: UploadKind,
    }
}

/// What an image is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum UploadKind {
    /// A document of the identity form.
    Kyc,
    /// A picture of the player.
    Avatar,
}

impl UploadKind {
    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            UploadKind::Kyc => "kyc",
            UploadKind::Avatar => "avatar",
        }
    }
}

/// The form for one image, to post as `multipart/form-data`. The same wherever images are kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UtilsUploadConfigData {
    /// The image's name in `id_urls`.
    pub object_key: String,
    /// Where to post the form: an address, or a path of this service.
    pub upload_url: String,
    /// The method: POST.
    pub method: String,
    /// Fields of the form, to be sent as they are and before the file.
    pub fields: BTreeMap<String, String>,
    /// Name of the field with the image's bytes; it comes last.
    pub file_field: String,
    /// Bytes at most.
    pub max_bytes: u64,
    /// Content types that are taken.
    pub types: Vec<String>,
    /// Until when, in milliseconds.
    pub expires_at: i64,
}
