//! Searches for canaries in tables, files and other bytes.

use base64::prelude::{BASE64_STANDARD, BASE64_STANDARD_NO_PAD, Engine};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, Row};
use std::path::Path;

/// What must be nowhere, in every spelling in which it could be somewhere.
#[derive(Default)]
pub struct Canaries(Vec<(String, Vec<u8>)>);

impl Canaries {
    /// A text: as it is, in capital letters, and what would be as good as it: a hash that anybody can make.
    pub fn text(&mut self, what: &str, text: &str) {
        self.bytes(what, text.as_bytes());
        let upper = text.to_uppercase();
        if upper != text {
            self.bytes(what, upper.as_bytes());
        }
        self.bytes(&format!("{what}, hashed"), &Sha256::digest(text));
    }

    /// Bytes: as they are, as hex digits, and as base64 from any place of three.
    pub fn bytes(&mut self, what: &str, bytes: &[u8]) {
        let mut spelled = |bytes: Vec<u8>| self.0.push((what.to_owned(), bytes));
        spelled(bytes.to_vec());
        spelled(hex::encode(bytes).into_bytes());
        spelled(hex::encode_upper(bytes).into_bytes());
        spelled(BASE64_STANDARD.encode(bytes).into_bytes());
        for skipped in 1..3 {
            // The first letters depend on what comes before, the last on what follows.
            let inner = BASE64_STANDARD_NO_PAD.encode(&bytes[skipped..skipped + (bytes.len() - skipped) / 3 * 3]);
            spelled(inner.into_bytes());
        }
    }

    /// What is found in `bytes`, named with the place.
    pub fn found(&self, place: &str, bytes: &[u8]) -> Vec<String> {
        let mut found = Vec::new();
        for (what, canary) in &self.0 {
            if memchr::memmem::find(bytes, canary).is_some() {
                found.push(format!("{what} is in {place}"));
            }
        }
        found.dedup();
        found
    }
}

/// What is found in any column of any row of any table.
pub async fn in_tables(connection: &mut PgConnection, canaries: &Canaries) -> Vec<String> {
    let tables = sqlx::query(
        "select format('%I.%I', schemaname, tablename) from pg_tables
          where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    )
    .fetch_all(&mut *connection)
    .await
    .expect("a list of tables");
    assert!(tables.len() > 30, "the tables of the product are looked at");
    let mut found = Vec::new();
    for table in tables {
        let table: String = table.try_get(0).expect("a name");
        // A row as text: bytes become hex digits, documents stay as they are.
        let rows = sqlx::query(&format!("select rows::text from {table} rows"))
            .fetch_all(&mut *connection)
            .await
            .expect("rows");
        for row in rows {
            let text: String = row.try_get(0).expect("a text");
            found.extend(canaries.found(&table, text.as_bytes()));
        }
    }
    found
}

/// What is found in any file below a folder.
pub fn in_files(folder: &Path, canaries: &Canaries) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let (path, kind) = (entry.path(), entry.file_type().expect("a kind"));
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && let Ok(bytes) = std::fs::read(&path)
            {
                // A file may be deleted while it is listed.
                found.extend(canaries.found(&path.to_string_lossy(), &bytes));
            }
        }
    }
    found
}
