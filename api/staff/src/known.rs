//! Browsers in which a member proved password and code before: whoever guesses at the same address does not use up their
//! places (threat T-53; known elsewhere as device cookies).
//!
//! The browser keeps an id and a MAC over it, the member, and the record of what was proved: another password makes it
//! void. Nothing is kept for it here. It opens nothing: a login of this member with it counts by itself and not by its
//! address. So a thief of it guesses at the pace of one address, at one account; and there is one for each right proof
//! alone, so nobody makes more of them to guess faster.

use super::accounts;
use api::limits::{Address, Subject};
use domain::ids::StaffId;
use ledger::{Fault, Ledger};
use uuid::Uuid;

/// The cookie's name.
const COOKIE: &str = "staff_known";
/// How long a browser is known (ASSUMED: a quarter), in seconds.
const AGE_S: i64 = 90 * 24 * 60 * 60;

/// What a login of this member counts for.
///
/// # Errors
/// A fault of the ledger.
pub async fn counted(ledger: &Ledger, member: StaffId, from: Address, text: Option<&str>) -> Result<Subject, Fault> {
    let Some((text, browser)) = text.and_then(|text| Some((text, id_in(text)?))) else {
        return Ok(Subject::Address(from));
    };
    match text == text_of(ledger, member, browser).await? {
        true => Ok(Subject::Browser(browser)),
        false => Ok(Subject::Address(from)),
    }
}

/// What a browser keeps once the member proved password and code there.
///
/// # Errors
/// A fault of the ledger.
pub async fn made(ledger: &Ledger, member: StaffId, counted: Subject) -> Result<String, Fault> {
    let browser = match counted {
        Subject::Browser(browser) => browser,
        _ => Uuid::new_v4(),
    };
    text_of(ledger, member, browser).await
}

async fn text_of(ledger: &Ledger, member: StaffId, browser: Uuid) -> Result<String, Fault> {
    let record = accounts::load(ledger, member).await?.credentials.unwrap_or_default();
    let said = [member.0, record, browser].map(|id| *id.as_bytes()).concat();
    let mac = hex::encode(ledger.vault().fingerprint("staff_known", &said));
    Ok(format!("{browser}.{mac}"))
}

fn id_in(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text.split_once('.')?.0).ok()
}

/// What a browser keeps, in a `Cookie` header.
pub fn text_in(header: &str) -> Option<&str> {
    super::session::value_in(header, COOKIE)
}

/// The `Set-Cookie` header that a browser keeps.
pub fn cookie(text: &str, is_secure: bool) -> String {
    super::session::set_cookie((COOKIE, text), AGE_S, is_secure)
}
