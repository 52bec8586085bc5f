-- View `ranks`: one row for a thing that counts on a board: a paid withdrawal, a valid invite.
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

grant select, insert, update on ranks to ledger_app;
