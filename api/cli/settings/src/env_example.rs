//! The text of `.env.example`: every setting with its meaning and default, from the declarations that read them.

use super::RawSettings;
use clap::{Arg, Args, Command};
use std::fmt::Write;

/// Longest line of the file, in characters.
const LINE_CHARS_MAX: usize = 118;
const HEAD: &str = "\
# Settings of `ledger`, each with its meaning and default. All are optional in development.
# Every one is also a flag: see `ledger --help`. To use this file:
#     cp .env.example .env, edit it, then: set -a; . ./.env; set +a
# A value with spaces stands in single quotes: LEDGER_WITNESSES='KEY URL,KEY URL'
# Made by `ledger env-example > .env.example`.
";
const TAIL: &str = "
# How much is logged.
#RUST_LOG=info,sqlx=warn,hyper=warn
";

/// The whole file.
pub fn text() -> String {
    let settings = RawSettings::augment_args(Command::new("ledger"));
    let mut text = HEAD.to_owned();
    for setting in settings.get_arguments() {
        text.push_str(&entry(setting));
    }
    text + TAIL
}

fn entry(setting: &Arg) -> String {
    let Some(variable) = setting.get_env() else {
        return String::new();
    };
    let meaning = setting.get_long_help().or_else(|| setting.get_help());
    let meaning = meaning.map(ToString::to_string).unwrap_or_default();
    let mut text = String::new();
    for paragraph in meaning.split("\n\n") {
        let end = if paragraph.ends_with('.') { "" } else { "." };
        text.push_str(&comment(&format!("{paragraph}{end}")));
    }
    let default: Vec<_> = setting
        .get_default_values()
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    let _ = writeln!(text, "#{}={}", variable.to_string_lossy(), default.join(","));
    format!("\n{text}")
}

/// A paragraph as comment lines that fit.
fn comment(paragraph: &str) -> String {
    let mut text = String::new();
    let mut line = "#".to_owned();
    for word in paragraph.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > LINE_CHARS_MAX {
            let _ = writeln!(text, "{line}");
            line = "#".to_owned();
        }
        let _ = write!(line, " {word}");
    }
    let _ = writeln!(text, "{line}");
    text
}

#[cfg(test)]
mod tests {
    use super::{comment, text};

    #[test]
    fn the_checked_in_file_is_the_generated_one() {
        let checked_in = include_str!("../../../../.env.example");
        assert!(
            checked_in == text(),
            ".env.example is stale: run `ledger env-example > .env.example`"
        );
    }

    #[test]
    fn a_long_meaning_is_broken_between_words() {
        let comment = comment(&"word ".repeat(30));
        let longest = comment.lines().map(|line| line.chars().count()).max();
        assert!(
            longest <= Some(super::LINE_CHARS_MAX) && comment.lines().count() == 2,
            "{comment}"
        );
    }
}
