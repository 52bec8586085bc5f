-- View `stocks`: lots on offer that close at a time, until they are closed.
create table stocks (
    partition integer not null,
    stock uuid not null,
    until_ms bigint not null,
    primary key (partition, stock)
);

-- Serves the clock that closes them.
create index stocks_by_their_end on stocks (until_ms);

grant select, insert, update, delete on stocks to ledger_app;
