//! Cases: what members of staff look into together (api §7.22). One stream is one case.
//!
//! | state | event | next |
//! |---|---|---|
//! | - | `CaseOpened` | open |
//! | open | `CaseCommented`, `CaseAttached`, `CaseAssigned` | open |
//! | open | `CaseClosed` | closed |
//! | closed | `CaseReopened` | open |
//!
//! Invariants: nothing is added to a closed case; the player whom a case is about has no hand in it. No case moves
//! value: acts do, and each of them may name a case by its number ([`CaseNo`]).
//!
//! What is written in comments and what is attached may be personal. It is kept in the vault, and an event has the name of
//! the record, its size and a keyed hash. Title, outcome and reasons stand in events for ever, as those of every act do.

mod event;
mod number;
#[cfg(test)]
mod tests;

pub use event::{About, AboutKind, Attach, CaseCommand, CaseEvent, Comment, Member, Open};
pub use number::CaseNo;

use crate::ids::PlayerId;
use crate::refusal::{Refusal, check_reason, field};
use crate::stream::{Context, Decision, Stream};
use crate::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Longest title, in bytes (ASSUMED): one line of a list.
pub const TITLE_BYTES_MAX: usize = 200;
/// Longest comment, in bytes (ASSUMED): a page of text.
pub const COMMENT_BYTES_MAX: usize = 4_000;
/// Comments of a case (ASSUMED): more are another case.
pub const COMMENTS_MAX: u32 = 500;
/// Files of a case (ASSUMED).
pub const ATTACHMENTS_MAX: usize = 20;
/// How often a case is given to somebody else or opened again (ASSUMED): with all comments, files and ends its stream has
/// fewer than a thousand events, so that it is read and shown whole.
pub const CHANGES_MAX: u32 = 200;
/// Largest file, in bytes (ASSUMED): a scanned letter.
pub const ATTACHMENT_BYTES_MAX: usize = 2 << 20;
/// What may be attached, as found in the bytes; a picture was drawn anew.
pub const MEDIA_TYPES: [&str; 3] = ["application/pdf", "image/jpeg", "text/plain"];
/// Longest name of what a case is about, in bytes: an id or a transaction (ASSUMED).
const SUBJECT_BYTES_MAX: usize = 128;

/// How far a case is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    #[default]
    Open,
    Closed,
}

impl State {
    /// The permanent name.
    pub const fn name(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Closed => "closed",
        }
    }

    pub fn named(name: &str) -> Option<State> {
        [State::Open, State::Closed]
            .into_iter()
            .find(|state| state.name() == name)
    }
}

/// The stream of one case.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Case {
    /// Its number; nothing before it was opened.
    pub no: Option<CaseNo>,
    pub title: String,
    pub about: Option<About>,
    /// Whom it concerns, whatever it is about; nobody for a matter of the house.
    pub player: Option<PlayerId>,
    pub assignee: Option<String>,
    pub state: State,
    pub comments: u32,
    /// How often it was given to somebody or opened again.
    pub changes: u32,
    /// Records of the vault by their id, each with what it is.
    pub files: BTreeMap<Uuid, String>,
}

type Ruling = Result<Decision<CaseEvent>, Refusal>;

/// Nobody works on a case about the own account.
fn check_other(by: &Member, player: Option<PlayerId>) -> Result<(), Refusal> {
    match player.is_some() && by.own == player {
        true => Err(Refusal::OtherPersonMustApprove),
        false => Ok(()),
    }
}

impl Case {
    /// Order of checks: the case, the person, the state.
    fn takes(&self, by: &Member) -> Result<(), Refusal> {
        self.is_in(State::Open, by)
    }

    fn is_in(&self, state: State, by: &Member) -> Result<(), Refusal> {
        if self.no.is_none() {
            return Err(Refusal::RecordNotFound);
        }
        check_other(by, self.player)?;
        match self.state == state {
            true => Ok(()),
            false => Err(Refusal::StateChanged),
        }
    }

    fn open(&self, open: &Open, at: Timestamp) -> Ruling {
        if self.no.is_some() {
            return Err(Refusal::StateChanged);
        }
        let title = open.title.trim();
        if title.is_empty() || title.len() > TITLE_BYTES_MAX {
            return Err(field("title"));
        }
        let is_named = |about: &About| (1..=SUBJECT_BYTES_MAX).contains(&about.id.len());
        if !open.about.as_ref().is_none_or(is_named) {
            return Err(field("about"));
        }
        check_other(&open.by, open.player)?;
        Ok(CaseEvent::CaseOpened {
            no: open.no.clone(),
            title: title.to_owned(),
            about: open.about.clone(),
            player: open.player,
            by: open.by.name.clone(),
            at,
        }
        .into())
    }

    fn check_changes(&self) -> Result<(), Refusal> {
        match self.changes < CHANGES_MAX {
            true => Ok(()),
            false => Err(field("changes")),
        }
    }

    fn comment(&self, comment: &Comment, at: Timestamp) -> Ruling {
        self.takes(&comment.by)?;
        if self.comments >= COMMENTS_MAX {
            return Err(field("comments"));
        }
        if !(1..=COMMENT_BYTES_MAX).contains(&comment.bytes) {
            return Err(field("text"));
        }
        Ok(CaseEvent::CaseCommented {
            text: comment.text,
            digest: comment.digest.clone(),
            by: comment.by.name.clone(),
            at,
        }
        .into())
    }

    fn attach(&self, attach: &Attach, at: Timestamp) -> Ruling {
        self.takes(&attach.by)?;
        if self.files.len() >= ATTACHMENTS_MAX {
            return Err(field("attachments"));
        }
        if !MEDIA_TYPES.contains(&attach.media_type.as_str()) {
            return Err(field("media_type"));
        }
        if !(1..=ATTACHMENT_BYTES_MAX).contains(&attach.bytes) {
            return Err(field("file"));
        }
        Ok(CaseEvent::CaseAttached {
            file: attach.file,
            digest: attach.digest.clone(),
            media_type: attach.media_type.clone(),
            bytes: attach.bytes,
            by: attach.by.name.clone(),
            at,
        }
        .into())
    }

    fn assign(&self, to: Option<&Member>, by: &Member, at: Timestamp) -> Ruling {
        self.takes(by)?;
        self.check_changes()?;
        let name = to.map(|to| to.name.as_str());
        if name == self.assignee.as_deref() {
            return Err(Refusal::StateChanged);
        }
        to.map_or(Ok(()), |to| check_other(to, self.player))?;
        Ok(CaseEvent::CaseAssigned {
            to: name.map(str::to_owned),
            by: by.name.clone(),
            at,
        }
        .into())
    }

    fn close(&self, outcome: &str, by: &Member, at: Timestamp) -> Ruling {
        self.takes(by)?;
        check_reason(outcome)?;
        let (outcome, by) = (outcome.to_owned(), by.name.clone());
        Ok(CaseEvent::CaseClosed { outcome, by, at }.into())
    }

    fn reopen(&self, reason: &str, by: &Member, at: Timestamp) -> Ruling {
        self.is_in(State::Closed, by)?;
        self.check_changes()?;
        check_reason(reason)?;
        let (reason, by) = (reason.to_owned(), by.name.clone());
        Ok(CaseEvent::CaseReopened { reason, by, at }.into())
    }
}

impl Stream for Case {
    const TYPE: &'static str = "case";
    const STATE_VERSION: u16 = 2;
    type Command = CaseCommand;
    type Event = CaseEvent;

    fn decide(&self, command: &CaseCommand, context: &Context) -> Ruling {
        let now = context.now;
        match command {
            CaseCommand::Open(open) => self.open(open, now),
            CaseCommand::Comment(comment) => self.comment(comment, now),
            CaseCommand::Attach(attach) => self.attach(attach, now),
            CaseCommand::Assign { to, by } => self.assign(to.as_ref(), by, now),
            CaseCommand::Close { outcome, by } => self.close(outcome, by, now),
            CaseCommand::Reopen { reason, by } => self.reopen(reason, by, now),
        }
    }

    fn evolve(&mut self, event: &CaseEvent) {
        match event {
            CaseEvent::CaseOpened {
                no,
                title,
                about,
                player,
                ..
            } => {
                self.no = Some(no.clone());
                self.title.clone_from(title);
                self.about.clone_from(about);
                self.player = *player;
            }
            CaseEvent::CaseCommented { .. } => self.comments += 1,
            CaseEvent::CaseAttached { file, media_type, .. } => {
                self.files.insert(*file, media_type.clone());
            }
            CaseEvent::CaseAssigned { to, .. } => {
                self.assignee.clone_from(to);
                self.changes += 1;
            }
            CaseEvent::CaseClosed { .. } => self.state = State::Closed,
            CaseEvent::CaseReopened { .. } => {
                self.state = State::Open;
                self.changes += 1;
            }
        }
    }
}
