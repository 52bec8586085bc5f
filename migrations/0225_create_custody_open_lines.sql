-- Lines of custody, of the chains and of the journal, that had no other side at the end of a day: carried from day to day
-- until they are paired, whatever their age (api §7.21). Derived from the log and from what the rails saw: with both tables
-- empty every day is compared anew.

-- Days whose lines were compared.
create table custody_open_days (
    partition integer not null check (partition = 0),
    ends_at_ms bigint not null,
    primary key (partition, ends_at_ms)
);

-- A line, from the end of the first day at which it was open to the end of the first one at which it was open no more.
create table custody_open_lines (
    partition integer not null check (partition = 0),
    opened_at_ms bigint not null,
    number integer not null check (number >= 0),
    closed_at_ms bigint check (closed_at_ms > opened_at_ms),
    kind text not null,
    -- Of the chains or of the journal.
    line jsonb not null,
    primary key (partition, opened_at_ms, number)
);
-- Serves whoever asks what is open, or was open at a day's end.
create index custody_lines_by_close on custody_open_lines (partition, closed_at_ms);

grant select, insert on custody_open_days, custody_open_lines to ledger_app;
grant update (closed_at_ms) on custody_open_lines to ledger_app;
