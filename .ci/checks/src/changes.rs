//! Which files changed, and which checks depend on them.

use crate::catalogue::Check;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Files that differ from a commit, in the working tree or since then.
#[derive(Debug, PartialEq, Eq)]
pub struct Changes {
    /// The commit, as git names it.
    pub base: String,
    /// Paths from the root of the repository.
    pub paths: BTreeSet<String>,
}

impl Changes {
    /// The checks that depend on one of the files.
    pub fn affected(&self, checks: &[Check]) -> Vec<Check> {
        let is_affected = |check: &&Check| self.paths.iter().any(|path| check.depends_on(path));
        checks.iter().filter(is_affected).copied().collect()
    }
}

/// What changed since this branch left `origin/main`, or since the last commit where there is no such branch.
/// New files that git does not ignore count.
///
/// # Errors
/// One sentence when git cannot say.
pub fn since_main(root: &Path) -> Result<Changes, String> {
    let base = git(root, &["merge-base", "origin/main", "HEAD"]).or_else(|_| git(root, &["rev-parse", "HEAD"]))?;
    let base = base.trim();
    // A file that was moved counts at both places.
    let changed = git(root, &["diff", "--name-only", "--no-renames", "-z", base])?;
    let new = git(root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    Ok(Changes {
        base: git(root, &["rev-parse", "--short", base])?.trim().to_owned(),
        paths: [changed, new]
            .iter()
            .flat_map(|list| list.split('\0'))
            .filter(|path| !path.is_empty())
            .map(str::to_owned)
            .collect(),
    })
}

fn git(root: &Path, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(arguments).current_dir(root).output();
    let output = output.map_err(|error| format!("git could not be started: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let why = String::from_utf8_lossy(&output.stderr);
        Err(format!("`git {}` failed: {}", arguments.join(" "), why.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CHECKS;
    use std::fs;
    use std::path::PathBuf;

    /// A new repository with two committed files.
    fn repository(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("checks-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("web")).expect("a folder");
        for (path, text) in [("README.md", "one\n"), ("web/a.ts", "export {}\n")] {
            fs::write(root.join(path), text).expect("a file");
        }
        run(&root, &["init", "--quiet", "--initial-branch=main"]);
        commit(&root);
        root
    }

    fn run(root: &Path, arguments: &[&str]) {
        let own = ["-c", "user.name=Test", "-c", "user.email=test@example.org"];
        git(root, &[&own[..], arguments].concat()).expect("git works");
    }

    fn commit(root: &Path) {
        run(root, &["add", "."]);
        run(root, &["commit", "--quiet", "--message", "test"]);
    }

    fn paths(root: &Path) -> Vec<String> {
        since_main(root).expect("changes").paths.into_iter().collect()
    }

    #[test]
    fn files_of_the_working_tree_count_since_the_last_commit() {
        let root = repository("tree");
        assert_eq!(paths(&root), Vec::<String>::new());
        fs::write(root.join("README.md"), "two\n").expect("a change");
        fs::write(root.join("web/ü.ts"), "").expect("a new file");
        assert_eq!(paths(&root), ["README.md", "web/ü.ts"]);
        commit(&root);
        assert_eq!(paths(&root), Vec::<String>::new());
        fs::remove_dir_all(root).expect("removed");
    }

    #[test]
    fn commits_count_since_the_branch_left_the_main_one() {
        let root = repository("branch");
        run(&root, &["update-ref", "refs/remotes/origin/main", "HEAD"]);
        run(&root, &["mv", "web/a.ts", "web/b.ts"]);
        commit(&root);
        assert_eq!(paths(&root), ["web/a.ts", "web/b.ts"]);
        fs::remove_dir_all(root).expect("removed");
    }

    #[test]
    fn only_affected_checks_run_and_a_folder_without_git_is_an_error() {
        let changes = Changes {
            base: String::new(),
            paths: BTreeSet::from(["README.md".to_owned()]),
        };
        let names: Vec<_> = changes.affected(CHECKS).iter().map(|check| check.name).collect();
        assert_eq!(names, ["architecture"]);
        assert!(since_main(Path::new("/")).is_err_and(|why| why.contains("git")));
    }
}
