-- Which device a launch was used on first: whoever copied launch data opens no session with it on another one (T-35). The
-- same device opens another session with it, as when a page is loaded again. Kept for as long as launch data is accepted.
-- No partition, as of the sessions.
create table spent_launches (
    launch bytea primary key,
    -- A keyed hash of what the client calls its device, or of its name where it has no such id.
    device bytea not null,
    until_ms bigint not null,
    constraint a_launch_is_named_by_a_sha256 check (octet_length(launch) = 32)
);

-- Serves the removal of launches that nobody could use any more.
create index spent_launches_by_their_end on spent_launches (until_ms);

grant select, insert, delete on spent_launches to ledger_app;
