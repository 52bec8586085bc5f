-- Moments that a scheduled job waits for. A row is deleted when its moment has come or was cancelled.

-- View `vip_passes`: one row for the days of one tier that a player holds, with the moment they end.
create table vip_passes (
    partition integer not null,
    player uuid not null,
    vip_id smallint not null,
    -- A higher rank runs first and pauses the lower ones.
    rank smallint not null,
    ends_at_ms bigint not null,
    primary key (partition, player, vip_id)
);

-- Serves the scheduled job that records their end.
create index vip_passes_by_their_end on vip_passes (ends_at_ms);

-- View `bonus_credits`: the last credit of a player's bonus tokens, until they expired.
create table bonus_credits (
    partition integer not null,
    player uuid not null,
    credited_at_ms bigint not null,
    primary key (partition, player)
);

-- Serves the scheduled job that expires them.
create index bonus_credits_by_time on bonus_credits (credited_at_ms);

-- View `erasures`: accounts whose erasure was requested, until it was carried out or cancelled.
create table erasures (
    partition integer not null,
    player uuid not null,
    erase_at_ms bigint not null,
    primary key (partition, player)
);

-- Serves the scheduled job that destroys the personal data.
create index erasures_by_time on erasures (erase_at_ms);

-- View `stocks`: lots on offer that close at a time, until they are closed.
create table stocks (
    partition integer not null,
    stock uuid not null,
    until_ms bigint not null,
    primary key (partition, stock)
);

-- Serves the scheduled job that closes them.
create index stocks_by_their_end on stocks (until_ms);

grant select, insert, update, delete on vip_passes, bonus_credits, erasures, stocks to ledger_app;
