-- View `withdrawals`: one row a withdrawal, from the player's own stream, where the money is. How far one is, is read
-- from its own stream.
create table withdrawals (
    partition integer not null,
    player uuid not null,
    withdrawal uuid not null,
    requested_position bigint not null,
    requested_at_ms bigint not null,
    -- The player's request as recorded.
    requested json not null,
    -- It was paid or came back.
    is_over boolean not null default false,
    primary key (partition, player, withdrawal)
);

-- Serves the list of a player, newest first.
create index withdrawals_of_a_player on withdrawals (partition, player, requested_position desc);
-- Serves whoever reviews and sends.
create index withdrawals_under_way on withdrawals (requested_at_ms) where not is_over;

grant select, insert, update on withdrawals to ledger_app;
