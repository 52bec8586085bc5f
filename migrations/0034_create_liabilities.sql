-- What the players are owed (ledger §4.5): the signed statements that were published, one for each moment. A note proves
-- itself under the notary's key; who removes one takes evidence away and cannot make any.
create table liabilities (
    partition integer not null,
    -- The moment that it is of; of a day that was closed, its last millisecond.
    time_ms bigint not null,
    note text not null,
    constraint a_moment_has_one_statement primary key (partition, time_ms),
    constraint a_statement_lies_with_the_house check (partition = 0)
);

-- The trees of the newest statement, from which players' proofs are read: pieces of 256 neighbours of every eighth level,
-- 40 bytes each. A cache: they come out of the books again. They name no player.
create table liability_tiles (
    partition integer not null,
    time_ms bigint not null,
    asset text collate "C" not null,
    level smallint not null,
    number bigint not null,
    first bytea not null,
    nodes bytea not null,
    primary key (partition, time_ms, asset, level, number),
    constraint a_tile_lies_with_the_house check (partition = 0)
);

-- The piece in which a leaf lies: leaves stand in the order of their hashes.
create index on liability_tiles (partition, time_ms, asset, level, first);

-- Hashes do not compress.
alter table liability_tiles alter column nodes set storage external;

grant select, insert on liabilities to ledger_app;
grant select, insert, delete on liability_tiles to ledger_app;
