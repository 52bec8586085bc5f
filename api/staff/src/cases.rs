//! Cases: what members of staff look into together (api §7.22). A case is known by its number, and whatever names one
//! names one that exists.
//!
//! Comments and files are sealed before their event is recorded, under an id that follows from the request: a
//! repetition seals the same again. What the rules then refuse is destroyed. They are sealed under the key of the
//! player whom the case concerns, so they end with the player's data; under the case's own key where there is no such
//! player any more.

pub mod file;
pub mod timeline;

use crate::call::accepted;
use crate::permissions;
use crate::player_act::check_known;
use crate::proposals;
use api::error::Failure;
use domain::case::{About, AboutKind, Case, CaseCommand, CaseNo, Member};
use domain::finding::Finding;
use domain::ids::{PlayerId, ProposalId, StaffId, derived};
use domain::proposal::Kind;
use domain::refusal::Refusal;
use ledger::{Fault, Ledger, Plain, Request, StreamId};
use rails::incoming;
use uuid::Uuid;
use workers::personal;

/// Numbers of a text that are looked up: as many as the longest reason has room for.
const NAMED_MAX: usize = 100;

/// Every case that a text names exists. A text without the number of one names none.
///
/// # Errors
/// -1006 with the field and the number.
pub async fn check_named(ledger: &Ledger, text: &str, field: &str) -> Result<(), Failure> {
    for no in CaseNo::named_in(text).into_iter().take(NAMED_MAX) {
        if load(ledger, &no).await?.no.is_none() {
            let finding = Finding::new("case_unknown", format!("there is no case {no}"));
            return Err(finding.of(field).with("case", no).into());
        }
    }
    Ok(())
}

/// The case of a change that has to have one: its number, or what it is called elsewhere.
///
/// # Errors
/// -1006 `case_id` for none, and for the number of one that does not exist.
pub async fn check_given(ledger: &Ledger, case_id: &str) -> Result<(), Failure> {
    match case_id.trim() {
        "" => Err(Failure::invalid("case_id")),
        _ => check_named(ledger, case_id, "case_id").await,
    }
}

async fn load(ledger: &Ledger, no: &CaseNo) -> Result<Case, Fault> {
    Ok(ledger.cases().load(&StreamId::thing(no.id().0)).await?.state)
}

/// What is kept in the vault for an event.
pub struct Kept {
    pub record: Uuid,
    /// Hex of its keyed hash.
    pub digest: String,
}

/// What a record of a case is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    Text,
    File,
}

impl Record {
    const fn name(self) -> &'static str {
        match self {
            Record::Text => "case_text",
            Record::File => "case_file",
        }
    }

    /// The kind under which the vault keeps it.
    fn kind(self, record: Uuid) -> String {
        format!("{}:{record}", self.name())
    }
}

/// A case that exists.
pub struct Found {
    pub no: CaseNo,
    pub case: Case,
}

impl Found {
    /// The case of a number as it was typed.
    ///
    /// # Errors
    /// -1006 for what is no number, 4007 for a case that was never opened.
    pub async fn of(ledger: &Ledger, text: &str) -> Result<Found, Failure> {
        let no = CaseNo::parse(text).ok_or_else(|| Failure::invalid("case"))?;
        let case = load(ledger, &no).await?;
        match case.no.is_some() {
            true => Ok(Found { no, case }),
            false => Err(Refusal::RecordNotFound.into()),
        }
    }

    /// Subjects of the vault under whose keys its records may be: the player's, then its own.
    fn subjects(&self) -> Vec<Uuid> {
        let player = self.case.player.map(|player| player.0);
        player.into_iter().chain([self.no.id().0]).collect()
    }

    /// Seals a record under the player's key, or its own; gives whose it is.
    async fn seal(&self, ledger: &Ledger, kind: &str, plain: &[u8]) -> Result<Uuid, Fault> {
        if let Some(player) = self.case.player
            && personal::keep(ledger, player, kind, plain).await?
        {
            return Ok(player.0);
        }
        let own = self.no.id().0;
        ledger.vault().put(own, kind, plain).await?;
        Ok(own)
    }

    /// Seals a record, and executes the command that names it; what is refused leaves nothing.
    ///
    /// # Errors
    /// The refusal of the command; a fault of the vault.
    pub async fn keep(
        &self,
        ledger: &Ledger,
        record: Record,
        plain: &[u8],
        request: Request,
        command: impl FnOnce(Kept) -> CaseCommand,
    ) -> Result<(), Failure> {
        let id = derived(record.name(), request.id.unwrap_or_default());
        let (vault, kind) = (ledger.vault(), record.kind(id));
        let subject = self.seal(ledger, &kind, plain).await?;
        let digest = hex::encode(vault.fingerprint(record.name(), plain));
        let done = self
            .execute(ledger, command(Kept { record: id, digest }), request)
            .await;
        if let Err(Failure::Refused { .. }) = &done {
            vault.remove(subject, &kind).await?;
        }
        done
    }

    /// Executes a command of the case.
    ///
    /// # Errors
    /// Its refusal, or a command handler that is busy.
    pub async fn execute(&self, ledger: &Ledger, command: CaseCommand, request: Request) -> Result<(), Failure> {
        execute(ledger, &self.no, command, request).await
    }
}

/// Executes a command of the case with this number.
///
/// # Errors
/// Its refusal, or a command handler that is busy.
pub async fn execute(ledger: &Ledger, no: &CaseNo, command: CaseCommand, request: Request) -> Result<(), Failure> {
    let stream = StreamId::thing(no.id().0);
    accepted(ledger.cases().execute(&stream, command, request, Plain).await).map(drop)
}

/// What a case is to be about, and the player whom it concerns.
///
/// # Errors
/// -1006 for a kind that is none and for half of the two, 4007 for a thing that does not exist.
pub async fn subject(
    ledger: &Ledger,
    kind: Option<&str>,
    id: Option<&str>,
) -> Result<(Option<About>, Option<PlayerId>), Failure> {
    let (Some(kind), Some(id)) = (kind, id) else {
        return match (kind, id) {
            (None, None) => Ok((None, None)),
            _ => Err(Failure::invalid("about")),
        };
    };
    let kind = AboutKind::named(kind).ok_or_else(|| Failure::invalid("kind"))?;
    let id = id.trim();
    let about = |id: String| Some(About { kind, id });
    if kind == AboutKind::Payment {
        return match incoming::is_known(ledger.pool(), id).await? {
            true => Ok((about(id.to_owned()), None)),
            false => Err(Refusal::RecordNotFound.into()),
        };
    }
    let id = Uuid::try_parse(id).map_err(|_| Failure::invalid("about"))?;
    let player = concerned(ledger, kind, id).await?.ok_or(Refusal::RecordNotFound)?;
    Ok((about(id.to_string()), Some(player)))
}

async fn concerned(ledger: &Ledger, kind: AboutKind, id: Uuid) -> Result<Option<PlayerId>, Failure> {
    Ok(match kind {
        AboutKind::Player => {
            let player = PlayerId(id);
            check_known(ledger, player).await?;
            Some(player)
        }
        AboutKind::Withdrawal => {
            let withdrawal = ledger.withdrawals().load(&StreamId::thing(id)).await?.state;
            withdrawal.request.map(|request| request.terms.player)
        }
        AboutKind::Adjustment => {
            let change = proposals::load(ledger, ProposalId(id)).await?.change;
            let change = change.filter(|change| change.kind == Kind::Adjustment);
            change.and_then(|change| change.players.first().copied())
        }
        // A payment is known by its transaction, and is nobody's or its order's.
        AboutKind::Payment => None,
    })
}

/// The member to whom a case is given: one who may work on it.
///
/// # Errors
/// -1006 for anybody else.
pub async fn assignee(ledger: &Ledger, name: Option<&str>) -> Result<Option<Member>, Failure> {
    let Some(name) = name else { return Ok(None) };
    let id = StreamId::thing(StaffId::of(name.trim()).0);
    let staff = ledger.staff().load(&id).await?.state;
    let may = !staff.roles.is_disjoint(&permissions::roles("cases", "comment"));
    let own = staff.own;
    let member = staff.name.filter(|_| may && !staff.is_disabled);
    let member = member.map(|name| Member { name, own });
    member.map(Some).ok_or_else(|| Failure::invalid("assignee"))
}
