-- Keys for images: issued to one player, filled once, used once. The bytes are in the vault, sealed under the
-- player's key; nothing here is personal.
create table uploads (
    partition integer not null,
    player uuid not null,
    object_key text not null,
    -- kyc or avatar.
    ctype text not null,
    issued_at_ms bigint not null,
    expires_at_ms bigint not null,
    -- SHA-256 of the bytes as they were sent; null before they came.
    sha256 bytea,
    -- What used it.
    used_for uuid,
    -- When the key is deleted with the bytes behind it, unless a submission uses it before. Null: it is used.
    ends_at_ms bigint,
    constraint a_place_for_an_upload_is_given_out_once primary key (partition, player, object_key)
);

-- Serves the bytes, which come with the key alone.
create index uploads_by_key on uploads (object_key);
-- Serves the count of a day.
create index uploads_of_a_player_by_time on uploads (partition, player, issued_at_ms);
-- Serves the removal of what was never used.
create index uploads_by_their_end on uploads (ends_at_ms) where ends_at_ms is not null;

grant select, insert, update, delete on uploads to ledger_app;
