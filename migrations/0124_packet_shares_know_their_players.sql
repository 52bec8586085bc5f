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

grant select, insert, update on packet_shares to ledger_app;
