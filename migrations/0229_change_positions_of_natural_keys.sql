-- Logs begin at one: a key at a position before that is claimed by no event, whoever puts it there. Rows of before are not
-- looked at here, so that the table is not locked for a scan; `ledger verify` names one that breaks the rule.
alter table natural_keys add constraint a_natural_key_lies_in_a_log check (position >= 1) not valid;
