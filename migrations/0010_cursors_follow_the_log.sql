-- How far each following view has read. Moved in the transaction that writes its
-- rows, so every event counts exactly once.
create table cursors (
    partition integer not null,
    view text not null,
    position bigint not null default 0,
    primary key (partition, view)
);

grant select, insert, update on cursors to ledger_app;
