//! The pages of a list, asked of its own handler in process, from the first to the last: what the screen would show to
//! this member, all of it.
//!
//! A list that takes a moment is of one moment on all its pages. Others begin at their newest line and go back from line
//! to line, so what is added meanwhile is in none of the pages.

use super::cells;
use super::dictionary::RowsOf;
use super::lists::List;
use super::table::{Table, fault};
use crate::call::StaffScope;
use crate::jobs::Progress;
use crate::wire::page::LIMIT_MAX;
use api::error::Failure;
use api::moment;
use domain::finding::Finding;
use domain::time::Timestamp;
use serde_json::{Map, Value};
use std::time::Duration;

/// Rows of one export: what a sheet holds, in round figures.
pub(crate) const ROWS_MAX: u64 = 1_000_000;
/// How often a page is asked for while views stand too far behind, and how long after one another.
const TRIES: u32 = 20;
const WAIT: Duration = Duration::from_millis(250);
/// What the export itself says of a page.
const OWN: [&str; 3] = ["before", "after", "limit"];

/// The filters with the moment that all pages are of, without what the export says itself.
pub(crate) fn pinned(list: &List, filters: &Map<String, Value>, at: Timestamp) -> Map<String, Value> {
    let mut pinned = filters.clone();
    pinned.retain(|field, _| !OWN.contains(&field.as_str()));
    if list.takes("as_of") && pinned.get("as_of").is_none_or(Value::is_null) {
        pinned.insert("as_of".into(), moment::write(at).into());
    }
    pinned
}

/// The body of a page.
pub(crate) fn body(list: &List, filters: &Map<String, Value>, before: Option<&Value>) -> Vec<u8> {
    let mut body = filters.clone();
    if list.takes("limit") {
        body.insert("limit".into(), LIMIT_MAX.into());
    }
    if let Some(before) = before {
        body.insert("before".into(), before.clone());
    }
    Value::Object(body).to_string().into_bytes()
}

/// Writes every row of the list. Answers of which moment they are.
///
/// # Errors
/// What the list's call refuses; a finding where it has more rows than an export may, or shows no more pages.
pub(crate) async fn write(
    scope: &StaffScope,
    list: &List,
    filters: &Map<String, Value>,
    table: &mut Table,
    progress: &Progress,
) -> Result<RowsOf, Failure> {
    let (mut before, mut rows, mut rows_of) = (None, 0, None);
    loop {
        let asked_at = scope.app.now();
        let page = page(scope, list, &body(list, filters, before.as_ref())).await?;
        let rows_of = rows_of.get_or_insert_with(|| RowsOf::first(&page, asked_at, list.takes("as_of")));
        let lines = page[list.rows]
            .as_array()
            .ok_or_else(|| fault("an answer without rows"))?;
        rows += lines.len() as u64;
        if rows > ROWS_MAX {
            return Err(too_many().into());
        }
        for line in lines {
            table.add(cells::of(&list.columns, line))?;
        }
        progress.report(rows, page["total"].as_u64().unwrap_or(0));
        let next = page["next"].clone();
        if next.is_null() {
            return Ok(rows_of.clone());
        }
        if !list.takes("before") || before.as_ref() == Some(&next) {
            let text = "the list has more rows than it shows, and no pages";
            return Err(Finding::new("list_without_pages", text).into());
        }
        before = Some(next);
    }
}

fn too_many() -> Finding {
    let text = format!("there are more than {ROWS_MAX} rows: choose a shorter period or another filter");
    Finding::new("too_many_rows", text).with("most", ROWS_MAX)
}

/// A page, once the views that it is read from are there.
async fn page(scope: &StaffScope, list: &List, body: &[u8]) -> Result<Value, Failure> {
    let mut tries = 0;
    loop {
        match scope.asks(&list.asked, body).await {
            Err(Failure::Busy) if tries < TRIES => tokio::time::sleep(WAIT).await,
            answer => return serde_json::from_str(&answer?).map_err(fault),
        }
        tries += 1;
    }
}
