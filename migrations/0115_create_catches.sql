-- View `catches`: one row a player and species of fish, from the first time it took the hook.
create table catches (
    partition integer not null,
    player uuid not null,
    species text not null,
    caught bigint not null,
    first_at_ms bigint not null,
    -- The dive in which it was new.
    first_dive uuid not null,
    last_at_ms bigint not null,
    -- Hundredths of a gusd: the most valuable one, the first of equals.
    best_value bigint not null,
    best_level smallint not null,
    best_at_ms bigint not null,
    primary key (partition, player, species)
);

grant select, insert, update on catches to ledger_app;
