-- View `vip_passes`: one row for the days of one tier that a player holds, with the moment they are over.
create table vip_passes (
    partition integer not null,
    player uuid not null,
    vip_id smallint not null,
    -- A higher rank runs first and pauses the lower ones.
    rank smallint not null,
    ends_at_ms bigint not null,
    primary key (partition, player, vip_id)
);

-- Serves the clock that records their end.
create index vip_passes_by_their_end on vip_passes (ends_at_ms);

grant select, insert, update, delete on vip_passes to ledger_app;
