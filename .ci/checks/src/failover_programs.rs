//! Whether the programs of the failover drill are there: Patroni, etcd and HAProxy, beside those of PostgreSQL.

use crate::postgres_programs;
use std::env;
use std::path::PathBuf;

/// What the drill starts.
pub const NAMED: &str = "patroni etcd haproxy";
/// What brings them on Debian, as `.ci/run` types it.
pub const INSTALL: &str = "apt-get install --no-install-recommends patroni etcd-server haproxy postgresql";
/// Debian keeps HAProxy where only the path of root leads.
const SYSTEM_FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/local/sbin"];

/// Those that are not there.
pub fn missing() -> Vec<&'static str> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path)
        .chain(SYSTEM_FOLDERS.map(PathBuf::from))
        .collect();
    let mut missing = missing_in(&folders);
    if !postgres_programs::are_installed() {
        missing.push("PostgreSQL 15 or newer");
    }
    missing
}

fn missing_in(folders: &[PathBuf]) -> Vec<&'static str> {
    let is_there = |name: &&str| folders.iter().any(|folder| folder.join(name).is_file());
    NAMED.split(' ').filter(|name| !is_there(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn what_is_in_none_of_the_folders_is_named() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/tests/failover");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        assert_eq!(
            missing_in(std::slice::from_ref(&folder)),
            ["patroni", "etcd", "haproxy"]
        );
        fs::write(folder.join("etcd"), "").expect("a file");
        assert_eq!(missing_in(&[PathBuf::from("/nowhere"), folder]), ["patroni", "haproxy"]);
    }

    #[test]
    fn the_checks_install_what_the_sentence_names() {
        let run = Path::new(env!("CARGO_MANIFEST_DIR")).join("../run");
        let run = fs::read_to_string(run).expect("the script");
        assert!(run.contains("patroni etcd-server haproxy"));
        assert!(INSTALL.contains("patroni etcd-server haproxy"));
    }
}
