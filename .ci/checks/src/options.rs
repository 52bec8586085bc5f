//! What was asked on the command line.

use crate::catalogue::Check;

/// Shown for `--help` and after a mistake.
pub const USAGE: &str = "\
Usage: cargo ci [--list] [--only NAME]... [--keep-going]

  --list        name the checks and their commands, run nothing
  --only NAME   run this check only; may be repeated; `web-tests` means `web tests`
  --keep-going  run the remaining checks after a failure
";

/// A command line that was understood.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    /// Print the usage.
    Help,
    /// Print the checks.
    List,
    /// Run checks: those named, or all when none is.
    Run {
        /// Names as the catalogue spells them.
        only: Vec<&'static str>,
        /// Whether to go on after a failure.
        keep_going: bool,
    },
}

/// Reads the arguments after the program's name.
///
/// # Errors
/// One sentence about the first argument that was not understood.
pub fn parse(mut arguments: impl Iterator<Item = String>, checks: &[Check]) -> Result<Request, String> {
    let (mut only, mut keep_going) = (Vec::new(), false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Request::Help),
            "--list" => return Ok(Request::List),
            "--keep-going" => keep_going = true,
            "--only" => only.push(known(&arguments.next().unwrap_or_default(), checks)?),
            other => match other.strip_prefix("--only=") {
                Some(name) => only.push(known(name, checks)?),
                None => return Err(format!("`{other}` is not an option.")),
            },
        }
    }
    Ok(Request::Run { only, keep_going })
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
    fn runs_everything_and_stops_at_the_first_failure_unless_told_otherwise() {
        assert_eq!(
            parsed(&[]),
            Ok(Request::Run {
                only: vec![],
                keep_going: false
            })
        );
        assert_eq!(
            parsed(&["--keep-going"]),
            Ok(Request::Run {
                only: vec![],
                keep_going: true
            })
        );
        assert_eq!(parsed(&["--list"]), Ok(Request::List));
        assert_eq!(parsed(&["--keep-going", "-h"]), Ok(Request::Help));
    }

    #[test]
    fn finds_checks_by_name_with_spaces_or_dashes() {
        let wanted = Request::Run {
            only: vec!["web tests", "format"],
            keep_going: false,
        };
        assert_eq!(parsed(&["--only", "web-tests", "--only=format"]), Ok(wanted));
    }

    #[test]
    fn names_what_it_does_not_understand() {
        assert_eq!(parsed(&["--fast"]), Err("`--fast` is not an option.".into()));
        for line in [&["--only", "web"][..], &["--only"], &["--only="]] {
            assert!(parsed(line).is_err_and(|sentence| sentence.contains("there are: format,")));
        }
    }

    #[test]
    fn no_two_checks_share_a_name_and_none_is_empty() {
        for (at, check) in CHECKS.iter().enumerate() {
            assert!(!check.steps.is_empty(), "{}", check.name);
            assert!(
                CHECKS[..at].iter().all(|other| other.name != check.name),
                "{}",
                check.name
            );
        }
    }
}
