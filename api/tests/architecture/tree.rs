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
            let told = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
            // Somebody may be renaming a file this very moment; what is gone breaks no rule.
            files.extend(fs::read_to_string(&path).map(|text| (told, text)));
        }
    }
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
