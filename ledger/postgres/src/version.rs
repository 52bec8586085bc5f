//! Reading and comparing the server's version. Knows nothing of where it was asked.

/// The version in `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`.
pub(super) fn version_in(line: &str) -> Option<String> {
    let word = line.split_once("(PostgreSQL) ")?.1.split_whitespace().next()?;
    word.starts_with(|first: char| first.is_ascii_digit())
        .then(|| word.to_owned())
}

/// Major and minor as numbers, so that 9 sorts below 15; `18beta1` counts as 18.0.
pub(super) fn numbers(version: &str) -> (u32, u32) {
    let mut parts = version
        .split(|part: char| !part.is_ascii_digit())
        .map(|part| part.parse().unwrap_or(0));
    let major = parts.next().unwrap_or(0);
    let minor = if version.contains('.') {
        parts.next().unwrap_or(0)
    } else {
        0
    };
    (major, minor)
}

#[cfg(test)]
mod tests;
