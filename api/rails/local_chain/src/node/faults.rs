//! What can be wrong with a node. All of it is seen on real networks.

use num_bigint::BigInt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::stack;

/// Faults of one node; the default is a good node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Faults {
    /// Answers every question with an error.
    pub refuses: bool,
    /// Milliseconds that every answer is late; the work is done at once.
    pub delay_ms: u64,
    /// Blocks that the node is behind: it answers from the past.
    pub behind: u32,
    /// Says another thing: leaves out the newest transaction, adds one to every number.
    pub lies: bool,
    /// The next so many messages are taken, but the connection is cut before the answer.
    pub lost_sends: u32,
    /// The next so many messages are answered with success and forgotten.
    pub swallowed_sends: u32,
    /// No more blocks, for every node of the chain. Only read by `POST /faults`.
    pub halted: bool,
}

/// What becomes of one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Done,
    Refused,
    Lost,
    Dropped,
}

impl Faults {
    /// Decides over one question and counts it.
    pub fn fate(&mut self, sends: bool) -> Fate {
        if self.refuses {
            return Fate::Refused;
        }
        for (left, fate) in [
            (&mut self.lost_sends, Fate::Lost),
            (&mut self.swallowed_sends, Fate::Dropped),
        ] {
            if sends && *left > 0 {
                *left -= 1;
                return fate;
            }
        }
        Fate::Done
    }
}

/// Changes an answer into one that no honest node would give.
pub fn lie(answer: &mut Value) {
    if let Some(transactions) = answer.as_array_mut() {
        transactions.drain(..transactions.len().min(1));
    }
    if let Some(Ok(balance)) = answer["balance"].as_str().map(str::parse::<u128>) {
        answer["balance"] = json!((balance + 1).to_string());
    }
    let Some(stack) = answer.get_mut("stack").and_then(Value::as_array_mut) else {
        return;
    };
    for item in stack {
        if let Ok(crate::Argument::Number(number)) = stack::read(item) {
            *item = stack::write(&crate::Argument::Number(number + BigInt::from(1)));
        }
    }
}
