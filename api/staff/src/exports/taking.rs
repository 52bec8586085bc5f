//! Who takes files out of the house, what they hold and why: recorded in the member's stream with the hash of each file
//! before anybody may fetch them (law I-41, threat T-55).

use super::kept::Kept;
use crate::call::accepted;
use crate::session::Member;
use crate::wire::exports::ExportFile;
use api::error::Failure;
use domain::ids::derived;
use domain::staff::{ExportedFile, MakeExport, Roles, Run, StaffCommand};
use domain::time::DAY_MS;
use ledger::{Ledger, Plain, Request, StreamId};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::io::Read;
use std::path::Path;
use uuid::Uuid;

/// Who acts where a schedule makes an export.
pub(crate) const BY_SCHEDULE: &str = "system:export_schedule";
/// How long files that a person asked for wait to be fetched.
pub(crate) const KEPT_MS: i64 = DAY_MS;
/// What files of the books are called, beside lists.
pub(crate) const BOOKS: &str = "books";
/// Fields in which somebody searches: what is looked for is not recorded, it may be a name.
const SEARCHED: [&str; 2] = ["query", "search"];
/// Bytes that are hashed at once.
const CHUNK: usize = 1 << 16;

/// An export as it is recorded.
#[derive(Clone, Debug)]
pub struct Taking {
    pub member: Member,
    /// The member has a role of each.
    pub allowed: Vec<Roles>,
    /// The call of a list, or `books`.
    pub what: String,
    /// Filters or range.
    pub filters: Map<String, Value>,
    pub format: String,
    pub reason: String,
    /// The run of a schedule that makes it.
    pub run: Option<Run>,
    /// How long its files are kept.
    pub kept_ms: i64,
}

/// The filters as they are recorded.
pub(crate) fn recorded(filters: &Map<String, Value>) -> String {
    let mut filters = filters.clone();
    filters.retain(|field, value| !SEARCHED.contains(&field.as_str()) && !value.is_null());
    Value::Object(filters).to_string()
}

impl Taking {
    /// What stays known beside the files.
    pub(crate) fn kept(&self) -> Kept {
        Kept {
            list: (self.what != BOOKS).then(|| self.what.clone()),
            kept_ms: self.kept_ms.unsigned_abs(),
        }
    }

    /// Records what was made.
    ///
    /// # Errors
    /// 9001 when session or role have ended meanwhile, 9003 for a run that was made before.
    pub(crate) async fn record(&self, ledger: &Ledger, export: Uuid, files: &[ExportFile]) -> Result<(), Failure> {
        let make = StaffCommand::MakeExport(MakeExport {
            session: self.run.is_none().then_some(self.member.session),
            allowed: self.allowed.clone(),
            export,
            what: self.what.clone(),
            filters: recorded(&self.filters),
            format: self.format.clone(),
            reason: self.reason.trim().to_owned(),
            files: files.iter().map(exported).collect(),
            run: self.run,
        });
        self.execute(ledger, derived("export_made", export), make).await
    }

    async fn execute(&self, ledger: &Ledger, id: Uuid, command: StaffCommand) -> Result<(), Failure> {
        let request = match self.run {
            Some(_) => Request::system(BY_SCHEDULE, id),
            None => Request {
                id: Some(id),
                actor: self.member.actor(),
                ..Request::default()
            },
        };
        let stream = StreamId::thing(self.member.id.0);
        accepted(ledger.staff().execute(&stream, command, request, Plain).await).map(drop)
    }
}

fn exported(file: &ExportFile) -> ExportedFile {
    ExportedFile {
        name: file.name.clone(),
        rows: file.rows.unsigned_abs(),
        bytes: file.bytes.unsigned_abs(),
        sha256: file.sha256.clone(),
    }
}

/// Length and SHA-256 of a file.
///
/// # Errors
/// A file that cannot be read.
pub(crate) fn measured(path: &Path) -> std::io::Result<(u64, String)> {
    let (mut file, mut hasher, mut bytes) = (std::fs::File::open(path)?, Sha256::new(), 0);
    let mut chunk = vec![0; CHUNK];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok((bytes, hex::encode(hasher.finalize()))),
            read => {
                hasher.update(&chunk[..read]);
                bytes += read as u64;
            }
        }
    }
}
