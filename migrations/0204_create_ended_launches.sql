-- The launch that a session was opened with: the hash that the messenger signed with it. Null for a session of an older
-- process.
alter table sessions add column launch bytea;

-- Launches whose session somebody ended: a client logs in again by itself with the launch that it has, and would open
-- what was ended. Kept for as long as launch data is accepted. No partition, as of the sessions.
create table ended_launches (
    launch bytea primary key,
    until_ms bigint not null,
    constraint a_launch_is_named_by_a_sha256 check (octet_length(launch) = 32)
);

-- Serves the removal of launches that nobody could use any more.
create index ended_launches_by_their_end on ended_launches (until_ms);

grant select, insert, delete on ended_launches to ledger_app;
