-- View `topups`: one row an order, from the player's own stream, where the money is. How far one is, is read from its
-- own stream.
create table topups (
    partition integer not null,
    player uuid not null,
    topup uuid not null,
    opened_position bigint not null,
    valid_until_ms bigint not null,
    -- The player's order as recorded.
    opened json not null,
    -- It was paid, or nobody waits any more.
    is_over boolean not null default false,
    primary key (partition, player, topup)
);

-- Serves the list of a player, newest first.
create index topups_of_a_player on topups (partition, player, opened_position desc);
-- Serves the scheduled job that ends the waiting.
create index open_topups_by_time on topups (valid_until_ms) where not is_over;

grant select, insert, update on topups to ledger_app;
