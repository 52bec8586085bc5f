-- Places for images: given out to one player, filled once, used once. The bytes lie in the vault, sealed under
-- the player's key; here is nothing personal.
create table uploads (
    partition integer not null,
    player uuid not null,
    object_key text not null,
    -- kyc or avatar.
    ctype text not null,
    issued_at_ms bigint not null,
    expires_at_ms bigint not null,
    -- SHA-256 of the bytes as they were sent; null while none came.
    sha256 bytea,
    -- What used it.
    used_for uuid,
    constraint a_place_for_an_upload_is_given_out_once primary key (partition, player, object_key)
);

-- Serves the bytes, which come with the key alone.
create index uploads_by_key on uploads (object_key);
-- Serves the count of a day.
create index uploads_of_a_player_by_time on uploads (partition, player, issued_at_ms);

grant select, insert, update on uploads to ledger_app;
