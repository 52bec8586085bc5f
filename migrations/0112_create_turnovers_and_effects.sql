-- View `turnovers`: what was debited and credited, by account, type of event and UTC day, in blocks of 4,000
-- positions. The trial balance at any moment is the sum of whole blocks and of the legs after the last whole one.
create table turnovers (
    partition integer not null,
    -- Positions block * 4,000 + 1 to (block + 1) * 4,000.
    block bigint not null,
    -- Days since 1970, UTC.
    day integer not null,
    event_type text collate "C" not null,
    account text collate "C" not null,
    asset text not null,
    -- Minor units; what left and what came.
    debit bigint not null,
    credit bigint not null,
    legs bigint not null,
    primary key (partition, block, day, event_type, account)
);

grant select, insert, update on turnovers to ledger_app;

-- View `effects`: which events an event caused. The metadata of the effect names its cause; this table finds the
-- effects of a cause.
create table effects (
    partition integer not null,
    cause uuid not null,
    -- Where the effect is.
    position bigint not null,
    primary key (partition, cause, position)
);

grant select, insert on effects to ledger_app;
