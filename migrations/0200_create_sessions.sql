-- Who is logged in. Only the SHA-256 of a token is kept: a copy of this table opens no session (T-72).
-- Not a fact of the ledger: it has no partition, because a token is looked up before its player is known.
create table sessions (
    token_hash bytea primary key,
    player uuid not null,
    lang text not null,
    created_at_ms bigint not null,
    seen_at_ms bigint not null,
    expires_at_ms bigint not null,
    constraint a_token_hash_is_a_sha256 check (octet_length(token_hash) = 32),
    constraint a_session_ends_after_it_was_seen check (expires_at_ms >= seen_at_ms)
);

-- Serves the limit of sessions a player: the newest are kept, the oldest dropped.
create index sessions_of_a_player on sessions (player, seen_at_ms);

-- Serves the removal of expired sessions.
create index sessions_by_their_end on sessions (expires_at_ms);

grant select, insert, update, delete on sessions to ledger_app;
