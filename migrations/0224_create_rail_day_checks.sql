-- Comparisons of a chain with the books beside the end of a day: the last one before it and the first one after it, of
-- those in which nothing was open. A daily close takes from them what the chain held then, whatever has moved since.
create table rail_day_checks (
    partition integer not null check (partition = 0),
    rail text not null,
    wallet text not null,
    ends_at_ms bigint not null,
    is_after boolean not null,
    checked_at_ms bigint not null,
    on_chain bigint not null,
    in_books bigint not null,
    primary key (partition, rail, wallet, ends_at_ms, is_after),
    check (is_after = (checked_at_ms >= ends_at_ms))
);

grant select, insert on rail_day_checks to ledger_app;
grant update (checked_at_ms, on_chain, in_books) on rail_day_checks to ledger_app;
