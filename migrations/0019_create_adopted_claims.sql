-- Natural keys that were claimed before events named what their command claims (`ledger §4.5`): up to which position of
-- each log, and what vouches for all of them together. `ledger migrate --adopt` fills both, once; until then nothing
-- serves. A new database has no row.
create table adopted_claims (
    partition integer primary key,
    until bigint not null check (until > 0),
    digest bytea constraint a_digest_is_a_sha_256 check (octet_length(digest) = 32),
    mac bytea constraint a_mac_is_a_key_id_and_a_tag check (octet_length(mac) = 20)
);

grant select on adopted_claims to ledger_app;

insert into adopted_claims (partition, until)
select h.partition, h.position from heads h
 where exists (select from natural_keys k where k.partition = h.partition);
