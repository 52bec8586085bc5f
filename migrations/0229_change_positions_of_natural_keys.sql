-- Logs begin at one: a key at a position before that is claimed by no event, whoever puts it there.
alter table natural_keys add constraint a_natural_key_lies_in_a_log check (position >= 1);
