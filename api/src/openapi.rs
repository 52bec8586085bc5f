//! The OpenAPI document: generated from the structs of the wire and the list of
//! calls, checked in as `api/openapi.json`, and the only source of the web client's types.

use crate::endpoint::{Endpoint, Mode};
use crate::error::CATALOGUE;
use crate::router;
use crate::wire::body::Body;
use crate::wire::{Envelope, Refused};
use serde_json::json;
use utoipa::openapi::extensions::Extensions;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, PathItem, PathsBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::{
    ComponentsBuilder, Content, ContentBuilder, InfoBuilder, ObjectBuilder, OneOfBuilder, OpenApiBuilder, Ref, RefOr,
    Required, ResponseBuilder,
};
use utoipa::{PartialSchema as _, ToSchema};

/// The document while it is written.
pub struct Document {
    paths: PathsBuilder,
    schemas: Vec<(String, RefOr<Schema>)>,
    /// The name of the schema of a refusal.
    refused: &'static str,
    codes: Vec<i32>,
}

impl Document {
    /// A document without calls, of a service whose refusals have these codes. Services with other codes give the schema
    /// of a refusal another name.
    pub fn new(refused: &'static str, codes: Vec<i32>) -> Document {
        Document {
            paths: PathsBuilder::new(),
            schemas: vec![(refused.to_owned(), refusal(&codes))],
            refused,
            codes,
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
                    .content("application/json", either_of(&envelope, self.refused))
                    .build(),
            )
            .extensions(reads.then_some(read));
        self.paths = self
            .paths
            .path(endpoint.path, PathItem::new(HttpMethod::Post, operation.build()));
        self
    }

    /// The document's text: pretty, and ended by a line feed.
    pub fn written(self, title: &str, about: &str) -> String {
        let Document {
            paths, schemas, codes, ..
        } = self;
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

/// A refusal whose code is one of these.
fn refusal(codes: &[i32]) -> RefOr<Schema> {
    let mut schema = Refused::schema();
    if let RefOr::T(Schema::Object(refused)) = &mut schema {
        let code = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .enum_values(Some(codes.to_vec()));
        refused.properties.insert("error".to_owned(), code.into());
    }
    schema
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
    let about = "Every call is a POST with a JSON body. Every answer is an envelope; HTTP 200 carries everything a player should read. Texts follow `accept-language` (en, zh), else the language of the login.";
    router::collect(Document::new("Refused", codes)).written("Fishing mini-app", about)
}

#[cfg(test)]
mod tests;
