//! Registration: a messenger account becomes a player, once, and may be bound to
//! an inviter, once and for ever (domain §3.1, domain §3.8).
//!
//! The inviter is never the player and always older, so the graph of invitations
//! is a forest (law I-26). The inviter's own inviter is frozen at binding: later
//! changes elsewhere never move a share.

use super::gate::Gate;
use super::{DomainEvent, Event, Player, Rule};
use crate::ids::{PlayerId, Scode};
use crate::refusal::Refusal;
use crate::stream::{Context, Decision};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};

/// Who the player is to the product. Names are personal and live in the vault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registration {
    /// Messenger account.
    pub tg_id: i64,
    /// Invite code.
    pub scode: Scode,
    /// Interface language at registration.
    pub lang: String,
    /// When.
    pub registered_at: Timestamp,
    /// The inviter, if bound.
    pub inviter: Option<Inviter>,
    /// Version of the accepted terms.
    pub terms: Option<String>,
}

/// An inviter as known when the code was used.
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

/// Makes a player of a messenger account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// The player, derived from the account.
    pub player: PlayerId,
    /// Messenger account.
    pub tg_id: i64,
    /// Invite code; the natural key refuses a taken one.
    pub scode: Scode,
    /// Interface language.
    pub lang: String,
    /// The inviter of the launch link, if its code was valid.
    pub inviter: Option<Inviter>,
    /// Commits of the first and the next sealed seed.
    pub commits: [String; 2],
}

/// Binds an inviter after registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindInviter {
    /// Whose code was entered.
    pub inviter: Inviter,
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
    /// The player.
    pub player: PlayerId,
    /// Messenger account.
    pub tg_id: i64,
    /// Invite code.
    pub scode: Scode,
    /// Interface language.
    pub lang: String,
    /// Commit of the first seed.
    pub commit: String,
    /// Commit of the seed after it, shown before the player chooses a client seed.
    pub next_commit: String,
    /// When.
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
    /// Whose code it was.
    pub inviter: Inviter,
    /// How.
    pub by: BoundBy,
}

/// The terms were accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TermsAccepted {
    /// Which version.
    pub version: String,
}

fn check_inviter(player: PlayerId, registered_at: Timestamp, inviter: &Inviter) -> Result<(), Refusal> {
    let older = inviter.registered_at < registered_at;
    if inviter.player == player || !older || inviter.upline == Some(player) {
        return Err(Refusal::CannotUseThisCode);
    }
    Ok(())
}

impl Rule for Register {
    fn decide(&self, player: &Player, context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.is_registered() {
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
            at: context.now,
        };
        let mut decision = Decision::from(Event::from(registered));
        if let Some(inviter) = &self.inviter {
            check_inviter(self.player, context.now, inviter)?;
            let bound = InviterBound {
                inviter: inviter.clone(),
                by: BoundBy::Login,
            };
            decision.events.push(bound.into());
        }
        Ok(decision.claiming(format!("scode:{}", self.scode), Refusal::StateChanged))
    }
}

impl Rule for BindInviter {
    fn gate(&self) -> Gate {
        Gate::Account("team")
    }

    fn decide(&self, player: &Player, _context: &Context) -> Result<Decision<Event>, Refusal> {
        if player.registration.inviter.is_some() {
            return Err(Refusal::AlreadyBound);
        }
        check_inviter(player.id, player.registration.registered_at, &self.inviter)?;
        let bound = InviterBound {
            inviter: self.inviter.clone(),
            by: BoundBy::Code,
        };
        Ok(Event::from(bound).into())
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
        player.seeds.start(&self.commit, &self.next_commit, self.scode.as_str());
    }
}

impl DomainEvent for InviterBound {
    fn evolve(&self, player: &mut Player) {
        player.registration.inviter = Some(self.inviter.clone());
    }
}

impl DomainEvent for TermsAccepted {
    fn evolve(&self, player: &mut Player) {
        player.registration.terms = Some(self.version.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Angler, START};

    fn elder() -> Angler {
        Angler::registered(100, None, START.plus_ms(-1))
    }

    fn bind(inviter: Inviter) -> BindInviter {
        BindInviter { inviter }
    }

    #[test]
    fn a_player_registers_once_and_nobody_acts_before() {
        let angler = Angler::new();
        let registration = &angler.player.registration;
        let again = Register {
            player: angler.player.id,
            tg_id: registration.tg_id,
            scode: registration.scode.clone(),
            lang: "en".into(),
            inviter: None,
            commits: ["a".into(), "b".into()],
        };
        assert_eq!(angler.decide(again), Err(Refusal::StateChanged));
        let mut nobody = angler.clone();
        nobody.player = Player::default();
        assert_eq!(
            nobody.decide(super::super::signin::SignIn),
            Err(Refusal::RecordNotFound)
        );
    }

    #[test]
    fn registration_claims_the_invite_code_and_refuses_one_seed_for_two_pairs() {
        let mut angler = Angler::new();
        let mut register = Register {
            player: angler.player.id,
            tg_id: 7,
            scode: angler.player.registration.scode.clone(),
            lang: "en".into(),
            inviter: None,
            commits: ["a".into(), "b".into()],
        };
        angler.player = Player::default();
        let claims = angler
            .decide(register.clone())
            .map(|decision| decision.claims)
            .expect("registers");
        assert_eq!(claims[0].key, format!("scode:{}", register.scode));
        register.commits[1] = "a".into();
        assert_eq!(
            angler.decide(register),
            Err(Refusal::InvalidField {
                field: "commits".into()
            })
        );
    }

    #[test]
    fn the_inviter_is_bound_once_and_for_ever() {
        // Law I-26.
        let mut angler = Angler::new();
        angler.must(bind(elder().as_inviter()));
        let other = Angler::registered(101, None, START.plus_ms(-2));
        assert_eq!(angler.decide(bind(other.as_inviter())), Err(Refusal::AlreadyBound));
        let invited = Angler::invited_by(Some(elder().as_inviter()));
        assert_eq!(invited.decide(bind(other.as_inviter())), Err(Refusal::AlreadyBound));
    }

    #[test]
    fn nobody_is_bound_to_oneself_to_a_younger_player_or_to_an_own_friend() {
        // Law I-26: the graph of invitations is a forest.
        let angler = Angler::new();
        let young = Angler::registered(101, None, START);
        let friend = Angler::registered(102, Some(angler.as_inviter()), START.plus_ms(1));
        let forged = Inviter {
            registered_at: START.plus_ms(-1),
            ..friend.as_inviter()
        };
        for inviter in [angler.as_inviter(), young.as_inviter(), friend.as_inviter(), forged] {
            assert_eq!(angler.decide(bind(inviter)), Err(Refusal::CannotUseThisCode));
        }
        assert!(angler.decide(bind(elder().as_inviter())).is_ok());
    }

    #[test]
    fn the_inviters_inviter_is_frozen_at_binding() {
        let grand = Angler::registered(99, None, START.plus_ms(-2));
        let father = Angler::registered(100, Some(grand.as_inviter()), START.plus_ms(-1));
        let son = Angler::invited_by(Some(father.as_inviter()));
        let inviter = son.player.registration.inviter.expect("bound");
        assert_eq!(
            (inviter.player, inviter.upline),
            (father.player.id, Some(grand.player.id))
        );
    }

    #[test]
    fn the_terms_shown_are_the_terms_accepted_once() {
        let mut angler = Angler::new().under(|config| config.product.terms_version = "2".into());
        let terms = |version: &str| AcceptTerms {
            version: version.into(),
        };
        assert!(matches!(angler.decide(terms("1")), Err(Refusal::InvalidField { .. })));
        assert_eq!(angler.decide(angler.start(10, 1)), Err(Refusal::TermsNotAccepted));
        angler.must(terms("2"));
        assert_eq!(angler.decide(terms("2")), Err(Refusal::AlreadyReceived));
        assert_eq!(angler.decide(angler.start(10, 1)), Err(Refusal::NotEnoughCoins));
    }
}
