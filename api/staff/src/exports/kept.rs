//! Files of exports in a folder of the house, each export in one of its own, with a note of who may fetch them and until
//! when. Only what has a note is fetched, and it is written last.

use api::error::Failure;
use ledger::Fault;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::Duration;
use uuid::Uuid;

/// The note. Its name is none that a file of an export may have.
const NOTE: &str = ".kept";
/// How long a folder without a note is left: somebody may be writing it.
const UNNOTED: Duration = Duration::from_secs(24 * 60 * 60);

/// What is known of the files of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The call of the list whose rows they hold; nothing for files of the books.
    pub list: Option<String>,
    /// For how long they are fetched, from when the note was written.
    pub kept_ms: u64,
}

/// A folder that cannot be used.
pub(crate) fn unwritable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::Fault(Fault::Setting(format!("{} cannot be used: {why}", path.display())))
}

/// Writes the note.
///
/// # Errors
/// A folder that cannot be used.
pub(crate) async fn keep(folder: &Path, kept: &Kept) -> Result<(), Failure> {
    let (path, note) = (folder.join(NOTE), serde_json::to_vec(kept).unwrap_or_default());
    tokio::fs::write(&path, note)
        .await
        .map_err(|why| unwritable(&path, &why))
}

/// The note of a folder, and whether its files are kept no more.
async fn noted(folder: &Path) -> Option<(Kept, bool)> {
    let path = folder.join(NOTE);
    let kept: Kept = serde_json::from_slice(&tokio::fs::read(&path).await.ok()?).ok()?;
    let is_over = age(&path).await > Duration::from_millis(kept.kept_ms);
    Some((kept, is_over))
}

/// For how long something lies there; nothing of what is gone.
async fn age(path: &Path) -> Duration {
    let modified = tokio::fs::metadata(path).await.and_then(|meta| meta.modified());
    let age = modified.ok().and_then(|at| at.elapsed().ok());
    age.unwrap_or_default()
}

/// What is known of an export whose files may still be fetched.
pub(crate) async fn of(base: &Path, export: Uuid) -> Option<Kept> {
    let (kept, is_over) = noted(&base.join(export.to_string())).await?;
    (!is_over).then_some(kept)
}

/// Where a file of an export is; nothing for a name that no file of an export has.
pub(crate) async fn file(base: &Path, export: Uuid, name: &str) -> Option<PathBuf> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if name.starts_with('.') || !name.bytes().all(plain) {
        return None;
    }
    let path = base.join(export.to_string()).join(name);
    tokio::fs::metadata(&path)
        .await
        .ok()
        .filter(std::fs::Metadata::is_file)?;
    Some(path)
}

/// Removes what waited long enough. What cannot be removed now is removed by the next export.
pub(crate) async fn forget_old(base: &Path) {
    let Ok(mut entries) = tokio::fs::read_dir(base).await else {
        return;
    };
    while let Ok(Some(entry)) = entries.next_entry().await {
        let is_over = match noted(&entry.path()).await {
            Some((_, is_over)) => is_over,
            None => age(&entry.path()).await > UNNOTED,
        };
        if is_over {
            tokio::fs::remove_dir_all(entry.path()).await.ok();
        }
    }
}
