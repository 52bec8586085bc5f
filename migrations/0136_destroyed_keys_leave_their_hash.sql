-- Every data key that was destroyed: the hash of the wrapped key, which opens nothing, and how many sealed records
-- went with it. What a certificate of erasure is written from.
create table vault_erasures (
    partition integer not null,
    subject uuid not null,
    key_sha256 bytea not null,
    records bigint not null,
    constraint a_key_is_destroyed_once primary key (partition, subject, key_sha256)
);

grant select, insert on vault_erasures to ledger_app;

create trigger facts_never_change before update or delete on vault_erasures
    for each row execute function facts_never_change();
create trigger facts_are_never_emptied before truncate on vault_erasures
    for each statement execute function facts_never_change();
