-- View `bonus_credits`: the last credit of a player's bonus tokens, until they expired.
create table bonus_credits (
    partition integer not null,
    player uuid not null,
    credited_at_ms bigint not null,
    primary key (partition, player)
);

-- Serves the clock that takes them.
create index bonus_credits_by_time on bonus_credits (credited_at_ms);

grant select, insert, update, delete on bonus_credits to ledger_app;
