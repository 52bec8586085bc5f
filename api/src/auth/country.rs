//! Which country an address is in (domain §3.14), by a country database that the operator brings.
//!
//! The file has the MaxMind DB format; several publishers make one. Without a file no country is known, and
//! the configuration's default mode holds. An address of a private network has no country.

use domain::config::region::is_country;
use maxminddb::{MaxMindDbError, Reader};
use serde::Deserialize;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;

/// A country database. Clones share it.
#[derive(Clone)]
pub struct Countries(Arc<Reader<Vec<u8>>>);

impl std::fmt::Debug for Countries {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "Countries({})", self.0.metadata().database_type)
    }
}

/// What is read of a record.
#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    country: Option<Country<'a>>,
}

#[derive(Deserialize)]
struct Country<'a> {
    iso_code: Option<&'a str>,
}

impl Countries {
    /// Reads the whole file into memory.
    ///
    /// # Errors
    /// A file that cannot be read or is no such database.
    pub fn open(path: &Path) -> Result<Countries, MaxMindDbError> {
        Reader::open_readfile(path).map(|reader| Countries(Arc::new(reader)))
    }

    /// The country of an address, ISO 3166-1 alpha-2; none when the database does not say.
    pub fn of(&self, address: IpAddr) -> Option<String> {
        let record: Record<'_> = self.0.lookup(address).ok()?.decode().ok().flatten()?;
        let code = record.country?.iso_code?;
        is_country(code).then(|| code.to_owned())
    }
}
