//! The OpenAPI document: generated from the structs of the wire and the list of
//! calls, checked in as `api/openapi.json`, and the only source of the web client's types.

use crate::endpoint::{Endpoint, Mode};
use crate::error::CATALOGUE;
use crate::router;
use crate::wire::body::Body;
use crate::wire::{Envelope, Refused};
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, PathItem, PathsBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{
    ComponentsBuilder, Content, ContentBuilder, InfoBuilder, OneOfBuilder, OpenApiBuilder, Ref, RefOr, Required,
    ResponseBuilder,
};

/// The document while it is written.
pub struct Document {
    paths: PathsBuilder,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Document {
    /// A document without calls.
    pub fn empty() -> Document {
        Document {
            paths: PathsBuilder::new(),
            schemas: Vec::new(),
        }
    }

    /// Adds a call with the schemas of its body and its answer.
    #[must_use]
    pub fn call<B: Body, D: ToSchema>(mut self, endpoint: &Endpoint) -> Document {
        let reads = endpoint.mode == Mode::Read;
        let envelope = format!("Envelope_{}", D::name());
        self.add::<B>(B::name().into_owned());
        self.add::<D>(D::name().into_owned());
        self.add::<Envelope<D>>(envelope.clone());
        self.add::<Refused>(Refused::name().into_owned());
        let body = RequestBodyBuilder::new()
            .content("application/json", content_of(&B::name()))
            .required(Some(Required::True));
        let answer = ResponseBuilder::new().description("Done, or refused: see `error`.");
        let read = Extensions::builder().add("x-read", reads).build();
        let operation = OperationBuilder::new()
            .operation_id(Some(format!("{}_{}", endpoint.noun, endpoint.verb)))
            .tag(endpoint.noun)
            .request_body(Some(body.build()))
            .response(
                "200",
                answer
                    .content("application/json", either_of(&envelope, &Refused::name()))
                    .build(),
            )
            .extensions(reads.then_some(read));
        self.paths = self
            .paths
            .path(endpoint.path, PathItem::new(HttpMethod::Post, operation.build()));
        self
    }

    /// The document's text: pretty, and ended by a line feed.
    pub fn written(self, title: &str, about: &str, codes: &[i32]) -> String {
        let Document { paths, schemas } = self;
        let info = InfoBuilder::new().title(title).version("1").description(Some(about));
        let document = OpenApiBuilder::new()
            .info(info.build())
            .paths(paths.build())
            .components(Some(ComponentsBuilder::new().schemas_from_iter(schemas).build()));
        let mut document = document.build();
        document.extensions = Some(Extensions::builder().add("x-error-codes", json!(codes)).build());
        document.to_pretty_json().expect("the document has a JSON form") + "\n"
    }

    fn add<T: ToSchema>(&mut self, name: String) {
        self.schemas.push((name, T::schema()));
        T::schemas(&mut self.schemas);
    }
}

fn either_of(done: &str, refused: &str) -> Content {
    let either = OneOfBuilder::new()
        .item(Ref::from_schema_name(done))
        .item(Ref::from_schema_name(refused));
    ContentBuilder::new().schema(Some(either)).build()
}

fn content_of(schema: &str) -> Content {
    ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(schema)))
        .build()
}

/// The document as it stands in `api/openapi.json`.
pub fn document() -> String {
    let codes: Vec<i32> = CATALOGUE.iter().map(|entry| entry.code).collect();
    let about = "Every call is a POST with a JSON body. Every answer is an envelope; HTTP 200 carries everything a player should read.";
    router::collect(Document::empty()).written("Fishing mini-app", about, &codes)
}

#[cfg(test)]
mod tests {
    use super::document;
    use serde_json::Value;

    #[test]
    fn the_checked_in_document_is_the_generated_one() {
        let checked_in = include_str!("../openapi.json");
        assert!(
            checked_in == document(),
            "api/openapi.json is stale: run `ledger openapi`"
        );
    }

    #[test]
    fn every_call_has_a_name_a_body_with_ts_and_an_envelope() {
        let document: Value = serde_json::from_str(&document()).expect("JSON");
        let schemas = &document["components"]["schemas"];
        let name = |schema: &Value| {
            schema["$ref"]
                .as_str()
                .and_then(|name| name.rsplit('/').next())
                .map(str::to_owned)
                .expect("a reference")
        };
        let paths = document["paths"].as_object().expect("paths");
        assert_eq!(paths.len(), crate::router::ENDPOINTS.len());
        for (path, item) in paths {
            let call = &item["post"];
            assert_eq!(
                call["operationId"],
                path.trim_start_matches("/api/v1/").replace('/', "_")
            );
            let body = name(&call["requestBody"]["content"]["application/json"]["schema"]);
            assert!(schemas[&body]["properties"]["ts"].is_object(), "{path}");
            assert_eq!(schemas[&body]["additionalProperties"], false, "{path}");
            let either = &call["responses"]["200"]["content"]["application/json"]["schema"]["oneOf"];
            assert_eq!(name(&either[1]), "Refused", "{path}");
            let answer = name(&either[0]);
            assert!(answer.starts_with("Envelope_"), "{answer}");
            assert!(schemas[&answer]["properties"]["data"].is_object(), "{path}");
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
            match value {
                Value::Object(fields) => fields.iter().for_each(|(name, value)| match value.as_str() {
                    Some(reference) if name == "$ref" => found.push(reference),
                    _ => references(value, found),
                }),
                Value::Array(items) => items.iter().for_each(|item| references(item, found)),
                _ => {}
            }
        }
        let document: Value = serde_json::from_str(&document()).expect("JSON");
        let mut found = Vec::new();
        references(&document, &mut found);
        for reference in found {
            assert!(
                document.pointer(reference.trim_start_matches('#')).is_some(),
                "{reference}"
            );
        }
    }
}
