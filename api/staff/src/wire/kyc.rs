//! `kyc/…`: identity checks that wait for a person.

use super::ask;
use super::at::At;
use serde::Serialize;
use utoipa::ToSchema;

ask! {
    /// Asks for checks under review, oldest first; no personal data.
    KycListBody(plain) {
        /// Only those from this UTC day on, or after this time or position.
        #[schema(nullable = false)]
        from: Option<String>,
        /// Only those up to the end of this UTC day, or up to this time or position.
        #[schema(nullable = false)]
        until: Option<String>,
        /// Lines at most, up to 200.
        limit: Option<i64>,
        /// `next` of the page before.
        before: Option<String>,
    }
}

ask! {
    /// Looks at the form of a check.
    KycOpenBody(look) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

ask! {
    /// Looks at one image of a check.
    KycImageBody(look) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// Its key, as the form names it.
        image: String,
    }
}

ask! {
    /// Decides a check under review.
    KycDecideBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
        /// What was looked at.
        #[schema(value_type = String, format = "uuid")]
        submission: api::wire::body::Id,
        /// approve, retry or reject.
        verdict: String,
        /// Why not: names such as image_unreadable, which the player's texts translate.
        reasons: Vec<String>,
        /// The last day of the document, YYYY-MM-DD.
        expires_on: Option<String>,
    }
}

ask! {
    /// Proposes to take a verdict back: the player may submit again.
    KycResetBody(signed) {
        /// Whose.
        #[schema(value_type = String, format = "uuid")]
        player: api::wire::body::Id,
    }
}

/// A check that waits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffCheck {
    /// Whose.
    pub player: String,
    /// What was submitted.
    pub submission: String,
    /// The document's country.
    pub country: String,
    /// How many images there are.
    pub images: i64,
    /// When.
    pub submitted_ms: i64,
    /// Other accounts that ever brought the same document.
    pub duplicates: Vec<String>,
}

/// Checks that wait.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KycListData {
    /// The moment of the answer.
    pub at: At,
    /// The page, oldest first.
    pub list: Vec<StaffCheck>,
    /// The next page begins behind it.
    pub next: Option<String>,
    /// How many wait in all.
    pub total: i64,
}

/// The form of a check: personal data, not to be kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KycOpenData {
    /// Whose.
    pub player: String,
    /// What was submitted.
    pub submission: String,
    /// 0 none, 1 under review, 2 failed, 3 approved, 4 rejected.
    pub status: i64,
    /// Real name.
    pub id_name: String,
    /// 1 identity card, 2 passport, 3 other document.
    pub id_type: i64,
    /// Number of the document.
    pub id_no: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Phone number.
    pub tel: String,
    /// Mail address.
    pub email: String,
    /// Keys of the images.
    pub images: Vec<String>,
    /// Other accounts that ever brought the same document.
    pub same_document: Vec<String>,
    /// Other accounts that ever brought one of these very images.
    pub same_images: Vec<String>,
    /// The console forgets it then.
    pub expires_ms: i64,
}

/// An image of a check: personal data, not to be kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KycImageData {
    /// Its kind: `image/jpeg`.
    pub media_type: String,
    /// Its bytes in base 64.
    pub bytes: String,
    /// The console forgets it then.
    pub expires_ms: i64,
}

/// How a check stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KycDecided {
    /// 0 none, 1 under review, 2 failed, 3 approved, 4 rejected.
    pub status: i64,
}
