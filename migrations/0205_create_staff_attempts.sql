-- Wrong attempts to log in, by member and by where they came from (T-53). A stranger who guesses makes his own address
-- wait, not the member. The source is a keyed hash of the address; rows are kept for a day after they end.
create table staff_attempts (
    member uuid not null,
    source bytea not null,
    -- Wrong attempts in a row. An attempt counts before it is checked, so many at once gain nothing.
    failures integer not null check (failures >= 0),
    -- No attempt from there counts before this moment.
    waits_until_ms bigint not null,
    primary key (member, source)
);

-- Serves the removal of old rows.
create index staff_attempts_by_their_end on staff_attempts (waits_until_ms);

grant select, insert, update, delete on staff_attempts to ledger_app;
