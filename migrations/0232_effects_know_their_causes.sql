-- View `effects`: which events an event caused. The effect tells its cause in its metadata; this finds the way back.
create table effects (
    partition integer not null,
    cause uuid not null,
    -- Where the effect is.
    position bigint not null,
    primary key (partition, cause, position)
);

grant select, insert on effects to ledger_app;
