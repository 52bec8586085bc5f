//! Whether an installed PostgreSQL brings its programs: the embedded one of npm has the server alone.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the procedures of the operations manual call.
pub const NAMED: &str = "psql pg_dump pg_restore pg_basebackup pg_receivewal";

/// Whether one folder has all of them.
pub fn are_installed() -> bool {
    folders().iter().any(|folder| has_all(folder))
}

/// Where the tests look for a server too: `pg_config`, the folders of the usual packages.
fn folders() -> Vec<PathBuf> {
    let mut folders = Vec::new();
    if let Ok(answer) = Command::new("pg_config").arg("--bindir").output() {
        folders.push(PathBuf::from(String::from_utf8_lossy(&answer.stdout).trim()));
    }
    for parent in [
        "/usr/lib/postgresql",
        "/usr",
        "/opt/homebrew/opt",
        "/usr/local/opt",
        "/Applications/Postgres.app/Contents/Versions",
    ] {
        let children = fs::read_dir(parent).into_iter().flatten().flatten();
        folders.extend(children.map(|child| child.path().join("bin")));
    }
    folders
}

fn has_all(folder: &Path) -> bool {
    NAMED.split(' ').all(|name| folder.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_one_of_them_is_not_enough() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tests/programs");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for name in NAMED.split(' ') {
            assert!(!has_all(&folder), "{name} is missing");
            fs::write(folder.join(name), "").expect("a file");
        }
        assert!(has_all(&folder));
    }
}
