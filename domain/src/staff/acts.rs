//! What members do in a session: acts, which change something, and looks (law I-41, threats T-53, T-55). What an act
//! lets go counts for a day.

use super::command::{Act, Look, Read};
use super::event::Payment;
use super::key::needs_key;
use super::{OpenSession, Roles, Ruling, SESSIONS_MAX, Staff, StaffEvent, check_reason, field};
use crate::defence::Defence;
use crate::ids::PlayerId;
use crate::money::Usdt;
use crate::refusal::Refusal;
use crate::time::{DAY_MS, Timestamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Longest subject of a look, in bytes: an id, and what an export takes out (ASSUMED: what the service writes has 90).
const SUBJECT_BYTES_MAX: usize = 120;

/// An act about money that still counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentAct {
    pub at: Timestamp,
    /// At parity, against the member's limit.
    pub worth: Usdt,
    pub payment: Option<Payment>,
}

/// One of these roles is allowed.
///
/// # Errors
/// 9001.
pub fn may(roles: &Roles, allowed: &Roles) -> Result<(), Refusal> {
    match roles.is_disjoint(allowed) && !Defence::Permission.is_off() {
        true => Err(Refusal::NoPermission),
        false => Ok(()),
    }
}

impl Staff {
    /// Acts about money that count at `now`.
    fn since(&self, now: Timestamp) -> impl Iterator<Item = &RecentAct> {
        self.recent.iter().filter(move |recent| now.since(recent.at) < DAY_MS)
    }

    /// Keeps an act about money for a day; others count nowhere.
    pub(super) fn count_act(&mut self, worth: Usdt, payment: Option<&Payment>, at: Timestamp) {
        if worth > Usdt::ZERO || payment.is_some() {
            self.recent.retain(|recent| at.since(recent.at) < DAY_MS);
            self.recent.push(RecentAct {
                at,
                worth,
                payment: payment.cloned(),
            });
        }
    }

    /// Keeps a session that was opened at `at`, without those that have ended, nor more than there may be.
    pub(super) fn keep_session(&mut self, opened: OpenSession, at: Timestamp) {
        self.sessions.retain(|open| at < open.expires_at);
        let surplus = (self.sessions.len() + 1).saturating_sub(SESSIONS_MAX);
        self.sessions.drain(..surplus);
        self.sessions.push(opened);
    }

    /// What the member moved in the 24 hours before `now`, against the limit of the roles.
    pub fn moved(&self, now: Timestamp) -> Usdt {
        self.since(now).fold(Usdt::ZERO, |sum, recent| sum + recent.worth)
    }

    /// True once a payment counts against the limit of the roles, by each act of the day about it: whichever of them
    /// lets it go, it was counted. Only then the member lets it go alone.
    pub fn answers_for(&self, payment: &Payment, now: Timestamp) -> bool {
        let is_of_it = |recent: &&RecentAct| recent.payment.as_ref() == Some(payment);
        let mut acts = self.since(now).filter(is_of_it).peekable();
        acts.peek().is_some() && acts.all(|recent| recent.worth >= payment.amount)
    }

    /// What these members let go to any of these players in the 24 hours before `now`; each payment counts once, however
    /// many of them let it go.
    pub fn let_go<'a>(members: impl IntoIterator<Item = &'a Staff>, to: &[PlayerId], now: Timestamp) -> Usdt {
        let acts = members.into_iter().flat_map(|member| member.since(now));
        let payments = acts.filter_map(|recent| recent.payment.as_ref());
        let payments = payments.filter(|payment| to.contains(&payment.to));
        let once: BTreeMap<Uuid, Usdt> = payments.map(|payment| (payment.what, payment.amount)).collect();
        once.into_values().fold(Usdt::ZERO, |sum, amount| sum + amount)
    }

    /// Order of checks: the session, the role.
    fn allowed(&self, session: Uuid, allowed: &Roles, now: Timestamp) -> Result<(), Refusal> {
        if !self.is_open(session, now) {
            return Err(Refusal::NoPermission);
        }
        may(&self.roles, allowed)
    }

    pub(super) fn act(&self, act: &Act, at: Timestamp) -> Ruling {
        self.allowed(act.session, &act.allowed, at)?;
        check_reason(&act.reason)?;
        if let Some(approval) = &act.approval {
            let is_demanded = act.keys_demanded || self.keys_demanded;
            self.signed(approval, is_demanded && needs_key(&act.call, act.keyed_other))?;
        }
        if act.worth < Usdt::ZERO {
            return Err(field("worth"));
        }
        if act.worth > Usdt::ZERO && act.worth > act.worth_max - self.moved(at) {
            return Err(Refusal::OverRoleLimit);
        }
        Ok(StaffEvent::StaffActed {
            session: act.session,
            call: act.call.clone(),
            roles: self.roles.clone(),
            subject: act.subject.clone(),
            reason: act.reason.clone(),
            request: act.request,
            worth: act.worth,
            payment: act.payment.clone(),
            tied: act.tied.clone(),
            approval: act.approval.clone(),
            at,
        }
        .into())
    }

    pub(super) fn read(&self, read: &Read, at: Timestamp) -> Ruling {
        self.allowed(read.session, &read.allowed, at)?;
        check_reason(&read.reason)?;
        Ok(StaffEvent::StaffReadPersonal {
            session: read.session,
            call: read.call.clone(),
            roles: self.roles.clone(),
            player: read.player,
            what: read.what.clone(),
            reason: read.reason.clone(),
            proposal: read.proposal,
            at,
        }
        .into())
    }

    pub(super) fn look(&self, look: &Look, at: Timestamp) -> Ruling {
        self.allowed(look.session, &look.allowed, at)?;
        if look
            .subject
            .as_ref()
            .is_some_and(|subject| subject.len() > SUBJECT_BYTES_MAX)
        {
            return Err(field("player"));
        }
        look.reason.as_deref().map(check_reason).transpose()?;
        Ok(StaffEvent::StaffLooked {
            session: look.session,
            call: look.call.clone(),
            roles: self.roles.clone(),
            subject: look.subject.clone(),
            reason: look.reason.clone(),
            at,
        }
        .into())
    }
}
