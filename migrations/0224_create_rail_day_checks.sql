-- The first comparison of the chains with the books after the end of each day in which nothing was open, a row a wallet.
-- A daily close takes from it what the chains held at the day's end, whatever has moved since; nothing changes it.
create table rail_day_checks (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    ends_at_ms bigint not null,
    checked_at_ms bigint not null check (checked_at_ms >= ends_at_ms),
    on_chain bigint not null,
    in_books bigint not null,
    primary key (partition, rail, wallet, ends_at_ms)
);

grant select, insert on rail_day_checks to ledger_app;
