//! The laws of authority: what a member with a key approved is signed by the member, so is each login of a member whose
//! key is in force, and every approval of such a member, wherever it stands, is one that the member signed for just that
//! (api §7.19).
//!
//! | step | reads | finds |
//! |---|---|---|
//! | 1 | streams of members, each from its first event | keys that nobody else approved, acts and logins without a signature that holds |
//! | 2 | withdrawals, proposals, versions of the configuration, keys | approvals that no act of their approver stands behind; the digest is recomputed from what is approved |
//!
//! Whether a member had a key is decided by the order of the member's own stream, where keys and acts stand together. An
//! approval in another stream is no older or younger than a key, but it names its request: either the act of that
//! request is signed, or it stands before the member's first key. So moving an approval back in time hides nothing.
//!
//! Bounded by the acts of members who have keys, a few hundred bytes each. Says nothing about members without a key:
//! that they may approve nothing where money is real is the rule of the service.

mod object;

use super::LawResult;
use domain::staff::StaffEvent;
use domain::stream::StreamEvent;
use ledger::approval::{APPROVE, APPROVE_KEY, APPROVE_PROPOSAL, APPROVE_WITHDRAWAL, Keyring, Signed};
use ledger::{Fault, upcast};
use object::Object;
use sqlx::postgres::PgRow;
use sqlx::{PgConnection, Row};
use std::collections::HashSet;
use uuid::Uuid;

/// Events fetched at once.
const PAGE: usize = 5_000;

const MEMBERS: &str = "
    declare signed no scroll cursor for
    select aggregate_type, aggregate_id, event_type, event_version, payload, metadata->>'request_id',
           partition || '/' || position
      from events
     where aggregate_type = 'staff'
       and event_type in ('StaffAdded', 'StaffActed', 'StaffSessionOpened', 'StaffKeyProposed', 'StaffKeyApproved',
                          'StaffKeyRevoked')
     order by aggregate_id, sequence";

const APPROVED: &str = "
    declare signed no scroll cursor for
    select aggregate_type, aggregate_id, event_type, event_version, payload, metadata->>'request_id',
           partition || '/' || position
      from events
     where aggregate_type = 'withdrawal' and event_type in ('Requested', 'RiskFlagged', 'ApprovalGiven', 'Approved')
        or aggregate_type = 'proposal' and event_type in ('Proposed', 'Approved')
        or aggregate_type = 'config_section' and event_type in ('ConfigProposed', 'ConfigApproved')
     order by aggregate_type, aggregate_id, sequence";

/// Checks the three laws in the snapshot that `database` reads.
///
/// # Errors
/// [`Fault`] of the database.
pub async fn check(database: &mut PgConnection) -> Result<[LawResult; 3], Fault> {
    let mut members = Members::default();
    each(database, MEMBERS, |row| members.take(row)).await?;
    members.leave();
    let mut approvals = Approvals::of(members);
    each(database, APPROVED, |row| approvals.take(row)).await?;
    Ok([approvals.signed, approvals.stood_for, approvals.logins])
}

async fn each(database: &mut PgConnection, declare: &str, mut take: impl FnMut(&Entry) -> bool) -> Result<(), Fault> {
    sqlx::query(declare).execute(&mut *database).await?;
    loop {
        let fetch = format!("fetch {PAGE} from signed");
        let rows = sqlx::query(&fetch).persistent(false).fetch_all(&mut *database).await?;
        for row in &rows {
            take(&Entry::of(row)?);
        }
        if rows.len() < PAGE {
            break;
        }
    }
    sqlx::query("close signed").execute(database).await?;
    Ok(())
}

/// An event as it is stored.
struct Entry<'r> {
    stream: &'r str,
    key: &'r str,
    event_type: &'r str,
    version: &'r str,
    payload: &'r str,
    request: Option<Uuid>,
    place: String,
}

impl<'r> Entry<'r> {
    fn of(row: &'r PgRow) -> Result<Entry<'r>, sqlx::Error> {
        let request: Option<&str> = row.try_get(5)?;
        Ok(Entry {
            stream: row.try_get(0)?,
            key: row.try_get(1)?,
            event_type: row.try_get(2)?,
            version: row.try_get(3)?,
            payload: row.try_get_raw(4)?.as_str().map_err(sqlx::Error::Decode)?,
            request: request.and_then(|request| request.parse().ok()),
            place: row.try_get(6)?,
        })
    }

    fn read<E: StreamEvent>(&self) -> Option<E> {
        upcast::read(self.event_type, self.version, self.payload).ok()
    }
}

/// What somebody approved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Said {
    by: String,
    request: Option<Uuid>,
    call: &'static str,
    subject: String,
    /// Nothing in acts from before there were keys.
    digest: Option<String>,
}

/// The member whose stream is read.
#[derive(Default)]
struct Member {
    keyring: Keyring,
    acts: Vec<Said>,
}

/// Step 1.
struct Members {
    stream: String,
    member: Member,
    /// Members who ever had a key.
    keyed: HashSet<String>,
    acts: HashSet<Said>,
    /// Approvals of keys, by whom and where.
    keys: Vec<(Said, String)>,
    signed: LawResult,
    logins: LawResult,
}

impl Default for Members {
    fn default() -> Members {
        Members {
            stream: String::new(),
            member: Member::default(),
            keyed: HashSet::new(),
            acts: HashSet::new(),
            keys: Vec::new(),
            signed: law(
                "I-41d",
                "what a member with a key approves is signed with a key in force, which another person approved",
            ),
            logins: law(
                "I-41g",
                "while a key of a member is in force, each login of the member is signed with one",
            ),
        }
    }
}

fn law(law: &'static str, says: &'static str) -> LawResult {
    LawResult {
        law,
        says,
        compared: 0,
        broken: 0,
        first: None,
    }
}

fn count(law: &mut LawResult, holds: bool, place: &str) -> bool {
    law.compared += 1;
    if !holds {
        law.broken += 1;
        law.first.get_or_insert_with(|| place.to_owned());
    }
    holds
}

impl Members {
    fn take(&mut self, entry: &Entry) -> bool {
        if entry.key != self.stream {
            self.leave();
            entry.key.clone_into(&mut self.stream);
        }
        let Some(event) = entry.read::<StaffEvent>() else {
            return count(&mut self.signed, false, &entry.place);
        };
        let signed = self.member.keyring.take(&event);
        let holds = !matches!(signed, Signed::Broken(_));
        if !matches!(signed, Signed::NotNeeded | Signed::BeforeKeys) {
            let law = match event {
                StaffEvent::StaffSessionOpened { .. } => &mut self.logins,
                _ => &mut self.signed,
            };
            count(law, holds, &entry.place);
        }
        let name = self.member.keyring.name().to_owned();
        match event {
            StaffEvent::StaffKeyApproved { key, by, .. } => {
                let approved = said(by, entry.request, APPROVE_KEY, name, key);
                self.keys.push((approved, entry.place.clone()));
            }
            StaffEvent::StaffActed {
                call,
                subject,
                request,
                approval,
                ..
            } if holds => {
                let call = APPROVE.into_iter().find(|known| *known == call);
                self.member.acts.extend(call.map(|call| Said {
                    by: name,
                    request: Some(request),
                    call,
                    subject: subject.unwrap_or_default(),
                    digest: approval.map(|approval| approval.digest),
                }));
            }
            _ => {}
        }
        holds
    }

    /// The member's stream is read to its end: acts of who never had a key are not looked for.
    fn leave(&mut self) {
        let member = std::mem::take(&mut self.member);
        if member.keyring.signs() {
            self.keyed.insert(member.keyring.name().to_owned());
            self.acts.extend(member.acts);
        }
    }
}

fn said(by: String, request: Option<Uuid>, call: &'static str, subject: String, digest: String) -> Said {
    let digest = Some(digest);
    Said {
        by,
        request,
        call,
        subject,
        digest,
    }
}

/// Step 2.
struct Approvals {
    stream: (String, String),
    object: Object,
    keyed: HashSet<String>,
    acts: HashSet<Said>,
    signed: LawResult,
    logins: LawResult,
    stood_for: LawResult,
}

impl Approvals {
    fn of(members: Members) -> Approvals {
        let mut approvals = Approvals {
            stream: Default::default(),
            object: Object::default(),
            keyed: members.keyed,
            acts: members.acts,
            signed: members.signed,
            logins: members.logins,
            stood_for: law(
                "I-41e",
                "an approval of a member with a key is one that the member signed, for just what is approved",
            ),
        };
        for (said, place) in members.keys {
            approvals.compare(said, &place);
        }
        approvals
    }

    fn take(&mut self, entry: &Entry) -> bool {
        if (entry.stream, entry.key) != (self.stream.0.as_str(), self.stream.1.as_str()) {
            self.stream = (entry.stream.to_owned(), entry.key.to_owned());
            self.object = Object::default();
        }
        let said = match entry.stream {
            "withdrawal" => entry.read().map(|event| self.object.withdrawal(event, entry)),
            "proposal" => entry.read().map(|event| self.object.proposal(event, entry)),
            _ => entry.read().map(|event| self.object.section(event, entry)),
        };
        match said {
            Some(Some(said)) => self.compare(said, &entry.place),
            Some(None) => true,
            None => count(&mut self.stood_for, false, &entry.place),
        }
    }

    fn compare(&mut self, said: Said, place: &str) -> bool {
        if !self.keyed.contains(&said.by) {
            return true;
        }
        let before_keys = Said {
            digest: None,
            ..said.clone()
        };
        let holds = said.digest.is_some() && (self.acts.contains(&said) || self.acts.contains(&before_keys));
        count(&mut self.stood_for, holds, place)
    }
}
