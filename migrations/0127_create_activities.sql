-- View `activities`: when a player was first seen, and the last UTC day on which the player did something.
create table activities (
    partition integer not null,
    player uuid not null,
    registered_at_ms bigint not null,
    active_day integer not null,
    primary key (partition, player)
);

-- Serves the list of players by dormancy.
create index activities_by_day on activities (active_day, player);

grant select, insert, update on activities to ledger_app;
