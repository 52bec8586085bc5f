-- View `erasures`: accounts whose end was asked for, until it came or was taken back.
create table erasures (
    partition integer not null,
    player uuid not null,
    erase_at_ms bigint not null,
    primary key (partition, player)
);

-- Serves the clock that destroys the personal data.
create index erasures_by_time on erasures (erase_at_ms);

grant select, insert, update, delete on erasures to ledger_app;
