-- The folded state of a stream at a version, so that a long stream is read from its end (ledger §4.7). A cache and
-- no fact: it may be emptied at any time, is rewritten in place, and is used only while its digest fits and its
-- leaf is that of the event at its version.
create table snapshots (
    partition integer not null,
    aggregate_type text collate "C" not null,
    aggregate_id text collate "C" not null,
    version bigint not null,
    leaf bytea not null,
    recorded_at_ms bigint not null,
    state_version integer not null,
    state bytea not null,
    digest bytea not null,
    primary key (partition, aggregate_type, aggregate_id)
);

grant select, insert, update, delete on snapshots to ledger_app;
