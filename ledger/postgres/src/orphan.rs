//! A server whose owner has ended: has it stopped, is it stopping, or does it stay?
//!
//! The caller holds the folder's lock, so a server that still runs has no owner. On Linux the
//! kernel has signalled it to stop and mostly it is about to; the signal may not have arrived yet.
//! One that stays ready for [`ADOPT_AFTER`] was started in another way, or runs where no such
//! signal exists, and is adopted.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::data_folder::DataFolder;
use super::error::EmbeddedError;
use super::pidfile::{self, Occupants, PidFile};
use super::process;
use super::server::STOP_LIMIT;
use super::socket;

/// An orphan that is ready for this long is not about to stop. ASSUMED.
const ADOPT_AFTER: Duration = Duration::from_secs(2);
/// Waits until an orphan has left (`None`) or has shown that it stays.
pub(super) fn settle(folder: &DataFolder, cluster: &Path) -> Result<Option<PidFile>, EmbeddedError> {
    let started = Instant::now();
    let mut ready_since: Option<Instant> = None;
    while let Some(file) = PidFile::read(cluster) {
        match pidfile::occupants(cluster, &folder.account) {
            Occupants::Nobody => {
                pidfile::remove_stale(cluster);
                return Ok(None);
            }
            Occupants::Unknown if !process::alive(file.pid) => return Ok(None),
            Occupants::These(_) | Occupants::Unknown => {}
        }
        let usable =
            file.ready && socket::is_private(&file.socket_dir, &folder.account) && socket::answers(&file.socket_dir);
        match (usable, ready_since) {
            (true, Some(since)) if since.elapsed() >= ADOPT_AFTER => return Ok(Some(file)),
            (true, Some(_)) => {}
            (true, None) => ready_since = Some(Instant::now()),
            (false, _) => ready_since = None,
        }
        if started.elapsed() >= STOP_LIMIT {
            return Err(EmbeddedError::Server(format!(
                "Another program (process {}) works on the database in {}: end it with kill -INT {} and start again.",
                file.pid,
                cluster.display(),
                file.pid
            )));
        }
        thread::sleep(process::POLL);
    }
    Ok(None)
}
