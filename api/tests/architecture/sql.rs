//! SQL in the string literals of Rust code, read word by word: which tables a statement names, and where.

/// Words of SQL after which the name of a table stands.
const BEFORE_TABLES: [&str; 8] = ["from", "into", "join", "only", "table", "truncate", "update", "using"];

/// A name in a place of SQL where tables stand.
pub struct Named<'a> {
    pub table: &'a str,
    pub writes: bool,
    /// Its place among the words.
    pub place: usize,
}

/// The names of a statement's words that stand where tables do.
pub fn named<'a>(words: &[&'a str]) -> Vec<Named<'a>> {
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let mut found = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let is_delete = *word == "from" && place > 0 && at(place - 1) == "delete";
        let writes = is_delete || ["into", "table", "truncate", "update"].contains(word);
        let mut next = place + 1;
        // A list of tables: each with its alias, up to the last comma.
        let mut goes_on = BEFORE_TABLES.contains(word);
        while goes_on {
            if at(next + 1) == "." {
                next += 2;
            }
            let table = at(next);
            let place = next;
            found.push(Named { table, writes, place });
            next = behind_group(words, next + usize::from(table != "("));
            next += usize::from(at(next) == "as");
            next = behind_group(words, next + usize::from(at(next) != ","));
            goes_on = at(next) == ",";
            next += 1;
        }
    }
    found
}

/// The place behind a group in brackets that begins here; here if none does.
pub fn behind_group(words: &[&str], begin: usize) -> usize {
    let mut depth = 0_usize;
    for (place, word) in words.iter().enumerate().skip(begin) {
        match *word {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if place == begin { begin } else { place + 1 };
        }
    }
    words.len()
}

/// Names and signs of a statement; quotation marks around a name do not count.
pub fn words(sql: &str) -> Vec<&str> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let mut words = Vec::new();
    let mut rest = sql;
    while let Some(letter) = rest.chars().next() {
        let end = rest.find(|letter| !is_name(letter)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end.max(letter.len_utf8() * usize::from(end == 0)));
        if !letter.is_whitespace() && !['"', '\\'].contains(&letter) {
            words.push(word);
        }
        rest = after;
    }
    words
}

/// The string literals of Rust code, each with the line on which it begins.
pub fn literals(code: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(step) = code[at..].find(['"', '/', '\'']) {
        let start = at + step;
        let rest = &code[start..];
        at = start
            + match rest.as_bytes()[0] {
                b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                b'"' => {
                    let inside = literal(&code[..start], &rest[1..]);
                    found.push((code[..start].matches('\n').count() + 1, inside));
                    inside.len() + 2
                }
                b'\'' => character(rest),
                _ => 1,
            };
        at = at.min(code.len());
    }
    found
}

/// A literal from behind its first quotation mark to before its last one.
fn literal<'a>(before: &str, rest: &'a str) -> &'a str {
    let opening = before.trim_end_matches('#');
    if opening.ends_with('r') {
        let end = format!("\"{}", "#".repeat(before.len() - opening.len()));
        return &rest[..rest.find(&end).unwrap_or(rest.len())];
    }
    let mut is_escaped = false;
    let end = rest.find(|letter| {
        let ends = letter == '"' && !is_escaped;
        is_escaped = letter == '\\' && !is_escaped;
        ends
    });
    &rest[..end.unwrap_or(rest.len())]
}

/// The length of a character literal, which may be a quotation mark; 1 for the sign of a lifetime.
fn character(rest: &str) -> usize {
    if rest.starts_with("'\\") {
        return rest.get(3..).and_then(|rest| rest.find('\'')).map_or(2, |end| end + 4);
    }
    let mut letters = rest.chars().skip(1);
    let length = letters.next().map_or(0, char::len_utf8);
    if letters.next() == Some('\'') { length + 2 } else { 1 }
}
