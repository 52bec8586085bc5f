-- View `dives`: one row a dive, with its result once it is closed.
create table dives (
    partition integer not null,
    player uuid not null,
    dive uuid not null,
    started_position bigint not null,
    stake bigint not null,
    fund text not null,
    start_level smallint not null,
    commit text not null,
    started_at_ms bigint not null,
    touched_at_ms bigint not null,
    -- The closing event as recorded; null while the dive is open.
    closed json,
    primary key (partition, player, dive)
);

-- Serves the history of a player, newest first.
create index dives_of_a_player on dives (partition, player, started_position desc);
-- Serves the scheduled job that surfaces idle dives.
create index open_dives_by_time on dives (partition, touched_at_ms) where closed is null;

-- View `revealed_seeds`: only seeds that were retired. A seed in use has no row here.
create table revealed_seeds (
    partition integer not null,
    player uuid not null,
    commit text not null,
    server_seed text not null,
    primary key (partition, player, commit)
);

grant select, insert, update on dives to ledger_app;
grant select, insert on revealed_seeds to ledger_app;
