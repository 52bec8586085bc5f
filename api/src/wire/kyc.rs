//! Identity checks (domain §10.3, §10.5, §3.11). What a form says leaves the service masked only.

use super::body::body;
use domain::kyc::Form;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

body! {
    /// Asks how the identity check stands.
    KycCheckBody(ts, token) {}
}

/// What was submitted, as far as its owner needs it to know it again.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KycMasked {
    /// First letter of the name.
    pub id_name: String,
    /// Last digits of the phone number.
    pub tel: String,
    /// First letter and domain of the mail address.
    pub email: String,
}

/// How the identity check stands.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct KycCheckData {
    /// 0 none, 1 under review, 2 failed, 3 approved, 4 rejected for good.
    pub status: u8,
    /// Names of the reasons it was not approved for.
    pub reasons: Vec<String>,
    /// Whether the form can be submitted now.
    pub can_edit: bool,
    /// The smallest withdrawal needs a proved identity already.
    pub required: bool,
    /// Withdrawals beyond this sum need one, USDT with 6 decimals.
    pub required_over: String,
    /// When it was submitted last, in milliseconds.
    #[schema(required)]
    pub submitted_at: Option<i64>,
    /// How long a decision usually takes, in milliseconds: the median of the newest ones; null while they are too few,
    /// and when nothing is under review.
    #[schema(required)]
    pub usual_ms: Option<i64>,
    /// What was submitted last; null before, and once it was erased.
    #[schema(required)]
    pub masked: Option<KycMasked>,
}

body! {
    /// Submits the identity form.
    KycEditBody(ts, token, req_id?) {
        /// Real name, 2 to 100 letters.
        id_name: String,
        /// Number of the document.
        id_no: String,
        /// ISO 3166-1 alpha-2.
        country: String,
        /// Phone number in E.164.
        tel: String,
        /// Mail address.
        email: String,
        /// Object keys of two to six uploaded images.
        id_urls: Vec<String>,
        /// 1 identity card, 2 passport, 3 other document.
        id_type: i64,
    }
}

/// What was taken.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct KycEditData {
    /// 1: under review.
    pub status: u8,
    /// The submission.
    pub submission_id: String,
}

/// A form as the vault keeps it. Prints nothing of itself.
#[derive(Serialize, Deserialize)]
pub struct KeptForm {
    /// Real name.
    pub id_name: String,
    /// Number of the document.
    pub id_no: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// Phone number.
    pub tel: String,
    /// Mail address.
    pub email: String,
    /// Object keys of the images.
    pub id_urls: Vec<String>,
    /// 1 identity card, 2 passport, 3 other document.
    pub id_type: u8,
}

impl From<&KycEditBody> for Form {
    fn from(body: &KycEditBody) -> Form {
        Form {
            id_name: body.id_name.clone(),
            id_no: body.id_no.clone(),
            country: body.country.clone(),
            tel: body.tel.clone(),
            email: body.email.clone(),
            id_urls: body.id_urls.clone(),
            // No document has a number that does not fit.
            id_type: u8::try_from(body.id_type).unwrap_or_default(),
        }
    }
}

impl From<&Form> for KeptForm {
    fn from(form: &Form) -> KeptForm {
        KeptForm {
            id_name: form.id_name.clone(),
            id_no: form.id_no.clone(),
            country: form.country.clone(),
            tel: form.tel.clone(),
            email: form.email.clone(),
            id_urls: form.id_urls.clone(),
            id_type: form.id_type,
        }
    }
}

impl KeptForm {
    /// What its owner is shown of it.
    pub fn masked(&self) -> KycMasked {
        let first = |text: &str| text.chars().take(1).collect::<String>();
        let last_digits: String = self
            .tel
            .chars()
            .skip(self.tel.chars().count().saturating_sub(3))
            .collect();
        let domain = self.email.split_once('@').map_or("", |(_, domain)| domain);
        KycMasked {
            id_name: format!("{}***", first(&self.id_name)),
            tel: format!("***{last_digits}"),
            email: format!("{}***@{domain}", first(&self.email)),
        }
    }
}

#[cfg(test)]
mod tests;
