-- What an attempt to log in must pass and which sessions are open, beside the member's stream (T-53). Password and
-- second factor are in the vault, the member's own record; what is counted here is neither fact nor view.

create table staff_logins (
    member uuid primary key,
    name text not null,
    -- Wrong attempts in a row. An attempt counts before it is checked, so many at once gain nothing.
    failures integer not null default 0 check (failures >= 0),
    -- No attempt counts before this moment.
    locked_until_ms bigint not null default 0,
    -- The last step of the second factor that was used: a code is accepted once.
    totp_step bigint not null default 0
);

-- Which session a cookie belongs to. Only the SHA-256 of the token is kept. Whether the session may act is decided
-- from the member's stream alone, so that it ends at once.
create table staff_sessions (
    token_hash bytea primary key,
    session uuid not null,
    member uuid not null,
    created_at_ms bigint not null,
    seen_at_ms bigint not null,
    expires_at_ms bigint not null,
    constraint a_staff_token_hash_is_a_sha256 check (octet_length(token_hash) = 32)
);

-- Serves the removal of expired sessions.
create index staff_sessions_by_their_end on staff_sessions (expires_at_ms);

grant select, insert, update on staff_logins to ledger_app;
grant select, insert, update, delete on staff_sessions to ledger_app;
