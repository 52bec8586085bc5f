//! Handlers decide nothing: the body of a handler has no `if` and no guard of a `match`. The one exception is an `if`
//! whose whole block refuses a malformed field: `return Err(Failure::invalid("…"));`.
//!
//! What else depends on a condition has a name: a rule of `domain` when it is about money or state, else a function of
//! the noun. The rule reads text as rustfmt writes it: a handler begins at the first column, and so does its end.

use super::tree;
use serde_json::Value;

/// What a handler receives, by value.
const CALLS: [&str; 4] = ["Call<", "PublicCall<", "StaffCall<", "StaffVisit<"];
/// The whole block of an `if` that stays.
const REFUSAL: (&str, &str) = ("return Err(Failure::invalid(", "));");

/// The handler's name and its body, from the opening brace on; comments and texts are blank.
struct Handler {
    name: String,
    /// The line of the brace that opens the body, counted from 1.
    line: usize,
    body: String,
}

/// Names of the handlers of a file.
pub fn names(text: &str) -> Vec<String> {
    handlers(text).into_iter().map(|handler| handler.name).collect()
}

/// Conditions in handlers that do more than refuse a malformed field.
pub fn conditions(path: &str, text: &str) -> Vec<String> {
    let found = handlers(text).into_iter().flat_map(|handler| {
        let Handler { name, line, body } = handler;
        let places = conditions_of(&body);
        places.into_iter().map(move |place| {
            let line = line + body[..place].matches('\n').count();
            format!("{path}:{line}: {name} decides")
        })
    });
    found.collect()
}

fn handlers(text: &str) -> Vec<Handler> {
    let code = without_texts(text);
    let starts = code.match_indices("\npub async fn ").map(|(place, _)| place + 1);
    starts.filter_map(|start| handler(&code, start)).collect()
}

/// The handler that begins at `start`; none if that function is no handler.
fn handler(code: &str, start: usize) -> Option<Handler> {
    let function = &code[start..];
    let function = &function[..function.find("\n}\n")? + 2];
    let (signature, _) = function.split_once('{')?;
    let after = signature.strip_prefix("pub async fn ")?;
    let (name, after) = after.split_once('(')?;
    let (parameters, answer) = after.split_once("->")?;
    let (_, received) = parameters.split_once(':')?;
    let is_call = CALLS.iter().any(|call| received.trim_start().starts_with(call));
    (is_call && answer.trim_start().starts_with("Answer<")).then(|| Handler {
        name: name.to_owned(),
        line: code[..start + signature.len()].matches('\n').count() + 1,
        body: function[signature.len()..].to_owned(),
    })
}

/// Places of the conditions that do not stay.
fn conditions_of(body: &str) -> Vec<usize> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '#';
    let is_alone = |place: &usize| {
        let (before, after) = (body[..*place].chars().next_back(), body[place + 2..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let places = body.match_indices("if").map(|(place, _)| place).filter(is_alone);
    places.filter(|place| !refuses_a_field(&body[place + 2..])).collect()
}

/// True if the block after the condition refuses a malformed field and does nothing else.
fn refuses_a_field(after_if: &str) -> bool {
    let Some((open, close)) = block(after_if) else {
        return false;
    };
    let joined: Vec<&str> = after_if[open + 1..close].split_whitespace().collect();
    let only = joined.join(" ");
    let is_refusal = only.starts_with(REFUSAL.0) && only.ends_with(REFUSAL.1) && only.matches(';').count() == 1;
    is_refusal && !after_if[close + 1..].trim_start().starts_with("else")
}

/// The braces of the block that follows a condition; none if the condition guards an arm of a `match`.
fn block(after_if: &str) -> Option<(usize, usize)> {
    let (mut inside, mut open) = (0_usize, None);
    for (place, letter) in after_if.char_indices() {
        match letter {
            '=' if inside == 0 && after_if[place..].starts_with("=>") => return None,
            '{' if inside == 0 => open = Some(place),
            '}' if inside == 1 && open.is_some() => return open.map(|open| (open, place)),
            _ => {}
        }
        match letter {
            '(' | '[' | '{' => inside += 1,
            ')' | ']' | '}' => inside = inside.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The code with comments and the insides of texts blanked, of the same length in lines.
fn without_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let (mut in_text, mut in_comment, mut before) = (false, false, ' ');
    while let Some(letter) = letters.next() {
        match letter {
            '\n' => in_comment = false,
            '/' if !in_text && letters.peek() == Some(&'/') => in_comment = true,
            // What is escaped ends no text.
            '\\' if in_text => code.extend(letters.next().map(|_| ' ')),
            '"' if !in_comment && before != '\'' => in_text = !in_text,
            _ => {}
        }
        before = letter;
        let is_seen = letter == '\n' || !(in_comment || in_text);
        code.push(if is_seen { letter } else { ' ' });
    }
    code
}

#[test]
fn handlers_decide_nothing() {
    let files = [
        tree::rust_files("api/src/routes"),
        tree::rust_files("api/staff/src/routes"),
    ]
    .concat();
    let complaints: Vec<String> = files.iter().flat_map(|(path, text)| conditions(path, text)).collect();
    assert_eq!(complaints, [""; 0]);
    // Every call of a player is a handler, and every file of the staff has one, so none was overlooked.
    let (of_players, of_staff): (Vec<_>, Vec<_>) =
        files.iter().partition(|(path, _)| path.starts_with("api/src/routes"));
    let document: Value = serde_json::from_str(&tree::read("api/openapi.json").expect("the document")).expect("JSON");
    let calls = document["paths"].as_object().map(serde_json::Map::len);
    assert_eq!(Some(of_players.iter().flat_map(|(_, text)| names(text)).count()), calls);
    let is_other = |path: &str| path.ends_with("/mod.rs") || path.ends_with("/tests.rs");
    let idle = of_staff
        .iter()
        .filter(|(path, text)| !is_other(path) && names(text).is_empty());
    assert_eq!(idle.map(|(path, _)| path.as_str()).collect::<Vec<_>>(), [""; 0]);
}

/// What is said of a file with this handler.
fn complaints(received: &str, body: &str) -> Vec<String> {
    let body = body.replace('\n', "\n    ");
    let handler = format!("//! Teams.\n\npub async fn bind({received}<TeamBindBody>) -> Answer<TeamBindData> {{\n");
    let helper = "fn helper(is_open: bool) -> u8 {\n    if is_open { 1 } else { 2 }\n}\n";
    conditions("team.rs", &format!("{handler}    {body}\n}}\n\n{helper}"))
}

#[test]
fn a_decision_in_a_handler_is_noticed() {
    for decides in [
        "if player.is_new() {\n    greet().await;\n}",
        "if body.boc.is_empty() {\n    return Err(Failure::invalid(\"boc\"));\n} else {\n    keep();\n}",
        "if body.boc.is_empty() {\n    count();\n    return Err(Failure::invalid(\"boc\"));\n}",
        "if dive.is_none() {\n    return Err(Refusal::RecordNotFound.into());\n}",
        "let coins = if is_paid { 100 } else { 10 };",
        "match step {\n    Some(step) if step > 3 => last(),\n    _ => first(),\n}",
        "match step {\n    Step { at, .. } if at > 3 => { return Err(Failure::invalid(\"at\")); }\n    _ => {}\n}",
        "let letter = '\"'; if is_open { close(); }",
    ] {
        for received in ["call: Call", "call: PublicCall", "call: StaffCall", "visit: StaffVisit"] {
            let [found] = &complaints(received, decides)[..] else {
                panic!("one complaint of {decides}");
            };
            assert!(
                found.starts_with("team.rs:") && found.ends_with("bind decides"),
                "{found}"
            );
        }
    }
    assert_eq!(
        complaints("call: Call", "first();\nif last() {}"),
        ["team.rs:5: bind decides"]
    );
}

#[test]
fn a_refusal_of_a_malformed_field_is_no_decision() {
    for refuses in [
        "if body.boc.is_empty() {\n    return Err(Failure::invalid(\"boc\"));\n}",
        "if matches!(asset, Some(Asset { .. })) {\n    // Why.\n    return Err(Failure::invalid(\"asset\"));\n}",
        "// Only if it is open.\nlet text = \"if \\\" if\";\nlet r#if = iffy.unwrap_or(notify);",
        "match step {\n    Some(step) => last(step),\n    None => first(),\n}",
    ] {
        assert_eq!(complaints("call: Call", refuses), [""; 0], "{refuses}");
    }
    assert_eq!(
        complaints("call: &Call", "if is_open { close(); }"),
        [""; 0],
        "no handler"
    );
}
