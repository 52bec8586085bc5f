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

-- Serves the scheduled job that ends packets.
create index open_packets_by_time on red_packets (to_ms) where ended is null;
-- Serves the list, newest first.
create index packets_newest_first on red_packets (created_at_ms desc);

-- View `packet_shares`: who claimed which share of a packet.
create table packet_shares (
    partition integer not null,
    packet uuid not null,
    player uuid not null,
    slot integer not null,
    -- Minor units of the packet's asset.
    amount bigint not null,
    primary key (partition, packet, player)
);

grant select, insert, update on red_packets, packet_shares to ledger_app;
