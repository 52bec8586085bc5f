//! camt.053: the entries of an ISO 20022 statement. Each detail of an entry is a line, an entry without details is one.
//! An entry that is not booked, only expected or for information, is none: a later statement has it once it is.

use super::StatementLine;
use super::statement::{Raw, finding_of_line};
use domain::finding::Finding;
use roxmltree::{Document, Node};

/// What stands where the payer gave no reference of the own.
const NOT_PROVIDED: &str = "NOTPROVIDED";
/// The status of an entry that moved money.
const BOOKED: &str = "BOOK";

pub(super) fn read(text: &str) -> Result<Vec<StatementLine>, Finding> {
    let document = Document::parse(text)
        .map_err(|error| Finding::new("not_xml", format!("the statement is not XML: {error}")).with("detail", error))?;
    let mut lines = Vec::new();
    for entry in all(document.root_element(), "Ntry").filter(|entry| is_booked(*entry)) {
        let details: Vec<Node<'_, '_>> = all(entry, "TxDtls").collect();
        let single = details.len() < 2;
        for detail in details
            .iter()
            .copied()
            .map(Some)
            .chain(details.is_empty().then_some(None))
        {
            let number = lines.len() as u64 + 1;
            lines.push(line(entry, detail, single, number)?);
        }
    }
    Ok(lines)
}

/// An entry without a status is booked; later forms of the schema write the code one element further in.
fn is_booked(entry: Node<'_, '_>) -> bool {
    let status = child(entry, "Sts");
    let inside = status.and_then(|status| child(status, "Cd").or_else(|| child(status, "Prtry")));
    text(inside.or(status)).is_none_or(|code| code == BOOKED)
}

/// One line. The amount of a single detail is that of its entry; of several, each has its own.
fn line(
    entry: Node<'_, '_>,
    detail: Option<Node<'_, '_>>,
    single: bool,
    number: u64,
) -> Result<StatementLine, Finding> {
    let missing = |what, elements| {
        finding_of_line(number, "line_lacks", &format!(" has no {what} ({elements})")).with("element", elements)
    };
    let own = detail.filter(|_| !single);
    // What was booked, before what was instructed: charges and exchange lie between them.
    let booked_amount = |own| {
        let inside = ["TxAmt", "InstdAmt"]
            .into_iter()
            .find_map(|name| first(first(own, name)?, "Amt"));
        child(own, "Amt").or(inside)
    };
    let amount = own.map_or_else(|| child(entry, "Amt"), booked_amount);
    let amount = amount.ok_or_else(|| missing("amount", "Amt"))?;
    let direction = own
        .and_then(|own| child(own, "CdtDbtInd"))
        .or_else(|| child(entry, "CdtDbtInd"));
    let is_out = match direction.and_then(|node| node.text()) {
        Some("CRDT") => false,
        Some("DBIT") => true,
        _ => return Err(missing("direction", "CdtDbtInd")),
    };
    let booked = first(entry, "BookgDt")
        .or_else(|| first(entry, "ValDt"))
        .ok_or_else(|| missing("date", "BookgDt"))?;
    let time = text(first(booked, "DtTm").or_else(|| first(booked, "Dt")));
    let names = ["TxId", "AcctSvcrRef", "EndToEndId"];
    let of_detail = detail
        .into_iter()
        .flat_map(|detail| names.map(|name| text(first(detail, name))));
    // The entry's own alone: a reference inside another detail is that of another line.
    let of_entry = ["AcctSvcrRef", "NtryRef"].map(|name| text(child(entry, name)));
    let transaction = of_detail.chain(of_entry).flatten().find(|name| *name != NOT_PROVIDED);
    let reference = detail.and_then(|detail| {
        let words: Vec<&str> = all(detail, "Ustrd")
            .chain(all(detail, "EndToEndId"))
            .filter_map(|node| text(Some(node)))
            .collect();
        (!words.is_empty()).then(|| words.join(" "))
    });
    let raw = Raw {
        transaction: transaction.ok_or_else(|| missing("transaction", "TxId, AcctSvcrRef or EndToEndId"))?,
        time: time.ok_or_else(|| missing("date", "BookgDt"))?,
        amount: text(Some(amount)).unwrap_or_default(),
        is_out,
        reference,
        asset: amount.attribute("Ccy").unwrap_or_default(),
    };
    raw.line(number)
}

/// Elements of a name below a node, whatever the version of the schema.
fn all<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants()
        .filter(move |one| one.is_element() && one.tag_name().name() == name)
}

fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children()
        .find(|one| one.is_element() && one.tag_name().name() == name)
}

fn first<'a, 'i>(node: Node<'a, 'i>, name: &'static str) -> Option<Node<'a, 'i>> {
    all(node, name).next()
}

fn text<'a>(node: Option<Node<'a, '_>>) -> Option<&'a str> {
    node.and_then(|node| node.text())
        .map(str::trim)
        .filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests;
