-- View `red_packets`: every packet with what is left of it; open ones by time.
create table red_packets (
    partition integer not null,
    packet uuid not null,
    code text not null,
    kind text not null,
    asset text not null,
    total bigint not null,
    shares integer not null,
    claimed integer not null,
    from_ms bigint not null,
    to_ms bigint not null,
    created_by text not null,
    created_at_ms bigint not null,
    -- 'finished', 'expired' or 'stopped'; null while it can be claimed.
    ended text,
    primary key (partition, packet)
);

-- Serves the clock that ends packets.
create index open_packets_by_time on red_packets (to_ms) where ended is null;
-- Serves the list, newest first.
create index packets_newest_first on red_packets (created_at_ms desc);

grant select, insert, update on red_packets to ledger_app;
