//! The source tree as text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders that hold what was made or fetched, not written.
const MADE: [&str; 6] = [".git", "target", "node_modules", "data", "dist", "dist-dev"];

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .expect("the repository")
}

/// Names in a folder, sorted.
pub fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Paths and texts of the Rust files below a folder of the repository.
pub fn rust_files(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    collect(&root().join(folder), &mut files);
    assert!(!files.is_empty(), "there are Rust files in {folder:?}");
    files
}

fn collect(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !MADE.contains(&name.as_str()) {
            collect(&path, files);
        } else if name.ends_with(".rs") {
            let shown = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            // Somebody may be renaming a file this very moment; what is gone breaks no rule.
            files.extend(fs::read_to_string(&path).map(|text| (shown, text)));
        }
    }
}

/// Paths and texts of all files that somebody wrote: those that git knows and new ones that it does not ignore.
pub fn texts() -> Vec<(String, String)> {
    let asked = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root())
        .output()
        .expect("git runs");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    let paths = String::from_utf8(asked.stdout).expect("text");
    let written = paths.split_terminator('\0').filter(|path| !is_generated(path));
    // What cannot be read as text is a picture or a program, or is gone this very moment.
    written
        .filter_map(|path| read(path).map(|text| (path.to_owned(), text)))
        .collect()
}

/// Made from other files: contracts and their types from comments, locks from manifests, golden data by a run.
fn is_generated(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let ends = [".lock", ".gen.ts", "-lock.json"].iter().any(|end| name.ends_with(end));
    ends || path.starts_with("api/openapi") || path.contains("/pkg/") || path.contains("/golden")
}

/// A file of the repository.
pub fn read(path: &str) -> Option<String> {
    fs::read_to_string(root().join(path)).ok()
}

/// What cargo says about the members of the workspace.
pub fn metadata() -> String {
    let asked = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    String::from_utf8(asked.stdout).expect("text")
}
