-- A superset of the event table of postgres-es, so that the stock repository can load and replay every stream.
-- `payload` and `metadata` are json, not jsonb: the exact bytes are what the leaf hash covers.
-- Text keys are compared by their bytes, whatever the locale of the database: no reader wants them sorted as
-- words, and every insert compares them many times. The same holds for the keys of the other tables of facts.
create table events (
    partition integer not null,
    position bigint not null,
    aggregate_type text collate "C" not null,
    aggregate_id text collate "C" not null,
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

-- Serves loading a stream, and refuses the second writer of a version: optimistic concurrency without a row to
-- update.
create unique index a_version_of_a_stream_is_written_once on events (aggregate_id, sequence, aggregate_type, partition);

-- Serves finding an event by its id. Ids begin with their time (UUID version 7) and facts are written in the order
-- of their positions, so neighbours lie in neighbouring pages: a summary of each run of pages finds an id, and
-- costs a write next to nothing.
create index events_by_id on events using brin (event_id) with (pages_per_range = 16, autosummarize = on);

-- Serves registers and filters by type. Casts are most of all events and are found by reading backwards; they are
-- left out, so that they cost nothing.
create index events_by_type on events (event_type, partition, position) where event_type <> 'CastResolved';

grant select, insert on events to ledger_app;
