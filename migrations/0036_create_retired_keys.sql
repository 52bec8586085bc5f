-- What is kept of master keys that were retired (ledger §4.8): the key of the MACs of their events, up to which position
-- of each log it counts, and of the first one what a database is known by outside. Sealed under the master key in use.
create table retired_keys (
    -- In the order in which they were retired.
    number integer primary key,
    key_id bytea not null,
    -- The id of the master key under which `sealed` is sealed.
    sealed_by bytea not null,
    sealed bytea not null,
    constraint a_key_is_retired_once unique (key_id)
);

grant select on retired_keys to ledger_app;

-- Under which master key a row is sealed; nothing for the first one.
alter table seeds add column sealed_by bytea;
alter table vault_keys add column sealed_by bytea;
