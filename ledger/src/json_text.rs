//! Text that is json already, sent to the server as `json`: its exact bytes are kept
//! and are not copied through text on the way.

use sqlx::Postgres;
use sqlx::encode::{Encode, IsNull};
use sqlx::error::BoxDynError;
use sqlx::postgres::types::Oid;
use sqlx::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo};

/// PostgreSQL's `json`; `sqlx::types::Json` would be `jsonb`, which keeps no bytes.
const JSON: Oid = Oid(114);
/// PostgreSQL's `json[]`.
const JSON_ARRAY: Oid = Oid(199);

/// Text that is json.
pub(crate) struct JsonText<'a>(pub &'a str);

impl sqlx::Type<Postgres> for JsonText<'_> {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(JSON)
    }
}

impl PgHasArrayType for JsonText<'_> {
    fn array_type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(JSON_ARRAY)
    }
}

impl Encode<'_, Postgres> for JsonText<'_> {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        buffer.extend_from_slice(self.0.as_bytes());
        Ok(IsNull::No)
    }
}
