-- The MAC of each event and remembered answer, under a key that the database never holds: the id of the key (4 bytes)
-- and the tag (16 bytes). A new database has one in every row. Rows of a database that was made before get theirs from
-- `ledger migrate --adopt`, once; until then the columns may be empty and nothing writes.
alter table events add column mac bytea,
    add constraint a_mac_is_a_key_id_and_a_tag check (octet_length(mac) = 20);
alter table requests add column mac bytea,
    add constraint a_mac_is_a_key_id_and_a_tag check (octet_length(mac) = 20);

do $$
begin
    if not exists (select from events) and not exists (select from requests) then
        alter table events alter column mac set not null;
        alter table requests alter column mac set not null;
    end if;
end
$$;
