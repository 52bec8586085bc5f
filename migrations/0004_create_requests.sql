-- The answer to every request id, byte for byte, refusals included. Kept for ever.
-- In the key the request id comes before its scope: ids in order of time (UUID version 7) are then neighbours in
-- the index whoever sends them, so that an insert finds its page in memory. A look-up by both uses the whole key
-- either way.
create table requests (
    partition integer not null,
    scope uuid not null,
    request_id uuid not null,
    digest bytea not null,
    code integer not null,
    message text not null,
    answer text not null,
    version bigint not null,
    position bigint,
    recorded_at_ms bigint not null,
    constraint a_request_is_answered_once primary key (partition, request_id, scope),
    constraint a_digest_is_a_sha256 check (octet_length(digest) = 32)
);

-- Serves the register of refusals, newest first. Accepted requests cost nothing.
create index refused_requests_by_time on requests (recorded_at_ms, partition, request_id, scope) where code <> 0;

grant select, insert on requests to ledger_app;
