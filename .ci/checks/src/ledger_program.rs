//! Where the program `ledger` stands that was built with the tests.

use std::env;
use std::path::{Path, PathBuf};

/// Its place, for a repository at `root`.
pub fn path(root: &Path) -> PathBuf {
    in_folder(root, env::var_os("CARGO_TARGET_DIR").map(PathBuf::from))
}

fn in_folder(root: &Path, target: Option<PathBuf>) -> PathBuf {
    // An absolute folder stays what it is.
    let target = root.join(target.unwrap_or_else(|| PathBuf::from("target")));
    target
        .join("debug")
        .join(if cfg!(windows) { "ledger.exe" } else { "ledger" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_stands_where_cargo_was_asked_to_build() {
        let root = Path::new("/work");
        let in_target = |target: Option<&str>| in_folder(root, target.map(PathBuf::from));
        assert_eq!(in_target(None), Path::new("/work/target/debug/ledger"));
        assert_eq!(in_target(Some("out")), Path::new("/work/out/debug/ledger"));
        assert_eq!(in_target(Some("/tmp/out")), Path::new("/tmp/out/debug/ledger"));
    }
}
