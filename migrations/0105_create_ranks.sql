-- View `ranks`: one row for each item that counts on a board: a paid withdrawal, a valid invite.
create table ranks (
    partition integer not null,
    board text not null,
    player uuid not null,
    -- The withdrawal, or the friend.
    item uuid not null,
    -- Micro-USDT, or 1.
    amount bigint not null,
    at_ms bigint not null,
    cancelled boolean not null,
    primary key (partition, board, player, item)
);

-- Serves the boards of a day and a week without their rows.
create index scores_by_time on ranks (board, at_ms) include (player, amount) where not cancelled;
-- Serves a player's own score.
create index scores_of_a_player on ranks (board, player) where not cancelled;

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

grant select, insert, update on ranks, hidden_players to ledger_app;
