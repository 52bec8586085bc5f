//! Installs the web packages exactly as locked, and only when they are not there yet.
//!
//! After an install a mark is left inside `node_modules`: the digest of the lock file and of
//! npm's own record of what it installed. A changed lock, a hand-made `npm install` or a
//! half-done one no longer fits the mark. The digest finds changes, not forgeries.

use std::path::Path;
use std::{fs, io};

/// The command that installs; `npm ci` never changes the lock file. Warnings are left out: on a
/// Node older than the packages ask for there are dozens, and scripts run on the Node among them.
pub const INSTALL: &str = "npm ci --no-audit --no-fund --loglevel=error";

/// The same for the packages of the EVM tests, whose scripts only look for what is there already. `npm ci` of newer
/// versions wants the node of every other platform in the lock too, and not every registry has them; this keeps to the
/// lock and never changes it.
pub const INSTALL_CHAIN: &str = "npm install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error";

const LOCK: &str = "package-lock.json";
const RECORD: &str = "node_modules/.package-lock.json";
const MARK: &str = "node_modules/.checks-installed";

/// Whether the packages of the lock file in `web` are installed.
pub fn are_installed(web: &Path) -> bool {
    match (fs::read_to_string(web.join(MARK)), mark_of(web)) {
        (Ok(left), Ok(wanted)) => left == wanted,
        _ => false,
    }
}

/// Leaves the mark; to be called after a successful install.
///
/// # Errors
/// Those of reading the two files and writing the mark.
pub fn leave_mark(web: &Path) -> io::Result<()> {
    fs::write(web.join(MARK), mark_of(web)?)
}

fn mark_of(web: &Path) -> io::Result<String> {
    let digest = |path: &str| fs::read(web.join(path)).map(|bytes| fnv(&bytes));
    Ok(format!("{:016x} {:016x}\n", digest(LOCK)?, digest(RECORD)?))
}

/// FNV-1a, 64 bits: the same on every machine and compiler.
fn fnv(bytes: &[u8]) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325;
    bytes.iter().fold(start, |sum: u64, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn web(name: &str) -> PathBuf {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tests").join(name);
        let _ = fs::remove_dir_all(&web);
        fs::create_dir_all(web.join("node_modules")).expect("a folder");
        fs::write(web.join(LOCK), "{\"a\":1}").expect("a lock");
        web
    }

    #[test]
    fn packages_without_a_mark_or_without_npms_record_are_not_installed() {
        let web = web("unmarked");
        assert!(!are_installed(&web));
        assert!(leave_mark(&web).is_err());
        fs::write(web.join(RECORD), "{}").expect("a record");
        assert!(!are_installed(&web));
    }

    #[test]
    fn a_mark_holds_until_the_lock_or_the_record_changes() {
        for changed in [LOCK, RECORD] {
            let web = web(changed.trim_start_matches("node_modules/."));
            fs::write(web.join(RECORD), "{}").expect("a record");
            leave_mark(&web).expect("a mark");
            assert!(are_installed(&web));
            fs::write(web.join(changed), "{\"a\":2}").expect("a change");
            assert!(!are_installed(&web), "{changed}");
        }
    }

    #[test]
    fn the_digest_is_the_published_one() {
        assert_eq!(fnv(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
