-- Facts that may exist once, whoever comes first: an invite code, a friend's valid invite.
create table natural_keys (
    partition integer not null,
    key text collate "C" not null,
    aggregate_id text not null,
    position bigint not null,
    constraint a_natural_key_is_claimed_once primary key (partition, key)
);

grant select, insert on natural_keys to ledger_app;
