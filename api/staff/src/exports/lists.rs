//! Every list of the service: a reading call whose answer has rows (`list`, or `lines` of an account's statement). They
//! are found in the list of calls and in the document, so a list that is added is exported without a word here.

use super::columns::{self, Column};
use crate::call::{Asked, StaffScope};
use crate::{openapi, router};
use api::endpoint::{Answer, Called, Collect, Endpoint, Handler, Mode, erased};
use api::error::Failure;
use serde_json::Value;
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use utoipa::ToSchema;

/// Where the rows of an answer stand.
const ROWS: [&str; 2] = ["list", "lines"];

/// A list.
pub(crate) struct List {
    /// How it is asked.
    pub asked: Asked,
    /// Its call, such as `withdrawals/list`.
    pub name: String,
    /// Where its rows stand in an answer.
    pub rows: &'static str,
    pub columns: Vec<Column>,
    /// The fields of its body.
    fields: Vec<String>,
}

impl List {
    /// Whether its body has this field.
    pub(crate) fn takes(&self, field: &str) -> bool {
        self.fields.iter().any(|own| own == field)
    }

    /// The name of its files.
    pub(crate) fn file(&self) -> String {
        self.name.replace('/', "-")
    }
}

static LISTS: LazyLock<BTreeMap<String, List>> = LazyLock::new(all);

/// The list of a call.
///
/// # Errors
/// -1006 `list` for a call that shows none.
pub(crate) fn named(name: &str) -> Result<&'static List, Failure> {
    LISTS.get(name).ok_or_else(|| Failure::invalid("list"))
}

fn all() -> BTreeMap<String, List> {
    let document: Value = serde_json::from_str(&openapi::document()).expect("the document is JSON");
    let handlers = router::collect(Handlers::default()).0;
    let lists = handlers.into_iter().filter_map(|asked| list(&document, asked));
    lists.map(|list| (list.name.clone(), list)).collect()
}

/// The list of a call that shows one.
fn list(document: &Value, asked: Asked) -> Option<List> {
    let schemas = &document["components"]["schemas"];
    let target = |schema: &Value| schema["$ref"].as_str()?.rsplit('/').next().map(|name| &schemas[name]);
    let (endpoint, _) = &asked;
    let call = &document["paths"][endpoint.path]["post"];
    let content = |of: &Value| of["content"]["application/json"]["schema"].clone();
    let body = target(&content(&call["requestBody"]))?;
    let envelope = target(&content(&call["responses"]["200"])["oneOf"][0])?;
    let data = target(&envelope["properties"]["data"])?;
    let row =
        |name: &&str| target(&data["properties"][*name]["items"]).is_some_and(|row| row["properties"].is_object());
    let rows = ROWS.into_iter().find(row)?;
    Some(List {
        name: format!("{}/{}", endpoint.noun, endpoint.verb),
        rows,
        columns: columns::of(schemas, &data["properties"][rows]["items"]),
        // A list that nothing narrows has a body without fields.
        fields: (body["properties"].as_object()).map_or_else(Vec::new, |own| own.keys().cloned().collect()),
        asked,
    })
}

/// Reading calls of members, with their handlers.
#[derive(Default)]
struct Handlers(Vec<Asked>);

impl Collect for Handlers {
    fn endpoint<C, D, H, W>(mut self, endpoint: &'static Endpoint, handler: H) -> Self
    where
        C: Called,
        D: ToSchema + 'static,
        H: Fn(C) -> W + Copy + Send + Sync + 'static,
        W: Future<Output = Answer<D>> + Send + 'static,
    {
        let handler: Box<dyn Any> = Box::new(erased(handler));
        if let Ok(handler) = handler.downcast::<Arc<dyn Handler<StaffScope>>>()
            && endpoint.mode == Mode::Read
        {
            self.0.push((endpoint, *handler));
        }
        self
    }
}

#[cfg(test)]
mod tests;
