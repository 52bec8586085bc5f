-- A superset of the stock event table, so that the stock repository can load and
-- replay every stream. `payload` and `metadata` are json, not jsonb: the exact
-- bytes are what the leaf hash covers.
create table events (
    partition integer not null,
    position bigint not null,
    aggregate_type text not null,
    aggregate_id text not null,
    sequence bigint not null,
    event_id uuid not null,
    event_type text not null,
    event_version text not null,
    payload json not null,
    metadata json not null,
    recorded_at_ms bigint not null,
    leaf bytea not null,
    primary key (partition, position),
    constraint a_position_starts_at_one check (position >= 1),
    constraint a_sequence_starts_at_one check (sequence >= 1),
    constraint a_leaf_is_a_sha256 check (octet_length(leaf) = 32)
);

-- Serves loading a stream, and refuses the second writer of a version: optimistic
-- concurrency without a row to update.
create unique index a_version_of_a_stream_is_written_once on events (aggregate_id, sequence, aggregate_type, partition);

grant select, insert on events to ledger_app;
