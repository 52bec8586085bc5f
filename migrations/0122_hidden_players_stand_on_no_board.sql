-- View `hidden_players`: who is frozen, self-excluded or erased, and therefore on no board.
create table hidden_players (
    partition integer not null,
    player uuid not null,
    frozen boolean not null,
    erased boolean not null,
    excluded_until_ms bigint not null,
    primary key (partition, player)
);

-- Serves the boards, which ask over all logs.
create index hidden_players_by_id on hidden_players (player);

grant select, insert, update on hidden_players to ledger_app;
