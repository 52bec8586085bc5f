//! Which server answers at an address: the cluster of files that it serves, and how often that cluster's history has branched.
//!
//! A name, a virtual address or a proxy may lead to another server at any time, and says nothing. The server does: every
//! promotion begins a new timeline, and a cluster that was made anew, as for a restored dump, has another system
//! identifier.
//!
//! Knows nothing of addresses.

use sqlx::PgConnection;

/// By which one primary is known from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Identity {
    /// PostgreSQL makes it with the cluster; standbys have that of their primary.
    pub system: i64,
    /// Counts promotions.
    pub timeline: u32,
}

impl Identity {
    /// That of the server of this connection, which must be a primary. The files of its log are named by the timeline; the
    /// control file has the new one only with the first checkpoint after a promotion.
    pub(super) async fn of(connection: &mut PgConnection) -> Result<Identity, sqlx::Error> {
        let asked = "select (select system_identifier from pg_control_system()),
                            substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";
        let (system, file): (i64, String) = sqlx::query_as(asked).persistent(false).fetch_one(connection).await?;
        let timeline = u32::from_str_radix(&file, 16).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Identity { system, timeline })
    }

    /// That of the history which a server that may be a standby has read. What it replays names no file; its control file
    /// has the timeline of its last restart point, and that of the last page which it wrote. Both are late: for some
    /// minutes after a promotion a standby that follows the new primary may still show the timeline before.
    pub(crate) async fn of_standby(connection: &mut PgConnection) -> Result<Identity, sqlx::Error> {
        let asked = "select (select system_identifier from pg_control_system()),
                            greatest((select timeline_id from pg_control_checkpoint()),
                                     (select min_recovery_end_timeline from pg_control_recovery()))::bigint";
        let (system, timeline): (i64, i64) = sqlx::query_as(asked).persistent(false).fetch_one(connection).await?;
        let timeline = u32::try_from(timeline).map_err(|error| sqlx::Error::Decode(error.into()))?;
        Ok(Identity { system, timeline })
    }

    /// Whether a standby has read the history of a primary. A later timeline than the primary's is of a primary that was
    /// promoted after it, and not looked at yet.
    pub(crate) fn has_history_of(self, primary: Identity) -> bool {
        self.system == primary.system && self.timeline >= primary.timeline
    }
}
