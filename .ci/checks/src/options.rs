//! What was asked on the command line.

use crate::catalogue::Check;

/// Shown for `--help` and after a mistake.
pub const USAGE: &str = "\
Usage: cargo ci [--list] [--only NAME[,NAME]... | --changed] [--keep-going]

  --list        list the checks and their commands, run nothing
  --only NAMES  run these checks only; may be repeated; `web-tests` means `web tests`
  --changed     run the checks whose files changed since `origin/main`, or since the last
                commit where there is no `origin/main`
  --keep-going  run the remaining checks after a failure

Temporary files of the checks, their databases among them, lie in /dev/shm where 8 GB are free
there and memory can spare 12; TMPDIR names another folder.
";

/// A command line that was understood.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Print the usage.
    Help,
    /// Print the checks.
    List,
    /// Run checks.
    Run {
        /// Which ones.
        selection: Selection,
        /// Whether to go on after a failure.
        keep_going: bool,
    },
}

/// Which checks to run.
#[derive(Debug, PartialEq, Eq)]
pub enum Selection {
    /// Every check.
    All,
    /// Those with these names, spelled as in the catalogue.
    Only(Vec<&'static str>),
    /// Those that depend on a file that changed.
    Changed,
}

/// Reads the arguments after the program's name.
///
/// # Errors
/// One sentence about the first argument that was not understood.
pub fn parse(mut arguments: impl Iterator<Item = String>, checks: &[Check]) -> Result<Request, String> {
    let (mut only, mut changed, mut keep_going) = (Vec::new(), false, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Request::Help),
            "--list" => return Ok(Request::List),
            "--keep-going" => keep_going = true,
            "--changed" => changed = true,
            "--only" => only.extend(named(&arguments.next().unwrap_or_default(), checks)?),
            other => match other.strip_prefix("--only=") {
                Some(names) => only.extend(named(names, checks)?),
                None => return Err(format!("`{other}` is not an option.")),
            },
        }
    }
    let selection = match (only.is_empty(), changed) {
        (true, false) => Selection::All,
        (true, true) => Selection::Changed,
        (false, false) => Selection::Only(only),
        (false, true) => return Err("`--only` and `--changed` exclude each other.".into()),
    };
    Ok(Request::Run { selection, keep_going })
}

fn named(names: &str, checks: &[Check]) -> Result<Vec<&'static str>, String> {
    names.split(',').map(|name| known(name.trim(), checks)).collect()
}

fn known(name: &str, checks: &[Check]) -> Result<&'static str, String> {
    let spaced = name.replace('-', " ");
    let found = checks.iter().map(|check| check.name).find(|&known| known == spaced);
    found.ok_or_else(|| {
        let names: Vec<_> = checks.iter().map(|check| check.name).collect();
        format!("There is no check `{name}`; there are: {}.", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::CHECKS;

    fn parsed(line: &[&str]) -> Result<Request, String> {
        parse(line.iter().map(|&word| word.to_owned()), CHECKS)
    }

    #[test]
    fn runs_everything_and_stops_at_the_first_failure_unless_asked_otherwise() {
        let all = |keep_going| {
            Ok(Request::Run {
                selection: Selection::All,
                keep_going,
            })
        };
        assert_eq!(parsed(&[]), all(false));
        assert_eq!(parsed(&["--keep-going"]), all(true));
        assert_eq!(parsed(&["--list"]), Ok(Request::List));
        assert_eq!(parsed(&["--keep-going", "-h"]), Ok(Request::Help));
    }

    #[test]
    fn finds_checks_by_name_with_spaces_or_dashes_and_commas_between() {
        let wanted = |names: &[&'static str]| {
            Ok(Request::Run {
                selection: Selection::Only(names.to_vec()),
                keep_going: false,
            })
        };
        assert_eq!(
            parsed(&["--only", "web-tests", "--only=format"]),
            wanted(&["web tests", "format"])
        );
        assert_eq!(
            parsed(&["--only", "clippy,web lint, format"]),
            wanted(&["clippy", "web lint", "format"])
        );
    }

    #[test]
    fn checks_of_changed_files_are_a_selection_of_their_own() {
        assert_eq!(
            parsed(&["--changed", "--keep-going"]),
            Ok(Request::Run {
                selection: Selection::Changed,
                keep_going: true
            })
        );
        assert!(parsed(&["--changed", "--only", "format"]).is_err());
    }

    #[test]
    fn names_what_it_does_not_understand() {
        assert_eq!(parsed(&["--fast"]), Err("`--fast` is not an option.".into()));
        for line in [
            &["--only", "web"][..],
            &["--only"],
            &["--only="],
            &["--only", "format,"],
        ] {
            assert!(parsed(line).is_err_and(|sentence| sentence.contains("there are: format,")));
        }
    }
}
