//! Accounts that brought the same payee, phone, mail or document (domain §3.12).
//!
//! Each detail is a keyed hash in the vault's index, beside whoever ever brought it (`ledger §4.8`): a reader of the
//! database learns that two accounts share something, not what. A payee is the account on the chain with its comment,
//! for an exchange has one account for all its customers. Only what a player brings now is looked up; the others may have
//! brought it before. The consequence is that a person looks at a withdrawal and sees the accounts, and that an invite
//! between them brings nothing ([`tied_invites`]); nothing else is refused.

use super::tied_invites::{self, Trace};
use crate::kyc;
use domain::ids::PlayerId;
use domain::player::team::Shared;
use domain::withdrawal::Account;
use ledger::{Fault, Ledger, StreamId};

/// Other accounts that brought a detail of a player's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// `payee`, `phone`, `mail` or `document`.
    pub detail: &'static str,
    pub others: Vec<PlayerId>,
}

/// Notes what the player brings now, and refuses the invites that are none; twice is once.
///
/// # Errors
/// A fault of the ledger.
pub async fn record(ledger: &Ledger, player: PlayerId) -> Result<(), Fault> {
    let details = details(ledger, player).await?;
    for (_, fingerprint) in &details {
        ledger.vault().share(player.0, fingerprint).await?;
    }
    tied_invites::refuse(ledger, player, &details).await
}

/// Who else ever brought what the player brings now; details that nobody shares are left out.
///
/// # Errors
/// A fault of the vault.
pub async fn ties(ledger: &Ledger, player: PlayerId) -> Result<Vec<Tie>, Fault> {
    let mut ties = Vec::new();
    for (detail, fingerprint) in details(ledger, player).await? {
        let others = ledger.vault().others(player.0, &fingerprint).await?;
        if !others.is_empty() {
            let others = others.into_iter().map(PlayerId).collect();
            ties.push(Tie {
                detail: detail.name(),
                others,
            });
        }
    }
    Ok(ties)
}

async fn details(ledger: &Ledger, player: PlayerId) -> Result<Vec<Trace>, Fault> {
    let (vault, id) = (ledger.vault(), StreamId::player(player));
    let mut details = Vec::new();
    let payee = ledger.players().load(&id).await?.state.withdrawal.payee.clone();
    if let Some(payee) = payee
        && let Some(account) = payee.address.account()
    {
        let account = match account {
            Account::Ton(account) => format!("ton:{}", hex::encode(account)),
            Account::Evm(account) => format!("evm:{}", hex::encode(account)),
        };
        let text = format!("{account}|{}", payee.comment.unwrap_or_default());
        details.push((Shared::Payee, vault.fingerprint("payee", text.as_bytes())));
    }
    let check = ledger.kyc_checks().load(&id).await?.state;
    let mut document = [0; 32];
    if hex::decode_to_slice(&check.doc_hash, &mut document).is_ok() {
        details.push((Shared::Document, document));
    }
    let form = match check.submission {
        Some(submission) => kyc::form_of(ledger, player, submission).await?,
        None => None,
    };
    if let Some(form) = form {
        details.push((Shared::Phone, vault.fingerprint("phone", form.tel.as_bytes())));
        let mail = form.email.to_lowercase();
        details.push((Shared::Mail, vault.fingerprint("mail", mail.as_bytes())));
    }
    Ok(details)
}
