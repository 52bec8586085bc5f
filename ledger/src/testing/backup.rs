//! What somebody with a copy of a database tries to open with a key of his choice, for tests of what a backup gives away.

use crate::keys::Keys;
use crate::seeds::Seeds;
use crate::{Ledger, Vault};

/// The copy, read under one key.
pub struct Copy {
    pub seeds: Seeds,
    pub vault: Vault,
}

impl Copy {
    /// The database of this ledger, under this master key.
    pub async fn of(ledger: &Ledger, master_key: [u8; 32]) -> Copy {
        let mut connection = ledger.pool().acquire().await.expect("a connection");
        let keys = Keys::open(&mut connection, &master_key.into()).await.expect("keys");
        let (pool, partitions) = (&**ledger.pool(), ledger.partitions());
        Copy {
            seeds: Seeds::new(pool.clone(), partitions, keys.seeds().clone()),
            vault: Vault::new(pool.clone(), partitions, &keys),
        }
    }
}
