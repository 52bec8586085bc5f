//! Sessions after the master key was changed.

use super::{TokenHash, session_of};
use ledger::keys::rotate::renew_macs;
use ledger::{Fault, MacKeys};
use sqlx::{PgConnection, Row};

const PAGE: &str = "select token_hash, mac, player, lang, created_at_ms, seen_at_ms, expires_at_ms from sessions
                     where token_hash > $1 order by token_hash limit $2";
const UPDATE: &str = "update sessions set mac = $3 where token_hash = $1 and mac = $2";

/// Makes the MACs of sessions anew ([`renew_macs`]).
///
/// # Errors
/// [`Fault`] of the database.
pub async fn renew(connection: &mut PgConnection, macs: &MacKeys) -> Result<u64, Fault> {
    renew_macs(connection, macs, (PAGE, UPDATE), |row, mac| {
        let session = session_of(row)?;
        let hash = TokenHash::try_from(row.try_get::<Vec<u8>, _>("token_hash")?).ok();
        let ours = hash.filter(|hash| session.is_ours(macs, hash, mac));
        Ok(ours.map(|hash| session.mac(macs, &hash)))
    })
    .await
}
