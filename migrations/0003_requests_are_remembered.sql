-- The answer to every request id, byte for byte, refusals included. Kept for ever.
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
    constraint a_request_is_answered_once primary key (partition, scope, request_id),
    constraint a_digest_is_a_sha256 check (octet_length(digest) = 32)
);

grant select, insert on requests to ledger_app;
