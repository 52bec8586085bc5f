-- View `team_records`: one row for a record and the log its parts are in. A friend's earnings and a valid invite are
-- in the friend's log, what became of the record in the inviter's; a record is the sum of its rows.
create table team_records (
    partition integer not null,
    record uuid not null,
    inviter uuid not null,
    kind text not null,
    -- Days since 1970, UTC.
    day integer not null,
    friend uuid,
    diamonds bigint not null,
    usdt bigint not null,
    received_diamonds bigint not null,
    received_usdt bigint not null,
    -- 'expired' or 'cancelled'.
    ended text,
    -- An invite's own moment, a rebate's midnight; null where only the inviter acted.
    opened_at_ms bigint,
    primary key (partition, record)
);

-- Serves the records of an inviter, newest first.
create index records_of_an_inviter on team_records (inviter, opened_at_ms desc, record desc)
    where opened_at_ms is not null;
-- Serves what of an inviter's records waits: only the days that can still be received are read. The index of the list
-- leaves out rows in which only the inviter acted, and these count here.
create index records_of_an_inviter_by_day on team_records (inviter, day);
-- Serves one record over all logs.
create index parts_of_a_record on team_records (record);
-- Serves the scheduled job that ends records nobody received.
create index records_by_day on team_records (day, record);

grant select, insert, update on team_records to ledger_app;
