//! `cases/…`: what members of staff look into together.

use super::ask;
use serde::Serialize;
use utoipa::ToSchema;

/// Largest body with a file in it: 2 MiB in base 64 and what stands around them.
const FILE_BODY_BYTES_MAX: usize = 3 << 20;

ask! {
    /// Asks for cases, newest first.
    CasesListBody(plain) {
        /// open or closed; all without.
        state: Option<String>,
        /// Those of one member, by name.
        assignee: Option<String>,
        /// Those that concern a player: an id, a short one, an invite code, or `tg:` and a messenger id.
        player: Option<String>,
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
    /// Asks for one case with everything that happened in it.
    CasesInfoBody(plain) {
        /// Its number.
        case: String,
    }
}

ask! {
    /// Opens a case.
    CasesOpenBody(write, title) {
        /// What it is about in a few words; recorded for ever.
        title: String,
        /// player, withdrawal, payment or adjustment; nothing for a matter of its own.
        kind: Option<String>,
        /// Which: the id of a player, a withdrawal or a proposed correction, or the transaction of a payment.
        about: Option<String>,
    }
}

ask! {
    /// Adds a comment, which is kept in the vault.
    CasesCommentBody(write, case) {
        /// Its number.
        case: String,
        /// Up to 4,000 bytes.
        text: String,
    }
}

ask! {
    /// Adds a file, which is kept in the vault: a PDF, a picture or plain text of up to 2 MiB.
    CasesAttachBody(write, case, const BYTES_MAX: usize = FILE_BODY_BYTES_MAX;) {
        /// Its number.
        case: String,
        /// The bytes in base 64; what they are is found in them.
        bytes: String,
    }
}

ask! {
    /// Gives a case to a member, or to nobody.
    CasesAssignBody(write, case) {
        /// Its number.
        case: String,
        /// The member's name; nobody without.
        assignee: Option<String>,
    }
}

ask! {
    /// Closes a case; the reason is its outcome.
    CasesCloseBody(write) {
        /// Its number.
        case: String,
    }
}

ask! {
    /// Opens a closed case again.
    CasesReopenBody(write) {
        /// Its number.
        case: String,
    }
}

ask! {
    /// Looks at a file of a case.
    CasesFileBody(look) {
        /// Its number.
        case: String,
        /// Which file, as the case names it.
        #[schema(value_type = String, format = "uuid")]
        file: api::wire::body::Id,
    }
}

/// A case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffCase {
    /// Its number.
    pub case: String,
    /// What it is about in a few words.
    pub title: String,
    /// open or closed.
    pub state: String,
    /// Whom it concerns.
    pub player: Option<String>,
    /// The member who has it.
    pub assignee: Option<String>,
    /// When it was opened.
    pub opened_ms: i64,
    /// When something happened in it last.
    pub changed_ms: i64,
}

/// Cases.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CasesListData {
    /// The page.
    pub list: Vec<StaffCase>,
    /// The next page begins behind it.
    pub next: Option<String>,
}

/// Something that happened in a case.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct StaffCaseLine {
    /// opened, commented, attached, assigned, closed or reopened.
    pub what: String,
    /// Who.
    pub by: String,
    /// When.
    pub at_ms: i64,
    /// The comment, outcome or reason; nothing of a comment that ended with the player's data.
    pub text: Option<String>,
    /// Who has it from then on; nobody without.
    pub to: Option<String>,
    /// The file that was attached.
    pub file: Option<StaffCaseFile>,
}

/// A file of a case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffCaseFile {
    /// Its id.
    pub file: String,
    /// What it is, as found in its bytes.
    pub media_type: String,
    /// How large it is.
    pub bytes: i64,
}

/// An act of a member that names the case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StaffCaseAct {
    /// Who.
    pub by: String,
    /// When.
    pub at_ms: i64,
    /// The call, such as freezes/set; nothing of a proposal.
    pub call: Option<String>,
    /// What the act is about; of a proposal its id.
    pub subject: Option<String>,
    /// The kind of the proposal.
    pub kind: Option<String>,
    /// Why.
    pub reason: String,
}

/// One case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CasesInfoData {
    /// The case.
    pub case: StaffCase,
    /// player, withdrawal, payment or adjustment.
    pub kind: Option<String>,
    /// Which.
    pub about: Option<String>,
    /// Everything that happened in it, oldest first.
    pub lines: Vec<StaffCaseLine>,
    /// Acts that name it, newest first; fifty at most.
    pub acts: Vec<StaffCaseAct>,
}

/// What was done to a case.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CasesDone {
    /// Its number.
    pub case: String,
    /// open or closed.
    pub state: String,
}

/// A file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CasesFileData {
    /// What it is, as found in its bytes.
    pub media_type: String,
    /// The bytes in base 64.
    pub bytes: String,
}
