//! Registration: a messenger account becomes a player, once, and may be bound to
//! an inviter or to the house, permanently (domain §3.1, domain §3.8).
//!
//! The house's code is a number of the configuration. Nobody owns it: it brings nobody a rebate and makes no invite
//! valid, and every player may enter it, so that the oldest account can share too.
//!
//! The inviter is never the player and always older, so the graph of invitations
//! is a forest (law I-26). The inviter's own inviter is fixed at binding: later
//! changes never affect a share.

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::ids::{PlayerId, Scode};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Registration data. Names are personal and are stored in the vault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registration {
    /// Messenger account.
    pub tg_id: i64,
    pub scode: Scode,
    /// Interface language at registration.
    pub lang: String,
    pub registered_at: Timestamp,
    /// The inviter, if bound.
    pub inviter: Option<Inviter>,
    /// The house's code, if it was entered instead; then there is no inviter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_scode: Option<Scode>,
    /// Version of the accepted terms.
    pub terms: Option<String>,
}

impl Registration {
    /// The invite code that was entered: the inviter's or the house's. Without one nothing is shared (7004).
    pub fn entered_code(&self) -> Option<&Scode> {
        let inviters = self.inviter.as_ref().map(|inviter| &inviter.scode);
        inviters.or(self.house_scode.as_ref())
    }
}

/// An inviter at the time the code was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inviter {
    /// The direct inviter.
    pub player: PlayerId,
    /// The code that was used.
    pub scode: Scode,
    /// When the inviter registered.
    pub registered_at: Timestamp,
    /// The inviter's inviter: receives the second level.
    pub upline: Option<PlayerId>,
}

/// An invite code that was entered, and the player who owns it, if one does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnteredCode {
    pub scode: Scode,
    pub owner: Option<Inviter>,
}

impl From<Inviter> for EnteredCode {
    fn from(owner: Inviter) -> EnteredCode {
        EnteredCode {
            scode: owner.scode.clone(),
            owner: Some(owner),
        }
    }
}

/// Registers a messenger account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The player, derived from the account.
    pub player: PlayerId,
    /// Messenger account.
    pub tg_id: i64,
    /// Invite code; the natural key refuses a taken one.
    pub scode: Scode,
    pub lang: String,
    /// The code of the launch link; one that nobody owns binds nobody.
    pub inviter: Option<EnteredCode>,
    /// Commits of the first and the next sealed seed.
    pub commits: [String; 2],
}

/// Binds the inviter, or the house, whose code was entered after registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindInviter {
    pub code: EnteredCode,
}

/// Accepts the terms and confirms 18 years (domain §3.14).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptTerms {
    /// The version shown.
    pub version: String,
}

/// A messenger account became a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerRegistered {
    pub player: PlayerId,
    /// Messenger account.
    pub tg_id: i64,
    pub scode: Scode,
    pub lang: String,
    /// Commit of the first seed.
    pub commit: String,
    /// Commit of the seed after it, shown before the player chooses a client seed.
    pub next_commit: String,
    /// Empty: nobody chose one, his device draws it with the first dive (domain §2.6). Registrations recorded without
    /// this field took the invite code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_seed: Option<String>,
    pub at: Timestamp,
}

/// How an inviter was bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoundBy {
    /// By the launch link.
    Login,
    /// By an entered code.
    Code,
}

/// The inviter is fixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InviterBound {
    /// The owner of the code.
    pub inviter: Inviter,
    pub by: BoundBy,
}

/// The player entered the house's code: there is no inviter, and there will be none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HouseBound {
    /// The house's code at that time.
    pub scode: Scode,
    pub by: BoundBy,
}

/// The terms were accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermsAccepted {
    pub version: String,
}

impl EnteredCode {
    /// What the code binds a player to. The house's code comes first, whoever may own the same one.
    fn bind(&self, player: PlayerId, at: Timestamp, by: BoundBy, context: &Context) -> Result<Event, Refusal> {
        if is_the_houses(&self.scode, context) {
            let scode = self.scode.clone();
            return Ok(HouseBound { scode, by }.into());
        }
        let inviter = self.owner.clone().ok_or(Refusal::InviteCodeInvalid)?;
        let older = inviter.registered_at < at;
        if inviter.player == player || !older || inviter.upline == Some(player) {
            return Err(Refusal::CannotUseThisCode);
        }
        Ok(InviterBound { inviter, by }.into())
    }
}

fn is_the_houses(scode: &Scode, context: &Context) -> bool {
    context.config.team.root_scode.as_ref() == Some(scode)
}

impl Rule for Register {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        // The next candidate of a code is tried for a player who would get the house's.
        if player.is_registered() || is_the_houses(&self.scode, context) {
            return Err(Refusal::StateChanged);
        }
        if self.commits[0] == self.commits[1] {
            return Err(Refusal::InvalidField {
                field: "commits".into(),
            });
        }
        let registered = PlayerRegistered {
            player: self.player,
            tg_id: self.tg_id,
            scode: self.scode.clone(),
            lang: self.lang.clone(),
            commit: self.commits[0].clone(),
            next_commit: self.commits[1].clone(),
            client_seed: Some(String::new()),
            at: context.now,
        };
        let mut decision = Decision::from(Event::from(registered));
        let entered = self.inviter.as_ref();
        match entered.map(|code| code.bind(self.player, context.now, BoundBy::Login, context)) {
            None | Some(Err(Refusal::InviteCodeInvalid)) => {}
            Some(bound) => decision.events.push(bound?),
        }
        Ok(decision.claiming(format!("scode:{}", self.scode), Refusal::StateChanged))
    }
}

impl Rule for BindInviter {
    fn gate(&self) -> Gate {
        Gate::Account("team")
    }

    /// Order of checks: bound before, the house's code, a code of nobody, a code of this or a younger player.
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        let registration = &player.registration;
        if registration.entered_code().is_some() {
            return Err(Refusal::AlreadyBound);
        }
        let bound = self
            .code
            .bind(player.id, registration.registered_at, BoundBy::Code, context)?;
        Ok(bound.into())
    }
}

impl Rule for AcceptTerms {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if self.version != context.config.product.terms_version {
            return Err(Refusal::InvalidField {
                field: "version".into(),
            });
        }
        if player.registration.terms.as_ref() == Some(&self.version) {
            return Err(Refusal::AlreadyReceived);
        }
        Ok(Event::from(TermsAccepted {
            version: self.version.clone(),
        })
        .into())
    }
}

impl DomainEvent for PlayerRegistered {
    fn evolve(&self, player: &mut Player) {
        player.id = self.player;
        let registration = &mut player.registration;
        registration.tg_id = self.tg_id;
        registration.scode = self.scode.clone();
        registration.lang = self.lang.clone();
        registration.registered_at = self.at;
        let client_seed = self.client_seed.as_deref().unwrap_or(self.scode.as_str());
        player.seeds.start(&self.commit, &self.next_commit, client_seed);
    }
}

impl DomainEvent for InviterBound {
    fn evolve(&self, player: &mut Player) {
        player.registration.inviter = Some(self.inviter.clone());
    }
}

impl DomainEvent for HouseBound {
    fn evolve(&self, player: &mut Player) {
        player.registration.house_scode = Some(self.scode.clone());
    }
}

impl DomainEvent for TermsAccepted {
    fn evolve(&self, player: &mut Player) {
        player.registration.terms = Some(self.version.clone());
    }
}

#[cfg(test)]
mod tests;
