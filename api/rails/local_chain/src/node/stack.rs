//! The stack of get methods as the real service writes it: `["num", "0x1"]`,
//! `["cell", {"bytes": …}]`. Slices go in as `["tvm.Slice", …]` and come out as cells.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use num_bigint::{BigInt, Sign};
use serde_json::{Value, json};
use ton::{Boc, Cell};

use crate::Argument;

pub fn write(argument: &Argument) -> Value {
    match argument {
        Argument::Number(number) => {
            let sign = if number.sign() == Sign::Minus { "-" } else { "" };
            json!(["num", format!("{sign}0x{}", number.magnitude().to_str_radix(16))])
        }
        Argument::Cell(cell) | Argument::Slice(cell) => json!(["cell", { "bytes": bytes(cell) }]),
        Argument::Null => json!(["list", { "@type": "tvm.list", "elements": [] }]),
        Argument::Tuple(items) => {
            let elements: Vec<_> = items.iter().map(write).collect();
            json!(["tuple", { "@type": "tvm.tuple", "elements": elements }])
        }
    }
}

pub fn read(argument: &Value) -> Result<Argument, String> {
    let wrong = || format!("not a stack entry: {argument}");
    let kind = argument[0].as_str().ok_or_else(wrong)?;
    match kind {
        "num" | "int" | "number" => number(&argument[1]).ok_or_else(wrong).map(Argument::Number),
        "cell" | "tvm.Cell" => cell(&argument[1]).ok_or_else(wrong).map(Argument::Cell),
        "slice" | "tvm.Slice" => cell(&argument[1]).ok_or_else(wrong).map(Argument::Slice),
        _ => Err(wrong()),
    }
}

fn number(value: &Value) -> Option<BigInt> {
    if let Some(small) = value.as_i64() {
        return Some(BigInt::from(small));
    }
    let text = value.as_str()?;
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let number = match digits.strip_prefix("0x") {
        Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16),
        None => BigInt::parse_bytes(digits.as_bytes(), 10),
    };
    Some(number? * sign)
}

fn cell(value: &Value) -> Option<Cell> {
    let text = value.as_str().or_else(|| value["bytes"].as_str())?;
    Boc::decode(STANDARD.decode(text).ok()?).ok()
}

/// A cell as the service writes it.
pub fn bytes(cell: &Cell) -> String {
    STANDARD.encode(Boc::encode(cell))
}
